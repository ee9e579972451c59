"""GET of objects and collections: lists, pages, versions, tables."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import ApiRequest, Run, answer_read
from tests.core.rest.builders import TABLE, ask, body, cells, names

PODS = "/api/v1/namespaces/default/pods"


def test_a_list_is_in_the_order_of_keys(recording: Run) -> None:
    result = names(recording, PODS)

    assert sorted(result) == result
    assert 4 == len(result)


def test_a_list_of_another_namespace_is_empty(recording: Run) -> None:
    assert [] == names(recording, "/api/v1/namespaces/elsewhere/pods")


def test_selectors_choose(recording: Run) -> None:
    chosen = names(recording, "/api/v1/pods", labelSelector="!app", fieldSelector="status.phase=Running")

    assert ["alone"] == chosen


def test_a_bad_selector_is_refused_in_the_servers_words(recording: Run) -> None:
    answer = ask(recording, PODS, fieldSelector="foo=bar")

    assert (400, "field label not supported: foo") == (answer.code, answer.body["message"])  # type: ignore[call-overload, index]


def test_pages_together_are_the_list(recording: Run) -> None:
    first = body(recording, PODS, limit="3")
    token = first["metadata"]["continue"]
    rest = body(recording, PODS, limit="3", **{"continue": token})
    paged = [item["metadata"]["name"] for item in (*first["items"], *rest["items"])]

    assert 1 == first["metadata"]["remainingItemCount"]
    assert "continue" not in rest["metadata"]
    assert names(recording, PODS) == paged


@pytest.mark.parametrize(
    ("query", "code", "reason"),
    [
        ({"continue": "garbage"}, 400, "BadRequest"),
        ({"continue": "MQBhAGI"}, 410, "Expired"),
        ({"resourceVersion": "999999"}, 504, "Timeout"),
        ({"resourceVersion": "1", "resourceVersionMatch": "Exact"}, 410, "Expired"),
        ({"labelSelector": "a=="}, 200, None),
        ({"labelSelector": "a b"}, 400, "BadRequest"),
    ],
)
def test_versions_and_tokens_that_cannot_be_served_are_refused(
    recording: Run, query: dict[str, str], code: int, reason: str | None
) -> None:
    answer = ask(recording, PODS, **query)

    assert (code, reason) == (answer.code, answer.body.get("reason"))  # type: ignore[union-attr]


def test_what_is_not_there_is_a_status_object(recording: Run) -> None:
    assert {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": 'deployments.apps "x" not found',
        "reason": "NotFound",
        "details": {"name": "x", "group": "apps", "kind": "deployments"},
        "code": 404,
    } == body(recording, "/apis/apps/v1/namespaces/default/deployments/x")


def test_an_unknown_path_is_plain_text(recording: Run) -> None:
    answer = ask(recording, "/apis/nothing/v1/things")

    assert (404, "404 page not found\n") == (answer.code, answer.body)


def test_every_cluster_has_its_namespaces_and_classes(recording: Run) -> None:
    namespaces = names(recording, "/api/v1/namespaces")
    classes = names(recording, "/apis/scheduling.k8s.io/v1/priorityclasses")

    assert ["default", "kube-node-lease", "kube-public", "kube-system"] == namespaces
    assert ["system-cluster-critical", "system-node-critical"] == classes


def test_a_pod_is_served_with_its_defaults(recording: Run) -> None:
    spec = body(recording, f"{PODS}/alone")["spec"]
    container = spec["containers"][0]

    assert ("ClusterFirst", {}, "default") == (
        spec["dnsPolicy"],
        spec["securityContext"],
        spec["serviceAccountName"],
    )
    assert ("IfNotPresent", "File") == (container["imagePullPolicy"], container["terminationMessagePolicy"])


def test_a_table_has_a_row_an_object_and_its_metadata(recording: Run) -> None:
    result = body(recording, f"{PODS}/alone", TABLE)

    assert ("Table", 1) == (result["kind"], len(result["rows"]))
    assert ("PartialObjectMetadata", "alone") == (
        result["rows"][0]["object"]["kind"],
        result["rows"][0]["object"]["metadata"]["name"],
    )


def test_tables_show_workloads_and_nodes(recording: Run) -> None:
    deployment = cells(recording, "/apis/apps/v1/deployments")[0]
    node = cells(recording, "/api/v1/nodes")[0]

    assert ("web", "3/3", 3, "app=web") == tuple(
        deployment[name] for name in ("Name", "Ready", "Up-to-date", "Selector")
    )
    assert ("n1", "Ready", "<none>", "v1.34.1") == tuple(
        node[name] for name in ("Name", "Status", "Roles", "Version")
    )


def test_events_are_listed_with_versions_of_their_own(recording: Run) -> None:
    result = body(recording, "/api/v1/events", fieldSelector="involvedObject.name=alone")
    reasons = [item["reason"] for item in result["items"]]
    versions = [int(item["metadata"]["resourceVersion"]) for item in result["items"]]

    assert "Scheduled" in reasons
    assert max(versions) <= int(result["metadata"]["resourceVersion"])
    assert "now" not in result


def test_the_newer_group_names_the_fields_of_events_otherwise(recording: Run) -> None:
    message = body(recording, "/apis/events.k8s.io/v1/events")["items"][0]

    assert {"eventTime", "note", "regarding", "reportingController"} <= message.keys()


def test_metrics_say_what_running_containers_request(recording: Run) -> None:
    message = body(recording, "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods")["items"]
    usage = {item["metadata"]["name"]: item["containers"][0]["usage"] for item in message}

    assert {"cpu": "1000m", "memory": "0Ki"} == usage["alone"]


def test_the_scale_of_a_deployment_has_its_selector_as_text(recording: Run) -> None:
    scale = body(recording, "/apis/apps/v1/namespaces/default/deployments/web/scale")

    assert ({"replicas": 3}, {"replicas": 3, "selector": "app=web"}) == (scale["spec"], scale["status"])


@pytest.mark.parametrize("part", ["log", "exec", "attach", "portforward"])
def test_what_a_simulation_has_not_is_refused_in_a_sentence(recording: Run, part: str) -> None:
    answer = ask(recording, f"{PODS}/alone/{part}")

    assert (400, "podium: ") == (answer.code, answer.body["message"][:8])  # type: ignore[call-overload, index]


def test_a_kind_that_is_not_simulated_is_an_empty_list(recording: Run) -> None:
    result = body(recording, "/api/v1/namespaces/default/limitranges")

    assert ("LimitRangeList", []) == (result["kind"], result["items"])


def test_ages_count_up_to_the_clock_of_a_run_that_has_gone_on_since_its_last_step(
    recording: Run,
) -> None:
    world, request = recording.world(recording.head_seq), ApiRequest("GET", f"{PODS}/alone", {}, TABLE)
    moments = None, world.now_ms + 100_000, 0
    rows: list[Any] = [answer_read(world, request, at).body for at in moments]
    step, later, earlier = (int(row["rows"][0]["cells"][4].rstrip("s")) for row in rows)

    assert (step + 100, step) == (later, earlier)
