"""A10: a victim's priority is strictly lower."""

from __future__ import annotations

import pytest

from tests.builders import pod
from tests.core.playing import NO_VICTIMS, Play, apply, fs, gallery, priority_class, tail

SLUG = "equal-priority"
NOBODY = fs(1, "1 Insufficient cpu.") + tail(1, f"1 {NO_VICTIMS}")


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_with_the_same_priority_no_pod_is_preempted(play: Play) -> None:
    seq = play.until(9)

    assert (NOBODY, "") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert play.untouched(seq, "a")
    assert [] == play.events(seq, "a", "Preempted")


def test_with_101_a_is_evicted(play: Play) -> None:
    last = play.until_quiet()

    assert "n1" == play.node(last, "p")
    assert not play.exists(last, "a")
    assert play.bound_at("p") == pytest.approx(40, abs=3)


def test_with_99_it_is_as_with_100() -> None:
    play = Play(gallery(SLUG), [apply(0, priority_class(99)), apply(0, pod("p", "2", priority="p99"))])
    seq = play.until(20)

    assert NOBODY == play.text(seq, "p")
    assert play.untouched(seq, "a")
