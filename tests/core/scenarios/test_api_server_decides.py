"""E04: the API server writes deletionGracePeriodSeconds, from the request, the spec and what it knows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.endings import grace, seconds
from tests.core.playing import Play, gallery, played

SLUG = "api-server-decides"
NAMES = ("plain", "five", "sixty", "pending", "succeeded", "negative", "forced")


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def deleted(play: Play, name: str) -> Any:
    return next(
        frame for frame in play.frames(kind="input-delete") if frame["message"]["args"]["name"] == name
    )


@pytest.mark.parametrize(("name", "expected"), [("plain", 30), ("five", 5), ("sixty", 60), ("negative", 1)])
def test_the_number_that_is_written(play: Play, name: str, expected: int) -> None:
    frame = deleted(play, name)
    metadata = play.manifest(frame["seq"], name)["metadata"]

    assert expected == grace(play, frame["seq"], name)
    assert (
        f"2030-01-01T00:{(frame['t'] + expected) // 60:02}:{(frame['t'] + expected) % 60:02}Z"
        == (metadata["deletionTimestamp"])
    )


@pytest.mark.parametrize("name", ["pending", "succeeded", "forced"])
def test_with_zero_the_object_is_removed_at_once(play: Play, name: str) -> None:
    frame = deleted(play, name)

    assert play.exists(frame["seq"] - 1, name)
    assert not play.exists(frame["seq"], name)
    assert {"op": "del", "kind": "pod", "key": f"default/{name}"} in frame["changes"]


@pytest.mark.parametrize(("name", "end"), [("plain", 32), ("five", 9), ("sixty", 66), ("negative", 14)])
def test_the_kubelet_keeps_to_it(play: Play, name: str, end: int) -> None:
    assert [("sigkill", end)] == seconds(play, name, ("sigkill",))
    assert play.gone_at(name) == pytest.approx(end, abs=3)


def test_every_spec_says_30_and_every_delete_is_the_first(play: Play) -> None:
    assert {30} == {play.manifest(0, name)["spec"]["terminationGracePeriodSeconds"] for name in NAMES}
    assert sorted(NAMES) == sorted(
        frame["message"]["args"]["name"] for frame in play.frames(kind="input-delete")
    )
    assert {} == play.refusals()
