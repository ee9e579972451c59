"""What a pasted file means, object by object."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.apiserver import ApiServer, Ok
from scheduler_core.apiserver.documents.items import PROBLEM_CODES, REPORT_CODES
from scheduler_core.apiserver.documents.manifests import (
    ParsedDocuments,
    SourceDocument,
    parse_documents,
)
from scheduler_core.apiserver.documents.secrets import drop_secrets
from scheduler_core.objects.manifest import Json, Manifest, find, text
from tests.builders import pod, workload
from tests.core.cluster import START

SHARED = Path(__file__).parents[4].parent / "shared" / "manifests"


def parsed(*documents: Json) -> ParsedDocuments:
    return parse_documents([SourceDocument(index, value) for index, value in enumerate(documents)])


def codes(result: ParsedDocuments) -> list[tuple[str, str]]:
    return [(entry.code, entry.name) for entry in result.report]


def names(result: ParsedDocuments) -> list[str]:
    return [text(find(source.manifest, "metadata", "name")) for source in result.objects]


def test_lists_of_every_kind_are_their_items() -> None:
    bare = {"metadata": {"name": "q"}, "spec": {"containers": [{"name": "c"}]}}

    result = parsed(
        {"apiVersion": "v1", "kind": "List", "items": [pod("p")]},
        {"apiVersion": "v1", "kind": "PodList", "items": [bare]},
    )

    assert ["p", "q"] == names(result)
    assert [(0, 0), (1, 0)] == [(entry.document, entry.index_in_list) for entry in result.report]


def test_an_unknown_kind_is_left_out_with_a_word() -> None:
    result = parsed({"apiVersion": "example.com/v1", "kind": "Service", "metadata": {"name": "fn"}})

    assert ((), ()) == (result.objects, result.problems)
    assert [("ignored.unknown_kind", "fn")] == codes(result)
    assert {"kind": "Service", "apiVersion": "example.com/v1"} == result.report[0].args


def test_a_document_without_a_kind_is_left_out_with_a_word() -> None:
    assert [("ignored.no_kind", "")] == codes(parsed({"replicaCount": 3}, None))


def test_what_is_no_object_is_a_problem() -> None:
    result = parsed("just text", {"kind": "List", "items": [7]})

    assert [(0, ""), (1, "items[0]")] == [(problem.document, problem.path) for problem in result.problems]


def test_a_template_with_two_sources_in_one_volume_is_left_out() -> None:
    volume = {"name": "v", "emptyDir": {}, "hostPath": {"path": "/x"}, "secret": None}
    template = {
        "metadata": {"labels": {"a": "b"}},
        "spec": {"containers": [{"name": "c"}], "volumes": [volume]},
    }
    daemons = {
        "apiVersion": "apps/v1",
        "kind": "DaemonSet",
        "metadata": {"name": "d"},
        "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": template},
    }

    result = parsed(daemons)

    assert ["spec.template.spec.volumes[0].hostPath"] == [problem.path for problem in result.problems]
    assert () == result.objects


def test_of_two_objects_of_one_name_the_last_wins() -> None:
    result = parsed(pod("p", priority=1), pod("p", priority=2))

    assert [2] == [find(source.manifest, "spec", "priority") for source in result.objects]
    assert ("changed.duplicate", {"document": 1}) == (result.report[1].code, result.report[1].args)


def test_secrets_and_env_values_are_dropped_and_counted() -> None:
    env = [{"name": "A", "value": "hush"}, {"name": "B", "valueFrom": {"secretKeyRef": {"name": "s"}}}]
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"k": "aHVzaA=="}}

    result = parsed(pod("p", containers=[{"name": "c", "env": env}]), secret)

    assert "hush" not in json.dumps(
        [[source.manifest for source in result.objects], [entry.args for entry in result.report]]
    )  # type: ignore[arg-type]
    assert [
        ("kept", "p"),
        ("dropped.env_value", "p"),
        ("kept.references_not_checked", "p"),
        ("ignored.unknown_kind", "s"),
        ("dropped.secret_data", "s"),
    ] == (codes(result))
    assert ("spec.containers[0].env", {"count": 1, "names": ["A"]}) == (
        result.report[1].path,
        result.report[1].args,
    )
    assert {"name": "A"} == find(result.objects[0].manifest, "spec", "containers", 0, "env", 0)


def test_dropping_twice_drops_nothing_more_and_looks_into_lists() -> None:
    config = {"metadata": {"name": "c"}, "data": {"a": "hush"}}
    document: Json = {"apiVersion": "v1", "kind": "ConfigMapList", "items": [config]}

    once, dropped = drop_secrets(document)
    twice, again = drop_secrets(once)

    assert [("dropped.config_data", "items[0].data")] == [(entry.code, entry.path) for entry in dropped]
    assert (once, ()) == (twice, again)


def test_what_kubectl_noted_is_dropped_from_a_template_too() -> None:
    note = {"kubectl.kubernetes.io/last-applied-configuration": "hush", "podium/memory": "1Mi"}
    document: Json = {"kind": "Deployment", "spec": {"template": {"metadata": {"annotations": note}}}}

    cleaned, dropped = drop_secrets(document)

    assert {"podium/memory": "1Mi"} == find(cleaned, "spec", "template", "metadata", "annotations")
    assert ["dropped.last_applied"] == [entry.code for entry in dropped]


def test_what_kubectl_noted_of_the_last_apply_is_dropped() -> None:
    note = {"kubectl.kubernetes.io/last-applied-configuration": '{"env": "hush"}', "podium/memory": "1Mi"}
    manifest = {**pod("p"), "metadata": {"name": "p", "annotations": note, "managedFields": [{}]}}

    result = parsed(manifest)

    assert {"podium/memory": "1Mi"} == find(result.objects[0].manifest, "metadata", "annotations")
    assert ["kept", "dropped.last_applied", "dropped.managed_fields"] == [code for code, _ in codes(result)]


def test_a_fault_names_document_and_path_through_the_list() -> None:
    bad = pod("p", containers=[{"name": "c", "resources": {"requests": {"cpu": "-5"}}}])

    result = parsed(pod("good"), {"kind": "List", "items": [pod("q"), bad]})

    problem = result.problems[0]
    assert (1, "items[1].spec.containers[0].resources.requests.cpu") == (problem.document, problem.path)
    assert ("invalid.negative", "must be non-negative, got -5") == (problem.code, problem.args["text"])
    assert ["good", "q"] == names(result)


def test_an_object_that_breaks_a_rule_is_left_out_and_the_rest_comes_in() -> None:
    bad = pod("bad", tolerations=[{"key": "a", "operator": "In"}])

    result = parsed(pod("good"), bad)

    messages = [("spec.tolerations[0].operator", "warning")]
    assert (["good"], messages) == (
        names(result),
        [(problem.path, problem.severity) for problem in result.problems],
    )
    refused = next(entry for entry in result.report if entry.code == "invalid.refused")
    assert ("bad", "spec.tolerations[0].operator") == (refused.name, refused.path)
    assert (
        'spec.tolerations[0].operator: Unsupported value: "In": supported values: "Equal", "Exists"'
    ) == refused.args["text"]


def test_owners_in_a_circle_are_found() -> None:
    def owned(name: str, owner: str) -> Manifest:
        reference = {"apiVersion": "v1", "kind": "Pod", "name": owner, "uid": f"u-{owner}"}
        return {**pod(name), "metadata": {"name": name, "uid": f"u-{name}", "ownerReferences": [reference]}}

    result = parsed(owned("a", "b"), owned("b", "a"), owned("c", "a"))

    assert ["invalid.cyclic_owners"] == [problem.code for problem in result.problems]
    assert ["Pod/a", "Pod/b", "Pod/a"] == result.problems[0].args["cycle"]


def test_a_priority_class_that_is_missing_is_named_and_counts_as_zero() -> None:
    result = parsed(pod("p", priorityClassName="gold"), pod("q", priorityClassName="gold", priority=5))

    assert [0, 5] == [find(source.manifest, "spec", "priority") for source in result.objects]
    assert ["changed.priority_class_missing", "kept.priority_class_missing"] == [
        entry.code for entry in result.report if "priority_class" in entry.code
    ]


def test_objects_come_in_the_order_of_creation() -> None:
    node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}
    high = {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {"name": "high"},
        "value": 9,
    }

    result = parsed(pod("p"), node, high)

    assert ["high", "n", "p"] == names(result)


def test_an_old_deployment_without_a_selector_gets_its_labels() -> None:
    template = {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "c"}]}}
    old = {
        "apiVersion": "extensions/v1beta1",
        "kind": "Deployment",
        "metadata": {"name": "d"},
        "spec": {"template": template},
    }

    result = parsed(old)

    assert {"matchLabels": {"app": "a"}} == find(result.objects[0].manifest, "spec", "selector")
    assert [
        ("kept", "d"),
        ("changed.selector_from_labels", "d"),
        ("kept.without_pods", "d"),
    ] == codes(result)


def test_a_pod_of_a_file_belongs_to_its_node() -> None:
    owner = {"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "u", "controller": True}
    mirror = pod("p", nodeName="n1")
    mirror = {**mirror, "metadata": {**mirror["metadata"], "ownerReferences": [owner]}}

    result = parsed({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"}}, mirror)

    assert ("kept.owned", "p") in codes(result)


def test_fields_of_other_objects_that_say_nothing_here_are_named() -> None:
    labels = {"pod-security.kubernetes.io/enforce": "restricted"}
    spec = {"ports": [{"port": 80}], "internalTrafficPolicy": "Local", "trafficDistribution": "PreferClose"}

    result = parsed(
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop", "labels": labels}},
        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": spec},
    )

    assert [
        ["metadata.labels[pod-security.kubernetes.io/enforce]"],
        ["spec.internalTrafficPolicy", "spec.trafficDistribution"],
    ] == [entry.args["fields"] for entry in result.report if entry.code == "kept.fields_not_read"]


def test_a_field_that_a_gate_switches_off_is_named_with_the_gate() -> None:
    container = {"name": "c", "image": "i", "lifecycle": {"stopSignal": "SIGUSR1"}}

    result = parsed(pod("p", containers=[container]))

    assert [{"fields": ["spec.containers[0].lifecycle.stopSignal"], "gates": ["ContainerStopSignals"]}] == [
        entry.args for entry in result.report if entry.code == "kept.fields_behind_gates"
    ]


def test_what_comes_in_goes_into_the_server_and_out_without_the_fields_that_nobody_reads() -> None:
    odd = {**pod("p", somethingNew={"deep": [1, {"x": None}]}, hostname="h"), "extra": True}

    finding = parsed(odd)
    api = ApiServer(start_at=START)
    result = api.load("Pod", finding.objects[0].defaulted)

    assert isinstance(result, Ok)
    assert "h" == find(result.object.manifest, "spec", "hostname")
    assert not {"extra", "somethingNew"} & {*result.object.manifest, *result.object.manifest["spec"]}
    assert [["spec.somethingNew", "extra"]] == [
        entry.args["names"] for entry in finding.report if entry.code == "dropped.fields"
    ]


def test_an_object_printed_and_read_again_is_the_same() -> None:
    api = ApiServer(start_at=START)
    api.load("Pod", parsed(pod("p", nodeName="n1")).objects[0].defaulted)
    printed = api.pods["default/p"].manifest

    again = ApiServer(start_at=START)
    again.load("Pod", parsed(json.loads(json.dumps(printed))).objects[0].defaulted)

    assert {**printed, "metadata": None} == {**again.pods["default/p"].manifest, "metadata": None}


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
_objects = st.fixed_dictionaries(
    {"kind": st.sampled_from(["Pod", "Node", "Deployment", "List", "PodList", "Secret", "Gadget"])},
    optional={
        "apiVersion": st.sampled_from(["v1", "apps/v1", 3, None]),
        "metadata": _json | st.fixed_dictionaries({"name": _json, "ownerReferences": _json}),
        "spec": _json | st.fixed_dictionaries({"containers": _json, "nodeName": _json}),
        "status": _json,
        "data": _json,
        "items": _json,
    },
)


@given(documents=st.lists(_objects | _json, max_size=4))
def test_any_documents_get_an_answer(documents: Sequence[Json]) -> None:
    result = parsed(*documents)

    assert {entry.code for entry in result.report} <= REPORT_CODES.keys()
    assert {problem.code for problem in result.problems} <= PROBLEM_CODES.keys()
    for problem in result.problems:
        assert set(problem.args) >= {"text"}
    api = ApiServer(start_at=START)
    for source in result.objects:
        assert isinstance(api.load(source.kind, source.defaulted), Ok)


def _plain(value: object) -> object:
    """YAML's dates as the text they were; kubectl reads timestamps as strings."""
    return value.isoformat() if isinstance(value, (datetime.date, datetime.datetime)) else str(value)


def test_every_real_manifest_that_can_be_read_gets_a_word_for_each_object() -> None:
    if not SHARED.is_dir():
        pytest.skip(f"REAL MANIFESTS NOT TESTED: there is no {SHARED}")
    refused = []
    for file in sorted(SHARED.glob("*/*")):
        try:
            documents = json.loads(json.dumps(list(yaml.safe_load_all(file.read_text())), default=_plain))
        except yaml.YAMLError:
            continue
        result = parsed(*documents)
        assert [] == [entry for entry in result.report if entry.code not in REPORT_CODES]
        assert result.report or not documents, file.name
        assert [] == [problem for problem in result.problems if problem.severity == "error"]
        refused += [
            (file.name.partition(".")[0], entry.path)
            for entry in result.report
            if entry.code == "invalid.refused"
        ]
        api = ApiServer(start_at=START)
        for source in result.objects:
            assert isinstance(api.load(source.kind, source.defaulted), Ok)

    # The API server of v1.34 refuses these as well.
    assert [
        ("test__checks__missingPodDisruptionBudget__failure", "spec.selector"),
        ("content__en__examples__pods__pod-with-numeric-toleration", "spec.tolerations[0].operator"),
        ("fixtures__duplicate_property", "spec.template.metadata.labels"),
    ] == refused


def test_fields_that_a_real_cluster_would_schedule_by_are_named() -> None:
    lone = pod("p", runtimeClassName="gvisor")
    template = {
        "metadata": {"labels": {"a": "b"}},
        "spec": {**lone["spec"], "resourceClaims": [{"name": "gpu", "resourceClaimName": "c"}]},
    }
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": template}
    deployment = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"}, "spec": spec}

    result = parsed(lone, deployment, pod("q"))

    assert [
        ("p", "spec.runtimeClassName", ["spec.runtimeClassName"]),
        (
            "d",
            "spec.template.spec.runtimeClassName",
            ["spec.template.spec.runtimeClassName"],
        ),
    ] == [
        (entry.name, entry.path, entry.args["fields"])
        for entry in result.report
        if entry.code == "kept.fields_not_modelled"
    ]


def test_a_kind_that_would_change_decisions_is_told_apart_from_one_that_would_not() -> None:
    limits = {"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "l"}}
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "q"}}
    runtime = {"apiVersion": "node.k8s.io/v1", "kind": "RuntimeClass", "metadata": {"name": "r"}}
    ingress = {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "i"}}

    assert [
        ("ignored.limit_range", "l"),
        ("kept", "q"),
        ("ignored.deciding_kind", "r"),
        ("ignored.unknown_kind", "i"),
    ] == codes(parsed(limits, quota, runtime, ingress))


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.36", [("Deployment", 'no matches for kind "Deployment" in version "apps/v1beta1"', "v1.36.2")]),
        ("1.15", []),
    ],
)
def test_an_object_in_an_api_version_that_the_release_does_not_serve_is_kept_and_named(
    version: str, expected: list[tuple[str, str, str]]
) -> None:
    old = {**workload("Deployment", "w"), "apiVersion": "apps/v1beta1"}
    parsed = parse_documents([SourceDocument(0, old)], version=version)
    named = [
        (entry.kind, entry.args["text"], entry.args["release"])
        for entry in parsed.report
        if entry.code == "kept.not_served"
    ]

    assert expected == named
    assert ["w"] == [find(entry.manifest, "metadata", "name") for entry in parsed.objects]
