"""The conditions of a node as its kubelet writes them."""

from __future__ import annotations

from scheduler_core.kubelet.node.node_status import (
    HEALTHY,
    SHUTTING_DOWN,
    event_reasons,
    next_status_ms,
    pressure_conditions,
    refreshed_status,
)
from scheduler_core.objects.manifest import Json, items, mapping


def statuses(status: dict[str, Json] | None) -> list[tuple[Json, Json]]:
    assert status is not None
    results = [mapping(one) for one in items(status["conditions"])]
    return [(one["type"], one["status"]) for one in results]


def test_a_healthy_node_without_conditions_stays_as_it_is() -> None:
    assert refreshed_status({"status": {}}, "now", {}) is None


def test_the_first_condition_that_is_not_well_brings_all_others_in_the_kubelets_order() -> None:
    written = refreshed_status({"status": {}}, "now", {"Ready": SHUTTING_DOWN})

    assert [
        ("MemoryPressure", "False"),
        ("DiskPressure", "False"),
        ("PIDPressure", "False"),
        ("Ready", "False"),
    ] == statuses(written)


def test_what_the_node_controller_called_unknown_is_set_right() -> None:
    node: dict[str, Json] = {"status": {"conditions": [{"type": "Ready", "status": "Unknown"}]}}

    assert ("Ready", "True") in statuses(refreshed_status(node, "now", {}))


def test_a_pressure_that_is_held_is_true_and_one_that_ended_is_false_again() -> None:
    held = pressure_conditions(("MemoryPressure",), {})

    assert ["True"] == [message.status for message in held.values()]
    assert {"MemoryPressure": HEALTHY["MemoryPressure"]} == pressure_conditions((), held)


def test_events_name_the_conditions_that_turned() -> None:
    changed = [("Ready", "False"), ("MemoryPressure", "True"), ("DiskPressure", "Unknown")]

    assert ["NodeNotReady", "NodeHasInsufficientMemory"] == event_reasons(changed)


def test_a_status_is_posted_at_the_next_full_ten_seconds() -> None:
    assert [10_000, 10_000, 20_000] == [next_status_ms(now) for now in (0, 9_999, 10_000)]
