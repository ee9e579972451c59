"""A13: nominated for one node, bound to another; the eviction is not taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, fs, gallery


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("other-node-frees-up"))
    made.until_quiet()
    return made


def test_at_0_p_is_nominated_for_the_node_with_the_lower_victim(play: Play) -> None:
    seq = play.until(4)

    assert (fs(2, "2 Insufficient cpu."), "n1") == (play.text(seq, "p"), play.nominated(seq, "p"))
    assert {"n1": (["low1"], 0), "n2": (["mid"], 0)} == play.candidates("p")
    assert play.terminating(seq, "low1")


def test_at_10_p_is_bound_where_there_is_room(play: Play) -> None:
    seq = play.until(20)

    assert play.gone_at("mid") == pytest.approx(10, abs=3)
    assert play.bound_at("p") == pytest.approx(10, abs=3)
    assert ("n2", "n1") == (play.node(seq, "p"), play.nominated(seq, "p"))
    assert play.terminating(seq, "low1")


def test_at_30_n1_is_empty(play: Play) -> None:
    last = play.until_quiet()
    pods: list[Any] = play.recording.snapshot(last)["pods"]  # type: ignore[assignment]

    assert play.gone_at("low1") == pytest.approx(30, abs=3)
    assert [("default/p", "n2")] == [(view["key"], view["node"]) for view in pods]
    assert "n1" == play.nominated(last, "p")
