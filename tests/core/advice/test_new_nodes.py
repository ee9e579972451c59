"""A new node: like one that exists, or of the kind that a pod requires."""

from __future__ import annotations

from scheduler_core.advice.cluster_changes import AddNode, AddNodeOfKind
from scheduler_core.advice.new_nodes import node_like, node_with
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.builders import ZONE
from tests.core.scheduler.builders import cluster, node

DISKS = "topology.ebs.csi.aws.com/zone"


def info(snapshot: Snapshot) -> NodeInfo:
    result = snapshot.get("n1")
    assert result is not None
    return result


def made(change: AddNode) -> Node:
    return Node.parse(change.manifest)


def test_a_node_like_another_has_neither_its_cordon_nor_the_taints_of_its_state() -> None:
    taints = [
        {"key": "dedicated", "effect": "NoSchedule"},
        {"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"},
        {"key": "ToBeDeletedByClusterAutoscaler", "effect": "NoSchedule"},
    ]
    snapshot = cluster(node("n1", taints=taints, unschedulable=True))

    new = made(node_like(snapshot, info(snapshot)))

    assert ("n1-2", False, ["dedicated"]) == (
        new.name,
        new.unschedulable,
        [taint.key for taint in new.taints],
    )


def test_a_node_of_a_kind_that_is_there_is_one_more_like_that_one() -> None:
    snapshot = cluster(node("n1", zone="a"), node("n2", zone="b"))

    change = node_with(snapshot, info(snapshot), {ZONE: "b"})

    assert (AddNode, "n2") == (type(change), change.like)


def test_a_larger_node_of_that_kind_is_one_like_the_larger_example() -> None:
    snapshot = cluster(node("n1", "8", zone="a"), node("n2", "2", zone="b"))

    change = node_with(snapshot, info(snapshot), {ZONE: "b"})

    assert (AddNodeOfKind, "n1") == (type(change), change.like)


def test_a_node_in_another_zone_is_there_for_its_drivers_too() -> None:
    snapshot = cluster(node("n1", zone="a", labels={DISKS: "a", "team": "a-team"}))

    change = node_with(snapshot, info(snapshot), {ZONE: "b"})

    assert isinstance(change, AddNodeOfKind)
    labels = made(change).labels
    assert ("b", "b", "a-team", f"{ZONE}=b") == (labels[ZONE], labels[DISKS], labels["team"], change.kind)


def test_a_hostname_names_the_node() -> None:
    snapshot = cluster(node("n1"))

    new = made(node_with(snapshot, info(snapshot), {"kubernetes.io/hostname": "n7"}))

    assert ("n7", "n7") == (new.name, new.labels["kubernetes.io/hostname"])
