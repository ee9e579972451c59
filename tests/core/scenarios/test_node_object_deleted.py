"""D08: pods of a Node that is deleted are removed by force, whatever runs on its machine."""

from __future__ import annotations

import pytest

from tests.core.pets import counts, cut, delete_node, most, node_view, uid
from tests.core.playing import Play, gallery

SLUG, PET = "node-object-deleted", "default/db-2"


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_pod_gc_removes_the_pods_of_n3_between_160_and_200(play: Play) -> None:
    removed = play.first(lambda frame: frame["message"]["id"] == "podgc.removed")

    assert 160 <= removed["t"] <= 200
    assert "pod-garbage-collector" == removed["who"]
    assert not play.exists(removed["seq"], "db-2")
    assert play.exists(removed["seq"] - 1, "db-2")


def test_db_2_is_made_again_on_n1_or_n2(play: Play) -> None:
    seq = play.until(210)

    assert {"n1", "n2"} == play.tied("db-2")
    assert uid(play, 0, "db-2") != uid(play, seq, "db-2")


def test_two_processes_live_until_630(play: Play) -> None:
    seen = counts(play, PET)

    assert [1, 2, 1] == [number for _, number in seen]
    assert 160 <= seen[1][0] <= 203
    assert seen[2][0] == pytest.approx(630, abs=3)


def test_n3_registers_again_when_its_kubelet_starts_and_not_when_it_heals(play: Play) -> None:
    assert not node_view(play, play.until(150), "n3")["registered"]
    assert not node_view(play, play.until(699), "n3")["registered"]
    assert [pytest.approx(700, abs=3)] == [
        frame["t"] for frame in play.frames() if frame["message"]["id"] == "kubelet.registers"
    ]
    last = node_view(play, play.recording.head_seq, "n3")
    assert (True, True) == (last["registered"], last["ready"])


def test_after_a_meteor_there_is_never_more_than_one() -> None:
    meteor = {"at": 110, "kind": "destroy", "node": "n3"}
    play = Play(gallery(SLUG), [cut(0), meteor, delete_node(120)])
    last = play.until_quiet()

    assert 1 == most(play, PET)
    assert [1, 0, 1] == [number for _, number in counts(play, PET)]
    assert 160 <= play.gone_at("db-2") <= 200
    assert play.node(last, "db-2") in ("n1", "n2")
