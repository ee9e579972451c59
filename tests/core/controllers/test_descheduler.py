"""The descheduler: pods that would not be placed where they are any more are evicted, as budgets allow."""

from __future__ import annotations

from typing import Any

from scheduler_core.controllers.descheduler import Descheduler
from scheduler_core.objects.selection.selectors import Taint
from tests.builders import api_object, pod
from tests.core.cluster import load, stored
from tests.core.controllers.silence import ZONE, Plane, node, plane
from tests.core.kubectl_writes import cordon

SPREAD = {
    "maxSkew": 1,
    "topologyKey": ZONE,
    "whenUnsatisfiable": "DoNotSchedule",
    "labelSelector": {"matchLabels": {"app": "web"}},
}


def web(name: str, on: str, second: int = 0, *, owned: bool = True, **spec: Any) -> dict[str, Any]:
    made: dict[str, Any] = {**pod(name, nodeName=on, **spec), "status": {"phase": "Running"}}
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}
    made["metadata"] = {
        "name": name,
        "labels": {"app": "web"},
        "creationTimestamp": f"2029-12-31T23:00:{second:02}Z",
        "ownerReferences": [owner] if owned else [],
    }
    return made


def evicted(cluster: Plane) -> list[tuple[float, str]]:
    return [
        (message.t, message.act.focus_pods[0].rpartition("/")[2])
        for message in cluster.act_log
        if message.act.kind == "delete"
    ]


def zones(*pods: dict[str, Any]) -> Plane:
    return plane([Descheduler()], node("n1", zone="z1"), node("n2", zone="z2"), *pods)


def test_the_youngest_pods_of_the_fullest_zone_go_until_the_skew_is_right() -> None:
    spread = {"topologySpreadConstraints": [SPREAD]}
    cluster = zones(*(web(f"w{number}", "n1", number, **spread) for number in range(3)))
    cluster.play(100)

    assert [(0.0, "w2")] == evicted(cluster)
    condition = cluster.api.pods["default/w2"].status.condition("DisruptionTarget")
    assert condition is not None
    assert "EvictionByEvictionAPI" == condition.reason


def test_a_wish_is_no_reason_nor_is_a_skew_within_the_limit() -> None:
    wish = {"topologySpreadConstraints": [{**SPREAD, "whenUnsatisfiable": "ScheduleAnyway"}]}
    cluster = zones(*(web(f"w{number}", "n1", **wish) for number in range(3)))
    assert [] == cluster.play()
    hard = {"topologySpreadConstraints": [SPREAD]}
    assert [] == zones(web("a", "n1", **hard), web("b", "n1", **hard), web("c", "n2", **hard)).play()


def test_no_pod_is_evicted_that_could_not_run_elsewhere() -> None:
    spread = {"topologySpreadConstraints": [SPREAD]}
    cluster = zones(*(web(f"w{number}", "n1", **spread) for number in range(3)))
    cluster.do(lambda api, now: cordon(api, "n2"))

    assert [] == cluster.play()


def test_pods_without_an_owner_or_with_data_of_their_own_stay() -> None:
    spread: dict[str, Any] = {"topologySpreadConstraints": [SPREAD]}
    cluster = zones(
        *(web(f"w{number}", "n1", owned=False, **spread) for number in range(3)),
        *(web(f"v{number}", "n1", volumes=[{"name": "d", "emptyDir": {}}], **spread) for number in range(3)),
    )

    assert [] == cluster.play()


def test_pods_that_do_not_tolerate_their_nodes_taint_go_at_the_next_interval() -> None:
    tolerant = {"tolerations": [{"key": "gpu", "operator": "Exists"}]}
    cluster = zones(web("a", "n1"), web("b", "n1", **tolerant))
    cluster.play(10)
    cluster.do(lambda api, now: api.add_taint("n1", Taint("gpu", "true", "NoSchedule")))
    cluster.do(lambda api, now: api.add_taint("n2", Taint("soft", "", "PreferNoSchedule")))
    cluster.play()

    assert [(300.0, "a")] == evicted(cluster)


def test_a_budget_is_obeyed() -> None:
    budget = api_object(
        "PodDisruptionBudget",
        "b",
        metadata={"generation": 1},
        spec={"minAvailable": 1, "selector": {"matchLabels": {"app": "web"}}},
        status={
            "disruptionsAllowed": 0,
            "currentHealthy": 1,
            "desiredHealthy": 1,
            "observedGeneration": 1,
        },
    )
    ready = [{"type": "Ready", "status": "True"}]
    there = web("a", "n1")
    there["status"]["conditions"] = ready
    cluster = zones(there)
    stored(load(cluster.api, "PodDisruptionBudget", budget))
    cluster.do(lambda api, now: api.add_taint("n1", Taint("gpu", "true", "NoSchedule")))
    cluster.play()

    assert [] == evicted(cluster)
    assert [0.0] == cluster.at("descheduler.refused")


def test_an_idle_cluster_costs_nothing() -> None:
    cluster = zones(web("a", "n1"))
    cluster.play()

    assert cluster.actors[0].next_ms(cluster.now_ms) is None
