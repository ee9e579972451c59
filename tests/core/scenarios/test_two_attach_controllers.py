"""D11.1: two attach/detach controllers race for each change of a disk, and one of each two writes wins."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import said, steps
from tests.core.playing import Play, gallery, played

SLUG = "two-attach-controllers"


@pytest.fixture(scope="module")
def play() -> Play:
    return played(gallery(SLUG))


def holders(play: Play, seq: int) -> tuple[str, ...]:
    snapshot: Any = play.recording.snapshot(seq)
    return tuple(next(each["attached"] for each in snapshot["volumes"] if each["name"] == "disk"))


def test_both_controllers_say_that_the_disk_is_still_in_use_elsewhere(play: Play) -> None:
    told = [frame for frame in play.frames() if frame["message"]["id"] == "attach.multi"]

    assert ["attachdetach-controller", "attachdetach-controller (2)"] == [frame["who"] for frame in told]
    assert all(["n1"] == frame["message"]["args"]["others"] for frame in told)


def test_of_two_writes_one_is_refused_with_a_conflict(play: Play) -> None:
    lost = play.frames(kind="conflict")

    assert 1 == len(said(play, "attach.detached"))
    assert 1 == len(said(play, "attach.attached"))
    assert ["attachdetach-controller (2)"] == [frame["who"] for frame in lost]
    assert 'nodes "n1": the object has been modified' in lost[0]["message"]["args"]["text"]


def test_the_disk_is_never_attached_to_two_nodes(play: Play) -> None:
    seen = list(dict.fromkeys(holders(play, seq) for seq in steps(play)))

    assert [("n1",), (), ("n2",)] == seen


def test_the_disk_is_detached_only_after_the_old_process_has_ended(play: Play) -> None:
    ended = play.frames(kind="exit", pod="old")[0]["t"]

    assert ended < said(play, "attach.detached")[0]
    assert play.frames(kind="ready", pod="new")[0]["t"] > said(play, "attach.attached")[0]


def test_one_controller_alone_meets_no_conflict() -> None:
    documents = gallery(SLUG)
    inputs = [each for each in documents[0]["spec"]["inputs"] if each["kind"] != "second"]
    play = played(documents, inputs)

    assert [] == play.frames(kind="conflict")
    assert ("n2",) == holders(play, play.recording.head_seq)
