"""D06: a kubelet that was restarted begins a termination from the beginning."""

from __future__ import annotations

import pytest

from tests.core.pets import deadline
from tests.core.playing import Play, delete, gallery

SLUG = "kubelet-restart-resets"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def times(play: Play, kind: str) -> list[float]:
    return [float(frame["t"]) for frame in play.frames(kind=kind, pod="app")]


def test_the_hook_runs_twice_and_sigterm_comes_twice(play: Play) -> None:
    assert [0, 25] == times(play, "prestop")
    assert [5, 30] == times(play, "sigterm")
    assert [25, 25] == [frame["message"]["args"]["seconds"] for frame in play.frames(kind="sigterm")]


def test_sigkill_comes_at_55_then_the_object_goes(play: Play) -> None:
    assert [55] == times(play, "sigkill")
    assert play.gone_at("app") == pytest.approx(55, abs=3)


def test_the_deadline_in_the_object_is_30_and_passes(play: Play) -> None:
    seq = play.until(40)

    assert 30 == deadline(play, seq, "app")
    assert ["default/app"] == play.processes(seq)["n1"]


def test_while_the_kubelet_is_down_the_process_goes_on(play: Play) -> None:
    assert ["default/app"] == play.processes(play.until(22))["n1"]


def test_without_the_crash_sigkill_comes_at_30() -> None:
    play = Play(gallery(SLUG), [delete(0, "app")])
    play.until_quiet()

    assert ([0], [5], [30]) == tuple(times(play, kind) for kind in ("prestop", "sigterm", "sigkill"))
