"""The dry run of preemption on one node: which pods would have to be removed so that the pod fits.

Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode,
filterPodsWithPDBViolation, pkg/scheduler/util/utils.go MoreImportantPod (v1.34.1).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, repeat
from operator import add, eq, sub

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import BY_IMPORTANCE, PodInfo
from scheduler_core.scheduler.framework.free_capacity import FreeCapacity
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.post_filter import ReprieveRound
from scheduler_core.scheduler.framework.status import Code, Status, unresolvable
from scheduler_core.scheduler.framework.trace import NO_TRACES, Traces

NO_VICTIMS = unresolvable("", "No preemption victims found for incoming pod")

# Makes every summand positive, so that with an equal highest priority fewer victims win.
PRIORITY_SHIFT = 2**31

MAX_RUNS = 8
"""The largest number of results that are kept of one node."""

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
    rounds: tuple[ReprieveRound, ...] = ()
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


class _Bare:
    """A node without its pods `lower` than a priority, as sums, where these answer for the filters of the
    cycle (`Handle.free_capacity`). It holds as long as the node and its pods stay the same.

    `free` are the amounts that are left without these pods. `runs` are results without budgets, by the places
    of the victims among the lower pods: another pod of the same priority mostly leads to the same victims.
    """

    __slots__ = ("free", "lower", "runs", "usage")

    def __init__(self, capacity: FreeCapacity, node: NodeInfo, priority: int) -> None:
        self.lower = _Lower.of(node, priority)
        self.usage = _Usage.of(capacity, self.lower.pods)
        self.free = capacity.free(node)
        if self.lower.pods:
            taken = [totals[-1] for totals in self.usage.totals]
            self.free = list(map(add, self.free, taken))
        self.runs: dict[tuple[int, ...], DryRun] = {}

    def run(self, name: str, free: Sequence[int]) -> DryRun:
        """The dry run on the node without budgets, when the incoming pod leaves these amounts `free`."""
        places = tuple(_left_out(self.usage, free))
        run = self.runs.get(places)
        if run is None:
            if len(self.runs) >= MAX_RUNS:
                self.runs.clear()
            back = [True] * len(self.lower.pods)
            for place in places:
                back[place] = False
            tried = ReprieveRound(self.lower.pods, back, False)
            run = self.runs[places] = _fits(name, self.lower, (tried,), NO_TRACES)
        return run


class _SumTrial:
    """The same as `_Trial`, as sums: `free` are the amounts that the incoming pod leaves on the bare node."""

    traces = NO_TRACES

    def __init__(self, capacity: FreeCapacity, free: Sequence[int], bare: _Bare) -> None:
        self._capacity = capacity
        self._free = free
        self._bare = bare

    def put_back(self, pods: Sequence[PodInfo]) -> list[bool]:
        """Puts back each pod with which the incoming one still fits; returns which of them are back."""
        bare = self._bare
        usage = bare.usage if len(pods) == len(bare.lower.pods) else _Usage.of(self._capacity, pods)
        back = [True] * len(pods)
        for place in _left_out(usage, self._free):
            back[place] = False
        self._free = [
            amount - sum(compress(column, back))
            for amount, column in zip(self._free, usage.columns, strict=True)
        ]
        return back


def _left_out(usage: _Usage, free: Sequence[int]) -> list[int]:
    """The places of the pods that cannot be put back when these amounts are free: the pods before the first
    one for which too little is left are put back at once, and so on after it."""
    left_out: list[int] = []
    count, start = len(usage.columns[0]), 0
    while (end := min(map(bisect_right, usage.totals, free, repeat(start)))) < count:
        left_out.append(end)
        free = [amount + column[end] for amount, column in zip(free, usage.columns, strict=True)]
        start = end + 1
    return left_out


def select_victims(handle: Handle, original: NodeInfo, budgets: Sequence[PodDisruptionBudget]) -> DryRun:
    """Removes all pods of lower priority; if the pod fits then, puts back every pod that can stay."""
    priority, capacity, name = handle.pod.priority, handle.free_capacity, original.name
    if capacity is not None and capacity.allows(original) and not handle.nominated_on(name):
        key = (_Bare, priority, capacity.resources)
        bare = original.derived(key, lambda: _Bare(capacity, original, priority))
        if not bare.lower.pods:
            return DryRun(name, NO_VICTIMS)
        free = list(map(sub, bare.free, capacity.amounts))
        if min(free) >= 0 and not budgets:
            return bare.run(name, free)
        if min(free) >= 0:
            return _put_back(_SumTrial(capacity, free, bare), name, bare.lower, budgets)
    lower = original.derived((_Lower, priority), lambda: _Lower.of(original, priority))
    if not lower.pods:
        return DryRun(name, NO_VICTIMS)
    trial = _Trial(handle, original, [other for other in original.pods if other.priority < priority])
    status = trial.status()
    if status.code is not Code.SUCCESS:
        return DryRun(name, status)
    return _put_back(trial, name, lower, budgets)


def _put_back(
    trial: _Trial | _SumTrial, node: str, lower: _Lower, budgets: Sequence[PodDisruptionBudget]
) -> DryRun:
    """Puts pods back, those whose removal violates a budget first, and the more important ones first."""
    violating, clean = split_by_budget(lower.pods, budgets)
    rounds = [
        ReprieveRound(group, trial.put_back(group), group is violating)
        for group in (violating, clean)
        if group
    ]
    return _fits(node, lower, rounds, trial.traces)


def _fits(node: str, lower: _Lower, rounds: Sequence[ReprieveRound], traces: Traces) -> DryRun:
    """The result of a dry run whose pods could be put back as the rounds say."""
    victims: list[PodInfo] = []
    reprieved: list[PodInfo] = []
    violations = 0
    for tried in rounds:
        reprieved += compress(tried.pods, tried.back)
        victims += [pod for pod, stays in zip(tried.pods, tried.back, strict=True) if not stays]
        if tried.budget:
            violations = len(victims)
    if len(rounds) > 1:
        victims.sort(key=BY_IMPORTANCE)
    return DryRun(
        node,
        None,
        tuple(victims),
        violations,
        tuple(reprieved),
        lower.ambiguous_order,
        tuple(rounds),
        rank(victims, violations) if victims else (),
        traces,
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
