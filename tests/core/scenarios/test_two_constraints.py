"""T06: two hard constraints, both must hold, checked in the order of the spec."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("two-constraints"))
    made.until_quiet()
    return made


def test_node4_is_the_only_one_in_both_sets_and_is_taken_without_scoring(play: Play) -> None:
    decision = play.decision("mypod")

    assert "node4" == play.node(play.until_quiet(), "mypod")
    assert ["Unschedulable", "Unschedulable", "Unschedulable", "Success"] == [
        decision["nodes"][name]["code"] for name in ("node1", "node2", "node3", "node4")
    ]
    assert not decision["scored"]
    assert {} == decision["totals"]


def test_zone_a_is_refused_by_the_first_constraint(play: Play) -> None:
    assert ("zone", 2, 1, 1, 2, False) == spread(play.decision("mypod"), "node1")[0]


def test_node3_is_refused_by_the_second_constraint(play: Play) -> None:
    seen = spread(play.decision("mypod"), "node3")

    assert [("zone", 1, 1, 1, 1, True), ("node", 1, 1, 0, 2, False)] == seen
