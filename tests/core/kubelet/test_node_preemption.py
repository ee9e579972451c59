"""Room for a critical pod, refusals at the node's door, and the groups of a shutdown."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scheduler_core.kubelet.admission.admit import Admitted, Rejected, admit
from scheduler_core.kubelet.admission.preemption import Missing, NoVictimsError, pods_to_preempt
from scheduler_core.kubelet.node_shutdown.groups import Period, grace_override, groups, periods
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

CRITICAL = 2_000_000_000


def pod(
    name: str, cpu: str = "", memory: str = "", priority: int = 0, *, guaranteed: bool = False, **spec: Json
) -> Pod:
    requests = {key: amount for key, amount in (("cpu", cpu), ("memory", memory)) if amount}
    resources: Json = {"requests": requests, "limits": requests if guaranteed else {}}
    container: Json = {"name": "c", "resources": resources}
    return Pod.parse(
        {"metadata": {"name": name}, "spec": {"containers": [container], "priority": priority, **spec}}
    )


def node(**spec: Json) -> Node:
    amounts: Json = {"cpu": "4", "memory": "8Gi", "pods": "3"}
    return Node.parse(
        {
            "metadata": {"name": "n1", "labels": {"disk": "ssd"}},
            "spec": spec,
            "status": {"capacity": amounts, "allocatable": amounts},
        }
    )


def names(pods: Sequence[Pod]) -> list[str]:
    return [one.name for one in pods]


def test_best_effort_pods_go_before_burstable_before_guaranteed() -> None:
    pods = [
        pod("guaranteed", "2", "1Gi", guaranteed=True),
        pod("burstable", "2"),
        pod("best-effort"),
    ]

    assert names(pods_to_preempt(pod("p", "2", priority=CRITICAL), pods, [Missing("cpu", 2000)])) == [
        "burstable"
    ]


def test_the_pod_that_leaves_least_is_taken_and_the_smaller_of_two_equals() -> None:
    pods = [pod("big", "3", "2Gi"), pod("fits", "1", "2Gi"), pod("small", "1", "1Gi")]

    assert names(pods_to_preempt(pod("p", priority=CRITICAL), pods, [Missing("cpu", 1000)])) == ["small"]


def test_guaranteed_pods_are_taken_only_for_what_the_others_cannot_free() -> None:
    pods = [pod("a", "1"), pod("b", "1"), pod("g", "1", "1Gi", guaranteed=True)]

    assert names(pods_to_preempt(pod("p", priority=CRITICAL), pods, [Missing("cpu", 3000)])) == [
        "b",
        "a",
        "g",
    ]


def test_where_all_together_are_not_enough_nobody_is_killed() -> None:
    with pytest.raises(NoVictimsError, match=r"\[\(res: cpu, q: 1000\), \]$"):
        pods_to_preempt(pod("p", priority=CRITICAL), [pod("a", "1")], [Missing("cpu", 2000)])


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


def test_a_no_execute_taint_refuses_who_does_not_tolerate_it() -> None:
    tainted = node(taints=[{"key": "k", "effect": "NoExecute"}])
    tolerating = pod("p", tolerations=[{"key": "k", "operator": "Exists"}])

    assert isinstance(admit(tolerating, tainted, [], ()), Admitted)
    assert admit(pod("p"), tainted, [], ()) == Rejected(
        "TaintToleration",
        "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    )


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


def test_while_the_node_shuts_down_nobody_is_admitted() -> None:
    refused = admit(pod("p"), node(), [], (), shutting_down=True)

    assert isinstance(refused, Rejected)
    assert refused.reason == "NodeShutdown"
    assert refused.status_message == "Pod was rejected: Pod was rejected as the node is shutting down."


def test_ordinary_pods_get_what_the_critical_ones_leave() -> None:
    assert periods(30, 10) == (Period(0, 20), Period(CRITICAL, 10))
    assert periods(10, 30) == ()
    assert periods(0, 0) == ()
    assert periods(30, 10, [Period(100, 5), Period(0, 9)]) == (Period(0, 9), Period(100, 5))


def test_groups_go_lowest_first_and_empty_ones_take_no_time() -> None:
    configured = (Period(0, 20), Period(100, 15), Period(CRITICAL, 10))
    pods = [pod("critical", priority=CRITICAL), pod("negative", priority=-5), pod("zero")]

    assert [(group.seconds, names(group.pods)) for group in groups(configured, pods)] == [
        (20, ["negative", "zero"]),
        (10, ["critical"]),
    ]


def test_a_pod_never_gets_more_than_its_own_grace() -> None:
    assert grace_override(20, pod("p", terminationGracePeriodSeconds=5)) == 5
    assert grace_override(20, pod("p", terminationGracePeriodSeconds=60)) == 20
