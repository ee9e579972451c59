"""Obstacles: what the scheduler stopped at comes first, and everything else that is in the way after it."""

from __future__ import annotations

from hypothesis import given

from scheduler_core.advice.obstacles import Obstacle, ObstacleSearch, grouped, obstacles
from scheduler_core.messages import say
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decide import ALL, decide
from scheduler_core.scheduler.framework.status import Code
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.core.scheduler.builders import cluster, node, pod
from tests.core.scheduler.random_clusters import clusters

PROFILE = build_profile()
HOST = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"


def sentences(result: tuple[Obstacle, ...]) -> list[tuple[str, bool, list[str]]]:
    return [
        (obstacle.plugin, obstacle.first, [say(detail.to_json()) for detail in obstacle.details])
        for obstacle in result
    ]


def on(snapshot: Snapshot, waiting: PodInfo, name: str = "n1", nominator: Nominator | None = None) -> object:
    return sentences(obstacles(snapshot, waiting, PROFILE, name, nominator))


@given(clusters())
def test_the_first_obstacle_is_the_verdict_and_a_node_without_any_is_feasible(
    cluster: tuple[list[Node], list[PodInfo], list[PodInfo]],
) -> None:
    nodes, placed, waiting = cluster
    snapshot, nominator = Snapshot(), Nominator()
    snapshot.namespaces["default"] = {}
    for item in nodes:
        snapshot.put_node(item)
    for each_pod in placed:
        snapshot.add_pod(each_pod)
    looked_at = 0
    for each_pod in waiting:
        decision = decide(snapshot, each_pod, PROFILE, nominator, ALL)
        course = ObstacleSearch(snapshot, each_pod, PROFILE, nominator)
        for info in snapshot.nodes:
            result = course.on(info)
            looked_at += 1
            if decision.prefilter.code is not Code.SUCCESS:
                assert result[0].status == decision.prefilter
                continue
            assert (info.name in decision.feasible) == (not result)
            if result:
                assert result[0].status == decision.nodes[info.name].status
                assert [obstacle.first for obstacle in result] == [True] + [False] * (len(result) - 1)
        if decision.result == "bound" and decision.node is not None:
            snapshot.add_pod(each_pod.on(decision.node))
        elif decision.result == "nominated" and decision.node is not None:
            nominator.add(each_pod, decision.node)

    assert len(nodes) * len(waiting) == looked_at


def test_a_tainted_and_full_node_shows_both_though_the_scheduler_stopped_at_the_taint() -> None:
    gpu = node("n1", "4", taints=[{"key": "gpu", "value": "true", "effect": "NoSchedule"}])
    snapshot = cluster(gpu, pod("old", "3700m", on="n1"))

    assert [
        ("TaintToleration", True, ["taint gpu=true:NoSchedule not tolerated"]),
        ("NodeResourcesFit", False, ["cpu: needs 500m, 300m free"]),
    ] == on(snapshot, pod("p", "500m"))


def test_every_taint_that_is_not_tolerated_is_named() -> None:
    taints = [{"key": key, "effect": "NoSchedule"} for key in ("a", "b", "c")]
    snapshot = cluster(node("n1", taints=taints))
    waiting = pod("p", tolerations=[{"key": "b", "operator": "Exists"}])

    assert [
        ("TaintToleration", True, ["taint a:NoSchedule not tolerated", "taint c:NoSchedule not tolerated"])
    ] == on(snapshot, waiting)


def test_the_skew_that_would_be_is_told_with_minimum_and_limit() -> None:
    constraint = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    web = {"app": "web"}
    snapshot = cluster(
        node("n1", zone="zone-a"),
        node("n2", zone="zone-b"),
        pod("w1", on="n1", labels=web),
        pod("w2", on="n1", labels=web),
        pod("w3", on="n2", labels=web),
    )

    assert on(snapshot, pod("p", labels=web, topologySpreadConstraints=[constraint])) == [
        ("PodTopologySpread", True, [f"{ZONE}=zone-a: the skew would be 2 + 1 − 1 = 2, and maxSkew is 1"])
    ]


def test_labels_that_do_not_match_are_named_one_by_one() -> None:
    terms = [
        {
            "matchExpressions": [
                {"key": "disk", "operator": "In", "values": ["ssd", "nvme"]},
                {"key": "cores", "operator": "Gt", "values": ["4"]},
            ]
        }
    ]
    affinity = {
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    }
    snapshot = cluster(node("n1", labels={"disk": "hdd"}))

    assert [
        (
            "NodeAffinity",
            True,
            [
                "requires team=red; the node has no label team",
                "requires disk in (ssd,nvme); the node has disk=hdd",
                "requires cores > 4; the node has no label cores",
            ],
        )
    ] == on(snapshot, pod("p", nodeSelector={"team": "red"}, affinity=affinity))


def test_the_pods_that_hold_a_port_or_keep_the_pod_away_are_named() -> None:
    def with_port(name: str, **more: object) -> PodInfo:
        containers = [{"name": "c", "ports": [{"containerPort": 80, "hostPort": 8080}]}]
        return pod(name, containers=containers, **more)  # type: ignore[arg-type]

    term = {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": "web"}}}
    anti = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    snapshot = cluster(node("n1"), with_port("old", on="n1", labels={"app": "web"}, affinity=anti))
    waiting = with_port("p", labels={"app": "web"}, affinity=anti)

    assert on(snapshot, waiting) == [
        ("NodePorts", True, ["host port 8080/TCP is already used by default/old"]),
        ("InterPodAffinity", False, [f"its anti-affinity forbids a place beside default/old in {HOST}=n1"]),
    ]
    assert on(snapshot, with_port("q", labels={"app": "web"})) == [
        ("NodePorts", True, ["host port 8080/TCP is already used by default/old"]),
        ("InterPodAffinity", False, [f"the anti-affinity of default/old in {HOST}=n1 repels this pod"]),
    ]


def test_an_affinity_without_a_partner_says_whom_it_looks_for() -> None:
    term = {"topologyKey": HOST, "labelSelector": {"matchLabels": {"app": "db"}}}
    waiting = pod("p", affinity={"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}})

    assert on(cluster(node("n1"), pod("db", on="n1", labels={"app": "cache"})), waiting) == [
        ("InterPodAffinity", True, [f"its affinity needs a pod with app=db; no such pod runs in {HOST}=n1"])
    ]


def test_room_that_is_kept_for_a_nominated_pod_is_told() -> None:
    nominator = Nominator()
    nominator.add(pod("high", "3", priority=100), "n1")

    assert [
        ("NodeResourcesFit", True, ["cpu: needs 2, 1 free, because 3 is reserved for default/high"])
    ] == on(cluster(node("n1")), pod("p", "2"), nominator=nominator)


def test_a_pod_pinned_to_another_node_sees_what_else_is_wrong_here() -> None:
    field = {"key": "metadata.name", "operator": "In", "values": ["n2"]}
    required = {"nodeSelectorTerms": [{"matchFields": [field]}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}
    snapshot = cluster(node("n1", unschedulable=True), node("n2"))

    assert [
        ("", True, ["the pod may run only on n2"]),
        ("NodeUnschedulable", False, ["n1 is cordoned"]),
        ("NodeAffinity", False, ["requires metadata.name=n2; the node is n1"]),
    ] == on(snapshot, pod("p", affinity=affinity))


def test_a_claim_that_is_missing_is_one_obstacle_on_every_node_and_the_others_still_show() -> None:
    volumes = [{"name": "v", "persistentVolumeClaim": {"claimName": "gone"}}]
    result = obstacles(cluster(node("n1", "1")), pod("p", "2", volumes=volumes), PROFILE, "n1")

    assert [
        ("VolumeRestrictions", True, True),
        ("NodeResourcesFit", False, False),
        ("NodeVolumeLimits", False, False),
    ] == [(entry.plugin, entry.first, entry.before_nodes) for entry in result]


def test_groups_count_nodes_and_those_where_the_scheduler_stopped() -> None:
    taint = {"key": "gpu", "effect": "NoSchedule"}
    snapshot = cluster(node("n1", "1", taints=[taint]), node("n2", "1"))
    course = ObstacleSearch(snapshot, pod("p", "2"), PROFILE, Nominator())

    groups = grouped([course.on(info) for info in snapshot.nodes])

    assert [
        ("Insufficient cpu", 2, 1),
        ("node(s) had untolerated taint {gpu: }", 1, 1),
    ] == [(group.reason, group.nodes, group.first) for group in groups]
