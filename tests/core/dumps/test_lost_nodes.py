"""A node that is lost in a dump stays lost: nobody hears its kubelet until somebody says that it is back."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.common.node_conditions import ready_status
from scheduler_core.objects import Pod
from tests.builders import workload
from tests.core.dumps.builders import acts, dump, found_pod, lease, lost, ready_node, running
from tests.core.play import Play

PETS = workload("StatefulSet", "pet", 1, metadata={"uid": "set"}, serviceName="pet")
WEB = workload("ReplicaSet", "web", 1, metadata={"uid": "rs"})


def owned(name: str, on: str, owner: dict[str, Any], **fields: Any) -> dict[str, Any]:
    reference = {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"],
        "controller": True,
    }
    metadata = {"labels": {"app": owner["metadata"]["name"]}, "ownerReferences": [reference]}
    return found_pod(name, on, metadata=metadata, **fields)


def leaving(name: str, owner: dict[str, Any]) -> dict[str, Any]:
    return owned(name, "gone", owner, deleted=600, ready="False", ready_since=900)


def pods(play: Play, until: float) -> dict[str, tuple[str, bool]]:
    """Name → node and whether it is being deleted, at that second."""
    world = play.recording.world(play.until(until))
    return {pod.name: (pod.node_name, pod.terminating) for pod in world.api.pods.values()}


def ready(play: Play, name: str, until: float) -> bool:
    world = play.recording.world(play.until(until))
    pod = world.api.pods[f"default/{name}"]
    assert isinstance(pod, Pod)
    return pod.ready


def cluster(*objects: dict[str, Any]) -> Play:
    return Play(dump(ready_node("ok"), *objects))


def test_a_pod_on_a_lost_node_stays_terminating_and_only_a_deployment_gets_another() -> None:
    play = cluster(lost("gone", 1_000), PETS, WEB, leaving("pet-0", PETS), leaving("web-a", WEB))
    later = pods(play, 3_600)

    assert {"pet-0": ("gone", True), "web-a": ("gone", True)} == {
        name: later[name] for name in ("pet-0", "web-a")
    }
    assert 3 == len(later)


@pytest.mark.parametrize(
    ("given", "gone_by"),
    [
        (
            {
                "kind": "delete",
                "object": {"kind": "Pod", "namespace": "default", "name": "pet-0"},
                "force": True,
            },
            101,
        ),
        (
            {
                "kind": "taint",
                "node": "gone",
                "key": "node.kubernetes.io/out-of-service",
                "value": "nodeshutdown",
                "effect": "NoExecute",
            },
            121,
        ),
        ({"kind": "delete", "object": {"kind": "Node", "name": "gone"}}, 181),
        ({"kind": "heal", "between": ["node/gone", "api-server"]}, 132),
        ({"kind": "start", "component": "kubelet/gone"}, 132),
        ({"kind": "power", "node": "gone", "on": True}, 102),
    ],
    ids=[
        "force delete",
        "out of service",
        "node deleted",
        "Ready again",
        "kubelet starts",
        "machine boots",
    ],
)
def test_a_terminating_pod_on_a_lost_node_ends_when_somebody_acts(
    given: dict[str, Any], gone_by: float
) -> None:
    play = cluster(lost("gone", 1_000), PETS, leaving("pet-0", PETS))
    seq = play.until(100)
    uid = play.recording.world(seq).api.pods["default/pet-0"].uid
    play.give(seq, given)
    world = play.recording.world(play.until(gone_by))

    assert uid not in {pod.uid for pod in world.api.pods.values()}


def test_the_kubelet_of_a_lost_node_does_not_know_a_later_deletion() -> None:
    play = cluster(lost("gone", 1_000), PETS, leaving("pet-0", PETS))

    assert {"gone": ["default/pet-0"]} == {
        node: keys for node, keys in play.processes(play.until(300)).items() if keys
    }


@pytest.mark.parametrize(
    "how",
    [
        [lost("gone", 200)],
        [lost("gone", 200, taints=False)],
        [ready_node("gone"), lease("gone", 200), lease("ok", 3)],
        [ready_node("gone"), lease("gone", 200)],
        [ready_node("gone"), lease("gone", 2, **{"podium/renewing": "false"}), lease("ok", 3)],
        [ready_node("gone", ready="Unknown", beat=100), lease("gone", 100), lease("ok", 3)],
    ],
    ids=["taints", "no taints", "old lease", "only its lease", "stated", "unknown and old lease"],
)
def test_a_silent_node_does_not_post_its_pods_ready_and_is_found_out(how: list[dict[str, Any]]) -> None:
    stuck = found_pod("a", "gone", [running("app", 3_000)], ready="False", ready_since=150)
    play = cluster(*how, stuck)
    world = play.recording.world(play.until(120))

    assert not ready(play, "a", 600)
    assert "Unknown" == next(
        condition.status for condition in world.api.nodes["gone"].conditions if condition.type == "Ready"
    )


@pytest.mark.parametrize(
    "how",
    [
        [ready_node("n", ready="False"), lease("n", 4), lease("ok", 3)],
        [ready_node("n", ready="False")],
        [ready_node("n"), lease("n", 38), lease("ok", 3)],
        [lost("n", 200), lease("n", 2), lease("ok", 3)],
    ],
    ids=["not ready with a fresh lease", "not ready without a lease", "late", "renews again"],
)
def test_a_node_with_a_fresh_lease_is_heard(how: list[dict[str, Any]]) -> None:
    play = cluster(*how, found_pod("a", "n"))
    play.give(
        play.until(1), {"kind": "delete", "object": {"kind": "Pod", "namespace": "default", "name": "a"}}
    )

    assert {} == pods(play, 60)


def test_leases_that_have_nearly_all_expired_tell_of_wrong_clocks() -> None:
    names = [f"n{number}" for number in range(12)]
    leases = [lease(name, 100) for name in names[1:]]
    play = cluster(*(ready_node(name) for name in names), lease(names[0], 0), *leases)

    assert {} == play.recording.world(0).cluster.network.silent


def test_a_toleration_timer_goes_on_from_where_it_was() -> None:
    tolerates = [
        {
            "key": "node.kubernetes.io/unreachable",
            "operator": "Exists",
            "effect": "NoExecute",
            "tolerationSeconds": seconds,
        }
        for seconds in (300,)
    ]
    play = cluster(lost("gone", 200), found_pod("a", "gone", ready="False", tolerations=tolerates))

    assert [(100, "delete", "a")] == [act for act in acts(play, 300) if act[2] == "a"]


def test_a_kubelet_that_says_it_is_not_ready_says_so_until_it_starts_anew() -> None:
    play = cluster(ready_node("n", ready="False"), lease("n", 4), lease("ok", 3))
    before = ready_status(play.recording.world(play.until(300)).api.nodes["n"])
    play.give(play.until(300), {"kind": "start", "component": "kubelet/n"})
    after = ready_status(play.recording.world(play.until(320)).api.nodes["n"])

    assert ("False", "True") == (before, after)
