"""Pods go when a device of their claim gets a NoExecute taint that the claim does not tolerate."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.manifest import find, items
from tests.builders import DRIVER, resource_slice
from tests.core.controllers.devicetainteviction.users import CANCELLING, KEY, MARKING, tolerates, using
from tests.core.controllers.silence import Plane


def taint(cluster: Plane, *effects: str) -> None:
    """d0 has taints with these effects from now on."""
    taints: Any = [
        {"key": "sick", "effect": effect, "timeAdded": cluster.api.timestamp(cluster.now_ms)}
        for effect in effects
    ]
    name = f"n1-{DRIVER}"
    old = cluster.api.objects("ResourceSlice")[name].manifest
    new = resource_slice("n1", {"name": "d0", "taints": taints} if taints else "d0")
    cluster.do(lambda api, now: api.replace("ResourceSlice", name, {**old, "spec": new["spec"]}))
    cluster.play(cluster.now_ms / 1000 + 1)


def condition(cluster: Plane) -> tuple[Any, Any]:
    conditions = items(find(cluster.api.pods[KEY].manifest, "status", "conditions"))
    target = next(entry for entry in conditions if find(entry, "type") == "DisruptionTarget")
    return find(target, "reason"), find(target, "message")


def test_a_taint_that_is_not_tolerated_deletes_the_pod() -> None:
    cluster = using()

    taint(cluster, "NoExecute")

    assert [MARKING] == cluster.events("Pod", KEY)
    assert cluster.api.pods[KEY].terminating
    assert (
        "DeletionByDeviceTaintManager",
        "Device Taint manager: deleting due to NoExecute taint",
    ) == condition(cluster)


def test_other_effects_and_tolerations_without_a_time_evict_nobody() -> None:
    for cluster in (using(), using(tolerates())):
        taint(cluster, "NoSchedule", "None")
        assert [] == cluster.events("Pod", KEY)
    taint(cluster, "NoExecute")

    assert [] == cluster.events("Pod", KEY)


def test_only_tolerations_for_no_execute_count() -> None:
    cluster = using(tolerates(effect=""))

    taint(cluster, "NoExecute")

    assert [MARKING] == cluster.events("Pod", KEY)


def test_the_shortest_toleration_counts_from_the_time_of_the_taint() -> None:
    cluster = using(tolerates(60), tolerates(20))

    taint(cluster, "NoExecute")
    cluster.play(19)
    assert [] == cluster.events("Pod", KEY)
    assert [20_000] == [timer.to_ms for actor in cluster.actors for timer in actor.timers()]  # type: ignore[attr-defined]
    cluster.play(21)

    assert [MARKING] == cluster.events("Pod", KEY)


def test_a_taint_that_goes_cancels_the_deletion() -> None:
    cluster = using(tolerates(20))

    taint(cluster, "NoExecute")
    taint(cluster)
    cluster.play(30)

    assert [CANCELLING] == cluster.events("Pod", KEY)
