"""D09: a namespace waits for its last pod, for ever if nobody can say that it ended."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import cut, delete_node, in_seconds, said
from tests.core.playing import Play, gallery

SLUG, KEY = "namespace-stuck", "ns/p"
DELETE_NS = {"at": 60, "kind": "delete", "object": {"kind": "Namespace", "name": "ns"}}


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def namespace(play: Play, seconds: float) -> Any:
    return play.questions.manifest(play.until(seconds), "Namespace", "ns")


def pod_of(play: Play, seconds: float) -> Any:
    return play.questions.manifest(play.until(seconds), "Pod", KEY)


def pod_gone_at(play: Play) -> float:
    return next(
        float(play.recording.time(seq))
        for seq in range(play.recording.head_seq + 1)
        if play.questions.manifest(seq, "Pod", KEY) is None
    )


def test_the_namespace_is_terminating_at_60_and_its_pod_5_s_later(play: Play) -> None:
    assert "Terminating" == namespace(play, 61)["status"]["phase"]
    assert "deletionTimestamp" not in pod_of(play, 64)["metadata"]
    assert 95 == in_seconds(pod_of(play, 66)["metadata"]["deletionTimestamp"])


def test_it_is_so_still_at_300_and_says_why(play: Play) -> None:
    conditions = {each["type"]: each for each in namespace(play, 299)["status"]["conditions"]}

    assert "deletionTimestamp" in pod_of(play, 299)["metadata"]
    remaining = conditions["NamespaceContentRemaining"]
    assert ("True", "SomeResourcesRemain") == (remaining["status"], remaining["reason"])
    assert "Some resources are remaining: pods. has 1 resource instances" == remaining["message"]
    assert "unexpected items still remain" in conditions["NamespaceDeletionContentFailure"]["message"]


def test_a_deleted_node_frees_it_340_to_380(play: Play) -> None:
    gone = pod_gone_at(play)

    assert 340 <= gone <= 380
    finished = said(play, "namespace.finished")[0]
    assert gone <= finished <= gone + 60
    assert namespace(play, 500) is None


def test_a_force_delete_frees_it_at_300() -> None:
    forced = {
        "at": 300,
        "kind": "delete",
        "object": {"kind": "Pod", "namespace": "ns", "name": "p"},
        "force": True,
    }
    play = Play(gallery(SLUG), [cut(0), DELETE_NS, forced])
    play.until_quiet()

    assert 300 == pod_gone_at(play)
    assert 300 <= said(play, "namespace.finished")[0] <= 360


def test_without_help_it_hangs() -> None:
    play = Play(gallery(SLUG), [cut(0), DELETE_NS])
    play.until(7200)

    assert [] == said(play, "namespace.finished")
    assert ["ns/p"] == play.processes(play.recording.head_seq)["n3"]


def test_the_node_alone_is_the_sign() -> None:
    play = Play(gallery(SLUG), [cut(0), DELETE_NS, delete_node(300)])
    play.until(600)

    assert ["podgc.removed"] == [
        frame["message"]["id"] for frame in play.frames(kind="removed") if KEY in frame["focus"]["pods"]
    ]
