"""Whether a kubelet admits a pod that was bound to its node."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.admission.admit import Admitted, Rejected, admit
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from tests import builders
from tests.core.kubelet.builders import CRITICAL, node, pod


def system_node(system: str) -> Node:
    return Node.parse(builders.node("n1", labels={"kubernetes.io/os": system}))


def test_a_pod_that_does_not_fit_is_refused_for_the_first_lack() -> None:
    refused = admit(pod("p", "2", "9Gi"), node(), [pod("a", "3")], ())

    assert refused == Rejected(
        "OutOfcpu", "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000"
    )


def test_the_number_of_pods_counts_first() -> None:
    refused = admit(pod("p", "9"), node(), [pod("a"), pod("b"), pod("c")], ())

    assert refused == Rejected(
        "OutOfpods", "Node didn't have enough resource: pods, requested: 1, used: 3, capacity: 3"
    )


def test_a_node_that_does_not_match_refuses_even_a_critical_pod() -> None:
    wrong = pod("p", "9", priority=CRITICAL, nodeSelector={"disk": "hdd"})

    assert admit(wrong, node(), [], ()) == Rejected(
        "NodeAffinity", "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"
    )


def test_a_no_execute_taint_refuses_pods_that_do_not_tolerate_it() -> None:
    tainted = node(taints=[{"key": "k", "effect": "NoExecute"}])
    tolerating = pod("p", tolerations=[{"key": "k", "operator": "Exists"}])

    assert isinstance(admit(tolerating, tainted, [], ()), Admitted)
    assert admit(pod("p"), tainted, [], ()) == Rejected(
        "TaintToleration",
        "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    )


def test_a_pod_for_another_operating_system_is_refused() -> None:
    windows, linux = pod("p", os={"name": "windows"}), pod("p", os={"name": "linux"})

    assert Rejected(
        "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"
    ) == admit(windows, node(), [], ())
    assert isinstance(admit(linux, node(), [], ()), Admitted)
    assert isinstance(admit(windows, system_node("windows"), [], ()), Admitted)


def test_a_label_for_another_operating_system_is_refused_too() -> None:
    manifest = builders.pod("p", labels={"kubernetes.io/os": "windows"})

    assert Rejected(
        "PodOSSelectorNodeLabelDoesNotMatch",
        "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
    ) == admit(Pod.parse(manifest), node(), [], ())
    assert isinstance(admit(Pod.parse(manifest), system_node("windows"), [], ()), Admitted)


def test_a_critical_pod_gets_room_or_an_error() -> None:
    low = pod("low", "3")
    admitted = admit(pod("p", "2", priority=CRITICAL), node(), [low], ())
    refused = admit(pod("p", "5", priority=CRITICAL), node(), [low], ())

    assert admitted == Admitted((low,))
    assert refused == Rejected(
        "UnexpectedAdmissionError",
        "Unexpected error while attempting to recover from admission failure: preemption: error finding a "
        "set of pods to preempt: no set of running pods found to reclaim resources: [(res: cpu, q: 1000), ]",
    )


@pytest.mark.parametrize(
    ("conditions", "cpu", "priority", "tolerates", "admitted"),
    [
        (("MemoryPressure",), "", 0, False, False),
        (("MemoryPressure",), "", 0, True, True),
        (("MemoryPressure",), "1", 0, False, True),
        (("DiskPressure",), "1", 0, True, False),
        (("MemoryPressure", "PIDPressure"), "1", 0, True, False),
        (("MemoryPressure", "DiskPressure"), "", CRITICAL, False, True),
    ],
)
def test_under_pressure_only_some_are_admitted(
    conditions: tuple[str, ...], cpu: str, priority: int, tolerates: bool, admitted: bool
) -> None:
    tolerations: Json = (
        [{"key": "node.kubernetes.io/memory-pressure", "operator": "Exists"}] if tolerates else []
    )
    answer = admit(pod("p", cpu, priority=priority, tolerations=tolerations), node(), [], conditions)

    expected = f"The node had condition: [{' '.join(conditions)}]. "
    assert answer == (Admitted() if admitted else Rejected("Evicted", expected))


def test_while_the_node_shuts_down_no_pod_is_admitted() -> None:
    refused = admit(pod("p"), node(), [], (), shutting_down=True)

    assert isinstance(refused, Rejected)
    assert "NodeShutdown" == refused.reason
    assert "Pod was rejected: Pod was rejected as the node is shutting down." == refused.status_message
