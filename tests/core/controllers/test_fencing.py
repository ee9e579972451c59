"""The fencing controller: detect, decide, fence, tell."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.fencing import FencingController, patience
from scheduler_core.controllers.nodelifecycle.node_lifecycle import NodeLifecycleController
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import PodDisruptionBudget
from tests.builders import pod
from tests.core.controllers.silence import Plane, node, plane

OUT = "out-of-service:NoExecute"


def pet(name: str = "db-0", **spec: Any) -> dict[str, Any]:
    """A StatefulSet's pod that runs on n1."""
    made: dict[str, Any] = {**pod(name, nodeName="n1", **spec), "status": {"phase": "Running"}}
    owner = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "db", "uid": "u", "controller": True}
    made["metadata"] = {"name": name, "labels": {"app": "db"}, "ownerReferences": [owner]}
    return made


def budget(allowed: int) -> PodDisruptionBudget:
    return PodDisruptionBudget.parse({"metadata": {"name": "b"}, "status": {"disruptionsAllowed": allowed}})


def silence_tolerated(seconds: int | None) -> dict[str, Any]:
    made: dict[str, Any] = {"key": "node.kubernetes.io/unreachable", "operator": "Exists"}
    return made if seconds is None else {**made, "tolerationSeconds": seconds}


def fenced(*documents: dict[str, Any], tells: str = "out-of-service") -> Plane:
    actors = [NodeLifecycleController(), FencingController(tells=tells)]
    return plane(actors, node("n1"), node("n2"), *documents)


@pytest.mark.parametrize(
    ("spec", "irreplaceable", "allowed", "seconds"),
    [
        ({}, True, [], 30),
        ({}, False, [], None),
        ({"priority": -1}, True, [], None),
        ({"tolerations": [silence_tolerated(None)]}, True, [], None),
        ({"tolerations": [silence_tolerated(300)]}, True, [], 30),
        ({"tolerations": [silence_tolerated(600)]}, True, [], 600),
        ({"tolerations": [silence_tolerated(5)]}, True, [0], 5),
        ({}, True, [0], 30),
        ({}, True, [1], 300),
        ({}, True, [1, 0], 30),
        ({"priority": 1_000}, True, [1], 30),
    ],
)
def test_how_long_a_pod_can_bear_the_silence(
    spec: dict[str, Any], irreplaceable: bool, allowed: list[int], seconds: int | None
) -> None:
    result = patience(
        Pod.parse(pod("p", **spec)),
        irreplaceable=irreplaceable,
        budgets=[budget(count) for count in allowed],
    )

    assert (None if seconds is None else seconds * 1000) == result


def test_a_silent_node_with_a_pet_is_fenced_and_then_marked() -> None:
    cluster = fenced(pet())
    cluster.silence("n1")
    cluster.play(500)
    steps = ("nodes.silent", "fencing.decided", "fencing.fenced", "fencing.out_of_service")

    assert [[55.0], [85.0], [95.0], [100.0]] == [cluster.at(step) for step in steps]
    assert OUT in cluster.taints("n1")
    act = next(message.act for message in cluster.act_log if message.act.kind == "fence")
    assert {"kind": "fence", "node": "n1", "by": "power"} == act.request


def test_a_node_that_is_heard_of_in_time_is_not_fenced() -> None:
    cluster = fenced(pet())
    cluster.silence("n1")
    cluster.play(90)
    cluster.heal("n1")
    cluster.play()

    assert [] == cluster.at("fencing.fenced")
    assert [] == cluster.taints("n1")


def test_pods_that_anybody_can_replace_are_no_reason() -> None:
    cluster = fenced({**pod("web", nodeName="n1"), "status": {"phase": "Running"}})
    cluster.silence("n1")
    cluster.play()

    assert [] == cluster.at("fencing.decided")


def test_the_mark_goes_when_the_node_is_back() -> None:
    cluster = fenced(pet())
    cluster.silence("n1")
    cluster.play(200)
    cluster.heal("n1")
    cluster.play()

    assert [200.1] == cluster.at("fencing.in_service")
    assert [] == cluster.taints("n1")


def test_it_may_force_delete_instead() -> None:
    cluster = fenced(pet(), pet("db-1"), {**pod("web", nodeName="n1"), "status": {}}, tells="force-delete")
    cluster.silence("n1")
    cluster.play()

    assert [100.0, 100.0] == cluster.at("fencing.force_deleted")
    assert ["default/web"] == list(cluster.api.pods)


def test_a_copy_goes_on_alike() -> None:
    cluster = fenced(pet())
    cluster.silence("n1")
    cluster.play(90)
    twin = Plane(cluster.api.copy(), [actor.copy() for actor in cluster.actors], now_ms=cluster.now_ms)

    assert [str(one) for one in cluster.play()] == [str(one) for one in twin.play()]
    assert cluster.actors[1].fingerprint() == twin.actors[1].fingerprint()
