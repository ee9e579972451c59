"""A22: a wrong class in a template evicts pods that could have stayed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import NO_VICTIMS, Play, fs, gallery, tail

NOBODY = fs(1, "1 Insufficient cpu.") + tail(1, f"1 {NO_VICTIMS}")


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("unneeded-preemption"))
    made.until(130)
    return made


def names(play: Play, seq: int, prefix: str) -> list[str]:
    pods: list[Any] = play.recording.snapshot(seq)["pods"]  # type: ignore[assignment]
    return [view["name"] for view in pods if view["name"].startswith(prefix)]


def replacements(play: Play, seq: int) -> list[str]:
    return [name for name in names(play, seq, "web-") if name not in ("web-1", "web-2", "web-3", "web-4")]


def test_web_4_then_web_3_are_preempted_each_by_one_batch_pod(play: Play) -> None:
    seq = play.until(20)
    batch = {play.manifest(seq, name)["metadata"]["uid"] for name in names(play, seq, "batch-")}
    victims = [frame["message"]["args"]["pod"] for frame in play.frames(kind="preempt")]
    told = [play.events(seq, name, "Preempted")[0]["message"] for name in ("web-4", "web-3")]

    assert ["web-4", "web-3"] == victims
    assert {f"Preempted by pod {uid} on node n1" for uid in batch} == set(told)
    assert [True, True] == [play.untouched(seq, name) for name in ("web-1", "web-2")]


def test_the_replica_set_makes_two_replacements_that_wait(play: Play) -> None:
    seq = play.until(20)

    assert 2 == len(replacements(play, seq))
    assert [NOBODY, NOBODY] == [play.text(seq, name) for name in replacements(play, seq)]


def test_at_30_both_batch_pods_are_placed(play: Play) -> None:
    seq = play.until(50)

    assert 2 == len(names(play, seq, "batch-"))
    for name in names(play, seq, "batch-"):
        assert "n1" == play.node(seq, name)
        assert play.bound_at(name) == pytest.approx(30, abs=3)


def test_at_90_the_batch_pods_are_gone_and_the_replacements_are_placed(play: Play) -> None:
    seq = play.until(99)

    assert [] == names(play, seq, "batch-")
    for name in replacements(play, seq):
        assert "n1" == play.node(seq, name)
        assert play.bound_at(name) == pytest.approx(90, abs=3)


def test_at_100_batch_without_the_class_waits_and_preempts_no_pod(play: Play) -> None:
    last = play.until(130)

    assert 2 == len(names(play, last, "batch-"))
    assert [NOBODY, NOBODY] == [play.text(last, name) for name in names(play, last, "batch-")]
    assert [] == [frame for frame in play.frames(kind="preempt") if frame["t"] >= 100]
