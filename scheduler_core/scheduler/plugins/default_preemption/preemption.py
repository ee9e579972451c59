"""Preemption: whom to evict, and where, so that a pod that fits nowhere fits.

Source: pkg/scheduler/framework/preemption/preemption.go, plugins/defaultpreemption/default_preemption.go
(v1.34.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.cycle.decision import (
    Candidate,
    Criterion,
    CriterionValue,
    PostFilterOutcome,
    Preemption,
    Victim,
)
from scheduler_core.scheduler.framework.fit_error import fit_error
from scheduler_core.scheduler.framework.interface import Code, Status, unresolvable
from scheduler_core.scheduler.plugins.default_preemption.default_preemption import NAME, DefaultPreemptionArgs
from scheduler_core.scheduler.plugins.default_preemption.dry_run import DryRun
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import follow

NEVER = "not eligible due to preemptionPolicy=Never."
WAITING_FOR_VICTIM = "not eligible due to a terminating pod on the nominated node."
NO_VICTIMS = unresolvable("", "No preemption victims found for incoming pod")
NOT_HELPFUL = unresolvable("", "Preemption is not helpful for scheduling")
PREFIX = "preemption: "

Pick = Callable[[Sequence[str]], str]
"""Takes one of several names."""

# Makes every summand positive, so that with equal highest priority fewer victims win.
PRIORITY_SHIFT = 2**31
NOT_STARTED = 2**62


def start_of(pod: PodInfo) -> int:
    """status.startTime in epoch milliseconds; a pod that has not started is the youngest of all."""
    start = pod.pod.status.start_at
    return NOT_STARTED if start is None else start


def importance(pod: PodInfo) -> tuple[int, int]:
    """Sorting key, most important first: higher priority, then older (util.MoreImportantPod)."""
    return -pod.priority, start_of(pod)


def terminating_by_preemption(pod: PodInfo) -> bool:
    if not pod.terminating:
        return False
    condition = pod.pod.status.condition("DisruptionTarget")
    return (
        condition is not None and condition.status == "True" and condition.reason == "PreemptionByScheduler"
    )


def not_eligible(pod: PodInfo, statuses: Mapping[str, Status], snapshot: Snapshot) -> str:
    """Why the pod may not preempt now; "" if it may. A node without a status counts as unresolvable."""
    if pod.pod.spec.preemption_policy == "Never":
        return NEVER
    nominated = pod.nominated_node_name
    if nominated:
        status = statuses.get(nominated)
        if status is None or status.code is Code.UNRESOLVABLE:
            return ""
        node = snapshot.get(nominated)
        if node is not None and any(
            other.priority < pod.priority and terminating_by_preemption(other) for other in node.pods
        ):
            return WAITING_FOR_VICTIM
    return ""


def select_victims(cycle: Cycle, original: NodeInfo, budgets: Sequence[PodDisruptionBudget]) -> DryRun:
    """The dry run on one node: all lower pods away; if the pod fits then, put back whoever can stay."""
    pod = cycle.pod
    lower = [other for other in original.pods if other.priority < pod.priority]
    if not lower:
        return DryRun(original.name, NO_VICTIMS)
    node, state = original.copy(), cycle.state.clone()
    spread = follow(cycle.state, state, pod) if cycle.traced else []
    for other in lower:
        cycle.remove_pod(state, node, other)
    status = cycle.filter_node(state, node)
    if status.code is not Code.SUCCESS:
        return DryRun(original.name, status)
    lower.sort(key=importance)
    violating, clean = split_by_budget(lower, budgets)
    victims: list[PodInfo] = []
    reprieved: list[PodInfo] = []
    violations = 0
    for group in (violating, clean):
        for other in group:
            cycle.add_pod(state, node, other)
            if cycle.filter_node(state, node).code is Code.SUCCESS:
                reprieved.append(other)
                continue
            cycle.remove_pod(state, node, other)
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
        _rank(victims, violations) if victims else (),
        tuple(spread),
    )


def _equally_important(lower: Sequence[PodInfo]) -> bool:
    """Two possible victims of equal importance: upstream's sort decides their order by chance."""
    keys = [importance(pod) for pod in lower]
    return any(left == right for left, right in pairwise(keys))


def split_by_budget(
    pods: Sequence[PodInfo], budgets: Sequence[PodDisruptionBudget]
) -> tuple[list[PodInfo], list[PodInfo]]:
    """(violating, not violating). More important pods use a budget up first; an empty selector protects
    nobody."""
    if not budgets:
        return [], list(pods)
    left = [budget.disruptions_allowed for budget in budgets]
    violating: list[PodInfo] = []
    clean: list[PodInfo] = []
    for pod in pods:
        violates = False
        if pod.labels:
            for index, budget in enumerate(budgets):
                if budget.meta.namespace != pod.namespace:
                    continue
                selector = budget.selector
                if selector is None or selector.empty or not selector.matches(pod.labels):
                    continue
                if pod.name in budget.disrupted_pods:
                    continue
                left[index] -= 1
                if left[index] < 0:
                    violates = True
        (violating if violates else clean).append(pod)
    return violating, clean


@dataclass(frozen=True, slots=True)
class Curable:
    """The nodes where removing pods may help, in order, and how many they are."""

    nodes: Iterable[NodeInfo]
    number: int


def dry_runs(
    cycle: Cycle, curable: Curable, args: DefaultPreemptionArgs, pick_start: Pick | None = None
) -> tuple[list[DryRun], dict[str, Status]]:
    """(candidates, those without violations first; statuses of the nodes that failed).

    Upstream starts at a random node and works in parallel; here one node follows the other, which is one of
    its possible outcomes. `pick_start` takes the first one; None: the first in order.
    """
    wanted = args.wanted(curable.number)
    clean: list[DryRun] = []
    violating: list[DryRun] = []
    statuses: dict[str, Status] = {}
    for run in _runs(cycle, _from_start(curable, wanted, pick_start)):
        if run.status is not None:
            statuses[run.node] = run.status
            continue
        if not run.victims:
            text = f'expected at least one victim pod on node "{run.node}"'
            statuses[run.node] = Status(Code.ERROR, (text,), NAME)
            continue
        if not run.violations:
            clean.append(run)
        elif len(violating) < wanted:
            violating.append(run)
        if len(clean) + len(violating) >= wanted and clean:
            break
    return clean + violating, statuses


def _from_start(curable: Curable, wanted: int, pick_start: Pick | None) -> Iterable[NodeInfo]:
    """The nodes, round from a start where not all of them may come into account."""
    if pick_start is None or curable.number <= wanted:
        return curable.nodes
    nodes = list(curable.nodes)
    names = [node.name for node in nodes]
    start = names.index(pick_start(names))
    return nodes[start:] + nodes[:start]


def _runs(cycle: Cycle, nodes: Iterable[NodeInfo]) -> Iterator[DryRun]:
    """The dry run on each node; where it can be kept, that of an earlier pod of the same class.

    It can where no filter looks beyond the node, nobody is nominated to it, and neither the node nor a budget
    has changed since.
    """
    budgets = tuple(cycle.snapshot.budgets.values())
    if cycle.kept is None or not cycle.node_local:
        for node in nodes:
            yield select_victims(cycle, node, budgets)
        return
    kept = cycle.kept.dry_runs_under(budgets)
    promised = frozenset(cycle.nominator.nodes)
    for node in nodes:
        name = node.name
        if name in promised:
            yield select_victims(cycle, node, budgets)
            continue
        run = kept.get(name)
        if run is None:
            run = kept[name] = select_victims(cycle, node, budgets)
        yield run


CRITERIA = ("pdb", "highest", "sum", "count", "start")


def _rank(victims: Sequence[PodInfo], violations: int) -> tuple[int, ...]:
    """By `CRITERIA`; smaller is better in all. The start is the earliest among the most important victims."""
    highest = victims[0].priority
    return (
        violations,
        highest,
        sum([victim.priority + PRIORITY_SHIFT for victim in victims]),
        len(victims),
        -min([start_of(victim) for victim in victims if victim.priority == highest]),
    )


def choose(
    candidates: Sequence[DryRun], *, trace: bool = True
) -> tuple[tuple[str, ...], tuple[Criterion, ...]]:
    """(the nodes equal after the last criterion, the criteria that were looked at). Smaller is better in
    all."""
    left = list(candidates)
    criteria: list[Criterion] = []
    if not trace:
        best_rank = min([run.rank for run in left])
        return tuple([run.node for run in left if run.rank == best_rank]), ()
    for index, name in enumerate(CRITERIA):
        if len(left) <= 1:
            break
        values = [run.rank[index] for run in left]
        best = min(values)
        judged = left
        left = [run for run, value in zip(judged, values, strict=True) if value == best]
        shown = tuple((run.node, _shown(name, value)) for run, value in zip(judged, values, strict=True))
        criteria.append(Criterion(name, shown, tuple(run.node for run in left)))
    if len(left) > 1:
        criteria.append(Criterion("order", (), (left[0].node,)))
    return tuple(run.node for run in left), tuple(criteria)


def _shown(criterion: str, value: int) -> CriterionValue:
    if criterion != "start":
        return value
    return None if -value == NOT_STARTED else -value


def preempt(
    cycle: Cycle,
    statuses: Mapping[str, Status],
    args: DefaultPreemptionArgs,
    pick: Pick,
    *,
    trace: bool = True,
    curable: Curable | None = None,
    pick_start: Pick | None = None,
) -> PostFilterOutcome:
    """PostFilter of DefaultPreemption. `statuses`: why each judged node refused; `pick` chooses between
    equals, `pick_start` where the dry runs begin. `curable`: the nodes with a plain Unschedulable, where the
    caller knows them."""
    snapshot, pod = cycle.snapshot, cycle.pod
    reason = not_eligible(pod, statuses, snapshot)
    if reason:
        return PostFilterOutcome(Code.UNSCHEDULABLE, PREFIX + reason, None, Preemption(False, reason))
    if curable is None:
        curable = _curable(snapshot, statuses)
    candidates, failed = dry_runs(cycle, curable, args, pick_start)
    if not candidates:
        errors = [status for status in failed.values() if status.code is Code.ERROR]
        if errors:
            return PostFilterOutcome(
                Code.ERROR,
                PREFIX + errors[0].message,
                None,
                Preemption(True, statuses=failed, others=NOT_HELPFUL),
            )
        text = fit_error(len(snapshot.nodes), failed.values(), NOT_HELPFUL)
        return PostFilterOutcome(
            Code.UNSCHEDULABLE, PREFIX + text, "", Preemption(True, statuses=failed, others=NOT_HELPFUL)
        )
    selected, criteria = choose(candidates, trace=trace)
    chosen = selected[0] if len(selected) == 1 else pick(selected)
    if trace and len(selected) > 1:
        criteria = (*criteria[:-1], replace(criteria[-1], left=(chosen,)))
    return PostFilterOutcome(
        Code.SUCCESS,
        "",
        chosen,
        Preemption(
            True,
            candidates=tuple(_candidate(run) for run in candidates if trace or run.node == chosen),
            criteria=criteria,
            selected=selected,
            chosen=chosen,
            statuses=failed,
            others=NOT_HELPFUL,
        ),
    )


def _curable(snapshot: Snapshot, statuses: Mapping[str, Status]) -> Curable:
    distinct = dict(zip(map(id, statuses.values()), statuses.values(), strict=True))
    plain = {key for key, status in distinct.items() if status.code is Code.UNSCHEDULABLE}
    nodes = [node for node in snapshot.nodes if id(statuses.get(node.name)) in plain]
    return Curable(nodes, len(nodes))


def _candidate(run: DryRun) -> Candidate:
    return Candidate(
        run.node,
        tuple(_victim(pod) for pod in run.victims),
        run.violations,
        tuple(pod.key for pod in run.reprieved),
        run.ambiguous_order,
        run.spread,
    )


def _victim(pod: PodInfo) -> Victim:
    return Victim(pod.key, pod.uid, pod.priority, pod.terminating)


def lower_nominations(nominated: Iterable[PodInfo], preemptor: PodInfo) -> tuple[PodInfo, ...]:
    """The nominated pods of the chosen node that have to look elsewhere: those of lower priority."""
    return tuple(pod for pod in nominated if pod.priority < preemptor.priority and pod.uid != preemptor.uid)
