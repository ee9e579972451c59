"""Which pods wait for the end of a timer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod
from tests.core.builders import claim, volume
from tests.core.pets import crash, cut, delete_node
from tests.core.play import Play, apply, delete, play_of


def using(name: str, on: str = "", claim_name: str = "data", **spec: Any) -> dict[str, Any]:
    volumes = [{"name": "d", "persistentVolumeClaim": {"claimName": claim_name}}]
    return pod(name, "1", on=on, volumes=volumes, **spec)


def disk(name: str, claim_name: str) -> list[dict[str, Any]]:
    csi = {"driver": "disks.example.com", "volumeHandle": name}
    kept = {"namespace": "default", "name": claim_name}
    return [
        volume(name, csi=csi, claimRef=kept, storageClassName="disks"),
        claim(claim_name, volumeName=name, storageClassName="disks"),
    ]


def holds(play: Play, second: float, kind: str) -> list[list[str]]:
    """The pods held by each timer of a kind at a second."""
    timers: Any = play.recording.snapshot(play.until(second))["timers"]
    return [timer["holds"] for timer in timers if timer["kind"] == kind]


def test_a_toleration_holds_its_pod_and_the_silence_of_its_node_holds_none() -> None:
    play = play_of(node("n1"), node("n3"), pod("p", on="n3"), inputs=[cut(10)])

    assert [[]] == holds(play, 20, "silence")
    assert [["default/p"]] == holds(play, 100, "toleration")


def test_the_quarantine_of_a_deleted_node_holds_its_pods() -> None:
    documents = node("n1"), node("n3"), pod("a", on="n3"), pod("b", on="n3"), pod("c", on="n1")
    play = play_of(*documents, inputs=[cut(5), delete_node(10)])

    assert [["default/a", "default/b"]] == holds(play, 45, "quarantine")


def test_a_pod_that_only_its_finalizer_keeps_does_not_wait_for_the_quarantine() -> None:
    kept = pod("a", on="n3", terminationGracePeriodSeconds=1)
    kept["metadata"]["finalizers"] = ["example.com/x"]
    play = play_of(
        node("n1"), node("n3"), kept, pod("b", on="n3"), inputs=[delete(5, "a"), cut(20), delete_node(21)]
    )

    assert [["default/b"]] == holds(play, 55, "quarantine")


@pytest.mark.parametrize(
    ("new", "held"),
    [
        (using("new"), ["default/new"]),
        (using("new", nodeSelector={"no": "where"}), ["default/new"]),
        (using("new", claim_name="other"), []),
        (pod("new"), []),
    ],
)
def test_a_forced_detachment_holds_the_pods_that_need_the_volume_elsewhere(
    new: dict[str, Any], held: list[str]
) -> None:
    """The kubelet of n3 is gone, so the volume stays in use there after the pod was deleted by force."""
    inputs = [crash(10, "kubelet/n3"), delete(70, "old", gracePeriodSeconds=0, force=True), apply(80, new)]
    documents = [node("n1"), node("n3"), *disk("pv-1", "data"), *disk("pv-2", "other"), using("old", on="n3")]
    play = play_of(*documents, inputs=inputs)
    timers: Any = play.recording.snapshot(play.until(100))["timers"]
    detach = [timer for timer in timers if timer["kind"] == "detach"]

    assert [("pv-1", "n3", held)] == [(timer["volume"], timer["node"], timer["holds"]) for timer in detach]
