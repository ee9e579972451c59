"""E06: a soft threshold must hold for its grace period; then one pod goes, with a grace of the kubelet's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.endings import budget, given, seconds
from tests.core.playing import Play, gallery, played

SLUG = "soft-eviction"
TAINT = ("node.kubernetes.io/memory-pressure", "NoSchedule")
MESSAGE = (
    "The node was low on resource: memory. Threshold quantity: 500Mi, available: 400Mi. "
    "Container app was using 300Mi, request is 100Mi, has larger consumption of memory. "
)
MI = 2**20


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def pressure(play: Play, at: float) -> str:
    node: Any = play.questions.manifest(play.until(at), "Node", "n1")
    conditions = {each["type"]: each["status"] for each in node["status"].get("conditions", ())}
    return str(conditions.get("MemoryPressure", "False"))


def tainted(play: Play, at: float) -> bool:
    node: Any = play.questions.manifest(play.until(at), "Node", "n1")
    return TAINT in [(taint["key"], taint["effect"]) for taint in node.get("spec", {}).get("taints", ())]


def available(play: Play, at: float) -> int:
    """Mi of free memory, as the kubelet measures it."""
    views: Any = play.recording.snapshot(play.until(at))["pressures"]
    return int(next(signal["available"] for signal in views[0]["signals"])) // MI


def status(play: Play, at: float, name: str) -> tuple[str, str]:
    found = play.manifest(play.until(at), name)["status"]
    return found["phase"], found.get("reason", "")


def test_the_pressure_is_seen_at_10_and_stands_in_the_api_by_20(play: Play) -> None:
    crossed = play.first(lambda frame: frame["message"]["id"] == "kubelet.threshold_crossed")

    assert (10, 400) == (crossed["t"], available(play, 10))
    assert ("False", "True") == (pressure(play, 9), pressure(play, 20))
    assert tainted(play, 21)
    assert not tainted(play, 9)


def test_until_40_no_pod_is_evicted(play: Play) -> None:
    assert [] == [frame for frame in play.frames(kind="evict") if frame["t"] < 40]
    assert ("Running", "") == status(play, 39, "w") == status(play, 39, "v")


def test_at_40_w_is_evicted_with_20_of_its_60_seconds(play: Play) -> None:
    assert [40] == [frame["t"] for frame in play.frames(kind="evict", pod="w")]
    assert [(40, "Warning", MESSAGE)] == [
        (event["t"], event["type"], event["message"])
        for event in play.events(play.recording.head_seq, "w", "Evicted")
    ]
    assert 20 == budget(play, "w")
    assert [("sigterm", 40), ("sigkill", 60), ("exit", 60)] == seconds(play, "w")


def test_at_60_it_is_failed_and_stays_as_a_tombstone(play: Play) -> None:
    assert ("Running", "") == status(play, 59, "w")
    assert ("Failed", "Evicted") == status(play, 60, "w")
    last = play.recording.head_seq
    assert ("Failed", MESSAGE) == tuple(
        play.manifest(last, "w")["status"][key] for key in ("phase", "message")
    )
    target = play.condition(last, "w", "DisruptionTarget")
    assert target is not None
    assert ("True", "TerminationByKubelet", MESSAGE) == (
        target["status"],
        target["reason"],
        target["message"],
    )


def test_then_700_are_free_and_v_survives(play: Play) -> None:
    assert 700 == available(play, 62)
    assert [] == play.frames(kind="evict", pod="v")
    assert ("Running", "") == status(play, 400, "v")
    assert [] == play.events(play.recording.head_seq, "v", "Evicted")


def test_the_condition_is_held_for_five_minutes(play: Play) -> None:
    assert ("True", "True") == (pressure(play, 300), pressure(play, 337))
    assert "False" == pressure(play, 355)
    assert not tainted(play, 355)


def test_the_kill_call_would_have_waited_30_seconds(play: Play) -> None:
    """Longer than the 20 it takes, so nobody gives up."""
    assert [] == play.events(play.recording.head_seq, "w", "ExceededGracePeriod")


@pytest.mark.parametrize(
    ("version", "gets", "end"), [("1.23", 20, 60), ("1.31", 20, 60), ("1.32", 10, 50), ("1.34", 10, 50)]
)
def test_a_pod_with_10_seconds_gets_more_in_old_kubelets_and_no_more_today(
    version: str, gets: int, end: int
) -> None:
    documents = given(gallery(SLUG), 10, "w")
    documents[0]["spec"]["version"] = version
    play = played(documents)

    assert gets == budget(play, "w")
    assert [("sigkill", end)] == seconds(play, "w", ("sigkill",))
    assert ("Failed", "Evicted") == status(play, end, "w")
