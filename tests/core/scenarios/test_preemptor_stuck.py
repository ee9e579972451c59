"""A23: the end of a victim wakes only pods whose plugins are interested in it."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, fs, gallery

SLUG = "preemptor-stuck"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_a_is_evicted_for_p(play: Play) -> None:
    seq = play.until(10)

    assert fs(1, "1 node(s) didn't satisfy existing pods anti-affinity rules.") == play.text(seq, "p")
    assert "n1" == play.nominated(seq, "p")
    assert play.terminating(seq, "a")


def test_a_is_gone_and_p_sleeps_on(play: Play) -> None:
    seq = play.until(59)

    assert play.gone_at("a") == pytest.approx(30, abs=3)
    assert "" == play.node(seq, "p")


def test_a_taint_that_keeps_no_pod_out_wakes_p(play: Play) -> None:
    assert "n1" == play.node(play.until_quiet(), "p")
    assert play.bound_at("p") == pytest.approx(60, abs=3)


def test_untouched_p_sleeps_until_the_leftover_flush() -> None:
    documents = gallery(SLUG)
    play = Play(documents, documents[0]["spec"]["inputs"][:1])

    assert "n1" == play.node(play.until(340), "p")
    assert 297 <= play.bound_at("p") <= 333
