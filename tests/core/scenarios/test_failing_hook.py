"""E11: a failed preStop hook is followed by SIGTERM, a failed postStart hook kills its container."""

from __future__ import annotations

from tests.core.playing import gallery, played

SLUG = "failing-hook"


def test_after_a_failed_pre_stop_hook_sigterm_comes_at_once_with_what_is_left_of_the_grace() -> None:
    play = played(gallery(SLUG))
    sigterm = play.frames(kind="sigterm", pod="app")
    failed = play.events(play.recording.head_seq, "app", "FailedPreStopHook")

    assert [(3, 27)] == [(frame["t"], frame["message"]["args"]["seconds"]) for frame in sigterm]
    assert [(3, "Warning", "PreStopHook failed")] == [(e["t"], e["type"], e["message"]) for e in failed]
    assert 8 == play.gone_at("app")


def test_a_failed_post_start_hook_kills_the_container_which_starts_again_after_the_back_off() -> None:
    play = played(gallery(SLUG))
    waits = [
        (frame["t"], frame["message"]["args"]["seconds"])
        for frame in play.frames(kind="exit", pod="web")
        if frame["message"]["id"] == "kubelet.backs_off"
    ]

    assert [15, 18, 31, 54] == [frame["t"] for frame in play.frames(kind="probe", pod="web")]
    assert [(16, 0), (19, 10), (32, 20), (55, 40)] == waits


def test_the_events_of_a_failed_post_start_hook_are_those_of_kubernetes() -> None:
    play = played(gallery(SLUG))
    events = play.events(play.until(59), "web")
    said = {event["reason"]: (event["type"], event["message"]) for event in events}

    assert ("Warning", "PostStartHook failed") == said["FailedPostStartHook"]
    assert ("Normal", "FailedPostStartHook") == said["Killing"]


def test_a_pod_whose_post_start_hook_fails_is_never_ready() -> None:
    play = played(gallery(SLUG))

    assert [] == play.frames(kind="ready", pod="web")


def test_hooks_that_succeed_change_neither_the_grace_nor_the_container() -> None:
    documents = gallery(SLUG)
    for rule in documents[0]["spec"]["applications"]:
        rule.pop("preStopFails", None)
        rule.pop("postStartFails", None)
    play = played(documents)

    assert [27] == [f["message"]["args"]["seconds"] for f in play.frames(kind="sigterm", pod="app")]
    assert [15] == [frame["t"] for frame in play.frames(kind="ready", pod="web")]
    assert [] == play.events(play.recording.head_seq, "web", "FailedPostStartHook")
