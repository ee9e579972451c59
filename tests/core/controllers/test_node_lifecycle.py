"""A cordoned node gets its taint, and loses it when it is open again."""

from __future__ import annotations

from typing import Any

from tests.core.playing import Play, apply, node, pod

HEAD = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "taints"}, "spec": {}}
TAINT = {
    "key": "node.kubernetes.io/unschedulable",
    "effect": "NoSchedule",
    "timeAdded": "2030-01-01T00:00:00Z",
}


def taints(play: Play, seq: int) -> Any:
    manifest: Any = play.recording.manifest(seq, "Node", "n1")
    return manifest["spec"].get("taints", [])


def test_cordon_adds_the_taint_and_uncordon_takes_it_off() -> None:
    cordon, uncordon = {"at": 0, "kind": "cordon", "node": "n1"}, {"at": 5, "kind": "uncordon", "node": "n1"}
    play = Play([HEAD, node("n1")], [cordon, uncordon])
    last = play.until_quiet()

    assert [TAINT] == taints(play, play.until(4))
    assert [] == taints(play, last)
    assert ["nodes.tainted", "nodes.untainted"] == [
        frame["message"]["id"] for frame in play.frames(kind="update")
    ]


def test_a_node_that_has_it_already_is_left_alone() -> None:
    closed = {**node("n1"), "spec": {"unschedulable": True, "taints": [TAINT]}}
    play = Play([HEAD, closed, node("n2")], [apply(0, pod("p"))])
    play.until_quiet()

    assert [] == play.frames(kind="update")


def test_other_taints_stay() -> None:
    other = {"key": "gpu", "value": "true", "effect": "NoSchedule"}
    tainted = {**node("n1"), "spec": {"taints": [other]}}
    cordon, uncordon = {"at": 0, "kind": "cordon", "node": "n1"}, {"at": 5, "kind": "uncordon", "node": "n1"}
    play = Play([HEAD, tainted], [cordon, uncordon])

    assert [other] == taints(play, play.until_quiet())
