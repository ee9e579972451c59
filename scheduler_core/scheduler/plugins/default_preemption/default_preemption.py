"""DefaultPreemption: makes room for a pod that fits nowhere by evicting pods of lower priority.

Source: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go,
pkg/scheduler/framework/preemption/preemption.go Evaluator.Preempt (v1.34.1). Here the candidates are found
and the node is chosen; the calls to the API server are those of the scheduler's preemption executor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.diagnosis.fit_error import fit_error
from scheduler_core.scheduler.framework.diagnosis.node_statuses import CurableNodes, NodeStatuses
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.handle import Handle, NodeKey, Pick
from scheduler_core.scheduler.framework.post_filter import Candidate, PostFilterOutcome, Preemption, Victim
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable
from scheduler_core.scheduler.plugins.default_preemption.dry_run import NO_VICTIMS, DryRun, select_victims
from scheduler_core.scheduler.plugins.default_preemption.node_choice import choose

NAME = "DefaultPreemption"
WAITING = unresolvable(NAME, "waiting for the preemption for this pod to be finished")
GROUP_WAITING = unresolvable(NAME, "waiting for the preemption for this pod group to be finished")
OF_WHOLE_GROUP = "not eligible due to workload aware preemption enabled"
BY_PLACEMENT = "not eligible due to placement-based pod group scheduling limitation"
GROUP_MISSING = "pod group for pod not found"
NEVER = "not eligible due to preemptionPolicy=Never."
WAITING_FOR_VICTIM = "not eligible due to a terminating pod on the nominated node."
NOT_HELPFUL = unresolvable("", "Preemption is not helpful for scheduling")
PREFIX = "preemption: "

_CACHE_KEY: NodeKey[DryRun] = NodeKey(NAME)


@dataclass(frozen=True, slots=True)
class DefaultPreemptionArgs:
    """The number of candidates for which the dry runs look: the larger of the two values, at most all
    nodes."""

    plugin: ClassVar[str] = NAME

    min_candidate_nodes_percentage: int = 10
    min_candidate_nodes_absolute: int = 100

    def num_candidates(self, nodes: int) -> int:
        share = nodes * self.min_candidate_nodes_percentage // 100
        return min(max(share, self.min_candidate_nodes_absolute), nodes)


class DefaultPreemption:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preEnqueue", *WAITING.reasons, *GROUP_WAITING.reasons),
        *reasons_at("postFilter", NEVER, WAITING_FOR_VICTIM, *NOT_HELPFUL.reasons, *NO_VICTIMS.reasons),
        *reasons_at("postFilter", OF_WHOLE_GROUP, BY_PLACEMENT, GROUP_MISSING),
    )

    def __init__(self, args: DefaultPreemptionArgs | None = None, release: Release = BASELINE) -> None:
        self.args = args or DefaultPreemptionArgs()
        self._release = release

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        if pod.group_key and self._release.whole_group_preemption:
            group = snapshot.pod_groups.of(pod)
            return GROUP_WAITING if group is not None and group.meta.uid in preempting else SUCCESS
        return WAITING if pod.uid in preempting else SUCCESS

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        snapshot, pod = handle.snapshot, handle.pod
        reason = self._not_alone(snapshot, pod) or not_eligible(pod, statuses, snapshot)
        if reason:
            return PostFilterOutcome(Code.UNSCHEDULABLE, PREFIX + reason, None, Preemption(False, reason))
        candidates, failed = dry_runs(handle, statuses.curable(), self.args)
        if not candidates:
            return _no_candidate(len(snapshot.nodes), failed)
        trace = handle.trace
        selected, criteria = choose(candidates, trace=trace)
        chosen = selected[0] if len(selected) == 1 else handle.picks.candidate(selected)
        if trace and len(selected) > 1:
            criteria = (*criteria[:-1], replace(criteria[-1], remaining=(chosen,)))
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

    def _not_alone(self, snapshot: Snapshot, pod: PodInfo) -> str:
        """Why a pod of a group may not preempt for itself; "" where it may (v1.36.2 PostFilter)."""
        if not pod.group_key:
            return ""
        if self._release.whole_group_preemption:
            return OF_WHOLE_GROUP
        if not self._release.topology_aware_workloads:
            return ""
        group = snapshot.pod_groups.of(pod)
        if group is None:
            return GROUP_MISSING
        return BY_PLACEMENT if group.topology else ""

    def events_to_register(self) -> Sequence[Registration]:
        return (Registration(Resource.POD, Action.DELETE, _never),)


def _never(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """Never requeues by itself. Registering the event is enough: the scheduler then asks the other plugins'
    hints."""
    return False


def not_eligible(pod: PodInfo, statuses: Mapping[str, Status], snapshot: Snapshot) -> str:
    """Why the pod may not preempt now, "" when it may (PodEligibleToPreemptOthers).

    A node without a status counts as unresolvable.
    """
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


def terminating_by_preemption(pod: PodInfo) -> bool:
    """Whether the pod is being deleted because a scheduler preempted it."""
    if not pod.terminating:
        return False
    condition = pod.pod.status.condition("DisruptionTarget")
    return (
        condition is not None and condition.status == "True" and condition.reason == "PreemptionByScheduler"
    )


def dry_runs(
    handle: Handle, curable: CurableNodes, args: DefaultPreemptionArgs
) -> tuple[list[DryRun], dict[str, Status]]:
    """Returns the candidates, those without violations first, and the statuses of the nodes that failed.

    Upstream starts at a random node and works in parallel; here the nodes are tried in order, which is one of
    its possible outcomes.
    """
    num_candidates = args.num_candidates(curable.number)
    clean: list[DryRun] = []
    violating: list[DryRun] = []
    statuses: dict[str, Status] = {}
    for run in _runs(handle, _from_start(curable, num_candidates, handle.picks.start)):
        if run.status is not None:
            statuses[run.node] = run.status
            continue
        if not run.victims:
            text = f'expected at least one victim pod on node "{run.node}"'
            statuses[run.node] = Status(Code.ERROR, (text,), NAME)
            continue
        if not run.violations:
            clean.append(run)
        elif len(violating) < num_candidates:
            violating.append(run)
        if len(clean) + len(violating) >= num_candidates and clean:
            break
    return clean + violating, statuses


def _from_start(curable: CurableNodes, num_candidates: int, pick_start: Pick | None) -> Iterable[NodeInfo]:
    """The nodes; when not all of them may be needed, they go round from a picked start."""
    if pick_start is None or curable.number <= num_candidates:
        return curable.nodes
    nodes = list(curable.nodes)
    names = [node.name for node in nodes]
    start = names.index(pick_start(names))
    return nodes[start:] + nodes[:start]


def _runs(handle: Handle, nodes: Iterable[NodeInfo]) -> Iterator[DryRun]:
    """The dry run on each node. An earlier one for a pod of the same class is used again where it is still
    valid.

    It is valid as long as the node and the budgets have not changed and no pod is nominated to the node.
    """
    budgets = tuple(handle.snapshot.budgets.values())
    cached = handle.cached_by_node(_CACHE_KEY, budgets)
    if cached is None:
        for node in nodes:
            yield select_victims(handle, node, budgets)
        return
    promised = handle.nominated_nodes
    for node in nodes:
        name = node.name
        if name in promised:
            yield select_victims(handle, node, budgets)
            continue
        run = cached.get(name)
        if run is None:
            run = cached[name] = select_victims(handle, node, budgets)
        yield run


def _no_candidate(nodes: int, failed: Mapping[str, Status]) -> PostFilterOutcome:
    """The outcome when no dry run found victims: an error if one failed, otherwise a refusal."""
    preemption = Preemption(True, statuses=failed, others=NOT_HELPFUL)
    errors = [status for status in failed.values() if status.code is Code.ERROR]
    if errors:
        return PostFilterOutcome(Code.ERROR, PREFIX + errors[0].message, None, preemption)
    text = fit_error(nodes, failed.values(), NOT_HELPFUL)
    return PostFilterOutcome(Code.UNSCHEDULABLE, PREFIX + text, "", preemption)


def _candidate(run: DryRun) -> Candidate:
    return Candidate(
        run.node,
        tuple(_victim(pod) for pod in run.victims),
        run.violations,
        tuple(pod.key for pod in run.reprieved),
        run.ambiguous_order,
        run.traces,
        run.rounds,
    )


def _victim(pod: PodInfo) -> Victim:
    return Victim(pod.key, pod.uid, pod.priority, pod.terminating)
