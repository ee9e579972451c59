"""A26: a pod whose nomination was cleared may preempt again."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, fs, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("preempt-again-elsewhere"))
    made.until_quiet()
    return made


def test_at_0_p_is_nominated_where_the_victim_is_lowest(play: Play) -> None:
    seq = play.until(4)

    assert "n1" == play.nominated(seq, "p")
    assert [True, False] == [play.terminating(seq, name) for name in ("low2", "low1")]
    assert play.untouched(seq, "mid")


def test_at_5_h_takes_n1_and_p_preempts_again_on_n2(play: Play) -> None:
    seq = play.until(20)

    assert (fs(2, "2 Insufficient cpu."), "n1") == (play.text(seq, "h"), play.nominated(seq, "h"))
    assert "n2" == play.nominated(seq, "p")
    assert [True, True] == [play.terminating(seq, name) for name in ("low1", "mid")]
    assert {"n2": (["mid"], 0)} == play.candidates("p", 1)
    cleared = play.first(lambda frame: frame["message"]["id"] == "scheduler.nomination_cleared")
    assert cleared["t"] == pytest.approx(5, abs=1)


def test_at_35_both_are_placed(play: Play) -> None:
    last = play.until_quiet()

    assert ("n1", "n2") == (play.node(last, "h"), play.node(last, "p"))
    assert [35, 35] == [pytest.approx(play.bound_at(name), abs=3) for name in ("h", "p")]
