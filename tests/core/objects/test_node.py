"""Node: what the rules read of it."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.node import Node
from tests import builders

BETA, GA = "failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"


def parsed(**more: Any) -> Node:
    return Node.parse(builders.node("n1", **more))


def conditions(*statuses: str) -> dict[str, Any]:
    return {"conditions": [{"type": "Ready", "status": status} for status in statuses]}


@pytest.mark.parametrize(
    ("labels", "zone"),
    [({}, ""), ({GA: "a"}, "a"), ({BETA: "b"}, "b"), ({GA: "a", BETA: "b"}, "b"), ({GA: "a", BETA: ""}, "a")],
)
def test_the_zone_is_that_of_the_beta_label_if_it_is_there(labels: dict[str, str], zone: str) -> None:
    assert zone == parsed(labels=labels).zone


@pytest.mark.parametrize(
    ("statuses", "ready"), [((), True), (("True",), True), (("False",), False), (("Unknown",), False)]
)
def test_a_node_without_a_ready_condition_counts_as_ready(statuses: tuple[str, ...], ready: bool) -> None:
    assert ready is parsed(status=conditions(*statuses)).ready


def test_a_missing_allocatable_is_the_capacity() -> None:
    assert parsed(cpu="4").capacity == parsed(cpu="4").allocatable
    assert "2" == str(parsed(cpu="4", status={"allocatable": {"cpu": "2"}}).allocatable["cpu"])


def test_cordoning_writes_the_field_and_uncordoning_removes_it() -> None:
    cordoned = parsed().with_unschedulable(True)
    again = cordoned.with_unschedulable(False)

    assert (True, {"unschedulable": True}) == (cordoned.unschedulable, cordoned.manifest["spec"])
    assert (False, {}) == (again.unschedulable, again.manifest["spec"])


def test_new_taints_stand_in_the_manifest_too() -> None:
    taints = Node.parse(
        builders.node("x", taints=[{"key": "gpu", "value": "a", "effect": "NoSchedule"}])
    ).taints
    made = parsed().with_taints(taints)

    assert taints == Node.parse(made.manifest).taints == made.taints
    assert 1 == len(made.taints)
