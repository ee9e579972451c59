"""PodTopologySpread: the plugin and its Filter; scoring is in spread_scoring.

Source: pkg/scheduler/framework/plugins/podtopologyspread/filtering.go, plugin.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, SpreadArithmetic
from scheduler_core.scheduler.framework.events import (
    Action,
    EventObject,
    Registration,
    Resource,
    counts_on_node,
)
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, RefusedDomains, RefusedNodes
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable
from scheduler_core.scheduler.framework.trace import NO_TRACES, Journal, Traces
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_constraints import (
    DO_NOT_SCHEDULE,
    Constraint,
    PodTopologySpreadArgs,
    constraints_of,
    counted_domains,
    eligible_domains,
    matching_pods,
)
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_scoring import SpreadScoring, spread_scores
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_trace import SpreadState, SpreadStates
from scheduler_core.scheduler.plugins.pod_topology_spread.spread_walk import (
    MAX_PAIRS,
    CriticalPaths,
    SpreadJournal,
)

NAME = "PodTopologySpread"
MISSING_LABEL = unresolvable(
    NAME, "node(s) didn't match pod topology spread constraints (missing required label)"
)
VIOLATED = unschedulable(NAME, "node(s) didn't match pod topology spread constraints")


class _State:
    """The hard constraints and, for each, domain -> number of matching pods (without zeros) and the number of
    eligible domains.

    Upstream keeps two "critical paths" for each constraint to know the minimum; the plain minimum is the same
    after every change of one domain. `counts` may be shared with the index until the state is cloned.
    """

    __slots__ = ("constraints", "counts", "journal", "lowest", "shown", "sizes")

    def __init__(
        self, constraints: tuple[Constraint, ...], counts: Sequence[Mapping[str, int]], sizes: Sequence[int]
    ) -> None:
        self.constraints = constraints
        self.counts = counts
        self.sizes = sizes
        self.lowest: list[int | None] = [None] * len(constraints)
        self.journal: SpreadJournal | None = None
        self.shown: tuple[SpreadState, ...] | None = None

    def clone(self) -> _State:
        return _State(self.constraints, [dict(counts) for counts in self.counts], self.sizes)

    def minimum(self, index: int) -> int:
        """The smallest count of an eligible domain; 0 while there are fewer domains than minDomains."""
        lowest = self.lowest[index]
        if lowest is None:
            counts, size = self.counts[index], self.sizes[index]
            lowest = 0
            if size >= self.constraints[index].min_domains:
                lowest = min(counts.values(), default=0)
                if len(counts) < size:
                    lowest = min(lowest, 0)
            self.lowest[index] = lowest
        return lowest

    def skew(self, index: int, count: int) -> int:
        """The skew once the pod is in a domain with so many matching pods: count + self − minimum."""
        return count + self.constraints[index].self_match - self.minimum(index)

    def accepts(self, index: int, count: int) -> bool:
        return self.skew(index, count) <= self.constraints[index].max_skew

    def change(self, index: int, domain: str, difference: int) -> None:
        """Changes the count of a domain; only in a clone."""
        counts = self.counts[index]
        assert isinstance(counts, dict)
        total = counts.get(domain, 0) + difference
        if total:
            counts[domain] = total
        else:
            counts.pop(domain, None)
        self.lowest[index] = None
        if self.journal is not None:
            self.journal.changed(index, domain, total)


_KEY: StateKey[_State] = StateKey(NAME)


def spread_state(state: CycleState, pod: PodInfo) -> tuple[SpreadState, ...]:
    """The state after PreFilter for each constraint, for traces; empty when there are no constraints."""
    if not state.has(_KEY):
        return ()
    spread = state.read(_KEY)
    if spread.shown is not None:
        return spread.shown
    keys = tuple([constraint.key for constraint in spread.constraints])
    states: list[SpreadState] = []
    for index, constraint in enumerate(spread.constraints):
        domains = dict.fromkeys(eligible_domains(state.snapshot, pod, constraint, keys).domain_of.values())
        counts = spread.counts[index]
        pairs = [(domain, counts.get(domain, 0)) for domain in domains]
        states.append(
            SpreadState(
                constraint.key,
                constraint.max_skew,
                constraint.min_domains,
                constraint.self_match,
                len(pairs),
                tuple(pairs[:MAX_PAIRS]),
                CriticalPaths.of(pairs).pair,
                spread.minimum(index),
                constraint.counted,
            )
        )
    spread.shown = tuple(states)
    return spread.shown


class PodTopologySpread(SpreadScoring):
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", *MISSING_LABEL.reasons, *VIOLATED.reasons)
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER
    explains_passing: ClassVar[bool] = True

    def __init__(self, args: PodTopologySpreadArgs | None = None, release: Release = BASELINE) -> None:
        args = args or PodTopologySpreadArgs()
        if args.defaulting_type == "System" and not release.spread_defaults:
            args = PodTopologySpreadArgs("List")
        self._args = args
        self._release = release

    # Filter

    def _hard_constraints(self, snapshot: Snapshot, pod: PodInfo) -> tuple[Constraint, ...]:
        """getConstraints: the pod's own hard constraints, else the profile's defaults."""
        return constraints_of(snapshot, pod, self._args, DO_NOT_SCHEDULE)

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        constraints = self._hard_constraints(snapshot, pod)
        if not constraints:
            return PRE_FILTER_SKIP
        keys = tuple([constraint.key for constraint in constraints])
        eligible = [eligible_domains(snapshot, pod, constraint, keys) for constraint in constraints]
        if self._release.spread_needs_a_domain and not any(domains.size for domains in eligible):
            return PRE_FILTER_SKIP
        counted = eligible
        if self._release.spread_counts_excluded_nodes:
            counted = [
                counted_domains(snapshot, constraint, keys, domains)
                for constraint, domains in zip(constraints, eligible, strict=True)
            ]
        counts = [
            matching_pods(snapshot, pod, constraint).per_domain(domains)
            for constraint, domains in zip(constraints, counted, strict=True)
        ]
        state.write(_KEY, _State(constraints, counts, [domains.size for domains in eligible]))
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        spread = state.read(_KEY)
        for index, constraint in enumerate(spread.constraints):
            domain = node.labels.get(constraint.key)
            if domain is None:
                return MISSING_LABEL
            if not spread.accepts(index, spread.counts[index].get(domain, 0)):
                return VIOLATED
        return SUCCESS

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        """The domains with too many pods. One without a matching pod has no count; its skew is 1 at most."""
        spread = state.read(_KEY)
        refused: list[Refusal] = []
        for index, constraint in enumerate(spread.constraints):
            key, counts = constraint.key, spread.counts[index]
            too_many = {count for count in set(counts.values()) if not spread.accepts(index, count)}
            full = [domain for domain, count in counts.items() if count in too_many]
            refused.append(RefusedNodes(MISSING_LABEL, state.snapshot.topology(key).missing))
            refused.append(RefusedDomains(VIOLATED, key, full))
        return refused

    def add_pod(self, state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo) -> None:
        self._change(state, pod, added, node, 1)

    def remove_pod(self, state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo) -> None:
        self._change(state, pod, removed, node, -1)

    def _change(self, state: CycleState, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: int) -> None:
        spread = state.read(_KEY)
        if other.namespace != pod.namespace:
            return
        if not all(constraint.key in node.labels for constraint in spread.constraints):
            return
        for index, constraint in enumerate(spread.constraints):
            domain = node.labels[constraint.key]
            leaks = self._release.spread_counts_excluded_nodes and domain in spread.counts[index]
            if constraint.counts_pod(other) and (leaks or constraint.takes_part(pod, node.node)):
                spread.change(index, domain, sign)

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        spread = state.read(_KEY)
        explanations: list[Explanation] = []
        for index, constraint in enumerate(spread.constraints):
            domain = node.labels.get(constraint.key)
            count = 0 if domain is None else spread.counts[index].get(domain, 0)
            explanations.append(
                SpreadArithmetic(
                    constraint.key,
                    domain,
                    count,
                    constraint.self_match,
                    spread.minimum(index),
                    constraint.max_skew,
                    spread.skew(index, count),
                    domain is not None and spread.accepts(index, count),
                    constraint.counted,
                )
            )
        return tuple(explanations)

    # Trace

    def trace_pre_filter(self, state: CycleState, pod: PodInfo) -> Traces:
        states = spread_state(state, pod)
        return {"spreadState": SpreadStates(states)} if states else NO_TRACES

    def trace_scores(self, state: CycleState, nodes: Sequence[NodeInfo]) -> Traces:
        scores = spread_scores(state, nodes, self._whole())
        return NO_TRACES if scores is None else {"spreadScores": scores}

    def trace_dry_run(self, state: CycleState, clone: CycleState, pod: PodInfo) -> Mapping[str, Journal]:
        states = spread_state(state, pod)
        if not states:
            return {}
        journal = clone.read(_KEY).journal = SpreadJournal(states)
        return {"spread": journal}

    # Events

    def events_to_register(self) -> Sequence[Registration]:
        pods = Action.ADD | Action.DELETE | Action.UPDATE_POD_LABEL | Action.UPDATE_POD_TOLERATION
        nodes = Action.ADD | Action.DELETE | Action.UPDATE_NODE_LABEL | Action.UPDATE_NODE_TAINT
        return (
            Registration(Resource.POD, pods, cluster_hint=self._after_pod_change),
            Registration(Resource.NODE, nodes, cluster_hint=self._after_node_change),
        )

    def _after_pod_change(
        self, snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None
    ) -> bool:
        before = old if isinstance(old, PodInfo) else None
        after = new if isinstance(new, PodInfo) else None
        own = after is not None and after.uid == pod.uid
        if not own:
            for version in (before, after):
                if version is None:
                    continue
                if not counts_on_node(version, self._release) or version.namespace != pod.namespace:
                    return False
        constraints = self._hard_constraints(snapshot, pod)
        if before is not None and after is not None:
            tolerations_differ = own and before.tolerations != after.tolerations
            if tolerations_differ and any(constraint.honor_taints for constraint in constraints):
                return True
            return any(
                constraint.counts_pod(before) != constraint.counts_pod(after) for constraint in constraints
            )
        changed = after or before
        return changed is not None and any(constraint.counts_pod(changed) for constraint in constraints)

    def _after_node_change(
        self, snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None
    ) -> bool:
        constraints = self._hard_constraints(snapshot, pod)
        before = old if isinstance(old, Node) else None
        after = new if isinstance(new, Node) else None
        had = before is not None and _has_all_keys(before, constraints)
        has = after is not None and _has_all_keys(after, constraints)
        if before is None or after is None:
            return had or has
        if had != has:
            return True
        return has and (
            before.taints != after.taints
            or any(before.labels[entry.key] != after.labels[entry.key] for entry in constraints)
        )


def _has_all_keys(node: Node, constraints: tuple[Constraint, ...]) -> bool:
    return all(constraint.key in node.labels for constraint in constraints)
