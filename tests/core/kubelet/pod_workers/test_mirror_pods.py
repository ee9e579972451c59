"""Pods that come from a file of their node."""

from __future__ import annotations

from scheduler_core.objects.manifest import Manifest
from tests.builders import node, pod
from tests.builders import pod as pod_on
from tests.core.kubelet.nodes import OneNode, processes
from tests.core.play import Play, header

MIRROR = {
    "kubernetes.io/config.source": "file",
    "kubernetes.io/config.mirror": "0123",
    "kubernetes.io/config.hash": "0123",
}


def mirrored() -> OneNode:
    """A static pod runs since second 1; it is second 10."""
    play = OneNode()
    manifest: Manifest = pod("etcd-n1", nodeName="n1")
    manifest = {**manifest, "metadata": {"name": "etcd-n1", "annotations": MIRROR}}
    play.do(lambda api, now: api.create("Pod", manifest, now))
    play.play(10)
    play.act_log.clear()
    return play


def test_deleting_a_mirror_pod_does_not_end_its_pod_and_it_is_made_again() -> None:
    for force in (False, True):
        play = mirrored()
        before = play.api.pods["default/etcd-n1"].uid

        play.delete("etcd-n1", force=force)
        play.play()

        after = play.api.pods["default/etcd-n1"]
        assert [(10.0, "create", "kubelet.mirrors")] == play.acts()
        assert before != after.uid
        assert ("Running", False) == (after.status.phase, after.terminating)
        assert [("etcd-n1", "running")] == processes(play.api, play.host)


def test_a_mirror_pod_deleted_behind_a_partition_is_made_again_after_it() -> None:
    play = mirrored()
    play.cut()
    play.delete("etcd-n1", force=True)
    play.at(100)
    assert {} == play.api.pods

    play.heal()
    play.play()

    assert [(100.0, "create", "kubelet.mirrors")] == play.acts()


def test_static_pods_start_with_their_machine_without_any_api_server() -> None:
    play = mirrored()
    play.power(False)
    play.cut()
    play.at(50)

    play.power(True)
    play.play(60)

    assert [("etcd-n1", "running")] == processes(play.api, play.host)


def test_a_static_pod_survives_a_new_kubelet() -> None:
    play = mirrored()
    play.crash()
    play.delete("etcd-n1", force=True)
    play.at(50)

    play.start()
    play.play()

    assert [(50.0, "create", "kubelet.mirrors")] == play.acts()
    assert [("etcd-n1", "running")] == processes(play.api, play.host)


def test_a_static_pod_of_a_vanished_node_runs_on_and_is_pictured_again_when_the_node_is_there() -> None:
    static = pod_on("etcd-n1", on="n1")
    static["metadata"]["annotations"] = {"kubernetes.io/config.source": "file"}
    gone = {"at": 0, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}
    play = Play(
        [header(), node("n1"), node("n2"), static],
        [gone, {"at": 300, "kind": "apply", "documents": [node("n1")]}],
    )

    assert not play.exists(play.until(200), "etcd-n1")
    assert ["default/etcd-n1"] == play.processes(play.until(299))["n1"]
    assert play.condition(play.until(400), "etcd-n1", "DisruptionTarget") is None
    assert [300.0] == [frame["t"] for frame in play.frames() if frame["message"]["id"] == "kubelet.mirrors"]


def test_no_taint_and_no_drain_ends_a_static_pod() -> None:
    static = pod_on("etcd-n1", on="n1")
    static["metadata"]["annotations"] = {"kubernetes.io/config.source": "file"}
    taint = {"at": 0, "kind": "taint", "node": "n1", "key": "k", "value": "", "effect": "NoExecute"}
    play = Play([header(), node("n1"), static], [taint, {"at": 5, "kind": "drain", "node": "n1"}])

    seq = play.until_quiet()

    assert play.untouched(seq, "etcd-n1")
    tolerated = play.manifest(seq, "etcd-n1")["spec"]["tolerations"]
    assert {"operator": "Exists", "effect": "NoExecute"} in tolerated
    assert ["drain.done"] == [frame["message"]["id"] for frame in play.frames() if frame["t"] == 5]
