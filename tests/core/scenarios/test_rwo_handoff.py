"""D11: a disk for one node goes from one pod to the next, and its attachment is the lock."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.pets import Input, cut, fence, node_view, said, steps
from tests.core.playing import Play, gallery

SLUG = "rwo-handoff"
BREAK: Input = {"at": 35, "kind": "break-attachment", "volume": "disk", "node": "a"}
Lock = tuple[str, ...]


def handed_off(*more: Input, first: tuple[Input, ...] = (), until: float = 3600) -> Play:
    documents = gallery(SLUG)
    play = Play(documents, [*first, *documents[0]["spec"]["inputs"], *more])
    play.until(until)
    return play


def lock(play: Play, seq: int) -> Lock:
    """The nodes the disk is attached to."""
    snapshot: Any = play.recording.snapshot(seq)
    volume = next((each for each in snapshot["volumes"] if each["name"] == "disk"), None)
    return () if volume is None else tuple(volume["attached"])


def writers(play: Play, seq: int) -> set[str]:
    """The nodes on which somebody may write to the disk."""
    views = (node_view(play, seq, name) for name in ("a", "b", "c"))
    return {view["name"] for view in views for each in view["volumes"] if each["writers"]}


def most_writers(play: Play) -> int:
    return max(len(writers(play, seq)) for seq in steps(play))


@pytest.fixture(scope="module")
def play() -> Play:
    return handed_off()


def test_the_fifteen_steps_come_in_their_order_with_the_lock_as_it_should_be(play: Play) -> None:
    wanted: list[tuple[str, str, str, Lock]] = [
        ("script", "script.applied", "PersistentVolume disk", ()),
        ("persistentvolume-controller", "volume.bound", "data", ()),
        ("script", "script.applied", "Pod pod1", ()),
        ("kube-scheduler", "scheduler.bound", "pod1", ()),
        ("kubelet a", "kubelet.waits_for_volumes", "pod1", ()),
        ("attachdetach-controller", "attach.attached", "a", ("a",)),
        ("kubelet a", "kubelet.ready", "pod1", ("a",)),
        ("script", "script.deleted", "pod1", ("a",)),
        ("script", "script.applied", "Pod pod2", ("a",)),
        ("kube-scheduler", "scheduler.bound", "pod2", ("a",)),
        ("kubelet b", "kubelet.waits_for_volumes", "pod2", ("a",)),
        ("kubelet a", "kubelet.removed", "pod1", ("a",)),
        ("attachdetach-controller", "attach.detached", "a", ()),
        ("attachdetach-controller", "attach.attached", "b", ("b",)),
        ("kubelet b", "kubelet.ready", "pod2", ("b",)),
    ]
    assert 15 == len(wanted)
    frames = iter(play.frames())
    for number, (who, said_id, what, held) in enumerate(wanted, 1):
        frame = next(
            (
                each
                for each in frames
                if (each["who"], each["message"]["id"]) == (who, said_id)
                and what in str(each["message"]["args"])
            ),
            None,
        )
        assert frame is not None, f"step {number} did not come"
        assert held == lock(play, frame["seq"]), f"step {number}"


def test_the_scheduler_chooses_among_the_nodes_of_the_storage_cluster(play: Play) -> None:
    assert {"a", "b"} == set(play.decision("pod1", 0)["best"])
    assert "c" not in play.decision("pod1")["totals"]
    second = play.decision("pod2")
    assert ("b", {"a": 395, "b": 397}) == (second["node"], second["totals"])


def test_there_is_never_a_second_writer(play: Play) -> None:
    assert 1 == most_writers(play)
    assert {"b"} == writers(play, play.recording.head_seq)


def test_b_says_why_it_waits(play: Play) -> None:
    assert [
        'Multi-Attach error for volume "disk" Volume is already used by pod(s) pod1',
    ] == [each["message"] for each in play.events(play.recording.head_seq, "pod2", "FailedAttachVolume")]


def test_a_partition_after_step_11_lets_b_wait_for_ever() -> None:
    play = handed_off(cut(25, "node/a"))
    last = play.recording.head_seq

    assert play.exists(last, "pod1")
    assert ("a",) == lock(play, last)
    view = play.view(last, "pod2")
    assert view is not None
    assert "ContainerCreating" == view["state"]
    assert 1 == most_writers(play)


def test_with_the_firewall_the_broken_attachment_is_safe() -> None:
    play = handed_off(cut(25, "node/a"), fence(30, "storage", "a"), BREAK)
    broken = play.first(lambda frame: frame["message"]["id"] == "script.broke_attachment")

    assert {"volume": "disk", "node": "a"} == broken["message"]["args"]
    assert () == lock(play, broken["seq"])
    assert ("b",) == lock(play, broken["seq"] + 1)
    ready = play.frames(kind="ready", pod="pod2")[0]
    assert ready["t"] == pytest.approx(36, abs=3)
    assert ["default/pod1"] == play.processes(ready["seq"])["a"]
    assert {"b"} == writers(play, ready["seq"])
    assert 1 == most_writers(play)


def test_without_the_firewall_there_are_two_writers() -> None:
    play = handed_off(cut(25, "node/a"), BREAK)
    ready = play.frames(kind="ready", pod="pod2")[0]

    assert {"a", "b"} == writers(play, ready["seq"])
    assert 2 == most_writers(play)


def test_of_two_controllers_one_write_wins_and_the_other_gets_a_conflict() -> None:
    second: Input = {"at": 0, "kind": "second", "component": "attachdetach-controller", "running": True}
    play = handed_off(first=(second,))
    lost = play.frames(kind="conflict")

    assert ["a", "b"] == [
        frame["message"]["args"]["node"]
        for frame in play.frames()
        if frame["message"]["id"] == "attach.attached"
    ]
    assert 1 == len(said(play, "attach.detached"))
    assert 2 == len(lost)
    assert lost[0]["message"]["args"]["text"].endswith("already exists")
    assert "the object has been modified" in lost[1]["message"]["args"]["text"]
    assert 1 == most_writers(play)
    assert ("b",) == lock(play, play.recording.head_seq)
