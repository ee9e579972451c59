"""The dry run of preemption on one node: which pods would have to be removed so that the pod fits.

Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode,
filterPodsWithPDBViolation, pkg/scheduler/util/utils.go MoreImportantPod (v1.34.1).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, repeat
from operator import eq

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import BY_IMPORTANCE, PodInfo
from scheduler_core.scheduler.framework.free_capacity import FreeCapacity
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.status import Code, Status, unresolvable
from scheduler_core.scheduler.framework.trace import NO_TRACES, Traces

NO_VICTIMS = unresolvable("", "No preemption victims found for incoming pod")

# Makes every summand positive, so that with an equal highest priority fewer victims win.
PRIORITY_SHIFT = 2**31

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


class _Trial:
    """A node of a dry run without the pods of lower priority: private copies of the node and the states."""

    def __init__(self, handle: Handle, original: NodeInfo, lower: Sequence[PodInfo]) -> None:
        self._handle = handle
        self._node, self._state = original.copy(), handle.state.clone()
        self._journals = handle.trace_dry_run(self._state)
        for other in lower:
            handle.remove_pod(self._state, self._node, other)

    def status(self) -> Status:
        """Whether the incoming pod fits on the node as it is now."""
        return self._handle.filter_node(self._state, self._node)

    def put_back(self, pods: Sequence[PodInfo]) -> list[bool]:
        """Puts back each pod with which the incoming one still fits; returns which of them are back."""
        return [self._put_back(other) for other in pods]

    def _put_back(self, other: PodInfo) -> bool:
        self._handle.add_pod(self._state, self._node, other)
        if self.status().code is Code.SUCCESS:
            return True
        self._handle.remove_pod(self._state, self._node, other)
        return False

    @property
    def traces(self) -> Traces:
        traces = {name: journal.trace() for name, journal in self._journals.items()}
        return {name: trace for name, trace in traces.items() if trace is not None}


@dataclass(frozen=True, slots=True)
class _Lower:
    """The pods of a node below a priority, the most important one first. `ambiguous_order` is True when two
    are equally important; upstream's sort leaves their order to chance."""

    pods: Sequence[PodInfo]
    ambiguous_order: bool

    @staticmethod
    def of(node: NodeInfo, priority: int) -> _Lower:
        pods = sorted([pod for pod in node.pods if pod.priority < priority], key=BY_IMPORTANCE)
        keys = [pod.importance for pod in pods]
        return _Lower(pods, any(map(eq, keys, keys[1:])))


@dataclass(frozen=True, slots=True)
class _Usage:
    """What pods take of each amount of `FreeCapacity`, and the same as running totals."""

    columns: Sequence[Sequence[int]]
    totals: Sequence[Sequence[int]]

    @staticmethod
    def of(capacity: FreeCapacity, pods: Sequence[PodInfo]) -> _Usage:
        columns = capacity.usage(pods)
        return _Usage(columns, [list(accumulate(column)) for column in columns])


class _SumTrial:
    """The same as sums, where these answer for the filters of the cycle (`Handle.free_capacity`)."""

    traces = NO_TRACES

    def __init__(
        self, capacity: FreeCapacity, free: Sequence[int], lower: Sequence[PodInfo], usage: _Usage
    ) -> None:
        self._capacity = capacity
        self._lower = lower
        self._usage = usage
        self._free = [amount + totals[-1] for amount, totals in zip(free, usage.totals, strict=True)]

    def fits(self) -> bool:
        return min(self._free) >= 0

    def put_back(self, pods: Sequence[PodInfo]) -> list[bool]:
        """The pods before the first one for which too little is left are put back at once, and so on after
        it."""
        count = len(pods)
        usage = self._usage if count == len(self._lower) else _Usage.of(self._capacity, pods)
        free, back, start = self._free, [True] * count, 0
        while True:
            end = min(map(bisect_right, usage.totals, free, repeat(start)))
            if end == count:
                break
            back[end] = False
            free = [limit + column[end] for limit, column in zip(free, usage.columns, strict=True)]
            start = end + 1
        self._free = [limit - totals[-1] for limit, totals in zip(free, usage.totals, strict=True)]
        return back


def select_victims(handle: Handle, original: NodeInfo, budgets: Sequence[PodDisruptionBudget]) -> DryRun:
    """Removes all pods of lower priority; if the pod fits then, puts back every pod that can stay."""
    priority, capacity = handle.pod.priority, handle.free_capacity
    lower = original.derived((_Lower, priority), lambda: _Lower.of(original, priority))
    if not lower.pods:
        return DryRun(original.name, NO_VICTIMS)
    free = None if capacity is None or handle.nominated_on(original.name) else capacity.remaining(original)
    if capacity is not None and free is not None:
        key = (_Usage, priority, capacity.resources)
        usage = original.derived(key, lambda: _Usage.of(capacity, lower.pods))
        sums = _SumTrial(capacity, free, lower.pods, usage)
        if sums.fits():
            return _put_back(sums, original.name, lower, budgets)
    trial = _Trial(handle, original, [other for other in original.pods if other.priority < priority])
    status = trial.status()
    if status.code is not Code.SUCCESS:
        return DryRun(original.name, status)
    return _put_back(trial, original.name, lower, budgets)


def _put_back(
    trial: _Trial | _SumTrial, node: str, lower: _Lower, budgets: Sequence[PodDisruptionBudget]
) -> DryRun:
    """Puts pods back, those whose removal violates a budget first, and the more important ones first."""
    violating, clean = split_by_budget(lower.pods, budgets)
    victims: list[PodInfo] = []
    reprieved: list[PodInfo] = []
    violations = 0
    for group in (violating, clean):
        if not group:
            continue
        back = trial.put_back(group)
        reprieved += compress(group, back)
        victims += [pod for pod, stays in zip(group, back, strict=True) if not stays]
        if group is violating:
            violations = len(victims)
    if violating and clean:
        victims.sort(key=BY_IMPORTANCE)
    return DryRun(
        node,
        None,
        tuple(victims),
        violations,
        tuple(reprieved),
        lower.ambiguous_order,
        rank(victims, violations) if victims else (),
        trial.traces,
    )


def rank(victims: Sequence[PodInfo], violations: int) -> tuple[int, ...]:
    """The value of each of the `CRITERIA`. The start is the earliest one among the most important victims."""
    highest = victims[0].priority
    return (
        violations,
        highest,
        sum([victim.priority + PRIORITY_SHIFT for victim in victims]),
        len(victims),
        -min([victim.importance[1] for victim in victims if victim.priority == highest]),
    )


def split_by_budget(
    pods: Sequence[PodInfo], budgets: Sequence[PodDisruptionBudget]
) -> tuple[list[PodInfo], list[PodInfo]]:
    """Returns the pods whose removal violates a disruption budget, and the others.

    `pods` are sorted with the most important first, so that these use up a budget. A budget with an empty
    selector protects no pod.
    """
    if not budgets:
        return [], list(pods)
    allowed = [budget.disruptions_allowed for budget in budgets]
    violating: list[PodInfo] = []
    clean: list[PodInfo] = []
    for pod in pods:
        violates = False
        if pod.labels:
            for index, budget in enumerate(budgets):
                if not budget.protects(pod.namespace, pod.labels) or pod.name in budget.disrupted_pods:
                    continue
                allowed[index] -= 1
                if allowed[index] < 0:
                    violates = True
        (violating if violates else clean).append(pod)
    return violating, clean
