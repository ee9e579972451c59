"""T02: constraints are evaluated when a pod is scheduled; running pods never move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.core.playing import Play, gallery

SLUG = "self-heal-zones"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def spread_out(play: Play, seq: int) -> Counter[str]:
    """Node → pods that stay there."""
    pods: list[Any] = play.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
    return Counter(view["node"] for view in pods if not view["term"])


def test_it_starts_with_five_pods_a_node(play: Play) -> None:
    assert {"n1": 5, "n2": 5, "n3": 5} == spread_out(play, 0)


def test_the_pods_of_the_lost_node_are_collected_and_replaced(play: Play) -> None:
    by_controller = [frame for frame in play.frames(kind="removed") if frame["actor"] == "controller"]
    removed = [frame["t"] for frame in by_controller if frame["t"] < 100]
    replaced = play.frames(kind="schedule")[:5]

    assert {"n1": 5, "n2": 5, "n3": 5} == spread_out(play, play.until(39))
    assert 5 == len(removed)
    assert all(37 <= t <= 83 for t in removed)
    assert [7, 8] == sorted(spread_out(play, play.until(110)).values())
    assert [True, False, True, False, True] == [frame["decision"]["tie"] for frame in replaced]
    assert {"n1": 580, "n2": 580} == replaced[-1]["decision"]["totals"]


def test_a_node_that_comes_back_moves_nothing(play: Play) -> None:
    assert spread_out(play, play.until(119)) == spread_out(play, play.until(159))
    assert [] == [frame for frame in play.frames() if 121 < frame["t"] < 159]


def test_each_deletion_is_from_the_fullest_node(play: Play) -> None:
    deletions = play.frames(kind="input-delete")[1:]

    assert 5 == len(deletions)
    for frame in deletions:
        before = spread_out(play, frame["seq"] - 1)
        name = frame["focus"]["pods"][0].removeprefix("default/")
        assert before[play.node(frame["seq"], name)] == max(before.values())


def test_successors_fill_the_new_node(play: Play) -> None:
    decisions = [frame["decision"] for frame in play.frames(kind="schedule")[5:]]

    assert ["n4"] * 5 == [decision["node"] for decision in decisions]
    assert [597, 595, 592, 590, 587] == [decision["totals"]["n4"] for decision in decisions]
    others = [max(decision["totals"][name] for name in ("n1", "n2")) for decision in decisions]
    assert max(others) <= 535
    assert {"n1": 5, "n2": 5, "n4": 5} == spread_out(play, play.until_quiet())
