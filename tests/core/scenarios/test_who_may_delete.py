"""D07: many may ask for a deletion, few may complete it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import cut, delete_node, homes
from tests.core.playing import Documents, Play, delete, gallery

SLUG = "who-may-delete"
PODS = ("live", "cut", "orphan")
LOST = [cut(0, "node/n2"), {"at": 0, "kind": "destroy", "node": "n3"}, delete_node(0)]


def lost(*inputs: dict[str, Any], until: float = 1000) -> Play:
    play = Play(gallery(SLUG), [*LOST, *inputs])
    play.until(until)
    return play


def removals(play: Play, name: str) -> list[tuple[str, str]]:
    """Who removed a pod, and which message said so."""
    return [(frame["who"], frame["message"]["id"]) for frame in play.frames(kind="removed", pod=name)]


# The kubelet of the node, after a DELETE.


@pytest.fixture(scope="module")
def asked() -> Play:
    made = Play(gallery(SLUG))
    made.until_quiet()
    return made


def test_the_kubelet_removes_what_it_knows_to_be_dead(asked: Play) -> None:
    assert [("kubelet n1", "kubelet.removed")] == removals(asked, "live")
    killed = asked.frames(kind="sigkill", pod="live")[0]
    assert killed["t"] == pytest.approx(32, abs=3)
    assert asked.gone_at("live") >= killed["t"]


def test_the_kubelet_behind_the_cut_hears_nothing(asked: Play) -> None:
    last = asked.recording.head_seq

    assert asked.terminating(last, "cut")
    assert [] == asked.frames(kind="sigterm", pod="cut")
    assert ["n2"] == homes(asked, last, "default/cut")


def test_pod_gc_may_force_delete_the_orphan_40_to_80_s_after_its_node(asked: Play) -> None:
    assert [("pod-garbage-collector", "podgc.removed")] == removals(asked, "orphan")
    assert 40 <= asked.gone_at("orphan") <= 80


# The node controller.


def test_the_node_controller_starts_the_deletion_of_cut_alone() -> None:
    play = lost()
    marked = [frame for frame in play.frames() if frame["message"]["id"] == "tainteviction.expired"]
    last = play.recording.head_seq

    assert [["default/cut"]] == [frame["focus"]["pods"] for frame in marked]
    assert 345 <= marked[0]["t"] <= 365
    assert play.terminating(last, "cut")
    assert play.untouched(last, "live")


def test_pod_gc_never_removes_live_and_cut() -> None:
    play = lost(until=3600)

    assert [] == removals(play, "live") == removals(play, "cut")
    assert 40 <= play.gone_at("orphan") <= 80


# Garbage collector and namespace controller.


def owned() -> Documents:
    """The three pods, owned by something that can be deleted."""
    documents = gallery(SLUG)
    owner = {
        "apiVersion": "v1",
        "kind": "ReplicationController",
        "metadata": {"name": "owner", "uid": "owner-uid"},
        "spec": {
            "replicas": 0,
            "selector": {"app": "owner"},
            "template": {
                "metadata": {"labels": {"app": "owner"}},
                "spec": {"containers": [{"name": "app", "image": "example/app:1"}]},
            },
        },
    }
    reference = {"apiVersion": "v1", "kind": "ReplicationController", "name": "owner", "uid": "owner-uid"}
    for each in documents[1:]:
        if each["kind"] == "Pod":
            each["metadata"]["ownerReferences"] = [reference]
    return [*documents, owner]


def in_a_namespace() -> Documents:
    documents = gallery(SLUG)
    for each in documents[1:]:
        if each["kind"] == "Pod":
            each["metadata"]["namespace"] = "ns"
    return [*documents, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "ns"}}]


@pytest.mark.parametrize("kind", ["owner", "namespace"])
def test_the_garbage_collector_and_the_namespace_controller_only_start_it(kind: str) -> None:
    documents = owned() if kind == "owner" else in_a_namespace()
    target = (
        {"kind": "ReplicationController", "namespace": "default", "name": "owner"}
        if kind == "owner"
        else {"kind": "Namespace", "name": "ns"}
    )
    play = Play(documents, [*LOST, {"at": 1, "kind": "delete", "object": target}])
    play.until(300)
    place = "default" if kind == "owner" else "ns"
    asked_at = 1 if kind == "owner" else 6

    def manifest(seq: int, name: str) -> Any:
        return play.questions.manifest(seq, "Pod", f"{place}/{name}")

    early = play.until(asked_at + 1)
    for name in PODS:
        assert "deletionTimestamp" in manifest(early, name)["metadata"], name
    removed = {
        frame["focus"]["pods"][0].partition("/")[2]: (frame["who"], float(frame["t"]))
        for frame in play.frames(kind="removed")
        if frame["focus"]["pods"]
    }
    assert {"live": "kubelet n1", "orphan": "pod-garbage-collector"} == {
        name: who for name, (who, _) in removed.items()
    }
    assert removed["live"][1] == pytest.approx(asked_at + 30, abs=3)
    assert 40 <= removed["orphan"][1] <= 80
    assert "deletionTimestamp" in manifest(play.until(300), "cut")["metadata"]


# A user, by force.


def test_by_force_all_are_gone_at_once_and_the_process_behind_the_cut_lives_on() -> None:
    play = lost(*(delete(2, name, force=True) for name in PODS))

    assert not any(play.exists(play.until(2), name) for name in PODS)
    last_alive = max(
        play.recording.time(seq)
        for seq in range(play.recording.head_seq + 1)
        if homes(play, seq, "default/live")
    )
    ended = play.first(lambda frame: frame["who"] == "kubelet n1" and frame["kind"] == "sigkill")
    assert ended["t"] == pytest.approx(4, abs=1)
    assert last_alive <= ended["t"]
    assert ["n2"] == homes(play, play.recording.head_seq, "default/cut")
    assert [] == homes(play, play.recording.head_seq, "default/orphan")
