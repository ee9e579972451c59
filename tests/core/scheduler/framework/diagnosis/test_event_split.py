"""Events that the change of a node or a pod is told as, beyond the recorded cases."""

from __future__ import annotations

import pytest

from scheduler_core.objects.node import Node
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.diagnosis.event_split import node_update_events, pod_update_events
from tests.core.scheduler.builders import node, pod

TAINT = {"key": "maintenance", "effect": "NoSchedule"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(node("n"), node("n"), [], id="nothing"),
        pytest.param(node("n"), node("n", unschedulable=True), [], id="cordoned"),
        pytest.param(node("n", unschedulable=True), node("n"), ["NodeUpdateNodeTaint"], id="uncordoned"),
        pytest.param(node("n"), node("n", "8"), ["NodeUpdateNodeAllocatable"], id="more cpu"),
        pytest.param(node("n"), node("n", labels={"disk": "ssd"}), ["NodeUpdateNodeLabel"], id="label"),
        pytest.param(
            node("n", taints=[TAINT], unschedulable=True),
            node("n", podium={"memory": "1"}),
            ["NodeUpdateNodeTaint", "NodeUpdateNodeTaint", "NodeUpdateNodeAnnotation"],
            id="several",
        ),
    ],
)
def test_a_nodes_update_is_told_in_parts(old: Node, new: Node, expected: list[str]) -> None:
    assert expected == [event.name for event in node_update_events(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(pod("p", "1"), pod("p", "1"), ["UnschedulablePodUpdate"], id="nothing of interest"),
        pytest.param(pod("p", "1"), pod("p", "2"), ["UnschedulablePodUpdate"], id="grown"),
        pytest.param(pod("p", "2"), pod("p", "1"), ["UnschedulablePodUpdatePodScaleDown"], id="shrunk"),
        pytest.param(
            pod("p", "2", on="n"),
            pod("p", "1", on="n"),
            ["AssignedPodUpdatePodScaleDown"],
            id="shrunk on a node",
        ),
        pytest.param(
            pod("p", schedulingGates=[{"name": "g"}]),
            pod("p", labels={"a": "b"}),
            ["UnschedulablePodUpdatePodLabel", "UnschedulablePodUpdatePodSchedulingGatesEliminated"],
            id="label and gate",
        ),
        pytest.param(
            pod("p"),
            pod("p", tolerations=[{"operator": "Exists"}]),
            ["UnschedulablePodUpdatePodToleration"],
            id="toleration",
        ),
    ],
)
def test_a_pods_update_is_told_in_parts_or_as_one(old: PodInfo, new: PodInfo, expected: list[str]) -> None:
    assert expected == [event.name for event in pod_update_events(old, new)]
