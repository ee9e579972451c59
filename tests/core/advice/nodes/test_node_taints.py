"""Who takes a taint away, and whether a person may."""

from __future__ import annotations

import pytest

from scheduler_core.advice.nodes.node_taints import keeper_of, leaves, may_remove, may_tolerate
from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import Taint
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.core.scheduler.builders import cluster, node, pod

GPU = Taint("nvidia.com/gpu", "present", "NoSchedule")
CONTROL_PLANE = Taint("node-role.kubernetes.io/control-plane", "", "NoSchedule")


def info(snapshot: Snapshot, name: str = "n1") -> NodeInfo:
    result = snapshot.get(name)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("key", "keeper"),
    [
        ("node.kubernetes.io/unreachable", "not_ready"),
        ("node.kubernetes.io/disk-pressure", "pressure"),
        ("node.cloudprovider.kubernetes.io/uninitialized", "uninitialized"),
        ("ToBeDeletedByClusterAutoscaler", "leaving"),
        ("karpenter.sh/disrupted", "leaving"),
        ("aws-node-termination-handler/spot-itn", "leaving"),
        ("node.cilium.io/agent-not-ready", "starting"),
        ("ebs.csi.aws.com/agent-not-ready", "starting"),
        ("karpenter.sh/unregistered", "starting"),
        ("node.cluster.x-k8s.io/uninitialized", "starting"),
        ("node.kubernetes.io/something-new", "component"),
    ],
)
def test_a_taint_of_a_component_is_neither_tolerated_nor_removed(key: str, keeper: str) -> None:
    taint = Taint(key, "", "NoSchedule")
    snapshot = cluster(node("n1").with_taints((taint,)))

    assert f"advice.hint_taint_{keeper}" == keeper_of(key)
    assert not may_tolerate(taint, pod("p"), info(snapshot))
    assert not may_remove(taint, snapshot)


def test_a_person_s_own_taint_may_be_tolerated_and_removed() -> None:
    taint = Taint("dedicated", "web", "NoSchedule")
    snapshot = cluster(node("n1").with_taints((taint,)))

    assert may_tolerate(taint, pod("p"), info(snapshot))
    assert may_remove(taint, snapshot)


@pytest.mark.parametrize(("amounts", "may"), [({}, False), ({"nvidia.com/gpu": "1"}, True)])
def test_only_a_pod_that_requests_the_device_tolerates_the_taint_of_its_nodes(
    amounts: dict[str, str], may: bool
) -> None:
    offering = node("n1").with_taints((GPU,))
    snapshot = cluster(Node.parse({**offering.manifest, "status": {"allocatable": {"nvidia.com/gpu": "1"}}}))
    waiting = pod("p", containers=[{"name": "c", "resources": {"requests": amounts, "limits": amounts}}])

    assert may == may_tolerate(GPU, waiting, info(snapshot))
    assert not may_remove(GPU, snapshot)


@pytest.mark.parametrize(("others", "may"), [((), True), (("n2",), False)])
def test_the_control_plane_takes_other_pods_where_there_is_no_other_node(
    others: tuple[str, ...], may: bool
) -> None:
    snapshot = cluster(node("n1").with_taints((CONTROL_PLANE,)), *map(node, others))

    assert may == may_remove(CONTROL_PLANE, snapshot)
    assert not may_tolerate(CONTROL_PLANE, pod("p"), info(snapshot))


def test_a_cordoned_node_whose_pods_are_ending_is_being_drained() -> None:
    quiet = cluster(node("n1").with_unschedulable(True), pod("a", on="n1"))
    drained = cluster(
        node("n1").with_unschedulable(True),
        pod("a", on="n1", metadata={"deletionTimestamp": "2027-01-01T00:00:00Z"}),
    )

    assert (False, True) == (leaves(info(quiet)), leaves(info(drained)))
