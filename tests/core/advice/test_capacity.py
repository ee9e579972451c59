"""Capacity: how many pods of one shape fit, where, what stops the next one, and where the free amounts go."""

from __future__ import annotations

from hypothesis import given

from scheduler_core.advice.capacity import Capacity, capacity, grouped
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import FAST, decide
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.random_clusters import clusters

PROFILE = build_profile()
ZONE = "topology.kubernetes.io/zone"
TAINT = {"key": "gpu", "value": "true", "effect": "NoSchedule"}


def capacity_for(snapshot: Snapshot, waiting: PodInfo, nominator: Nominator | None = None) -> Capacity:
    return capacity(snapshot, waiting, PROFILE, nominator or Nominator())


def by_node(result: Capacity) -> dict[str, tuple[int, str]]:
    return {item.node: (item.fits, ", ".join(item.refusal.reasons)) for item in result.nodes}


def test_every_node_says_how_many_fit_and_what_stops_the_next_one() -> None:
    snapshot = cluster(
        node("cpu", "2", memory="64Gi"),
        node("memory", "64", memory="3Gi"),
        node("places", "64", memory="64Gi", pods="5"),
        node("tainted", "64", taints=[TAINT]),
        pod("old", "1500m", on="cpu"),
    )
    shape = pod("p", containers=[{"name": "c", "resources": {"requests": {"cpu": "250m", "memory": "1Gi"}}}])

    result = capacity_for(snapshot, shape)

    assert {
        "cpu": (2, "Insufficient cpu"),
        "memory": (3, "Insufficient memory"),
        "places": (5, "Too many pods"),
        "tainted": (0, "node(s) had untolerated taint {gpu: true}"),
    } == by_node(result)
    assert (10, False, False) == (result.fits, result.sequential, result.stopped)


def test_the_free_amount_is_usable_a_remainder_or_behind_another_filter() -> None:
    snapshot = cluster(
        node("whole", "4"),
        node("part", "4"),
        node("cordoned", "2", unschedulable=True),
        pod("a", "2500m", on="part"),
    )

    (cpu, pods) = capacity_for(snapshot, pod("p", "1")).resources

    assert ("cpu", 1000, 7500, 5000, 500, 2000) == (
        cpu.resource,
        cpu.request,
        cpu.free,
        cpu.usable,
        cpu.remainders,
        cpu.refused,
    )
    assert ("pods", 329, 5) == (pods.resource, pods.free, pods.usable)
    assert {"usable": 66, "remainders": 6, "refused": 26} == cpu.to_json()["shares"]
    assert ("7500m", "5", "500m", "2") == tuple(
        cpu.to_json()[part] for part in ("free", "usable", "remainders", "refused")
    )


def test_large_sums_of_cpu_are_written_in_tenths_of_a_core() -> None:
    snapshot = cluster(*(node(f"n{n}", "3990m") for n in range(4)))

    (cpu, _) = capacity_for(snapshot, pod("p", "990m")).resources

    assert ("990m", "16", "15.8", "120m") == tuple(
        cpu.to_json()[part] for part in ("request", "free", "usable", "remainders")
    )


def test_a_spread_over_zones_is_counted_pod_after_pod() -> None:
    constraint = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    snapshot = cluster(node("a1", "1", zone="a"), node("b1", "8", zone="b"))
    shape = pod("p", "500m", labels={"app": "web"}, topologySpreadConstraints=[constraint])

    result = capacity_for(snapshot, shape)

    assert {
        "a1": (2, "Insufficient cpu"),
        "b1": (3, "node(s) didn't match pod topology spread constraints"),
    } == by_node(result)
    assert result.sequential


def test_where_a_pod_repels_its_like_each_node_takes_one() -> None:
    terms = [{"topologyKey": "kubernetes.io/hostname", "labelSelector": {"matchLabels": {"app": "db"}}}]
    affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    snapshot = cluster(node("n1"), node("n2"), pod("db-0", "1", on="n1", labels={"app": "db"}))

    result = capacity_for(snapshot, pod("p", "1", labels={"app": "db"}, affinity=affinity))

    assert {"n1": 0, "n2": 1} == {item.node: item.fits for item in result.nodes}


def test_a_host_port_is_taken_by_the_first_copy() -> None:
    containers = [{"name": "c", "ports": [{"containerPort": 80, "hostPort": 80}]}]

    result = capacity_for(cluster(node("n1")), pod("p", containers=containers))

    assert {"n1": (1, "node(s) didn't have free ports for the requested pod ports")} == by_node(result)


def test_pods_nominated_to_a_node_keep_their_room() -> None:
    nominator = Nominator()
    nominator.add(pod("high", "3", priority=10), "n1")

    result = capacity_for(cluster(node("n1", "4")), pod("p", "1"), nominator)

    assert {"n1": (1, "Insufficient cpu")} == by_node(result)


def test_a_pre_filter_that_refuses_the_pod_leaves_no_room_anywhere() -> None:
    claim = [{"name": "d", "persistentVolumeClaim": {"claimName": "missing"}}]

    result = capacity_for(cluster(node("n1"), node("n2")), pod("p", volumes=claim))

    assert [(2, 0, ('persistentvolumeclaim "missing" not found',))] == [
        (item.nodes, item.fits, item.reasons) for item in grouped(result.nodes)
    ]


def test_the_count_on_one_node_ends_at_a_thousand_and_says_so() -> None:
    result = capacity_for(cluster(node("n1", pods="5000")), pod("p"))

    assert (1000, True, "") == (result.fits, result.stopped, result.nodes[0].refusal.plugin)


def test_groups_put_the_refusal_of_the_most_nodes_first() -> None:
    snapshot = cluster(node("n1", "1"), node("n2", "2"), node("n3", "8", taints=[TAINT]))

    result = grouped(capacity_for(snapshot, pod("p", "1")).nodes)

    assert [("NodeResourcesFit", 2, 3), ("TaintToleration", 1, 0)] == [
        (item.plugin, item.nodes, item.fits) for item in result
    ]


@given(clusters())
def test_as_many_fit_as_the_scheduler_places_one_after_another(
    made: tuple[list[Node], list[PodInfo], list[PodInfo]],
) -> None:
    nodes, placed, waiting = made
    snapshot = cluster(*nodes, *placed)
    results = [(shape, capacity_for(snapshot, shape)) for shape in waiting[:2]]

    assert [fit.fits for _, fit in results if not fit.stopped] == [
        placed_one_by_one(snapshot, shape) for shape, fit in results if not fit.stopped
    ]


def placed_one_by_one(snapshot: Snapshot, shape: PodInfo) -> int:
    """How many copies of the pod the scheduler binds until one does not fit."""
    filling, count = snapshot.copy(), 0
    while True:
        decision = decide(filling, shape, PROFILE, Nominator(), FAST)
        if decision.result != "bound" or decision.node is None:
            return count
        count += 1
        copy = shape.on(decision.node)
        copy.__dict__.update(uid=f"copy-{count}", key=f"default/copy-{count}")
        filling.add_pod(copy)
