"""decide: one scheduling decision as a pure function.

Source: pkg/scheduler/schedule_one.go schedulePod, schedulingCycle (v1.34.1). It reads the snapshot and the
nominator and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.fields.not_modelled import fields_not_modelled
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.columns import entries
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle, PreFilterOutcome
from scheduler_core.scheduler.cycle.decision import Decision, NodeVerdict
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.cycle.pod_class import PodClass
from scheduler_core.scheduler.cycle.post_filter import run_post_filters
from scheduler_core.scheduler.cycle.scoring import Scoring, score_nodes
from scheduler_core.scheduler.cycle.search import Search
from scheduler_core.scheduler.framework.diagnosis.fit_error import NO_NODES, fit_error, fit_error_of_counts
from scheduler_core.scheduler.framework.diagnosis.node_statuses import SameStatus
from scheduler_core.scheduler.framework.handle import NO_PICKS, Picks
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.status import SUCCESS, Code
from scheduler_core.scheduler.framework.trace import Trace
from scheduler_core.scheduler.queue.nominator import Nominator


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a decision is made.

    `next_start` is the place in the list of nodes where the search begins. `picks` chooses between equals.
    `trace` keeps verdicts, explanations and scores. `all_nodes` judges every node, even where the scheduler
    would stop, and scores a single feasible node too (recorded verdicts are made so); it needs the trace.
    Without `post_filters` nothing is tried for a pod that fits nowhere. `memo` holds answers of earlier
    attempts; it changes the time that a decision takes and nothing else.
    """

    next_start: int = 0
    picks: Picks = NO_PICKS
    trace: bool = True
    all_nodes: bool = False
    memo: Memo | None = None
    post_filters: bool = True


TRACED = Attempt()
FAST = Attempt(trace=False)
ALL = Attempt(all_nodes=True)


def decide(
    snapshot: Snapshot, pod: PodInfo, profile: Profile, nominator: Nominator, attempt: Attempt = TRACED
) -> Decision:
    """What the scheduler would do with `pod` now. The Decision says where the next search starts."""
    if not snapshot.nodes:
        return _no_nodes(pod, attempt)
    memo = attempt.memo
    pod_class = PodClass(profile, pod, snapshot) if memo is None else memo.of(pod, snapshot)
    cycle = Cycle(
        snapshot,
        pod,
        profile,
        nominator,
        pod_class=pod_class,
        trace=attempt.trace,
        picks=attempt.picks,
        post_filters=attempt.post_filters,
    )
    before = cycle.pre_filter()
    if before.status.code is Code.ERROR:
        return _failed(_TraceValues(cycle, before), before.status.message, attempt.next_start)
    if before.status.code is not Code.SUCCESS:
        return _rejected_before(cycle, before, attempt.next_start)
    nominated = snapshot.get(pod.nominated_node_name) if pod.nominated_node_name else None
    fits = nominated is not None and cycle.filter_node(cycle.state, nominated).code is Code.SUCCESS
    if nominated is not None and fits and not attempt.all_nodes:
        return _nominated_used(cycle, before, nominated, attempt.next_start)
    search = Search(cycle, pod_class, before, attempt.next_start, all_nodes=attempt.all_nodes)
    if nominated is not None and fits:
        values = _TraceValues(cycle, before, search, nominated)
        return _all_nodes_and_nominated(values, pod_class, nominated, attempt.next_start)
    following = search.following(None if nominated is None else nominated.name)
    values = _TraceValues(cycle, before, search, nominated)
    if search.error:
        return _failed(values, search.error, following)
    if not search.places:
        return _nowhere(values, following)
    names = tuple(entries(pod_class.names, search.places))
    single = len(names) == 1
    if single and not attempt.all_nodes:
        scoring = Scoring(names)
    else:
        scoring = score_nodes(cycle, pod_class, search.places)
    if scoring.error and single:
        scoring = Scoring(names)
    elif scoring.error:
        return _failed(values, scoring.error, following, names)
    best = scoring.best
    chosen = best[0] if len(best) == 1 else scoring.top or attempt.picks.host(best)
    decision = Decision(
        pod.key,
        "bound",
        chosen,
        node_count=len(pod_class.names),
        feasible=names,
        scored=not single,
        weights=scoring.weights,
        scores=scoring.scores,
        totals=scoring.totals,
        best=best,
        by_heap=profile.release.equal_nodes_by_heap,
        next_start=following,
    )
    if not cycle.trace:
        return decision
    return _traced(decision, values, scored=bool(scoring.scores))


def skipped(pod: PodInfo) -> Decision:
    """The decision about a pod that is being deleted: it is not scheduled."""
    return Decision(pod.key, "skipped")


def _no_nodes(pod: PodInfo, attempt: Attempt) -> Decision:
    """The decision in a cluster without nodes: upstream ends the attempt with ErrNoNodesAvailable."""
    return Decision(
        pod.key,
        "error",
        prefilter=SUCCESS,
        fit_error=NO_NODES,
        post_filter=PostFilterOutcome(Code.UNRESOLVABLE, "", "", None),
        next_start=attempt.next_start,
    )


def _failed(values: _TraceValues, text: str, following: int, feasible: tuple[str, ...] = ()) -> Decision:
    """The end of an attempt in which a plugin failed: an error, no verdict on the pod."""
    cycle = values.cycle
    decision = Decision(
        cycle.pod.key,
        "error",
        node_count=len(cycle.snapshot.nodes),
        feasible=feasible,
        fit_error=text,
        next_start=following,
    )
    return _traced(decision, values) if cycle.trace else decision


@dataclass(frozen=True, slots=True)
class _TraceValues:
    """The values from which a trace is made. `nominated` is the pod's nominated node, if it has one."""

    cycle: Cycle
    before: PreFilterOutcome
    search: Search | None = None
    nominated: NodeInfo | None = None


def _traced(decision: Decision, values: _TraceValues, *, scored: bool = False) -> Decision:
    """The decision with all intermediate values."""
    cycle, before, search = values.cycle, values.before, values.search
    order: tuple[str, ...] = ()
    verdicts: Mapping[str, NodeVerdict] = {}
    if search is not None:
        verdicts = search.verdicts(values.nominated)
        order = tuple(map(cycle.snapshot.names.__getitem__, search.visited()))
    elif values.nominated is not None:
        verdicts = {values.nominated.name: cycle.judge(values.nominated)}
        order = (values.nominated.name,)
    traces: dict[str, Trace] = {}
    tracers = cycle.profile.tracers
    nodes: Sequence[NodeInfo] = ()
    if scored and decision.nominated_node_used and values.nominated is not None:
        nodes = (values.nominated,)
    elif scored and tracers and search is not None:
        nodes = entries(cycle.snapshot.nodes, search.places)
    for plugin in tracers:
        traces.update(plugin.trace_pre_filter(cycle.state, cycle.pod))
        if scored:
            traces.update(plugin.trace_scores(cycle.state, nodes))
    return replace(
        decision,
        prefilter=before.status,
        prefilter_nodes=None if before.names is None else tuple(sorted(before.names)),
        filter_plugins=cycle.profile.filter_names,
        filter_skipped=tuple(sorted(cycle.state.skip_filter)),
        prescore_skipped=tuple(sorted(cycle.state.skip_score)) if scored else (),
        order=order,
        nodes=verdicts,
        traces=traces,
        not_modelled=fields_not_modelled(cycle.pod.pod.manifest),
    )


def _nominated_used(cycle: Cycle, before: PreFilterOutcome, nominated: NodeInfo, next_start: int) -> Decision:
    """evaluateNominatedNode: the nominated node fits, so no other node is evaluated."""
    names = (nominated.name,)
    decision = Decision(
        cycle.pod.key,
        "bound",
        nominated.name,
        node_count=len(cycle.snapshot.nodes),
        nominated_node_used=True,
        feasible=names,
        best=names,
        next_start=next_start,
    )
    return _traced(decision, _TraceValues(cycle, before, nominated=nominated)) if cycle.trace else decision


def _all_nodes_and_nominated(
    values: _TraceValues, pod_class: PodClass, nominated: NodeInfo, next_start: int
) -> Decision:
    """Takes the nominated node after judging all others as well."""
    names = (nominated.name,)
    scoring = score_nodes(values.cycle, pod_class, (pod_class.places[nominated.name],))
    decision = Decision(
        values.cycle.pod.key,
        "bound",
        nominated.name,
        node_count=len(pod_class.names),
        nominated_node_used=True,
        feasible=names,
        weights=scoring.weights,
        scores=scoring.scores,
        totals=scoring.totals,
        best=names,
        next_start=next_start,
    )
    return _traced(decision, values, scored=True)


def _rejected_before(cycle: Cycle, before: PreFilterOutcome, next_start: int) -> Decision:
    """The decision after a refusal in PreFilter: every node has its status, and the text has no histogram."""
    nodes = len(cycle.snapshot.nodes)
    outcome = run_post_filters(cycle.without_chance(), SameStatus(cycle.snapshot, before.status))
    decision = Decision(
        cycle.pod.key,
        "unschedulable",
        prefilter=before.status,
        node_count=nodes,
        fit_error=fit_error(nodes, (), prefilter_message=before.status.message),
        post_filter=outcome,
        rejectors=before.rejectors,
        next_start=next_start,
    )
    return _traced(decision, _TraceValues(cycle, before)) if cycle.trace else decision


def _nowhere(values: _TraceValues, following: int) -> Decision:
    """The decision when no node passed: its text, and the result of the PostFilter plugins."""
    cycle, search = values.cycle, values.search
    assert search is not None
    refusals = search.refusals(values.nominated)
    nodes = len(cycle.snapshot.nodes)
    outcome = run_post_filters(cycle, refusals)
    nominate = outcome.nominate if outcome.code is Code.SUCCESS else None
    decision = Decision(
        cycle.pod.key,
        "unschedulable" if nominate is None else "nominated",
        nominate,
        node_count=nodes,
        fit_error=fit_error_of_counts(nodes, refusals.counts),
        post_filter=outcome,
        rejectors=frozenset([status.plugin for status, _ in refusals.counts if status.plugin])
        | values.before.narrowing,
        next_start=following,
    )
    return _traced(decision, values) if cycle.trace else decision
