"""E02: a hook that fails or hangs is neither repeated nor waited for beyond the grace period."""

from __future__ import annotations

from tests.core.endings import budget, code, given, plan, seconds, texts
from tests.core.playing import Documents, gallery, named, played

SLUG = "hanging-hook"


def ruled(documents: Documents, **rule: object) -> Documents:
    documents[0]["spec"]["applications"] = [{"pods": ["default/app"], **rule}]
    return documents


def test_a_hook_that_hangs_is_given_up_at_30_and_two_seconds_are_left() -> None:
    play = played(gallery(SLUG))

    assert [("prestop", 0), ("sigterm", 30), ("sigkill", 32)] == seconds(play)[:3]
    assert (2, 137) == (budget(play), code(play))
    assert ["timed out"] == [step["outcome"] for step in plan(play) if step["kind"] == "preStop"]
    assert [] == texts(play, "FailedPreStopHook")
    assert not play.exists(play.recording.head_seq, "app")


def test_a_hook_that_fails_is_told_once_and_not_repeated() -> None:
    play = played(ruled(gallery(SLUG), preStopSeconds=0, preStopFails=True))

    assert [("sigterm", 0), ("sigkill", 30)] == seconds(play, kinds=("sigterm", "sigkill"))
    assert ["PreStopHook failed"] == texts(play, "FailedPreStopHook")
    event = play.events(play.recording.head_seq, "app", "FailedPreStopHook")[0]
    assert (0, "Warning") == (event["t"], event["type"])
    assert ["failed"] == [step["outcome"] for step in plan(play) if step["kind"] == "preStop"]


def test_a_hook_of_9_of_10_seconds_leaves_the_minimum_of_2() -> None:
    play = played(given(ruled(gallery(SLUG), preStopSeconds=9), 10, "app"))

    assert [("prestop", 0), ("sigterm", 9), ("sigkill", 11)] == seconds(play)[:3]
    assert 2 == budget(play)


def test_the_hook_of_the_manifest_is_no_sleep() -> None:
    """Else the rule would not be asked how long it takes."""
    assert "exec" in named(gallery(SLUG), "app")["spec"]["containers"][0]["lifecycle"]["preStop"]
