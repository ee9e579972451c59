"""A07: without DefaultPreemption at PostFilter priority is an order and nothing else."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, fs, gallery

FULL = fs(1, "1 Insufficient cpu.") + " no new claims to deallocate"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("preemption-switched-off"))
    made.until_quiet()
    return made


def test_no_pod_is_preempted_and_the_text_has_no_tail(play: Play) -> None:
    seq = play.until(11)

    assert [FULL, FULL] == [play.text(seq, name) for name in ("p", "q")]
    assert ["", ""] == [play.nominated(seq, name) for name in ("p", "q")]
    assert [] == play.frames(kind="preempt")
    assert [] == [event for name in ("low1", "low2") for event in play.events(seq, name, "Preempted")]


def test_the_room_that_becomes_free_goes_to_the_higher_pod(play: Play) -> None:
    last = play.until_quiet()

    assert play.gone_at("low1") == pytest.approx(12, abs=3)
    assert play.bound_at("p") == pytest.approx(12, abs=3)
    assert ("n1", "") == (play.node(last, "p"), play.node(last, "q"))
    assert play.untouched(last, "low2")
