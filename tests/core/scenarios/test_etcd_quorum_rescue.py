"""D03: the cluster's part of a rescue by the owner; who is a member, etcd alone knows."""

from __future__ import annotations

import pytest

from tests.core.pets import counts, cut, homes, uid
from tests.core.playing import Play, delete, gallery

SLUG, PET = "etcd-quorum-rescue", "default/etcd-2"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_the_force_delete_is_answered_at_once_by_a_new_etcd_2_elsewhere(play: Play) -> None:
    assert {"n1", "n2"} == play.tied("etcd-2")
    assert play.bound_at("etcd-2") == pytest.approx(110, abs=3)
    assert uid(play, 0, "etcd-2") != uid(play, play.until(125), "etcd-2")


def test_when_the_new_member_is_added_at_120_it_runs(play: Play) -> None:
    view = play.view(play.until(120), "etcd-2")

    assert view is not None
    assert ("Running", True) == (view["state"], view["ready"])


def test_the_old_process_lives_all_the_same(play: Play) -> None:
    assert [1, 2] == [number for _, number in counts(play, PET)]
    assert "n3" in homes(play, play.recording.head_seq, PET)


def test_two_cut_off_leave_one_ready_and_etcd_2_is_not_even_made_again() -> None:
    play = Play(gallery(SLUG), [cut(0), cut(0, "node/n2"), delete(110, "etcd-2", force=True)])
    last = play.until_quiet()

    assert not play.exists(last, "etcd-2")
    assert [] == [f for f in play.frames() if f["message"]["id"] == "statefulset.created_pod"]
    view = play.view(play.until(110), "etcd-1")
    assert view is not None
    assert not view["ready"]
    assert [(0.0, 1)] == counts(play, PET)
