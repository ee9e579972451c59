"""Members of an application that decides by majority: its own list, asked for in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import Input, cut, fence, power_off
from tests.core.play import Play, gallery, named

# Three members on n1, n2 and n3.
DOCUMENTS = gallery("etcd-quorum-rescue")


def member(at: float, number: int, *, listed: bool, of: str = "default/etcd") -> Input:
    return {"at": at, "kind": "member", "set": of, "member": number, "listed": listed}


def messages(*inputs: Input) -> list[tuple[str, dict[str, Any]]]:
    play = Play(DOCUMENTS, inputs)
    play.until(50)
    frames = play.frames(kind="input-member")
    return [(frame["message"]["id"], frame["message"]["args"]) for frame in frames]


def test_who_is_on_the_list_already_is_nothing_to_ask_for() -> None:
    twice = messages(member(1, 2, listed=True), member(2, 2, listed=False), member(3, 2, listed=False))

    assert ["you.changed_nothing", "you.member_unlisted", "you.changed_nothing"] == [
        item for item, _ in twice
    ]


@pytest.mark.parametrize(
    "lost",
    [cut(0), fence(0, "network"), fence(0, "storage"), power_off(0)],
    ids=["cut", "net", "disk", "off"],
)
def test_a_member_that_is_not_heard_has_no_vote(lost: Input) -> None:
    assert [(2, 3)] == [(args["votes"], args["of"]) for _, args in messages(lost, member(1, 0, listed=False))]


def test_without_a_majority_the_list_stays() -> None:
    refused = messages(
        cut(0),
        cut(0, "node/n2"),
        member(1, 2, listed=False),
        {"at": 2, "kind": "heal"},
        member(3, 2, listed=False),
    )

    assert [("you.member_refused", 1, 3), ("you.member_unlisted", 3, 3)] == [
        (item, args["votes"], args["of"]) for item, args in refused
    ]


def test_who_was_taken_off_has_no_vote_when_the_number_is_listed_again() -> None:
    result = messages(member(1, 2, listed=False), member(2, 2, listed=True), member(3, 1, listed=False))

    assert [(3, 3), (2, 2), (2, 3)] == [(args["votes"], args["of"]) for _, args in result]


def test_a_set_that_is_not_there_is_named() -> None:
    play = Play(DOCUMENTS, [])
    problem: Any = play.give(0, {"kind": "member", "set": "default/no", "member": 2, "listed": False})

    assert ("input.set", "fault.unknown_set", {"set": "default/no"}) == (
        problem.path,
        problem.code,
        dict(problem.args),
    )


def test_the_list_is_part_of_the_state() -> None:
    play = Play(DOCUMENTS, [member(1, 2, listed=False), member(2, 2, listed=False)])
    play.until(10)
    again = Play(DOCUMENTS, [member(1, 2, listed=False), member(2, 2, listed=False)])
    seq = again.until(10)

    assert play.recording.hash(seq) == again.recording.hash(seq)
    assert play.recording.hash(seq) != Play(DOCUMENTS, []).recording.hash(0)


def test_a_pod_of_the_set_without_a_number_is_no_member() -> None:
    documents = gallery("etcd-quorum-rescue")
    named(documents, "etcd-2")["metadata"]["name"] = "etcd-backup"
    play = Play(documents, [member(0, 2, listed=False)])
    play.until(0)

    assert (2, 3) == tuple(
        play.frames(kind="input-member")[0]["message"]["args"][name] for name in ("votes", "of")
    )
