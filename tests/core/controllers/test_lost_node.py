"""A node is lost: what the controllers make of it together, second by second (machines, network and all)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import node, pod, workload
from tests.core.controllers.volume.builders import bound_disk
from tests.core.pets import out_of_service
from tests.core.play import Documents, Play, delete, header

CUT = {"at": 0, "kind": "cut", "between": ["node/n1", "api-server"]}
HEAL = {"at": 600, "kind": "heal", "between": ["node/n1", "api-server"]}
NODE_GOES = {"at": 120, "kind": "delete", "object": {"kind": "Node", "name": "n1"}}
# Second in which each thing is first said.
Script = dict[str, float]


def web(kind: str, **pod_spec: Any) -> dict[str, Any]:
    """A workload called web."""
    service = {"serviceName": "web"} if kind == "StatefulSet" else {}
    return workload(kind, "web", metadata={"uid": "web-uid"}, pod_spec=pod_spec, **service)


def member(name: str, kind: str, **spec: Any) -> dict[str, Any]:
    """A pod of it, bound to n1."""
    owner = {"apiVersion": "apps/v1", "kind": kind, "name": "web", "uid": "web-uid", "controller": True}
    return pod(name, labels={"app": "web"}, metadata={"ownerReferences": [owner]}, nodeName="n1", **spec)


def stored_on_a_disk(kind: str = "StatefulSet") -> Documents:
    volumes = [{"name": "data", "persistentVolumeClaim": {"claimName": "c"}}]
    name = "web-0" if kind == "StatefulSet" else "web-x"
    workloads = [web(kind, volumes=volumes), member(name, kind, volumes=volumes)]
    return [header(), node("n1"), node("n2"), *bound_disk(), *workloads]


def script(play: Play) -> Script:
    """Second in which each message was said first."""
    message: Script = {}
    for frame in play.frames():
        message.setdefault(frame["message"]["id"], float(frame["t"]))
    return message


def test_s1_a_replica_is_made_elsewhere_when_the_toleration_ends() -> None:
    documents = [header(), node("n1"), node("n2"), web("ReplicaSet"), member("web-x", "ReplicaSet")]
    play = Play(documents, [CUT, HEAL])
    play.until_quiet()
    result = script(play)

    assert 55 == result["nodes.silent"] == result["nodes.pods_not_ready"]
    assert 60 == result["nodes.evicting"]
    assert 360 == result["tainteviction.expired"]
    assert result["replicaset.created_pod"] == pytest.approx(360, abs=1)
    assert play.gone_at("web-x") == pytest.approx(630, abs=3)
    assert 600 <= result["nodes.reachable"] <= 605


def test_s2_a_pet_is_asked_to_leave_and_nothing_comes_in_its_place_before_the_heal() -> None:
    play = Play(stored_on_a_disk(), [CUT, HEAL])
    last = play.until_quiet()
    result = script(play)

    assert 360 == result["tainteviction.expired"]
    assert play.terminating(play.until(599), "web-0")
    assert "2030-01-01T00:06:30Z" == play.manifest(play.until(599), "web-0")["metadata"]["deletionTimestamp"]
    assert result["statefulset.created_pod"] == pytest.approx(630, abs=3)
    assert play.exists(last, "web-0")


def test_s3_a_node_that_is_deleted_frees_the_name_but_not_the_disk() -> None:
    play = Play(stored_on_a_disk(), [CUT, NODE_GOES, HEAL])
    last = play.until_quiet()
    result = script(play)

    assert 160 <= result["podgc.removed"] <= 200
    assert result["statefulset.created_pod"] == pytest.approx(result["podgc.removed"], abs=1)
    waited = result["attach.forced"] - result["podgc.removed"]
    assert 360 < waited < 361
    multi = [event["message"] for event in play.events(last, "web-0", "FailedAttachVolume")]
    assert [
        'Multi-Attach error for volume "pv" Volume is already exclusively attached to one node and can\'t be '
        "attached to another"
    ] == multi


def test_s4_out_of_service_moves_everything_at_once() -> None:
    play = Play(stored_on_a_disk(), [CUT, out_of_service(120, "n1"), HEAL])
    play.until_quiet()
    result = script(play)

    assert result["tainteviction.deleted"] == pytest.approx(120, abs=1)
    assert 120 < result["podgc.out_of_service"] <= 140
    assert result["attach.forced"] == pytest.approx(result["podgc.out_of_service"], abs=1)
    assert result["attach.attached"] == pytest.approx(result["podgc.out_of_service"], abs=1)
    assert "n2" == play.node(play.until(150), "web-0")


def test_a_deployment_with_a_disk_waits_behind_its_own_dead_pod() -> None:
    play = Play(stored_on_a_disk("ReplicaSet"), [CUT])
    last = play.until_quiet()
    result = script(play)

    assert result["replicaset.created_pod"] == pytest.approx(360, abs=1)
    assert "attach.forced" not in result
    new = next(frame["focus"]["pods"][0] for frame in play.frames(kind="create")).rpartition("/")[2]
    messages = [event["message"] for event in play.events(last, new, "FailedAttachVolume")]
    assert ['Multi-Attach error for volume "pv" Volume is already used by pod(s) web-x'] == messages


def test_a_force_delete_still_waits_6_minutes_for_the_disk() -> None:
    play = Play(stored_on_a_disk(), [CUT, delete(61, "web-0", force=True)])
    play.until_quiet()

    assert 421 < script(play)["attach.forced"] < 423


def test_without_a_controller_manager_nothing_is_noticed_and_it_begins_anew() -> None:
    away = {"at": 10, "kind": "cut", "between": ["controller-manager", "api-server"]}
    back = {"at": 302, "kind": "heal", "between": ["controller-manager", "api-server"]}
    play = Play(stored_on_a_disk(), [CUT, away, back])
    play.until_quiet()
    result = script(play)

    assert [360.0, 365.0, 665.0] == [
        result[what] for what in ("nodes.silent", "nodes.evicting", "tainteviction.expired")
    ]


def test_a_store_that_was_away_does_not_make_nodes_silent() -> None:
    away = {"at": 0, "kind": "cut", "between": ["api-server", "store"]}
    back = {"at": 600, "kind": "heal", "between": ["api-server", "store"]}
    play = Play(stored_on_a_disk(), [away, back])
    play.until_quiet()

    assert "nodes.silent" not in script(play)


def test_the_fencing_controller_makes_sure_that_the_machine_is_dead() -> None:
    fencer = {"at": 0, "kind": "actor", "name": "fencing-controller", "running": True}
    play = Play(stored_on_a_disk(), [fencer, CUT])
    last = play.until_quiet()
    result = script(play)

    steps = ("nodes.silent", "fencing.decided", "fencing.fenced", "fencing.out_of_service")
    assert [55.0, 85.0, 95.0, 100.0] == [result[step] for step in steps]
    assert [] == play.processes(play.until(96)).get("n1", [])
    assert 100 < result["podgc.out_of_service"] <= 120
    assert "n2" == play.node(last, "web-0")


def test_a_pod_that_the_taints_keep_away_is_placed_when_they_go() -> None:
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "p"},
        "spec": {"containers": [{"name": "app", "image": "app:1"}]},
    }
    full = {**node("n2"), "spec": {"taints": [{"key": "gpu", "effect": "NoSchedule"}]}}
    given = {"at": 100, "kind": "apply", "documents": [pod]}
    play = Play([header(), node("n1"), full], [CUT, given, HEAL])
    play.until_quiet()

    assert "1 node(s) had untolerated taint {node.kubernetes.io/unreachable: }" in play.text(
        play.until(300), "p"
    )
    assert 600 <= play.bound_at("p") <= 606


def test_up_to_1_4_the_node_controller_broke_the_lock_itself() -> None:
    old = header(version="1.4")
    play = Play([old, *stored_on_a_disk()[1:]], [CUT])
    last = play.until_quiet()
    result = script(play)

    assert "tainteviction.forced" in result
    assert result["tainteviction.forced"] <= result["statefulset.created_pod"] < 400
    assert "n2" == play.node(last, "web-0")
    assert ["n1", "n2"] == [name for name, keys in play.processes(last).items() if keys]
