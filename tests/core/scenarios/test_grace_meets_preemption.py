"""E09: one number bounds the hook, the application, and how long the preemptor waits."""

from __future__ import annotations

import pytest

from tests.core.endings import budget, code, exits, given, plan, seconds
from tests.core.playing import Documents, fs, gallery, played

SLUG = "grace-meets-preemption"
VICTIMS = ("low1", "low2")


def scenario(grace: int, *, ignores: bool) -> Documents:
    return given(exits(gallery(SLUG), None if ignores else 1), grace, *VICTIMS)


@pytest.mark.parametrize(
    ("grace", "ignores", "bound"),
    [(30, False, 21), (5, False, 6), (30, True, 30), (5, True, 7)],
    ids=["long", "short", "long-ignored", "short-ignored"],
)
def test_p_is_bound_when_the_last_victim_has_ended(grace: int, ignores: bool, bound: int) -> None:
    play = played(scenario(grace, ignores=ignores))
    how = "sigkill" if ignores else "exit"

    assert {"n1": (["low1", "low2"], 0)} == play.candidates("p")
    for name in VICTIMS:
        assert [("prestop", 0), ("sigterm", min(20, grace)), (how, bound)] == seconds(play, name)[:3]
        assert (137 if ignores else 0) == code(play, name)
        assert max(grace - 20, 2) == budget(play, name)
    assert play.bound_at("p") == pytest.approx(bound, abs=3)
    assert play.bound_at("p") >= max(play.gone_at(name) for name in VICTIMS)
    assert "n1" == play.node(play.recording.head_seq, "p")


def test_at_0_p_is_nominated_and_both_are_asked_to_leave() -> None:
    play = played(gallery(SLUG))
    seq = play.until(0)

    assert (fs(2, "2 Insufficient cpu."), "n1") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert all(play.terminating(seq, name) for name in VICTIMS)


def test_with_5_seconds_the_hook_is_cut_off() -> None:
    play = played(scenario(5, ignores=False))

    assert ["timed out"] == [step["outcome"] for step in plan(play, "low1") if step["kind"] == "preStop"]
