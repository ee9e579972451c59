"""A11: preemptionPolicy Never restricts what a pod does, not what is done to it."""

from __future__ import annotations

import pytest

from tests.core.playing import TAIL, Play, fs, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("non-preempting"))
    made.until_quiet()
    return made


def test_p_waits_and_preempts_no_pod(play: Play) -> None:
    seq = play.until(4)

    expected = fs(1, "1 Insufficient cpu.") + TAIL + "not eligible due to preemptionPolicy=Never."
    assert (expected, "") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert [True, True] == [play.untouched(seq, name) for name in ("low1", "low2")]


def test_a_tiny_pod_passes_although_it_is_lower(play: Play) -> None:
    assert "n1" == play.node(play.until(9), "tiny")
    assert play.bound_at("tiny") == pytest.approx(5, abs=2)


def test_p_takes_the_room_that_becomes_free(play: Play) -> None:
    assert "n1" == play.node(play.until(59), "p")
    assert play.gone_at("low1") == pytest.approx(40, abs=3)
    assert play.bound_at("p") == pytest.approx(40, abs=3)


def test_boss_evicts_the_lowest(play: Play) -> None:
    seq = play.until(70)

    assert play.terminating(seq, "low2")
    assert not play.terminating(seq, "p")
    assert play.bound_at("boss") == pytest.approx(90, abs=3)


def test_boss2_evicts_p(play: Play) -> None:
    last = play.until_quiet()

    assert {"n1": (["p"], 0)} == play.candidates("boss2")
    assert not play.exists(last, "p")
    assert play.bound_at("boss2") == pytest.approx(150, abs=3)
