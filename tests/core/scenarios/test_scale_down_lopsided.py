"""T17: scaling down asks who has been ready for the shortest time, not which zone is full."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.core.playing import Play, gallery
from tests.core.scenarios.test_one_constraint_zone import spread

ZONE = "topology.kubernetes.io/zone"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("scale-down-lopsided"))
    made.until_quiet()
    return made


def spread_out(play: Play, seq: int) -> Counter[str]:
    pods: list[Any] = play.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
    return Counter(view["node"] for view in pods if not view["term"])


def test_all_three_young_pods_of_z2_are_chosen(play: Play) -> None:
    deleted = [frame["focus"]["pods"][0] for frame in play.frames(kind="delete")]

    assert {"n1": 3, "n2": 3} == spread_out(play, 0)
    assert 3 == len(deleted)
    assert {"n2"} == {play.node(0, key.removeprefix("default/")) for key in deleted}
    assert {"n1": 3} == spread_out(play, play.until(50))


def test_nothing_is_rebalanced(play: Play) -> None:
    frames = [frame for frame in play.frames() if 35 < frame["t"] < 60]

    assert [] == frames
    assert {"n1": 3} == spread_out(play, play.until(59))


def test_an_evicted_pods_successor_restores_balance(play: Play) -> None:
    decision = play.frames(kind="schedule")[-1]["decision"]

    assert [(ZONE, 2, 1, 0, 3, False)] == spread(decision, "n1")
    assert "n2" == decision["node"]
    assert {"n1": 2, "n2": 1} == spread_out(play, play.until_quiet())


def test_the_evicted_one_is_the_youngest_of_the_fullest_zone(play: Play) -> None:
    evicted = play.frames(kind="input-delete")[0]["focus"]["pods"][0].removeprefix("default/")
    seq = play.until(59)
    pods: list[Any] = play.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
    started = {view["name"]: play.manifest(seq, view["name"])["status"]["startTime"] for view in pods}

    assert started[evicted] == max(started.values())
