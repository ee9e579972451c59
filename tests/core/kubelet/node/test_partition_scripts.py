"""Whole clusters with a partition: kubelets and controllers together, second by second.

Source: scripts S1-S4 of the pod-safety reference (cut at 0, checks at multiples of 5 s), and the stories of the
two-copies, restarted-kubelet and deleted-node scenarios.
"""

from __future__ import annotations

from typing import Any

from tests.builders import node, pod, workload
from tests.core.controllers.volume.builders import bound_disk
from tests.core.pets import out_of_service
from tests.core.play import Documents, Play, delete, header

UNTIL = 900
CUT = {"at": 0, "kind": "cut", "between": ["node/n1", "api-server"], "direction": "both"}
HEAL = {"at": 600, "kind": "heal", "between": None}
DATA = [{"name": "data", "persistentVolumeClaim": {"claimName": "c"}}]
DELETE_NODE = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}


def a_pet() -> Documents:
    """StatefulSet web of one replica with a disk, running on n1."""
    member = pod("web-0", on="n1", labels={"app": "web"}, volumes=DATA)
    return [
        header(),
        node("n1"),
        node("n2"),
        *bound_disk(),
        workload("StatefulSet", "web", serviceName="web", pod_spec={"volumes": DATA}),
        member,
    ]


def cut_off(documents: Documents, *inputs: dict[str, Any]) -> Play:
    play = Play(documents, inputs)
    play.until(UNTIL)
    return play


def seconds_of(play: Play, *ids: str) -> list[tuple[float, str]]:
    """(second, message id) of the frames with one of these messages, in whole seconds."""
    return [
        (float(int(frame["t"])), frame["message"]["id"])
        for frame in play.frames()
        if frame["message"]["id"] in ids
    ]


def ghosts(play: Play, seconds: float) -> list[str]:
    """Processes on machines the API server knows nothing of."""
    shown: list[Any] = play.recording.snapshot(play.until(seconds))["processes"]  # type: ignore[assignment]
    return [f"{one['name']} on {one['node']} {one['state']}" for one in shown if one["ghost"]]


def test_s2_a_pet_waits_for_its_node_and_its_disk() -> None:
    play = cut_off(a_pet(), CUT, HEAL)

    assert [(55.0, "nodes.silent"), (60.0, "nodes.evicting"), (360.0, "tainteviction.expired")] == seconds_of(
        play, "nodes.silent", "nodes.evicting", "tainteviction.expired"
    )
    assert [
        (600.0, "kubelet.posts_node"),
        (600.0, "kubelet.sigterm"),
        (630.0, "kubelet.sigkill"),
        (631.0, "kubelet.removed"),
        (631.0, "statefulset.created_pod"),
    ] == seconds_of(
        play,
        "kubelet.posts_node",
        "kubelet.sigterm",
        "kubelet.sigkill",
        "kubelet.removed",
        "statefulset.created_pod",
    )
    assert play.terminating(play.until(599), "web-0")


def test_s3_a_deleted_node_makes_a_second_copy_that_waits_six_minutes_for_the_disk() -> None:
    play = cut_off(a_pet(), CUT, DELETE_NODE, HEAL)

    assert [
        (180.0, "podgc.removed"),
        (180.0, "statefulset.created_pod"),
        (180.0, "kubelet.waits_for_volumes"),
        (180.0, "attach.multi"),
        (303.0, "kubelet.failed_mount"),
        (540.0, "attach.forced"),
        (541.0, "kubelet.ready"),
    ] == seconds_of(
        play,
        "podgc.removed",
        "statefulset.created_pod",
        "kubelet.waits_for_volumes",
        "attach.multi",
        "attach.forced",
        "kubelet.failed_mount",
        "kubelet.ready",
    )
    assert ["web-0 on n1 running"] == ghosts(play, 599)
    assert (631.0, "kubelet.dead_unlisted") == seconds_of(play, "kubelet.dead_unlisted")[0]
    assert [] == ghosts(play, 700)


def test_s4_an_out_of_service_node_is_given_up_at_once() -> None:
    play = cut_off(a_pet(), CUT, out_of_service(120, "n1"), HEAL)

    assert [
        (120.0, "tainteviction.deleted"),
        (140.0, "podgc.out_of_service"),
        (140.0, "attach.forced"),
        (141.0, "kubelet.ready"),
    ] == seconds_of(play, "tainteviction.deleted", "podgc.out_of_service", "attach.forced", "kubelet.ready")
    assert ["web-0 on n1 running"] == ghosts(play, 599)
    assert [(631.0, "kubelet.dead_unlisted")] == seconds_of(play, "kubelet.dead_unlisted")


def test_a_force_delete_makes_two_copies_until_the_heal() -> None:
    documents = [header(), node("n1"), node("n2"), workload("StatefulSet", "web", serviceName="web")]
    documents.append(pod("web-0", on="n1", labels={"app": "web"}))
    play = cut_off(documents, CUT, delete(120, "web-0", force=True), HEAL)

    assert "n2" == play.node(play.until(125), "web-0")
    for second in (121, 400, 599):
        assert ["web-0 on n1 running"] == ghosts(play, second)
    assert ["web-0 on n1 terminating"] == ghosts(play, 615)
    assert [] == ghosts(play, 632)


def test_a_node_registers_again_only_when_its_kubelet_starts() -> None:
    restart = [{"at": 700, "kind": kind, "component": "kubelet/n1"} for kind in ("crash", "start")]
    documents = [header(), node("n1"), node("n2"), pod("a", on="n1")]
    play = cut_off(documents, CUT, DELETE_NODE, HEAL, *restart)

    assert [(700.0, "kubelet.registers")] == seconds_of(play, "kubelet.registers")
    assert [] == seconds_of(play, "kubelet.posts_node")
    assert [(55.0, "nodes.silent")] == seconds_of(play, "nodes.silent")


def test_a_destroyed_machine_leaves_no_ghost() -> None:
    documents = [header(), node("n1"), node("n2"), pod("a", on="n1")]
    destroyed = {"at": 110, "kind": "destroy", "node": "n1"}
    play = cut_off(documents, CUT, destroyed, DELETE_NODE, HEAL)

    assert [(180.0, "podgc.removed")] == seconds_of(play, "podgc.removed")
    assert [] == ghosts(play, 150) == ghosts(play, 300)


def test_a_restarted_kubelet_starts_the_clock_again() -> None:
    hook = {"preStop": {"exec": {"command": ["/bin/sh", "-c", "sleep 5"]}}}
    manifest = pod("a", on="n1")
    manifest["spec"]["containers"][0]["lifecycle"] = hook
    faults = [
        {"at": at, "kind": kind, "component": "kubelet/n1"} for at, kind in ((20, "crash"), (25, "start"))
    ]
    play = cut_off([header(), node("n1"), manifest], delete(0, "a"), *faults)

    kinds = [(frame["t"], frame["kind"]) for frame in play.frames() if frame["actor"] == "kubelet"]
    assert [
        (0, "prestop"),
        (5, "sigterm"),
        (25, "prestop"),
        (30, "sigterm"),
        (55, "sigkill"),
        (56, "removed"),
    ] == kinds


def test_a_proof_of_death_that_nobody_hears_is_told_once() -> None:
    mute = {"at": 0, "kind": "cut", "between": ["node/n1", "api-server"], "direction": "to"}
    play = Play([header(), node("n1"), node("n2"), pod("x", on="n1")], [mute, delete(10, "x")])
    play.until(200)

    assert [41] == [frame["t"] for frame in play.frames() if frame["message"]["id"] == "kubelet.dead_unsaid"]
