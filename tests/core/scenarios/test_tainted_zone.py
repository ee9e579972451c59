"""T16: a tainted zone counts unless nodeTaintsPolicy says otherwise."""

from __future__ import annotations

from tests.core.playing import NO_VICTIMS, NOT_HELPFUL, Play, fs, gallery, tail


def test_the_empty_tainted_zone_keeps_the_minimum_at_0() -> None:
    play = Play(gallery("tainted-zone"))
    seq = play.until(9)

    text = fs(
        3, "1 node(s) had untolerated taint {k: }, 2 node(s) didn't match pod topology spread constraints."
    )
    assert text + tail(3, f"1 {NOT_HELPFUL}, 2 {NO_VICTIMS}") == play.text(seq, "p")


def test_with_honor_it_does_not_count() -> None:
    play = Play(gallery("tainted-zone"))
    last = play.until_quiet()

    assert {"n1", "n2"} == play.tied("p")
    assert play.node(last, "p") in ("n1", "n2")
