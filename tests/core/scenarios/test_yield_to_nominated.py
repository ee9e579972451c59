"""A15: nominated pods of equal or higher priority are added to the node."""

from __future__ import annotations

import pytest

from tests.core.playing import NO_VICTIMS, Play, fs, gallery, named, priority_class, tail

SLUG = "yield-to-nominated"
FULL = fs(1, "1 Insufficient cpu.")


def test_an_equal_pod_finds_the_room_taken_by_a_reservation() -> None:
    play = Play(gallery(SLUG))
    last = play.until_quiet()
    seq = play.until(20)

    assert ("n1", FULL) == (play.nominated(seq, "p"), play.text(seq, "p"))
    assert FULL + tail(1, "1 Insufficient cpu") == play.text(seq, "e")
    assert ("n1", "") == (play.node(last, "p"), play.node(last, "e"))
    assert play.bound_at("p") == pytest.approx(30, abs=3)
    assert FULL + tail(1, f"1 {NO_VICTIMS}") == play.text(last, "e")


def test_with_101_e_outranks_the_reservation() -> None:
    documents = [*gallery(SLUG), priority_class(101)]
    named(documents, "e")["spec"]["priorityClassName"] = "p101"
    play = Play(documents)
    last = play.until_quiet()
    seq = play.until(20)

    assert ("n1", "n1") == (play.nominated(seq, "p"), play.nominated(seq, "e"))
    assert ("n1", "") == (play.node(last, "e"), play.node(last, "p"))
    assert play.bound_at("e") == pytest.approx(30, abs=3)
    assert FULL + tail(1, f"1 {NO_VICTIMS}") == play.text(last, "p")
