"""Relations between the objects of one file: owners, nodes, and missing priority classes."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.documents.items import Item, ReportEntry
from scheduler_core.apiserver.documents.relations import (
    cycle_problem,
    owner_cycles,
    report_relations,
    with_resolved_classes,
)
from scheduler_core.apiserver.documents.source_object import SourceObject
from scheduler_core.objects.manifest import find
from tests.builders import node, pod, workload


def items(*manifests: Any) -> list[Item]:
    return [
        Item.of(place, None, "", SourceObject(item["kind"], item)) for place, item in enumerate(manifests)
    ]


def owned(kind: str, name: str, **more: Any) -> dict[str, Any]:
    return {"ownerReferences": [{"kind": kind, "name": name, **more}]}


def entries(*manifests: Any) -> list[tuple[str, str]]:
    report: list[ReportEntry] = []
    report_relations(items(*manifests), report)
    return [(entry.name, entry.code) for entry in report]


def test_owners_in_a_circle_are_found_by_name_and_by_uid() -> None:
    first = pod("a", metadata={"uid": "u-a", **owned("Pod", "b")})
    second = pod("b", metadata={"uid": "u-b", **owned("Pod", "renamed", uid="u-a")})
    result = items(first, second, pod("c", metadata=owned("Pod", "a")))

    (cycle,) = owner_cycles(result)

    assert {0, 1} == set(cycle)
    problem = cycle_problem(result, [0, 1])
    assert ("metadata.ownerReferences", 0) == (problem.path, problem.document)
    assert ["Pod/a", "Pod/b", "Pod/a"] == problem.args["cycle"]


def test_a_chain_of_owners_is_no_circle() -> None:
    chain = items(pod("a", metadata=owned("Pod", "b")), pod("b", metadata=owned("Pod", "c")), pod("c"))

    assert [] == owner_cycles(chain)


def test_a_pod_whose_priority_class_is_missing_gets_priority_0() -> None:
    report: list[ReportEntry] = []

    (settled,) = with_resolved_classes(items(pod("p", priority="gone")), report)

    assert 0 == find(settled.manifest, "spec", "priority")
    assert [("changed.priority_class_missing", "spec.priorityClassName", {"priorityClass": "gone"})] == [
        (entry.code, entry.path, entry.args) for entry in report
    ]


@pytest.mark.parametrize(
    "manifest",
    [
        pytest.param(
            {**pod("p"), "spec": {"priorityClassName": "gone", "priority": 7}}, id="it has its number"
        ),
        pytest.param(workload("Deployment", "w", pod_spec={"priorityClassName": "gone"}), id="a template"),
    ],
)
def test_what_needs_no_number_is_kept_as_it_is(manifest: Any) -> None:
    report: list[ReportEntry] = []

    (settled,) = with_resolved_classes(items(manifest), report)

    assert manifest == settled.manifest
    assert ["kept.priority_class_missing"] == [entry.code for entry in report]


def test_classes_of_the_file_and_of_the_system_are_known() -> None:
    report: list[ReportEntry] = []
    high = {"kind": "PriorityClass", "metadata": {"name": "high"}, "value": 1}

    with_resolved_classes(
        items(high, pod("a", priority="high"), pod("b", priority="system-node-critical")), report
    )

    assert [] == report


def test_a_pod_is_told_of_its_owner_and_of_a_node_that_is_missing() -> None:
    one = pod("one", on="n1", metadata=owned("ReplicaSet", "web"))
    two = pod("two", on="n2", metadata=owned("ReplicaSet", "gone"))

    assert [("one", "kept.owned"), ("two", "kept.node_missing"), ("two", "kept.owner_missing")] == entries(
        node("n1"), workload("ReplicaSet", "web"), one, two
    )


def test_an_owner_in_another_namespace_does_not_count_but_a_node_has_none() -> None:
    elsewhere = pod("p", metadata={"namespace": "other", **owned("ReplicaSet", "web")})
    mirror = pod("m", metadata={"namespace": "other", **owned("Node", "n1")})

    result = entries(node("n1"), workload("ReplicaSet", "web"), elsewhere, mirror)

    assert [("p", "kept.owner_missing"), ("m", "kept.owned"), ("web", "kept.without_pods")] == result


def test_workloads_without_pods_are_told_but_not_those_that_are_done_or_want_none() -> None:
    done = {
        **workload("Job", "done"),
        "status": {"conditions": [{"type": "Complete", "status": "True"}]},
    }
    idle = {**workload("Deployment", "idle"), "spec": {"replicas": 0}}
    web = {**workload("ReplicaSet", "web-1"), "metadata": {"name": "web-1", **owned("Deployment", "web")}}
    api = {**workload("ReplicaSet", "api-1"), "metadata": {"name": "api-1", **owned("Deployment", "api")}}

    assert [("api", "kept.without_pods"), ("agent", "kept.without_pods"), ("p", "kept.owned")] == sorted(
        entries(
            *(workload("Deployment", name) for name in ("web", "api")),
            *(workload("DaemonSet", "agent"), done, idle, web, api),
            pod("p", metadata=owned("ReplicaSet", "web-1")),
        ),
        key=lambda item: (item[1] == "kept.owned", item[0] != "api"),
    )
