"""decide: one scheduling decision as a pure function.

Source: pkg/scheduler/schedule_one.go schedulePod, findNodesThatFitPod, prioritizeNodes, selectHost;
PostFilter as in schedulingCycle (v1.34.1). Reads the snapshot and the nominator, changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle, PreFilterOutcome
from scheduler_core.scheduler.cycle.decision import Decision, NodeVerdict, PostFilterOutcome, Score
from scheduler_core.scheduler.cycle.kept_decision import decide_with
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.cycle.post_filter import run_post_filters
from scheduler_core.scheduler.cycle.sampling import feasible_wanted
from scheduler_core.scheduler.framework.fit_error import NO_NODES, fit_error
from scheduler_core.scheduler.framework.interface import SUCCESS, Code, Status, unresolvable
from scheduler_core.scheduler.plugins.default_preemption.preemption import Pick
from scheduler_core.scheduler.plugins.pod_topology_spread.pod_topology_spread import spread_state
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_scoring import spread_scores
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import SpreadScores
from scheduler_core.scheduler.queue.nominator import Nominator


def first(names: Sequence[str]) -> str:
    """The choice among equals that needs no chance."""
    return names[0]


@dataclass(frozen=True, slots=True)
class Options:
    """`trace`: keep verdicts, explanations and scores. `all_nodes`: judge every node, even where the
    scheduler would
    stop, and score a single feasible one too (recorded verdicts are made so); implies a trace."""

    trace: bool = True
    all_nodes: bool = False


FAST = Options(trace=False)


def decide(
    snapshot: Snapshot,
    pod: PodInfo,
    profile: Profile,
    nominator: Nominator,
    *,
    next_start: int = 0,
    pick: Pick = first,
    pick_candidate: Pick = first,
    pick_start: Pick | None = None,
    options: Options | None = None,
    memo: Memo | None = None,
) -> Decision:
    """What the scheduler would do with `pod` now.

    `next_start` is where in the list of nodes the search begins; the Decision says where the next one
    does. `pick` takes one of several equally good names, `pick_candidate` one of several equally good
    candidates of preemption. `pick_start` takes the node where its dry runs begin, if not all are made.
    """
    options = options or Options()
    key = pod.key
    if not snapshot.nodes:
        return Decision(
            key,
            "error",
            prefilter=SUCCESS,
            fit_error=NO_NODES,
            post_filter=PostFilterOutcome(Code.UNRESOLVABLE, "", "", None),
            next_start=next_start,
        )
    kept = None
    if memo is not None and not options.all_nodes:
        assert memo.profile is profile
        kept = memo.of(pod, snapshot)
        if kept is not None and not options.trace:
            decision = decide_with(kept, pod, nominator, next_start, pick, pick_candidate, pick_start)
            if decision is not None:
                return decision
    cycle = Cycle(snapshot, pod, profile, nominator)
    cycle.traced = options.trace
    cycle.kept = kept
    before = cycle.pre_filter()
    found: _Found | None = None
    choice = _NO_CHOICE
    failure = _NO_FAILURE
    if before.status.code is not Code.SUCCESS:
        failure = _rejected_before(cycle, before)
    else:
        found = _search(cycle, before, next_start, profile, options)
        if found.feasible:
            choice = _choose(cycle, found, pick, options)
        else:
            failure = _nowhere(cycle, before, found, pick_candidate, pick_start, options)
    return Decision(
        key,
        "bound" if choice.node else failure.result,
        choice.node or failure.node,
        prefilter=before.status,
        prefilter_nodes=None if before.names is None else tuple(sorted(before.names)),
        filter_plugins=profile.filter_names,
        filter_skipped=tuple(sorted(cycle.state.skip_filter)),
        order=found.order if found else (),
        nodes=found.verdicts if found else {},
        node_count=len(snapshot.nodes),
        nominated_node_used=found is not None and found.nominated_used,
        feasible=tuple([node.name for node in found.feasible]) if found else (),
        scored=choice.scored,
        prescore_skipped=choice.prescore_skipped,
        weights=choice.weights,
        scores=choice.scores,
        totals=choice.totals,
        best=choice.best,
        spread_state=spread_state(cycle.state, pod) if options.trace else (),
        spread_scores=choice.spread,
        fit_error=failure.fit_error,
        post_filter=failure.post_filter,
        rejectors=failure.rejectors,
        next_start=found.next_start if found else next_start,
    )


def gated(pod: PodInfo, status: Status) -> Decision:
    """The value for a pod that a PreEnqueue plugin holds back."""
    return Decision(pod.key, "gated", gated=status)


def skipped(pod: PodInfo) -> Decision:
    """The value for a pod that is being deleted: it is passed over."""
    return Decision(pod.key, "skipped")


@dataclass(frozen=True, slots=True)
class _Found:
    feasible: list[NodeInfo]
    statuses: Mapping[str, Status]
    order: tuple[str, ...]
    verdicts: Mapping[str, NodeVerdict]
    next_start: int
    nominated_used: bool = False


def _search(
    cycle: Cycle, before: PreFilterOutcome, next_start: int, profile: Profile, options: Options
) -> _Found:
    """findNodesThatFitPod: the nominated node first, then round from `next_start` until enough are found."""
    snapshot, pod = cycle.snapshot, cycle.pod
    trace = options.trace or options.all_nodes
    statuses: dict[str, Status] = {}
    verdicts: dict[str, NodeVerdict] = {}
    order: list[str] = []

    def judge(node: NodeInfo) -> bool:
        if trace:
            verdict = cycle.judge(node)
            verdicts[node.name] = verdict
            order.append(node.name)
            status = verdict.status
        else:
            status = cycle.filter_node(cycle.state, node)
        if status.code is Code.SUCCESS:
            statuses.pop(node.name, None)
            return True
        statuses[node.name] = status
        return False

    nominated = snapshot.get(pod.nominated_node_name) if pod.nominated_node_name else None
    nominated_fits = nominated is not None and judge(nominated)
    if nominated is not None and nominated_fits and not options.all_nodes:
        return _Found([nominated], {}, tuple(order), verdicts, next_start, True)
    order.clear()
    outside = unresolvable(
        "", "node(s) didn't satisfy plugin(s) [" + " ".join(sorted(before.narrowing)) + "]"
    )
    absent = 0
    if before.names is None:
        candidates = snapshot.nodes
    else:
        candidates = [node for node in snapshot.nodes if node.name in before.names]
        for node in snapshot.nodes:
            if node.name not in before.names and node.name not in statuses:
                statuses[node.name] = outside
                absent += 1
                if trace:
                    verdicts.setdefault(node.name, NodeVerdict(outside))
    total = len(candidates)
    wanted = total if options.all_nodes else feasible_wanted(total, profile.percentage_of_nodes_to_score)
    start = next_start % total if total else 0
    feasible: list[NodeInfo] = []
    for offset in range(total):
        place = start + offset
        node = candidates[place if place < total else place - total]
        if judge(node):
            feasible.append(node)
            if len(feasible) >= wanted:
                break
    everyone = len(snapshot.nodes)
    recorded = len(statuses) - absent
    following = (next_start + len(feasible) + recorded) % everyone
    if nominated is not None and nominated_fits:
        return _Found([nominated], statuses, tuple(order), verdicts, next_start, True)
    return _Found(feasible, statuses, tuple(order), verdicts, following)


@dataclass(frozen=True, slots=True)
class _Choice:
    """The part of a Decision that scoring gives."""

    node: str | None = None
    best: tuple[str, ...] = ()
    scored: bool = False
    prescore_skipped: tuple[str, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    spread: SpreadScores | None = None


_NO_CHOICE = _Choice()


def _choose(cycle: Cycle, found: _Found, pick: Pick, options: Options) -> _Choice:
    """prioritizeNodes and selectHost; a single feasible node is taken as it is."""
    feasible = found.feasible
    single = len(feasible) == 1
    if single and not options.all_nodes:
        name = feasible[0].name
        return _Choice(name, (name,))
    plugins = cycle.pre_score(feasible)
    weights = cycle.profile.weights
    totals = [0] * len(feasible)
    scores: dict[str, dict[str, Score]] = {node.name: {} for node in feasible} if options.trace else {}
    for plugin in plugins:
        raw = cycle.raw_scores(plugin, feasible)
        normalized = cycle.normalized(plugin, feasible, raw)
        weight = weights[plugin.name]
        for index, score in enumerate(normalized):
            totals[index] += score * weight
        if options.trace:
            pairs = list(zip(raw, normalized, strict=True))
            # Many nodes score alike; equal scores are one value.
            values = {pair: Score(*pair, pair[1] * weight) for pair in set(pairs)}
            for node, pair in zip(feasible, pairs, strict=True):
                scores[node.name][plugin.name] = values[pair]
    best = _best(feasible, totals)
    return _Choice(
        node=best[0] if len(best) == 1 else pick(best),
        best=best,
        scored=not single,
        prescore_skipped=tuple(sorted(cycle.state.skip_score)),
        weights={plugin.name: weights[plugin.name] for plugin in plugins},
        scores=scores,
        totals={node.name: total for node, total in zip(feasible, totals, strict=True)}
        if options.trace
        else {},
        spread=spread_scores(cycle.state, feasible) if options.trace else None,
    )


def _best(feasible: Sequence[NodeInfo], totals: Sequence[int]) -> tuple[str, ...]:
    highest = max(totals)
    return tuple([node.name for node, total in zip(feasible, totals, strict=True) if total == highest])


@dataclass(frozen=True, slots=True)
class _Failure:
    """The part of a Decision that a cycle without a feasible node gives."""

    result: str = "unschedulable"
    node: str | None = None
    fit_error: str = ""
    post_filter: PostFilterOutcome | None = None
    rejectors: frozenset[str] = frozenset()


_NO_FAILURE = _Failure()


def _rejected_before(cycle: Cycle, before: PreFilterOutcome) -> _Failure:
    """A PreFilter rejection: every node has that status, and the histogram is left out of the text."""
    status = before.status
    statuses = {node.name: status for node in cycle.snapshot.nodes}
    outcome = run_post_filters(cycle, statuses, first, trace=True)
    text = fit_error(len(cycle.snapshot.nodes), (), prefilter_message=status.message)
    return _Failure(fit_error=text, post_filter=outcome, rejectors=before.rejectors)


def _nowhere(
    cycle: Cycle,
    before: PreFilterOutcome,
    found: _Found,
    pick: Pick,
    pick_start: Pick | None,
    options: Options,
) -> _Failure:
    """No node passed: the sentence, and what the PostFilter plugins make of it."""
    text = fit_error(len(cycle.snapshot.nodes), found.statuses.values())
    outcome = run_post_filters(cycle, found.statuses, pick, trace=options.trace, pick_start=pick_start)
    given = found.statuses.values()
    distinct = dict(zip(map(id, given), given, strict=True))
    rejectors = {status.plugin for status in distinct.values() if status.plugin} | before.narrowing
    nominated = outcome.nominate if outcome.code is Code.SUCCESS else None
    return _Failure(
        "unschedulable" if nominated is None else "nominated",
        nominated,
        text,
        outcome,
        frozenset(rejectors),
    )
