"""Pods go when their node's NoExecute taints are not, or not any longer, tolerated."""

from __future__ import annotations

from typing import Any

from scheduler_core.apiserver import DeleteOptions
from scheduler_core.controllers.nodelifecycle.node_lifecycle import NodeLifecycleController
from scheduler_core.controllers.taint_eviction import TaintEvictionController, tolerance
from scheduler_core.objects.selection.selectors import Taint, Toleration
from scheduler_core.simulation.cluster.running_actors import listing
from tests.builders import pod
from tests.core.cluster import load, stored
from tests.core.controllers.silence import Plane, node, plane

MARKING = ("TaintManagerEviction", "Marking for deletion Pod default/p")
CANCELLING = ("TaintManagerEviction", "Cancelling deletion of Pod default/p")
K1, K2 = Taint("k1", "", "NoExecute"), Taint("k2", "", "NoExecute")


def tolerates(key: str, seconds: int | None = None) -> dict[str, Any]:
    made: dict[str, Any] = {"key": key, "operator": "Exists", "effect": "NoExecute"}
    return made if seconds is None else {**made, "tolerationSeconds": seconds}


def eviction(*tolerations: dict[str, Any]) -> Plane:
    """Nodes n1 and n2, and a pod p with these tolerations on n1."""
    there = {**pod("p", nodeName="n1", tolerations=list(tolerations)), "status": {"phase": "Running"}}
    return plane([TaintEvictionController()], node("n1"), node("n2"), there)


def taint(cluster: Plane, *taints: Taint) -> None:
    cluster.do(lambda api, now: api.set_taints("n1", taints))


def pod_events(cluster: Plane) -> list[tuple[str, str]]:
    return cluster.events("Pod", "default/p")


def deleted(cluster: Plane) -> list[float]:
    """Seconds at which a pod was deleted, whether it tolerated its taints for some time or not at all."""
    return sorted([*cluster.at("tainteviction.deleted"), *cluster.at("tainteviction.expired")])


def test_the_first_toleration_that_matches_is_used_and_the_shortest_time_counts() -> None:
    any_key = Toleration("", "Exists", "", "NoExecute", 50)
    first = Toleration("k1", "Exists", "", "", 100)
    for_ever = Toleration("k2", "Exists", "", "NoExecute")

    assert 100 == tolerance([K1], [first, any_key]).seconds
    assert 50 == tolerance([K1], [any_key, first]).seconds
    assert 100 == tolerance([K1, K2], [first, for_ever]).seconds
    assert tolerance([K2], [for_ever]).seconds is None
    assert 0 == tolerance([K1, K2], [first]).seconds
    assert 0 == tolerance([K1], [Toleration("k1", "Exists", "", "", -5)]).seconds


def test_a_pod_without_a_toleration_goes_at_once_with_its_own_grace() -> None:
    cluster = eviction()
    cluster.play(10)
    taint(cluster, K1)
    cluster.play()
    left = cluster.api.pods["default/p"]

    assert [10.1] == deleted(cluster)
    assert [MARKING] == pod_events(cluster)
    condition = left.status.condition("DisruptionTarget")
    assert condition is not None
    assert ("True", "DeletionByTaintManager") == (condition.status, condition.reason)
    assert "Taint manager: deleting due to NoExecute taint" == condition.message
    assert 30 == left.meta.deletion_grace_period_seconds


def test_a_tolerated_taint_starts_a_timer_and_its_end_cancels_it() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(59)
    assert [] == deleted(cluster)
    assert [(0, 60_000)] == [(one.from_ms, one.to_ms) for one in cluster.actors[0].timers()]  # type: ignore[attr-defined]
    taint(cluster)
    cluster.play()
    assert [] == deleted(cluster)
    assert [CANCELLING] == pod_events(cluster)
    assert [59.0] == cluster.at("tainteviction.cancelled")


def test_a_timer_outlives_its_node_object_and_names_no_taint_then() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(10)
    with_node = [one.why.id for one in cluster.actors[0].timers()]  # type: ignore[attr-defined]
    cluster.do(lambda api, now: api.delete("Node", "n1", DeleteOptions(), now))
    cluster.play(20)
    alone = [one.why.id for one in cluster.actors[0].timers()]  # type: ignore[attr-defined]

    assert [["timer.toleration"], ["timer.toleration_alone"]] == [with_node, alone]


def test_a_running_timer_is_never_moved() -> None:
    cluster = eviction(tolerates("k1", 60), tolerates("k2", 10))
    taint(cluster, K1)
    cluster.play(30)
    taint(cluster, K1, K2)
    cluster.play(50)
    manifest = cluster.api.pods["default/p"].manifest
    longer = {
        **manifest,
        "spec": {**manifest["spec"], "tolerations": [tolerates("k1", 600), tolerates("k2")]},
    }  # type: ignore[dict-item]
    cluster.do(lambda api, now: api.replace("Pod", "default/p", longer))
    cluster.play()

    assert [60.0] == deleted(cluster)
    assert [MARKING] == pod_events(cluster)


def test_a_further_taint_that_is_not_tolerated_ends_the_wait() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(20)
    taint(cluster, K1, K2)
    cluster.play()

    assert [20.1] == deleted(cluster)
    assert [CANCELLING, MARKING] == pod_events(cluster)


def test_who_tolerates_without_seconds_stays_and_a_timer_ends() -> None:
    cluster = eviction(tolerates("k1", 60), tolerates("k2"))
    taint(cluster, K1)
    cluster.play(10)
    taint(cluster, K2)
    cluster.play()

    assert [] == deleted(cluster)
    assert [CANCELLING] == pod_events(cluster)


def test_a_timer_outlives_the_node_object_but_not_the_pod() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(10)
    cluster.do(lambda api, now: api.delete("Node", "n1", DeleteOptions(), now))
    cluster.play(20)
    assert [] == pod_events(cluster)
    cluster.delete("p", force=True)
    cluster.play()
    assert [CANCELLING] == pod_events(cluster)
    assert [] == deleted(cluster)


def test_pods_that_are_on_their_way_out_or_final_are_not_spared() -> None:
    cluster = eviction()
    cluster.delete("p")
    taint(cluster, K1)
    cluster.play(50)
    assert [MARKING] == pod_events(cluster)
    final = {**pod("f", nodeName="n1"), "status": {"phase": "Failed"}}
    stored(load(cluster.api, "Pod", final, cluster.now_ms))
    cluster.settle()
    cluster.play()
    assert "default/f" not in cluster.api.pods


def test_an_eviction_is_not_done_twice() -> None:
    cluster = eviction()
    taint(cluster, K1)
    cluster.play(5)
    cluster.do(lambda api, now: api.patch_pod_status("default/p", {"message": "anything"}, now))
    cluster.play()

    assert [0.1] == deleted(cluster)


def test_a_mirror_pod_stays() -> None:
    cluster = eviction()
    mirror: dict[str, Any] = {**pod("m", nodeName="n1"), "status": {"phase": "Running"}}
    mirror["metadata"] = {"name": "m", "annotations": {"kubernetes.io/config.mirror": "x"}}
    stored(load(cluster.api, "Pod", mirror, 0))
    taint(cluster, K1)
    cluster.play()

    assert not cluster.api.pods["default/m"].terminating
    assert cluster.api.pods["default/p"].terminating


def test_a_restart_starts_the_timers_anew() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(50)
    fresh = Plane(cluster.api, [TaintEvictionController()], now_ms=cluster.now_ms)
    for event in listing(cluster.api):
        fresh.actors[0].observe(event, fresh.now_ms)
    fresh.play()

    assert [110.0] == deleted(fresh)


def test_a_pod_bound_to_a_tainted_node_is_looked_at_too() -> None:
    cluster = plane([TaintEvictionController()], node("n1"), pod("p"))
    taint(cluster, K1)
    cluster.play(5)
    cluster.do(lambda api, now: api.bind("default", "p", "n1", now))
    cluster.play()

    assert [5.1] == deleted(cluster)


def test_a_lost_node_keeps_its_pods_for_300_s_after_the_taint() -> None:
    there = {**pod("p", nodeName="n1"), "status": {"phase": "Running"}}
    forever = [{"operator": "Exists", "effect": "NoExecute"}]
    daemon = {**pod("d", nodeName="n1", tolerations=forever), "status": {"phase": "Running"}}
    cluster = plane(
        [NodeLifecycleController(), TaintEvictionController()],
        node("n1"),
        node("n2"),
        there,
        daemon,
        default_tolerations=True,
    )
    cluster.silence("n1")
    cluster.play()

    assert [360.0] == deleted(cluster)
    assert not cluster.api.pods["default/d"].terminating


def test_a_copy_goes_on_alike() -> None:
    cluster = eviction(tolerates("k1", 60))
    taint(cluster, K1)
    cluster.play(50)
    twin = Plane(cluster.api.copy(), [cluster.actors[0].copy()], now_ms=cluster.now_ms)

    assert [str(one) for one in cluster.play()] == [str(one) for one in twin.play()]
    assert cluster.actors[0].fingerprint() == twin.actors[0].fingerprint()
