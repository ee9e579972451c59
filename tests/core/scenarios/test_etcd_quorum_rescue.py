"""D03: first the application's own quorum takes the lost member off its list, then its pod is deleted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import Input, counts, cut, homes, uid
from tests.core.playing import Play, delete, gallery

SLUG, PET = "etcd-quorum-rescue", "default/etcd-2"


def member(at: float, *, listed: bool) -> Input:
    return {"at": at, "kind": "member", "set": "default/etcd", "member": 2, "listed": listed}


def answers(play: Play) -> list[tuple[float, str, dict[str, Any]]]:
    """What etcd said to the changes that were asked of it."""
    return [
        (float(frame["t"]), frame["message"]["id"], frame["message"]["args"])
        for frame in play.frames(kind="input-member")
    ]


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_two_of_three_votes_take_member_2_off_the_list(play: Play) -> None:
    assert (100, "you.member_unlisted", {"set": "etcd", "member": 2, "claims": 1, "votes": 2, "of": 3}) == (
        answers(play)[0]
    )


def test_the_force_delete_is_answered_at_once_by_a_new_etcd_2_elsewhere(play: Play) -> None:
    assert {"n1", "n2"} == play.tied("etcd-2")
    assert play.bound_at("etcd-2") == pytest.approx(110, abs=3)
    assert uid(play, 0, "etcd-2") != uid(play, play.until(125), "etcd-2")


def test_the_new_process_joins_with_the_votes_of_members_0_and_1(play: Play) -> None:
    view = play.view(play.until(120), "etcd-2")

    assert view is not None
    assert ("Running", True) == (view["state"], view["ready"])
    assert (120, "you.member_listed", {"set": "etcd", "member": 2, "votes": 2, "of": 2}) == answers(play)[1]


def test_the_old_process_lives_but_is_counted_out() -> None:
    play = Play(gallery(SLUG), [*gallery(SLUG)[0]["spec"]["inputs"], member(130, listed=False)])
    last = play.until_quiet()

    assert [1, 2] == [number for _, number in counts(play, PET)]
    assert "n3" in homes(play, last, PET)
    # Both processes are called etcd-2, and only the new one claims to be member 2.
    assert (1, 3, 3) == tuple(answers(play)[2][2][name] for name in ("claims", "votes", "of"))


def test_in_the_wrong_order_two_processes_claim_member_2_until_it_is_off_the_list() -> None:
    play = Play(gallery(SLUG), [cut(0), delete(110, "etcd-2", force=True), member(120, listed=False)])
    play.until_quiet()

    _, said, arguments = answers(play)[0]
    assert ("you.member_unlisted", 2) == (said, arguments["claims"])
    assert [1, 2] == [number for _, number in counts(play, PET)]


def test_two_cut_off_leave_one_vote_and_etcd_2_is_not_even_made_again() -> None:
    inputs = [cut(0), cut(0, "node/n2"), member(100, listed=False), delete(110, "etcd-2", force=True)]
    play = Play(gallery(SLUG), inputs)
    last = play.until_quiet()

    assert (100, "you.member_refused", {"set": "etcd", "votes": 1, "of": 3}) == answers(play)[0]
    assert not play.exists(last, "etcd-2")
    assert [] == [f for f in play.frames() if f["message"]["id"] == "statefulset.created_pod"]
    view = play.view(play.until(110), "etcd-1")
    assert view is not None
    assert not view["ready"]
    assert [(0.0, 1)] == counts(play, PET)
