"""E08: who asks for a pod to be killed waits one and a half times its grace, and at least 10 s."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import pod
from tests.core.endings import seconds
from tests.core.playing import Documents, Play, apply, gallery, named, played

SLUG = "kill-timeout"
TEXT = "Container runtime did not kill the pod within specified grace period."
HANGS = {"pods": ["default/w"], "memory": "300Mi", "sigkillSeconds": None}


def overridden(seconds: int) -> Documents:
    documents = gallery(SLUG)
    configuration = next(each for each in documents if each["kind"] == "KubeletConfiguration")
    configuration["evictionMaxPodGracePeriod"] = seconds
    documents[0]["spec"]["applications"] = [HANGS]
    return documents


def told(play: Play, name: str = "w") -> list[tuple[float, str]]:
    """When, and what, the one who waited is told."""
    return [
        (frame["t"], frame["message"]["args"]["text"])
        for frame in play.frames(pod=name)
        if frame["message"]["id"] == "kubelet.exceeded"
    ]


@pytest.mark.parametrize(("override", "waits"), [(30, 45), (8, 12), (4, 10)])
def test_after_one_and_a_half_times_the_grace_it_gives_up(override: int, waits: int) -> None:
    play = Play(overridden(override))
    seq = play.until(40 + waits)

    assert [(40 + waits, "timeout waiting to kill pod")] == told(play)
    assert [(40 + waits, "Warning", TEXT)] == [
        (event["t"], event["type"], event["message"])
        for event in play.events(seq, "w", "ExceededGracePeriod")
    ]
    assert [(40, override)] == [
        (frame["t"], frame["message"]["args"]["seconds"]) for frame in play.frames(kind="evict", pod="w")
    ]
    assert "Running" == play.manifest(seq, "w")["status"]["phase"]


def test_before_that_no_event_tells_of_it() -> None:
    play = Play(overridden(30))

    assert [] == play.events(play.until(84), "w", "ExceededGracePeriod")


def test_without_an_override_the_pods_own_60_make_90() -> None:
    """A kubelet that makes room for a critical pod names no grace."""
    documents = overridden(30)
    named(documents, "w")["spec"]["containers"][0]["resources"]["requests"]["cpu"] = "3"
    critical = pod("critical", "3", priority="system-node-critical")
    critical["spec"]["nodeName"] = "n1"
    play = Play(documents, [apply(0, critical)])
    seq = play.until(100)

    assert [("sigterm", 0)] == seconds(play, "w", ("sigterm",))
    assert [(90, "timeout waiting to kill pod")] == told(play)
    assert [TEXT] == [event["message"] for event in play.events(seq, "w", "ExceededGracePeriod")]


def test_a_runtime_that_kills_in_the_end_leaves_a_failed_pod() -> None:
    play = played(gallery(SLUG))
    last: Any = play.manifest(play.recording.head_seq, "w")["status"]

    assert [85] == [at for at, _ in told(play)]
    assert [("sigterm", 40), ("sigkill", 110), ("exit", 110)] == seconds(play, "w")
    assert ("Failed", "Evicted") == (last["phase"], last["reason"])
