"""The state of each extension point, and the rail that the board draws of them."""

from __future__ import annotations

from typing import Any

from scheduler_core.scheduler.cycle.rail import RAIL, point_states, rail
from tests.core.scheduler.builders import cluster, judged, node, pod


def states(drawn: Any) -> list[str]:
    assert list(RAIL) == [item["point"] for item in drawn]
    return [item["state"] for item in drawn]


BOUND = point_states(judged(cluster(node("n1"), node("n2")), pod("p", "1")))
REFUSED = point_states(judged(cluster(node("n1", "1")), pod("p", "2")))


def test_at_rest_the_rail_shows_what_the_decision_tells() -> None:
    assert ["done", "done", "skipped", "done", "done", "done", "done"] == states(rail(BOUND))
    assert ["done", "rejected", "rejected", "todo", "todo", "todo", "todo"] == states(rail(REFUSED))


def test_at_a_stop_it_is_as_told_before_it_on_at_it_and_to_come_after_it() -> None:
    assert ["done", "done", "skipped", "done", "on", "todo", "todo"] == states(rail(BOUND, "Score"))


def test_a_point_before_the_stop_of_which_nothing_is_told_was_skipped() -> None:
    assert ["skipped", "skipped", "skipped", "skipped", "skipped", "on", "todo"] == states(
        rail({}, "Reserve")
    )


def test_without_nodes_no_point_ran() -> None:
    nowhere = point_states(judged(cluster(), pod("p", "1")))

    assert {"PreFilter": "skipped", "Filter": "skipped"} == nowhere
