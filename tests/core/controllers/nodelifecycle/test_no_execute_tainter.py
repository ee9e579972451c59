"""Queues of nodes that wait for their NoExecute taint."""

from __future__ import annotations

from scheduler_core.controllers.nodelifecycle.no_execute_tainter import NoExecuteTainter


def tainter(**queued: dict[str, int]) -> NoExecuteTainter:
    """Zones with the nodes queued in them, node by node with the time in ms."""
    made = NoExecuteTainter()
    for zone, nodes in queued.items():
        made.add_zone(zone)
        for node, at in nodes.items():
            made.add(zone, node, at)
    return made


def test_a_zone_taints_one_node_and_the_next_ten_seconds_later() -> None:
    made = tainter(a={"n1": 5_000, "n2": 5_000})

    assert ["n1"] == list(made.take_due(5_000))
    assert [] == list(made.take_due(14_999))
    assert ["n2"] == list(made.take_due(15_000))


def test_the_rate_of_one_zone_does_not_hold_up_another() -> None:
    made = tainter(a={"n1": 5_000, "n2": 5_000}, b={"m1": 5_000})

    assert ["n1", "m1"] == list(made.take_due(5_000))


def test_the_controller_looks_every_tenth_of_a_second() -> None:
    assert 5_100 == tainter(a={"n1": 5_001}).next_ms()
    assert tainter().next_ms() is None


def test_a_node_that_is_queued_again_goes_to_the_end() -> None:
    made = tainter(a={"n1": 5_000, "n2": 5_000})
    made.add("a", "n1", 6_000)

    assert ["n2", "n1"] == list(made.queues["a"])


def test_a_zone_without_a_rate_taints_no_node_and_has_no_timer() -> None:
    made = tainter(a={"n1": 5_000})
    made.limit("a", None, 5_000)

    assert made.waits_or_stopped("a", "n2")
    assert made.next_ms() is None
    assert [] == list(made.take_due(600_000))
    assert [] == list(made.timers())


def test_the_timer_of_the_second_node_counts_the_interval_of_the_first() -> None:
    made = tainter(a={"n1": 5_000, "n2": 5_000, "n3": 5_000})
    list(made.take_due(5_000))

    assert [("n2", 15_000), ("n3", 25_000)] == [(timer.node, timer.to_ms) for timer in made.timers()]


def test_a_copy_keeps_its_queues_when_the_original_goes_on() -> None:
    made = tainter(a={"n1": 5_000})
    copy = made.copy()
    list(made.take_due(5_000))

    assert ["n1"] == list(copy.queues["a"])
    assert 0 == copy.limiter("a").ready_ms
