"""The inputs that make the changes which advice found."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import parse_input
from scheduler_core.advice.changes import Change
from scheduler_core.advice.cluster_changes import AddNode, DeletePod, LabelNode, UncordonNode, Untaint
from scheduler_core.advice.pod_changes import LowerRequest, RaisePriority, Tolerate
from scheduler_core.engine.world import World
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.change_inputs import inputs_of
from tests.builders import node, pod
from tests.core.play import scenario_from

POD = "default/p"
THERE = {"labels": {"app": "web"}, "annotations": {"podium/exits-after": "2"}}
DELETED = {"kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "p"}}


def inputs(*changes: Change) -> list[Any]:
    world = World(scenario_from([node("n1"), pod("p", "1", metadata=THERE)]))
    return inputs_of(world, POD, changes)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (UncordonNode("n1"), {"kind": "uncordon", "node": "n1"}),
        (
            Untaint("n1", "gpu", "NoSchedule"),
            {"kind": "untaint", "node": "n1", "key": "gpu", "effect": "NoSchedule"},
        ),
        (
            LabelNode("n1", "disk", "ssd"),
            {"kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": {"disk": "ssd"}},
        ),
        (DeletePod(POD, "n1", 0), DELETED),
        (AddNode("n2", "n1", node("n2")), {"kind": "apply", "documents": [node("n2")]}),
    ],
)
def test_a_change_of_the_cluster_is_one_input_that_can_be_given(
    change: Change, expected: dict[str, Any]
) -> None:
    made = inputs(change)

    assert [expected] == made
    assert not isinstance(parse_input(made[0]), Problem)


def test_a_changed_pod_is_deleted_and_created_again_with_its_author_s_metadata() -> None:
    deleted, applied = inputs(RaisePriority(100, "high", new_class=False))

    (document,) = applied["documents"]
    assert DELETED == deleted
    assert {"name": "p", "namespace": "default", **THERE} == document["metadata"]
    assert ("v1", "Pod") == (document["apiVersion"], document["kind"])
    assert {"status", "nodeName", "priority"}.isdisjoint({*document, *document["spec"]})


def test_tolerations_are_added_to_the_pod_in_place() -> None:
    (applied,) = inputs(Tolerate("gpu", "", "NoSchedule"))

    (document,) = applied["documents"]
    assert {"key": "gpu", "operator": "Exists", "effect": "NoSchedule"} in document["spec"]["tolerations"]


def test_several_changes_of_one_pod_create_it_once() -> None:
    lower = LowerRequest("cpu", 500, 500)
    made = inputs(UncordonNode("n1"), Tolerate("a", "", "NoSchedule"), Tolerate("b", "", "NoSchedule"), lower)

    assert ["uncordon", "delete", "apply"] == [item["kind"] for item in made]
    assert {"a", "b"} <= {toleration["key"] for toleration in made[2]["documents"][0]["spec"]["tolerations"]}


@pytest.mark.parametrize(("made", "kinds"), [(True, ["PriorityClass", "Pod"]), (False, ["Pod"])])
def test_a_priority_comes_with_its_class_where_that_is_new(made: bool, kinds: list[str]) -> None:
    result = inputs(RaisePriority(100, "high", made))

    documents = [document for item in result if item["kind"] == "apply" for document in item["documents"]]
    assert kinds == [document["kind"] for document in documents]
    assert "high" == documents[-1]["spec"]["priorityClassName"]
    assert {"priority", "preemptionPolicy"}.isdisjoint(documents[-1]["spec"])
