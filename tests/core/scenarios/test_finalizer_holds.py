"""D15: a finalizer holds the object of a pod whose processes have ended."""

from __future__ import annotations

import pytest

from tests.core.playing import Play, gallery

SLUG = "finalizer-holds"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_both_processes_end_at_2_and_g_is_removed(play: Play) -> None:
    assert [2, 2] == [frame["t"] for frame in play.frames(kind="exit")]
    assert [] == play.frames(kind="sigkill")
    assert [] == play.processes(play.until(3))["n1"]
    assert play.gone_at("g") == pytest.approx(2, abs=3)
    assert not play.exists(play.until(5), "g")


def test_f_stays_completed_with_grace_0(play: Play) -> None:
    seq = play.until(9)
    manifest, view = play.manifest(seq, "f"), play.view(seq, "f")

    assert view is not None
    assert ("Succeeded", "Completed") == (view["phase"], view["state"])
    assert "deletionTimestamp" in manifest["metadata"]
    assert 0 == manifest["metadata"]["deletionGracePeriodSeconds"]
    assert ["example.com/backup"] == manifest["metadata"]["finalizers"]
    assert ["example.com/backup"] == view["leaving"]["finalizers"]


def test_force_changes_nothing(play: Play) -> None:
    forced = play.first(lambda frame: frame["t"] == 10)

    assert "you.changed_nothing" == forced["message"]["id"]
    assert play.manifest(play.until(9), "f") == play.manifest(play.until(15), "f")


def test_without_its_finalizer_f_is_gone_at_20(play: Play) -> None:
    assert play.exists(play.until(19), "f")
    freed = play.first(lambda frame: frame["message"]["id"] == "script.removed_finalizer")
    assert (20, False) == (freed["t"], play.exists(freed["seq"], "f"))
