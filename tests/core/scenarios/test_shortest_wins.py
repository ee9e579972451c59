"""E05: of several grace periods the shortest wins; a kill that is under way keeps its timeout."""

from __future__ import annotations

import pytest

from tests.core.endings import budget, grace, seconds
from tests.core.playing import Play, gallery, played

SLUG = "shortest-wins"


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def kept(play: Play, at: float, name: str) -> int:
    """The grace that the pod's kubelet keeps."""
    view = play.view(play.until(at), name)
    assert view is not None
    return int(view["term"]["effectiveGraceSeconds"])


def test_deletion_30_then_10(play: Play) -> None:
    for name in ("a", "b"):
        assert (30, 30) == (grace(play, play.until(3), name), kept(play, 3, name))
        assert (10, 10) == (grace(play, play.until(8), name), kept(play, 8, name))


def test_then_an_override_of_60_changes_nothing_and_one_of_5_shortens(play: Play) -> None:
    assert [20, 20] == [frame["t"] for frame in play.frames(kind="evict")]
    assert (5, 10) == (kept(play, 21, "a"), kept(play, 21, "b"))


def test_a_kill_under_way_keeps_its_30_seconds(play: Play) -> None:
    for name in ("a", "b"):
        assert 30 == budget(play, name)
        assert [("sigterm", 2), ("sigkill", 32)] == seconds(play, name)[:2]


def test_who_waits_for_the_short_override_gives_up_after_10_seconds(play: Play) -> None:
    last = play.recording.head_seq

    assert [30] == [event["t"] for event in play.events(last, "a", "ExceededGracePeriod")]
    assert [] == play.events(last, "b", "ExceededGracePeriod")


def test_spec_45_alone(play: Play) -> None:
    assert (45, 45) == (grace(play, play.until(3), "c"), kept(play, 3, "c"))
    assert [("sigterm", 2), ("sigkill", 47)] == seconds(play, "c")[:2]


@pytest.mark.parametrize(("version", "end"), [("1.23", 34), ("1.30", 34), ("1.31", 6), ("1.34", 6)])
def test_a_deletion_with_0_falls_through_to_the_spec_in_old_kubelets(version: str, end: int) -> None:
    """1 today, and 2 at the runtime; the 30 of its spec up to 1.30."""
    documents = gallery(SLUG)
    documents[0]["spec"]["version"] = version
    play = played(documents)

    assert not play.exists(play.until(4), "d")
    assert (30 if end == 34 else 2) == budget(play, "d")
    assert [("sigterm", 4), ("sigkill", end)] == seconds(play, "d")[:2]
