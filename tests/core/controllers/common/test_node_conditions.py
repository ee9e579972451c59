"""Taints that stand for conditions, and what is written of a node that fell silent."""

from __future__ import annotations

from typing import Any

from scheduler_core.controllers.common.node_conditions import (
    condition_taint,
    no_execute_keys,
    no_schedule_taints,
    ready_status,
    silent_node_status,
    with_taints_swapped,
)
from scheduler_core.objects.node import Node
from tests import builders

UNREACHABLE = "node.kubernetes.io/unreachable"
DISK = "node.kubernetes.io/disk-pressure"


def with_conditions(taints: list[Any] | None = None, unschedulable: bool = False, **conditions: str) -> Node:
    entries = [{"type": kind, "status": status} for kind, status in conditions.items()]
    spec = {"taints": taints or [], "unschedulable": unschedulable}
    return Node.parse(builders.node("n1", status={"conditions": entries}, **spec))


def test_a_node_lacks_the_taints_of_its_conditions() -> None:
    node = with_conditions(Ready="Unknown", DiskPressure="True", MemoryPressure="False", unschedulable=True)

    assert ([UNREACHABLE, DISK, "node.kubernetes.io/unschedulable"], []) == no_schedule_taints(node)


def test_taints_that_no_condition_wants_go_and_those_of_others_stay() -> None:
    foreign = {"key": "example.com/mine", "effect": "NoSchedule"}
    node = with_conditions([{"key": DISK, "effect": "NoSchedule"}, foreign], Ready="True")

    assert ([], [DISK]) == no_schedule_taints(node)


def test_taints_are_swapped_within_one_effect() -> None:
    taints = [{"key": DISK, "effect": "NoSchedule"}, {"key": UNREACHABLE, "effect": "NoExecute"}]
    swapped = with_taints_swapped(with_conditions(taints), ["new"], [DISK, UNREACHABLE], "NoSchedule", "now")

    assert [(UNREACHABLE, "NoExecute", ""), ("new", "NoSchedule", "now")] == [
        (taint.key, taint.effect, taint.time_added or "") for taint in swapped
    ]


def test_only_the_two_taints_of_the_controller_evict() -> None:
    taints = [{"key": UNREACHABLE, "effect": "NoExecute"}, {"key": "other", "effect": "NoExecute"}]

    assert (UNREACHABLE,) == no_execute_keys(with_conditions(taints))


def test_a_node_without_a_ready_condition_has_no_ready_status() -> None:
    assert ("", "False") == (ready_status(with_conditions()), ready_status(with_conditions(Ready="False")))
    assert DISK == condition_taint("DiskPressure")


def test_a_node_that_fell_silent_has_unknown_conditions_those_it_never_had_too() -> None:
    status = silent_node_status(
        with_conditions(Ready="True", Custom="True"), posted=True, heartbeat_at="heard", now="now"
    )
    result: Any = status["conditions"]

    assert {
        "Ready": "Unknown",
        "Custom": "True",
        "MemoryPressure": "Unknown",
        "DiskPressure": "Unknown",
        "PIDPressure": "Unknown",
    } == {entry["type"]: entry["status"] for entry in result}
    assert {"NodeStatusUnknown"} == {entry["reason"] for entry in result if entry["status"] == "Unknown"}
    never: Any = silent_node_status(with_conditions(), posted=False, heartbeat_at="heard", now="now")[
        "conditions"
    ]
    assert ["NodeStatusNeverUpdated"] * 4 == [entry["reason"] for entry in never]
