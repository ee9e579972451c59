"""A02: an unschedulable high pod is passed over, and waits for an event that could help."""

from __future__ import annotations

import pytest

from tests.core.playing import NO_VICTIMS, NOT_HELPFUL, Play, fs, gallery, tail

SLUG = "failing-high-does-not-block"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until(25)
    return made


def test_giant_fails_and_no_eviction_could_help_it(play: Play) -> None:
    seq = play.until(19)

    assert fs(1, "1 Insufficient cpu.") + tail(1, f"1 {NOT_HELPFUL}") == play.text(seq, "giant")
    view = play.view(seq, "giant")
    assert view is not None
    assert ("unschedulable", 1) == (view["lane"], view["attempts"])


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_small_pods_are_placed_each_in_its_second(play: Play, place: int) -> None:
    assert "n1" == play.node(play.until(19), f"s{place}")
    assert play.bound_at(f"s{place}") == pytest.approx(place, abs=1)


def test_the_fifth_finds_the_node_full(play: Play) -> None:
    seq = play.until(19)

    assert "" == play.node(seq, "s5")
    assert fs(1, "1 Insufficient cpu.") + tail(1, f"1 {NO_VICTIMS}") == play.text(seq, "s5")


def test_a_big_node_takes_giant_before_s5_is_tried(play: Play) -> None:
    last = play.until(25)
    tried = [frame["decision"]["pod"] for frame in play.frames(kind="schedule") if frame["t"] >= 20]

    assert ["default/giant", "default/s5"] == tried
    assert "big" == play.node(last, "giant")
    assert play.bound_at("giant") == pytest.approx(20, abs=2)
    assert fs(2, "2 Insufficient cpu.") + tail(2, f"2 {NO_VICTIMS}") == play.text(last, "s5")
