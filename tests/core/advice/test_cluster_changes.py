"""Changes of the cluster that could make a pod fit: what the scheduler sees after each."""

from __future__ import annotations

import pytest

from scheduler_core.actor import Message, message
from scheduler_core.advice.cluster_changes import (
    AddNode,
    DeletePod,
    LabelNode,
    UncordonNode,
    Untaint,
    value_for,
)
from scheduler_core.objects.node import Taint
from scheduler_core.objects.selection.selectors import Requirement
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests import builders
from tests.core.scheduler.builders import cluster, node, pod

CORDONED = Taint("node.kubernetes.io/unschedulable", "", "NoSchedule")
DEDICATED = Taint("dedicated", "gpu", "NoSchedule")
WORKERS = "eks.amazonaws.com/nodegroup=workers"


def info(snapshot: Snapshot, name: str = "n1") -> NodeInfo:
    result = snapshot.get(name)
    assert result is not None
    return result


def test_a_node_that_is_uncordoned_loses_the_taint_of_the_cordon_alone() -> None:
    snapshot = cluster(node("n1").with_unschedulable(True).with_taints((CORDONED, DEDICATED)))

    UncordonNode("n1").alter(snapshot)

    assert (False, (DEDICATED,)) == (info(snapshot).node.unschedulable, info(snapshot).node.taints)


def test_a_taint_is_removed_by_key_and_effect() -> None:
    evicting = Taint("dedicated", "gpu", "NoExecute")
    snapshot = cluster(node("n1").with_taints((DEDICATED, evicting)))

    Untaint("n1", "dedicated", "NoExecute").alter(snapshot)

    assert (DEDICATED,) == info(snapshot).node.taints


def test_a_label_stands_beside_the_others() -> None:
    snapshot = cluster(node("n1", zone="z1"))
    before = info(snapshot).node.labels

    LabelNode("n1", "disk", "ssd").alter(snapshot)

    assert {**before, "disk": "ssd"} == info(snapshot).node.labels


def test_one_pod_leaves_its_node() -> None:
    snapshot = cluster(node("n1"), pod("a", on="n1"), pod("b", on="n1"))

    DeletePod("default/a", "n1", 0).alter(snapshot)

    assert ["b"] == [item.pod.name for item in info(snapshot).pods]


def test_a_new_node_comes_with_its_drivers() -> None:
    snapshot = cluster(node("n1"))
    drivers = {"metadata": {"name": "n2"}, "spec": {"drivers": [{"name": "csi.example"}]}}

    AddNode("n2", "n1", builders.node("n2"), drivers).alter(snapshot)

    assert ["n1", "n2"] == sorted(item.name for item in snapshot.nodes)
    assert ["n2"] == list(snapshot.csi_nodes)


@pytest.mark.parametrize(
    "change",
    [
        UncordonNode("gone"),
        Untaint("gone", "k", "NoSchedule"),
        LabelNode("gone", "k", "v"),
        DeletePod("default/a", "gone", 0),
    ],
)
def test_a_node_that_is_gone_changes_nothing(change: UncordonNode | Untaint | LabelNode | DeletePod) -> None:
    snapshot = cluster(node("n1"), pod("a", on="n1"))
    before = info(snapshot).node

    change.alter(snapshot)

    assert (1, before, 1) == (len(snapshot.nodes), info(snapshot).node, len(info(snapshot).pods))


@pytest.mark.parametrize(
    ("requirement", "value"),
    [
        pytest.param(Requirement("disk", "In", ("ssd", "nvme")), "ssd", id="the first value"),
        pytest.param(Requirement("disk", "Exists", ()), "true", id="any value"),
        pytest.param(Requirement("disk", "NotIn", ("ssd",)), None, id="no label makes it so"),
    ],
)
def test_which_value_would_meet_a_requirement(requirement: Requirement, value: str | None) -> None:
    assert value == value_for(requirement)


def test_a_change_of_a_node_of_a_pool_belongs_to_the_pool() -> None:
    pool = "cloud.google.com/gke-nodepool=web"
    prices = [
        change.price() for change in (LabelNode("n1", "disk", "ssd", pool), Untaint("n1", "a", "b", pool))
    ]

    assert [message("advice.in_pool", pool=pool)] * 2 == [price[-1] for price in prices]


def test_of_two_pods_the_less_important_one_is_offered_first() -> None:
    low, high = DeletePod("default/a", "n1", 1), DeletePod("default/b", "n1", 9)

    assert [low, high] == sorted((high, low), key=lambda change: (change.weight, change.effort))


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ({}, []),
        ({"eks.amazonaws.com/nodegroup": "workers"}, [message("advice.grow_pool", pool=WORKERS)]),
        (
            {"eks.amazonaws.com/nodegroup": "workers", "topology.kubernetes.io/zone": "us-east-1c"},
            [message("advice.grow_pool_in_zone", pool=WORKERS, zone="us-east-1c")],
        ),
    ],
)
def test_a_new_node_names_the_pool_that_grows_and_the_zone_in_which_it_has_to_be(
    labels: dict[str, str], expected: list[Message]
) -> None:
    _price, *actual = AddNode("n2", "n1", builders.node("n2", labels=labels)).price()

    assert expected == actual
