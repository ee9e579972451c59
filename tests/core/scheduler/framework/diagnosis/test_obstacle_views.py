"""What keeps a pod from a node, as the board draws it: the same figures as in the sentences of Why."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.cycle.decision_outline import outline
from scheduler_core.scheduler.cycle.decision_view import decision_view
from scheduler_core.scheduler.framework.diagnosis.obstacle_views import MOST_OBSTACLES, obstacle_views
from scheduler_core.scheduler.queue.nominator import Nominator
from tests.builders import device_class, resource_slice
from tests.core.scheduler.builders import cluster, in_version, judged, node, pod
from tests.core.scheduler.plugins.dynamic_resources.devices import asking, put, with_devices
from tests.core.scheduler.plugins.dynamic_resources.devices import claim as device_claim
from tests.core.scheduler.plugins.storage import claim, limits, storage_class, using, volume, with_storage

HOST = "kubernetes.io/hostname"
ZONE = "topology.kubernetes.io/zone"
WEB = {"app": "web"}


def of(snapshot: Snapshot, waiting: PodInfo, **more: Any) -> list[dict[str, Any]]:
    """The obstacles of the first node, which the outline and the whole decision have alike."""
    decision = judged(snapshot, waiting, **more)
    shown: Any = outline(decision)
    whole: Any = decision_view(decision)
    node_name, refusal, _ = shown["verdicts"][0]
    short = whole["nodes"][node_name]["short"]

    assert (short["obstacles"], short["more"]) == (
        shown["refusals"][refusal]["obstacles"],
        shown["refusals"][refusal]["more"],
    )
    return list(short["obstacles"])


def test_a_resource_says_what_is_needed_free_and_missing() -> None:
    snapshot = cluster(node("n1", "4"), pod("old", "3830m", on="n1"))

    assert [
        {
            "kind": "resource",
            "resource": "cpu",
            "needs": 500,
            "free": 170,
            "missing": 330,
            "nominated": 0,
            "requested": 3830,
            "all": 4000,
            "texts": {"needs": "500m", "free": "170m", "missing": "330m", "nominated": "0"},
        }
    ] == of(snapshot, pod("p", "500m"))


def test_reserved_room_counts_as_taken() -> None:
    nominator = Nominator()
    nominator.add(pod("first", "3", priority=100), "n1")
    (cpu,) = of(cluster(node("n1", "4")), pod("p", "2"), nominator=nominator)

    assert (3000, 1000, 1000, 3000) == tuple(
        cpu[name] for name in ("nominated", "free", "missing", "requested")
    )


def test_more_than_the_node_has_is_missing_where_it_is_over_full() -> None:
    """Pods that are bound by hand may request more than the node has."""
    (cpu,) = of(cluster(node("n1", "1"), pod("old", "3", on="n1")), pod("p", "1"))

    assert (-2000, "0", 3000, "3") == (
        cpu["free"],
        cpu["texts"]["free"],
        cpu["missing"],
        cpu["texts"]["missing"],
    )


def test_a_node_that_has_as_many_pods_as_it_may_refuses_by_their_number() -> None:
    (pods,) = of(cluster(node("n1", pods=1), pod("old", on="n1")), pod("p"))

    assert ("pods", 1, 0, 1, 1) == tuple(pods[name] for name in ("kind", "needs", "free", "missing", "all"))


def test_a_tolerated_taint_stands_beside_one_that_is_not() -> None:
    taints = [{"key": "a", "effect": "NoSchedule"}, {"key": "b", "value": "x", "effect": "NoExecute"}]
    waiting = pod("p", tolerations=[{"key": "a", "operator": "Exists"}])

    assert [
        {"kind": "taint", "taint": "a:NoSchedule", "tolerated": True},
        {"kind": "taint", "taint": "b=x:NoExecute", "tolerated": False},
    ] == of(cluster(node("n1", taints=taints)), waiting)


def test_a_label_says_what_the_pod_requires_and_what_the_node_has() -> None:
    waiting = pod("p", nodeSelector={"disk": "ssd", "team": "red"})

    assert [
        {"kind": "label", "requirement": "disk=ssd", "has": "disk=hdd", "term": 0},
        {"kind": "label", "requirement": "team=red", "has": None, "term": 0},
    ] == of(cluster(node("n1", labels={"disk": "hdd"})), waiting)


def required_terms(*terms: dict[str, Any]) -> dict[str, Any]:
    return {
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [*terms]}}
    }


def test_each_term_of_an_affinity_has_its_number_and_an_empty_one_requires_what_no_node_has() -> None:
    ssd = {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["ssd"]}]}
    waiting = pod("p", affinity=required_terms(ssd, {}))

    assert [("disk=ssd", 1), ("", 2)] == [
        (view["requirement"], view["term"]) for view in of(cluster(node("n1")), waiting)
    ]


def test_a_node_name_that_differs() -> None:
    other = pod("p", affinity=None, nodeName="n9")

    assert [{"kind": "nodeName", "name": "n9"}] == of(cluster(node("n1")), other)


def test_a_cordoned_node() -> None:
    assert [{"kind": "cordon"}] == of(cluster(node("n1", unschedulable=True)), pod("p"))


def test_a_host_port_names_the_pods_that_hold_it() -> None:
    containers = [{"name": "c", "ports": [{"containerPort": 80, "hostPort": 8080}]}]
    snapshot = cluster(node("n1"), pod("old", on="n1", containers=containers))

    assert [{"kind": "port", "port": "8080/TCP", "pods": ["default/old"]}] == of(
        snapshot, pod("p", containers=containers)
    )


def pod_terms(kind: str, key: str = HOST) -> dict[str, Any]:
    term = {"topologyKey": key, "labelSelector": {"matchLabels": WEB}}
    return {kind: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}


def test_pods_that_repel_are_counted_whoever_repels() -> None:
    old, fenced = pod("old", on="n1", labels=WEB), pod("old", on="n1", affinity=pod_terms("podAntiAffinity"))
    repelled = pod("p", affinity=pod_terms("podAntiAffinity"))

    both = [of(cluster(node("n1"), old), repelled), of(cluster(node("n1"), fenced), pod("q", labels=WEB))]

    assert [
        [{"kind": "antiAffinity", "key": HOST, "domain": "n1", "count": 1, "rule": rule}]
        for rule in ("antiAffinity", "existingAntiAffinity")
    ] == both


def test_a_pod_that_is_sought_in_vain() -> None:
    seeking = pod("p", affinity=pod_terms("podAffinity"))

    assert [{"kind": "affinity", "key": HOST, "domain": "n1"}] == of(cluster(node("n1")), seeking)


def test_a_spread_constraint_has_its_ceiling_and_its_sum() -> None:
    constraint = {
        "maxSkew": 1,
        "topologyKey": ZONE,
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": WEB},
    }
    snapshot = cluster(
        node("n1", zone="a"), node("n2", zone="b"), *[pod(f"w{n}", on="n1", labels=WEB) for n in range(2)]
    )
    snapshot.add_pod(pod("w3", on="n2", labels=WEB))

    assert [
        {
            "kind": "spread",
            "key": ZONE,
            "domain": "a",
            "count": 2,
            "self": 1,
            "most": 2,
            "texts": {"sum": "2 + 1 − 1 = 2", "comparison": "> 1"},
        }
    ] == of(snapshot, pod("p", labels=WEB, topologySpreadConstraints=[constraint]))


def test_a_disk_and_a_claim_that_others_use() -> None:
    disk = [{"name": "v", "gcePersistentDisk": {"pdName": "d"}}]
    mine = claim("mine", "pv", accessModes=["ReadWriteOncePod"])

    both = [
        of(cluster(node("n1"), pod("writer", on="n1", volumes=disk)), pod("p", volumes=disk)),
        of(with_storage(node("n1"), mine, volume("pv"), using("user", "mine", on="n1")), using("p", "mine")),
    ]

    assert [
        [{"kind": "disk", "claim": None, "pods": ["default/writer"]}],
        [{"kind": "disk", "claim": "mine", "pods": ["default/user"]}],
    ] == both


def test_a_volume_elsewhere_and_a_claim_without_a_volume() -> None:
    elsewhere = with_storage(node("n1", zone="z1"), claim("mine", "pv"), volume("pv", zone="z2"))
    unbound = with_storage(
        node("n1"), claim("mine"), storage_class(provisioner="kubernetes.io/no-provisioner")
    )

    assert [
        [{"kind": "volume", "claim": "mine", "volume": "pv"}],
        [{"kind": "volume", "claim": "mine", "volume": None}],
    ] == [of(snapshot, using("p", "mine")) for snapshot in (elsewhere, unbound)]


def test_the_zone_of_a_volume_beside_that_of_the_node() -> None:
    there = volume("pv", labels={ZONE: "z2"})
    snapshot = with_storage(node("n1", zone="z1"), claim("mine", "pv"), there)

    assert [{"kind": "zone", "volume": "pv", "key": ZONE, "zones": ["z2"], "has": "z1"}] == of(
        snapshot, using("p", "mine")
    )


def test_the_limit_of_a_driver() -> None:
    volumes = [volume(f"pv{n}", csi={"driver": "csi.example", "volumeHandle": f"h{n}"}) for n in (1, 2)]
    claims = [claim(f"c{n}", f"pv{n}") for n in (1, 2)]
    snapshot = with_storage(node("n1"), limits("n1", csi_example=1), *volumes, *claims)
    snapshot.add_pod(using("user", "c1", on="n1"))

    assert [{"kind": "volumes", "driver": "csi.example", "used": 1, "needs": 1, "all": 1}] == of(
        snapshot, using("p", "c2")
    )


def test_devices_are_counted_as_suitable_and_as_free_and_those_elsewhere_are_out_of_reach() -> None:
    snapshot = with_devices(node("n1"), device_class("gpu"), resource_slice("n1", "gpu-0", "gpu-1"))
    for made in (
        device_claim("other", on="n1/gpu-0"),
        device_claim("two", count=2),
        device_claim("far", on="n9/gpu-0"),
    ):
        put(snapshot, made)

    assert [
        {"kind": "devices", "claim": "default/two", "request": "device", "needs": 2, "suitable": 2, "free": 1}
    ] == of(snapshot, asking("p", "two"))
    assert [{"kind": "devices", "claim": "default/far", "request": None}] == of(snapshot, asking("p", "far"))


def test_features_that_a_kubelet_does_not_declare() -> None:
    waiting = pod("p", hostNetwork=True, hostUsers=False)

    assert [{"kind": "features", "features": sorted(waiting.required_features)}] == of(
        cluster(node("n1")), waiting, config=in_version("v1.36.0")
    )


@pytest.mark.parametrize("count", [MOST_OBSTACLES, 40])
def test_of_many_obstacles_some_are_drawn_and_the_others_counted(count: int) -> None:
    taints = [{"key": f"k{n}", "effect": "NoSchedule"} for n in range(count)]
    shown: Any = outline(judged(cluster(node("n1", taints=taints)), pod("p")))
    (refusal,) = shown["refusals"]

    assert (MOST_OBSTACLES, count - MOST_OBSTACLES) == (len(refusal["obstacles"]), refusal["more"])


def test_every_filter_of_the_default_profile_explains_its_refusals() -> None:
    profile = build_profile()

    assert [] == [plugin.name for plugin in profile.filter if plugin.name not in profile.explainers]


def test_a_refusal_without_explanation_has_no_obstacles() -> None:
    assert {"obstacles": [], "more": 0} == obstacle_views(())
