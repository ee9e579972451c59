"""A25: the kubelet asks who exceeds its request, then for the priority, then by how much."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.endings import budget, seconds
from tests.core.playing import Play, gallery, played

SLUG = "kubelet-ranking"
MI = 2**20
LOW = "The node was low on resource: memory. Threshold quantity: 100Mi, available: "


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def view(play: Play, at: float) -> Any:
    found: Any = play.recording.snapshot(play.until(at))["pressures"]
    return found[0]


def ranked(play: Play, at: float) -> list[str]:
    return [place["name"] for place in view(play, at)["ranking"] if place["rank"] is not None]


def available(play: Play, at: float) -> int:
    return int(view(play, at)["signals"][0]["available"]) // MI


def test_the_order_of_the_three(play: Play) -> None:
    start: Any = play.recording.snapshot(0)["pressures"]

    assert ["z", "y", "x"] == [place["name"] for place in start[0]["ranking"]]
    assert ["above", "above", "within"] == [place["group"] for place in start[0]["ranking"]]
    assert {"x": 0, "y": 1000, "z": 10} == {place["name"]: place["priority"] for place in start[0]["ranking"]}
    assert 50 == available(play, 0)


@pytest.mark.parametrize(
    ("name", "at", "free", "uses"),
    [
        ("z", 10, 50, "Container app was using 700Mi, request is 600Mi, has larger consumption of memory. "),
        ("y", 70, 90, "Container app was using 1560Mi, request is 500Mi, has larger consumption of memory. "),
        ("x", 130, 50, ""),
    ],
)
def test_each_is_evicted_in_its_pass_and_dead_two_seconds_later(
    play: Play, name: str, at: int, free: int, uses: str
) -> None:
    message = f"{LOW}{free}Mi. {uses}"
    last = play.recording.head_seq

    assert [at] == [frame["t"] for frame in play.frames(kind="evict", pod=name)]
    assert at <= {"z": 11, "y": 71, "x": 131}[name]
    assert [(at, "Warning", message)] == [
        (event["t"], event["type"], event["message"]) for event in play.events(last, name, "Evicted")
    ]
    assert 2 == budget(play, name)
    assert [("sigterm", at), ("sigkill", at + 2), ("exit", at + 2)] == seconds(play, name)
    status = play.manifest(play.until(at + 2), name)["status"]
    assert ("Failed", "Evicted", message) == (status["phase"], status["reason"], status["message"])
    target = play.condition(last, name, "DisruptionTarget")
    assert target is not None
    assert ("True", "TerminationByKubelet", message) == (
        target["status"],
        target["reason"],
        target["message"],
    )


def test_three_evictions_and_no_more(play: Play) -> None:
    evicted = [frame["focus"]["pods"] for frame in play.frames(kind="evict")]

    assert [["default/z"], ["default/y"], ["default/x"]] == evicted


@pytest.mark.parametrize(("at", "free"), [(14, 750), (69, 90), (74, 1650), (129, 50), (134, 250)])
def test_what_is_free_then(play: Play, at: int, free: int) -> None:
    assert free == available(play, at)


def test_x_is_last_whatever_its_priority(play: Play) -> None:
    assert ["y", "x"] == ranked(play, 60)
    assert ["x"] == ranked(play, 120)
