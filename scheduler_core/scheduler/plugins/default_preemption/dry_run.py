"""The dry run of preemption on one node: which pods would have to be removed so that the pod fits.

Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode,
filterPodsWithPDBViolation, pkg/scheduler/util/utils.go MoreImportantPod (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.status import Code, Status, unresolvable
from scheduler_core.scheduler.framework.trace import NO_TRACES, Traces

NO_VICTIMS = unresolvable("", "No preemption victims found for incoming pod")

# Makes every summand positive, so that with an equal highest priority fewer victims win.
PRIORITY_SHIFT = 2**31
NOT_STARTED = 2**62

CRITERIA = ("pdb", "highest", "sum", "count", "start")
"""The criteria by which a node is chosen, in their order; in all of them smaller is better."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """The result of a dry run on one node.

    `status` says why the pod does not fit even after removals; None when it fits. `victims` have the most
    important pod first. `rank` holds the node's value of each of the `CRITERIA`.
    """

    node: str
    status: Status | None
    victims: tuple[PodInfo, ...] = ()
    violations: int = 0
    reprieved: tuple[PodInfo, ...] = ()
    ambiguous_order: bool = False
    rank: tuple[int, ...] = ()
    traces: Traces = field(default_factory=lambda: NO_TRACES)


def start_of(pod: PodInfo) -> int:
    """status.startTime in epoch milliseconds; a pod that has not started is the youngest of all."""
    start = pod.pod.status.start_at
    return NOT_STARTED if start is None else start


def importance(pod: PodInfo) -> tuple[int, int]:
    """Sorting key, most important first: higher priority, then older (util.MoreImportantPod)."""
    return -pod.priority, start_of(pod)


def select_victims(handle: Handle, original: NodeInfo, budgets: Sequence[PodDisruptionBudget]) -> DryRun:
    """Removes all pods of lower priority; if the pod fits then, puts back every pod that can stay."""
    pod = handle.pod
    lower = [other for other in original.pods if other.priority < pod.priority]
    if not lower:
        return DryRun(original.name, NO_VICTIMS)
    node, state = original.copy(), handle.state.clone()
    journals = handle.trace_dry_run(state)
    for other in lower:
        handle.remove_pod(state, node, other)
    status = handle.filter_node(state, node)
    if status.code is not Code.SUCCESS:
        return DryRun(original.name, status)
    lower.sort(key=importance)
    violating, clean = split_by_budget(lower, budgets)
    victims: list[PodInfo] = []
    reprieved: list[PodInfo] = []
    violations = 0
    for group in (violating, clean):
        for other in group:
            handle.add_pod(state, node, other)
            if handle.filter_node(state, node).code is Code.SUCCESS:
                reprieved.append(other)
                continue
            handle.remove_pod(state, node, other)
            victims.append(other)
            if group is violating:
                violations += 1
    if violating and clean:
        victims.sort(key=importance)
    return DryRun(
        original.name,
        None,
        tuple(victims),
        violations,
        tuple(reprieved),
        _equally_important(lower),
        rank(victims, violations) if victims else (),
        {name: trace for name, journal in journals.items() if (trace := journal.trace()) is not None}
        if journals
        else NO_TRACES,
    )


def rank(victims: Sequence[PodInfo], violations: int) -> tuple[int, ...]:
    """The value of each of the `CRITERIA`. The start is the earliest one among the most important victims."""
    highest = victims[0].priority
    return (
        violations,
        highest,
        sum([victim.priority + PRIORITY_SHIFT for victim in victims]),
        len(victims),
        -min([start_of(victim) for victim in victims if victim.priority == highest]),
    )


def _equally_important(lower: Sequence[PodInfo]) -> bool:
    """Whether two possible victims are equally important; upstream's sort leaves their order to chance."""
    keys = [importance(pod) for pod in lower]
    return any(left == right for left, right in pairwise(keys))


def split_by_budget(
    pods: Sequence[PodInfo], budgets: Sequence[PodDisruptionBudget]
) -> tuple[list[PodInfo], list[PodInfo]]:
    """Returns the pods whose removal violates a disruption budget, and the others.

    `pods` are sorted with the most important first, so that these use up a budget. A budget with an empty
    selector protects no pod.
    """
    if not budgets:
        return [], list(pods)
    left = [budget.disruptions_allowed for budget in budgets]
    violating: list[PodInfo] = []
    clean: list[PodInfo] = []
    for pod in pods:
        violates = False
        if pod.labels:
            for index, budget in enumerate(budgets):
                if not budget.protects(pod.namespace, pod.labels) or pod.name in budget.disrupted_pods:
                    continue
                left[index] -= 1
                if left[index] < 0:
                    violates = True
        (violating if violates else clean).append(pod)
    return violating, clean
