"""Writes and refusals of the API server, in Kubernetes' own words."""

from __future__ import annotations

import pytest

from scheduler_core.apiserver import ApiServer, DeleteOptions, Ok, Refused, Result
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.objects.manifest import Manifest, find
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.selection.selectors import Taint
from tests.builders import api_object, pod
from tests.core.cluster import START, load, new_server, stored
from tests.core.kubectl_writes import apply, cordon, label, scale

NODE: Manifest = api_object("Node", "n1", status={"capacity": {"cpu": "4"}})


def with_pod(**spec: str) -> ApiServer:
    api = new_server()
    stored(api.create("Pod", pod("p", **spec), 0))
    api.drain_watch_events()
    return api


def text_of(result: Result) -> str:
    assert isinstance(result, Refused)
    return f"{result.code} {result.reason}: {result.text}"


def test_a_created_pod_is_pending_and_has_what_the_server_gives() -> None:
    api = new_server()

    manifest = stored(api.create("Pod", pod("p"), 2_500))

    assert "Pending" == find(manifest, "status", "phase")
    assert "2030-01-01T00:00:02Z" == find(manifest, "metadata", "creationTimestamp")
    assert "default" == find(manifest, "metadata", "namespace")
    assert ("default-scheduler", 30, 0) == tuple(
        find(manifest, "spec", field)
        for field in ("schedulerName", "terminationGracePeriodSeconds", "priority")
    )
    assert 36 == len(str(find(manifest, "metadata", "uid")))
    assert ["default"] == list(api.namespaces)


def test_uids_come_from_the_seed() -> None:
    uids = [
        ApiServer(start_at=START, seed=seed).create("Pod", pod("p"), 0).object.meta.uid for seed in (1, 1, 2)
    ]  # type: ignore[union-attr]

    assert uids[0] == uids[1] != uids[2]


def test_a_second_object_of_a_name_is_refused() -> None:
    api = with_pod()

    assert '409 AlreadyExists: pods "p" already exists' == text_of(api.create("Pod", pod("p"), 0))


def test_binding_sets_the_node_and_the_condition() -> None:
    api = with_pod()

    api.bind("default", "p", "n1", 1_000)

    bound = api.pods["default/p"]
    assert "n1" == bound.node_name
    assert "True" == bound.status.condition("PodScheduled").status  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("prepare", "text"),
    [
        ("bound", 'pods/binding "p": pod p is already assigned to node "n1"'),
        ("deleted", 'pods/binding "p": pod p is being deleted, cannot be assigned to a host'),
    ],
)
def test_a_pod_is_bound_once_and_not_while_it_goes(prepare: str, text: str) -> None:
    api = with_pod(nodeName="n1")
    if prepare == "deleted":
        api.delete("Pod", "default/p", DeleteOptions(), 0)

    refused = api.bind("default", "p", "n2", 0)

    assert f"409 Conflict: Operation cannot be fulfilled on {text}" == text_of(refused)


def test_a_missing_pod_is_not_found() -> None:
    api = new_server()

    assert '404 NotFound: pods "p" not found' == text_of(api.bind("default", "p", "n1", 0))
    assert '404 NotFound: pods "p" not found' == text_of(api.delete("Pod", "default/p", DeleteOptions(), 0))
    assert '404 NotFound: deployments.apps "d" not found' == text_of(scale(api, "Deployment", "default/d", 1))


def test_deleting_a_bound_pod_marks_it_and_forcing_removes_it_in_two_writes() -> None:
    api = with_pod(nodeName="n1")

    api.delete("Pod", "default/p", DeleteOptions(), 5_000)

    meta = api.pods["default/p"].meta
    assert (START + 35_000, 30, 2) == (meta.deletion_at, meta.deletion_grace_period_seconds, meta.generation)
    api.drain_watch_events()
    api.delete("Pod", "default/p", DeleteOptions(force=True), 6_000)
    assert ["MODIFIED", "DELETED"] == [event.type for event in api.drain_watch_events()]


def test_an_unbound_pod_is_removed_at_once() -> None:
    api = with_pod()

    result = api.delete("Pod", "default/p", DeleteOptions(grace_period_seconds=60), 0)

    assert isinstance(result, Ok)
    assert result.removed
    assert {} == api.pods


def test_a_write_that_changes_nothing_is_no_write() -> None:
    api = with_pod()
    version = api.resource_version

    result = api.patch_pod_status("default/p", {"phase": "Pending"}, 1_000)

    assert isinstance(result, Ok)
    assert not result.changed
    assert (version, []) == (api.resource_version, api.drain_watch_events())


def test_a_conditions_time_moves_only_with_its_status() -> None:
    api = with_pod()
    for t, status, message in ((1_000, "False", "a"), (2_000, "False", "b"), (3_000, "True", "c")):
        condition = {"type": "PodScheduled", "status": status, "message": message}
        api.patch_pod_status("default/p", {}, t, [condition])
        if t == 2_000:
            before = api.pods["default/p"].status.condition("PodScheduled")

    after = api.pods["default/p"].status.condition("PodScheduled")
    assert ("b", START + 1_000) == (before.message, before.last_transition_at)  # type: ignore[union-attr]
    assert ("c", START + 3_000) == (after.message, after.last_transition_at)  # type: ignore[union-attr]


@pytest.mark.parametrize(("version", "observed"), [("1.34", None), ("1.36", 1)])
def test_from_1_36_on_a_condition_names_the_generation_of_the_pod(version: str, observed: int | None) -> None:
    api = new_server(release=release(version))
    stored(api.create("Pod", pod("p"), 0))
    api.patch_pod_status("default/p", {}, 0, [{"type": "PodScheduled", "status": "False"}])

    assert observed == find(api.pods["default/p"].condition_manifests, 0, "observedGeneration")


def test_a_newer_generation_alone_is_no_change_of_a_condition() -> None:
    api = new_server(release=release("1.36"))
    stored(api.create("Pod", pod("p", schedulingGates=[{"name": "hold"}]), 0))
    condition = {"type": "Odd", "status": "True"}
    api.patch_pod_status("default/p", {}, 0, [condition])
    stored(api.remove_scheduling_gates("default/p"))

    again = api.patch_pod_status("default/p", {}, 0, [condition])
    other = api.patch_pod_status("default/p", {}, 0, [{**condition, "reason": "Why"}])

    assert (False, True) == (again.changed, other.changed)  # type: ignore[union-attr]
    odd = next(entry for entry in api.pods["default/p"].condition_manifests if find(entry, "type") == "Odd")
    assert 2 == find(odd, "observedGeneration")


def test_a_patch_takes_a_field_away_with_none() -> None:
    api = with_pod()
    api.patch_pod_status("default/p", {"nominatedNodeName": "n1"}, 0)

    api.patch_pod_status("default/p", {"nominatedNodeName": None}, 0)

    assert "nominatedNodeName" not in api.pods["default/p"].manifest["status"]  # type: ignore[operator]


def test_apply_creates_then_changes_and_keeps_status_and_identity() -> None:
    api = new_server()
    stored(apply(api, NODE, 0))
    uid = api.nodes["n1"].meta.uid

    changed = {**NODE, "metadata": {"name": "n1", "labels": {"zone": "a"}}, "spec": {"unschedulable": True}}
    stored(apply(api, changed, 1_000))

    node = api.nodes["n1"]
    assert (uid, "a", True) == (node.meta.uid, node.labels["zone"], node.unschedulable)
    assert "4" == str(node.allocatable["cpu"])


def test_apply_refuses_what_a_pod_may_not_change() -> None:
    api = with_pod()
    changed = pod(
        "p", containers=[{"name": "app", "image": "app:1", "resources": {"requests": {"cpu": "1"}}}]
    )

    text = text_of(apply(api, changed, 0))

    assert text.startswith(
        '422 Invalid: Pod "p" is invalid: spec: Forbidden: pod updates may not change fields'
    )


def test_apply_lets_a_bound_pod_be_and_takes_a_new_image() -> None:
    api = with_pod()
    api.bind("default", "p", "n1", 0)
    api.drain_watch_events()

    stored(apply(api, pod("p"), 0))
    same = api.drain_watch_events()
    stored(apply(api, pod("p", containers=[{"name": "app", "image": "app:2"}]), 0))

    assert [] == same
    assert ("n1", "app:2") == (
        api.pods["default/p"].node_name,
        api.pods["default/p"].spec.containers[0].image,
    )


def test_a_selector_of_a_deployment_is_immutable() -> None:
    api = new_server()
    template = {"metadata": {"labels": {"a": "1", "b": "1"}}, "spec": {"containers": [{"name": "c"}]}}
    spec = {"selector": {"matchLabels": {"a": "1"}}, "template": template}
    deployment = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"}, "spec": spec}
    stored(apply(api, deployment, 0))

    changed = {**deployment, "spec": {**spec, "selector": {"matchLabels": {"b": "1"}}}}

    assert (
        '422 Invalid: Deployment.apps "d" is invalid: spec.selector: Invalid value: '
        '{"matchLabels":{"b":"1"}}: field is immutable'
    ) == text_of(apply(api, changed, 0))


def test_scaling_below_zero_is_refused() -> None:
    api = new_server()
    spec = {"selector": {"matchLabels": {"a": "1"}}}
    stored(api.create("ReplicaSet", {"metadata": {"name": "r"}, "spec": spec}, 0))

    assert text_of(scale(api, "ReplicaSet", "default/r", -1)).endswith("must be greater than or equal to 0")
    assert 4 == scale(api, "ReplicaSet", "default/r", 4).object.replicas  # type: ignore[union-attr]


def test_cordon_taint_and_label_change_a_node() -> None:
    api = new_server()
    stored(api.create("Node", NODE, 0))

    cordon(api, "n1")
    api.add_taint("n1", Taint("gpu", "yes", "NoSchedule"))
    api.add_taint("n1", Taint("gpu", "no", "NoSchedule"))
    label(api, "Node", "n1", {"zone": "a"})

    node = api.nodes["n1"]
    assert (True, (Taint("gpu", "no", "NoSchedule"),), "a") == (
        node.unschedulable,
        node.taints,
        node.labels["zone"],
    )

    cordon(api, "n1", on=False)
    api.remove_taint("n1", "gpu")
    label(api, "Node", "n1", {"zone": None})

    node = api.nodes["n1"]
    assert (False, (), {}) == (node.unschedulable, node.taints, dict(node.labels))
    assert '404 NotFound: taint "gpu" not found' == text_of(api.remove_taint("n1", "gpu"))


def test_a_label_that_is_none_is_refused_with_its_path() -> None:
    api = new_server()
    stored(api.create("Node", NODE, 0))

    text = text_of(label(api, "Node", "n1", {"zone": "<b>"}))

    assert text.startswith('422 Invalid: Node "n1" is invalid: metadata.labels.zone: Invalid value: "<b>"')


def test_default_tolerations_are_added_unless_one_covers_them() -> None:
    api = new_server(default_tolerations=True)
    own = {
        "key": "node.kubernetes.io/not-ready",
        "operator": "Exists",
        "effect": "NoExecute",
        "tolerationSeconds": 5,
    }
    stored(api.create("Pod", pod("p", tolerations=[own]), 0))  # type: ignore[list-item]

    tolerations = api.pods["default/p"].spec.tolerations
    messages = [(one.key.rpartition("/")[2], one.toleration_seconds) for one in tolerations]
    assert [("not-ready", 5), ("unreachable", 300)] == messages


def test_a_loaded_pod_keeps_status_identity_and_priority() -> None:
    api = new_server()
    live: Manifest = {
        **pod("p", nodeName="n1", priority=77, priorityClassName="gone"),
        "metadata": {"name": "p", "uid": "u-1", "creationTimestamp": "2024-05-01T10:00:00Z"},
        "status": {"phase": "Running", "startTime": "2024-05-01T10:00:05Z"},
    }

    stored(load(api, "Pod", live))

    one = api.pods["default/p"]
    assert ("u-1", 77, "Running", 1_714_557_605_000) == (
        one.uid,
        one.priority,
        one.status.phase,
        one.status.start_at,
    )


def test_a_copy_is_a_checkpoint() -> None:
    api = with_pod()
    checkpoint = api.copy()
    before = checkpoint.fingerprint()

    api.bind("default", "p", "n1", 0)

    assert "" == checkpoint.pods["default/p"].node_name
    assert before == checkpoint.fingerprint()
    assert before != api.fingerprint()


def test_equal_events_are_counted() -> None:
    api = with_pod()
    for now in (1_000, 2_000, 9_000):
        api.record_event(
            Occurrence(api.pods["default/p"], "Warning", "FailedScheduling", "0/1", "default-scheduler"), now
        )
    api.record_event(
        Occurrence(api.pods["default/p"], "Normal", "Scheduled", "yes", "default-scheduler"), 10_000
    )

    events = api.events_about("Pod", "default/p")

    assert [("FailedScheduling", 3, 1_000, 9_000), ("Scheduled", 1, 10_000, 10_000)] == [
        (event.reason, event.count, event.first_ms, event.last_ms) for event in events
    ]
    assert "2030-01-01T00:00:09Z" == events[0].to_manifest(START)["lastTimestamp"]


def test_an_object_of_the_start_state_is_not_validated_a_second_time() -> None:
    broken = {"metadata": {"name": "p"}, "spec": {"containers": [{"name": "Not A Label"}]}}

    assert isinstance(ApiServer(start_at=0).create("Pod", broken, 0), Refused)
    assert isinstance(load(ApiServer(start_at=0), "Pod", broken), Ok)
