"""InterPodAffinity: places pods near to, or away from, other pods.

Source: pkg/scheduler/framework/plugins/interpodaffinity (v1.34.1, v1.36.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.node import Node
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_index import Tally
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.cluster.terms import NO_LABELS, AffinityTerm
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import AffinityCount, Explanation
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
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status, unresolvable, unschedulable

NAME = "InterPodAffinity"
AFFINITY_REFUSED = unresolvable(NAME, "node(s) didn't match pod affinity rules")
ANTI_AFFINITY_REFUSED = unschedulable(NAME, "node(s) didn't match pod anti-affinity rules")
EXISTING_REFUSED = unschedulable(NAME, "node(s) didn't satisfy existing pods anti-affinity rules")

Pair = tuple[str, str]
"""(topology key, value)"""


@dataclass(frozen=True, slots=True)
class InterPodAffinityArgs:
    plugin: ClassVar[str] = NAME

    hard_pod_affinity_weight: int = 1
    ignore_preferred_terms_of_existing_pods: bool = False


class _State:
    """Three maps from (topology key, value) to a number; entries that reach 0 are removed."""

    __slots__ = (
        "affinity",
        "affinity_terms",
        "anti",
        "anti_terms",
        "existing_anti",
        "matches_itself",
        "namespace_labels",
    )

    def __init__(
        self,
        affinity_terms: tuple[AffinityTerm, ...],
        anti_terms: tuple[AffinityTerm, ...],
        namespace_labels: Mapping[str, str],
        matches_itself: bool,
    ) -> None:
        self.affinity_terms = affinity_terms
        self.anti_terms = anti_terms
        self.namespace_labels = namespace_labels
        self.matches_itself = matches_itself
        self.existing_anti: dict[Pair, int] = {}
        self.affinity: dict[Pair, int] = {}
        self.anti: dict[Pair, int] = {}

    def clone(self) -> _State:
        copy = _State(self.affinity_terms, self.anti_terms, self.namespace_labels, self.matches_itself)
        copy.existing_anti = dict(self.existing_anti)
        copy.affinity = dict(self.affinity)
        copy.anti = dict(self.anti)
        return copy


@dataclass(frozen=True, slots=True)
class _ScoreState(FixedState):
    """Topology key -> value -> weight."""

    weights: Mapping[str, Mapping[str, int]]


_KEY: StateKey[_State] = StateKey(NAME)
_SCORE_KEY: StateKey[_ScoreState] = StateKey(NAME + "Score")


def _bump(table: dict[Pair, int], labels: Mapping[str, str], key: str, number: int) -> None:
    """Adds `number` to the count of the domain that the labels name; a count of 0 is removed."""
    value = labels.get(key)
    if value is None:
        return
    pair = (key, value)
    total = table.get(pair, 0) + number
    if total:
        table[pair] = total
    else:
        table.pop(pair, None)


def _count(snapshot: Snapshot, table: dict[Pair, int], key: str, tally: Tally) -> None:
    """Adds the pods of a tally, by their nodes' value of the label `key`."""
    for value, number in tally.per_domain(snapshot.domains(key)).items():
        pair = (key, value)
        table[pair] = table.get(pair, 0) + number


def _values(table: dict[Pair, int], key: str) -> list[str]:
    """The values of the label `key` among the counted domains."""
    return [value for (of_key, value), number in table.items() if of_key == key and number > 0]


def _means(terms: tuple[AffinityTerm, ...], pod: PodInfo) -> bool:
    """Whether all terms of the incoming pod match `pod`; without terms none does."""
    return bool(terms) and all(term.matches(pod.namespace, pod.labels, NO_LABELS) for term in terms)


def _means_any(terms: tuple[AffinityTerm, ...], pod: PodInfo) -> bool:
    """Whether any of the terms matches `pod`."""
    return any(term.matches(pod.namespace, pod.labels, NO_LABELS) for term in terms)


class InterPodAffinity:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at(
        "filter", *AFFINITY_REFUSED.reasons, *ANTI_AFFINITY_REFUSED.reasons, *EXISTING_REFUSED.reasons
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER
    explains_passing: ClassVar[bool] = True

    def __init__(self, args: InterPodAffinityArgs | None = None, release: Release = BASELINE) -> None:
        self._args = args or InterPodAffinityArgs()
        self._release = release

    # Filter

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        carried_by_others = snapshot.index.anti_affinity(snapshot.nodes)
        if not (pod.affinity_terms or pod.anti_affinity_terms or carried_by_others):
            return PRE_FILTER_SKIP
        affinity = tuple(term.resolved(snapshot.namespaces) for term in pod.affinity_terms)
        anti = tuple(term.resolved(snapshot.namespaces) for term in pod.anti_affinity_terms)
        namespace_labels = snapshot.namespaces.get(pod.namespace, NO_LABELS)
        counts = _State(affinity, anti, namespace_labels, _means(affinity, pod))
        index, nodes = snapshot.index, snapshot.nodes
        for carried, tally in carried_by_others.that_mean(pod, namespace_labels):
            _count(snapshot, counts.existing_anti, carried.term.topology_key, tally)
        if not counts.existing_anti and not affinity and not anti:
            return PRE_FILTER_SKIP
        if affinity:
            meant_by_all = index.meant(affinity, nodes)
            for term in affinity:
                _count(snapshot, counts.affinity, term.topology_key, meant_by_all)
        for term in anti:
            _count(snapshot, counts.anti, term.topology_key, index.meant((term,), nodes))
        state.write(_KEY, counts)
        return PRE_FILTER_OK

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        counts = state.read(_KEY)
        first_of_group = not counts.affinity and counts.matches_itself
        refused: list[Refusal] = []
        for key in dict.fromkeys([term.topology_key for term in counts.affinity_terms]):
            if first_of_group:
                refused.append(RefusedNodes(AFFINITY_REFUSED, state.snapshot.topology(key).missing))
            else:
                domains = _values(counts.affinity, key)
                refused.append(RefusedDomains(AFFINITY_REFUSED, key, domains, others=True))
        for key in dict.fromkeys([term.topology_key for term in counts.anti_terms]):
            refused.append(RefusedDomains(ANTI_AFFINITY_REFUSED, key, _values(counts.anti, key)))
        for key in dict.fromkeys([key for key, _ in counts.existing_anti]):
            refused.append(RefusedDomains(EXISTING_REFUSED, key, _values(counts.existing_anti, key)))
        return refused

    def add_pod(self, state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo) -> None:
        self._change(state.read(_KEY), pod, added, node, 1)

    def remove_pod(self, state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo) -> None:
        self._change(state.read(_KEY), pod, removed, node, -1)

    def _change(self, counts: _State, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: int) -> None:
        for term in other.anti_affinity_terms:
            if term.matches(pod.namespace, pod.labels, counts.namespace_labels):
                _bump(counts.existing_anti, node.labels, term.topology_key, sign)
        if _means(counts.affinity_terms, other):
            for term in counts.affinity_terms:
                _bump(counts.affinity, node.labels, term.topology_key, sign)
        for term in counts.anti_terms:
            if term.matches(other.namespace, other.labels, NO_LABELS):
                _bump(counts.anti, node.labels, term.topology_key, sign)

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        counts = state.read(_KEY)
        labels = node.labels
        if counts.affinity_terms and not self._affinity_holds(counts, labels):
            return AFFINITY_REFUSED
        if counts.anti:
            for term in counts.anti_terms:
                value = labels.get(term.topology_key)
                if value is not None and counts.anti.get((term.topology_key, value), 0) > 0:
                    return ANTI_AFFINITY_REFUSED
        if counts.existing_anti:
            for pair in labels.items():
                if counts.existing_anti.get(pair, 0) > 0:
                    return EXISTING_REFUSED
        return SUCCESS

    def _affinity_holds(self, counts: _State, labels: Mapping[str, str]) -> bool:
        """Whether the domains of the labels have pods for all required affinity terms."""
        everywhere = True
        for term in counts.affinity_terms:
            value = labels.get(term.topology_key)
            if value is None:
                return False
            if counts.affinity.get((term.topology_key, value), 0) <= 0:
                everywhere = False
        if everywhere:
            return True
        # The first pod of a group with affinity to itself may be placed anywhere.
        return not counts.affinity and counts.matches_itself

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        counts = state.read(_KEY)
        labels = node.labels
        first_of_group = not counts.affinity and counts.matches_itself
        explanations: list[Explanation] = []
        for term in counts.affinity_terms:
            key = term.topology_key
            domain = labels.get(key)
            count = 0 if domain is None else counts.affinity.get((key, domain), 0)
            explanations.append(
                AffinityCount(
                    "affinity", key, domain, count, domain is not None and (count > 0 or first_of_group)
                )
            )
        for term in counts.anti_terms:
            key = term.topology_key
            domain = labels.get(key)
            count = 0 if domain is None else counts.anti.get((key, domain), 0)
            explanations.append(AffinityCount("antiAffinity", key, domain, count, count == 0))
        for key in dict.fromkeys(key for key, _ in counts.existing_anti):
            domain = labels.get(key)
            count = 0 if domain is None else counts.existing_anti.get((key, domain), 0)
            explanations.append(AffinityCount("existingAntiAffinity", key, domain, count, count == 0))
        return tuple(explanations)

    # Score

    unprepared: ClassVar[str] = 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        wishes = bool(pod.preferred_affinity or pod.preferred_anti_affinity)
        if self._args.ignore_preferred_terms_of_existing_pods and not wishes:
            return SKIP
        index, all_nodes = snapshot.index, snapshot.nodes
        required, preferred = index.affinity(all_nodes), index.preferred(all_nodes)
        if not (wishes or required or preferred):
            return SKIP
        weights: dict[str, dict[str, int]] = {}

        def enter(key: str, tally: Tally, weight: int) -> None:
            for value, number in tally.per_domain(snapshot.domains(key)).items():
                of_key = weights.setdefault(key, {})
                of_key[value] = of_key.get(value, 0) + weight * number

        for sign, entries in ((1, pod.preferred_affinity), (-1, pod.preferred_anti_affinity)):
            for entry in entries:
                term = entry.term.resolved(snapshot.namespaces)
                enter(term.topology_key, index.meant((term,), all_nodes), sign * entry.weight)
        namespace_labels = snapshot.namespaces.get(pod.namespace, NO_LABELS)
        hard = self._args.hard_pod_affinity_weight
        if hard > 0:
            for carried, tally in required.that_mean(pod, namespace_labels):
                enter(carried.term.topology_key, tally, hard)
        for carried, tally in preferred.that_mean(pod, namespace_labels):
            enter(carried.term.topology_key, tally, carried.weight)
        if not weights:
            return SKIP
        state.write(_SCORE_KEY, _ScoreState(weights))
        return SUCCESS

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        return self.score_all(state, pod, (node,))[0]

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        totals = [0] * len(nodes)
        for key, values in state.read(_SCORE_KEY).weights.items():
            totals = [
                total + values.get(node.labels.get(key, ""), 0) if key in node.labels else total
                for total, node in zip(totals, nodes, strict=True)
            ]
        return totals

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        lowest, highest = min(raw), max(raw)
        if highest == lowest:
            return [0] * len(raw)
        # The order of the operations matters: 100 * (29/100) is 28.999… and becomes 28.
        width = float(highest - lowest)
        return [int(100.0 * (float(score - lowest) / width)) for score in raw]

    # Events

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(
                Resource.POD, Action.ADD | Action.DELETE | Action.UPDATE_POD_LABEL, self._after_pod_change
            ),
            Registration(Resource.NODE, Action.ADD | Action.UPDATE_NODE_LABEL, _after_node_change),
        )

    def _after_pod_change(self, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
        """Compares with the waiting pod's terms without resolving namespace selectors, as upstream does."""
        before = old if isinstance(old, PodInfo) else None
        after = new if isinstance(new, PodInfo) else None
        changed, release = after or before, self._release
        if changed is None:
            return False
        if release.own_labels_wake and changed.uid == pod.uid:
            return True
        if not counts_on_node(changed, release):
            return False
        towards, away = pod.affinity_terms, pod.anti_affinity_terms
        repels = _means_any if release.each_anti_affinity_term_wakes else _means
        if before is not None and after is not None:
            if towards and not _means(towards, before) and _means(towards, after):
                return True
            return bool(away) and repels(away, before) and not repels(away, after)
        if after is not None:
            return _means(towards, after)
        if before is None:
            return False
        if release.lifted_anti_affinity_wakes and repels(before.anti_affinity_terms, pod):
            return True
        return repels(away, before)


def _after_node_change(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(new, Node):
        return False
    before = old.labels if isinstance(old, Node) else None
    for term in pod.affinity_terms:
        value = new.labels.get(term.topology_key)
        if value is not None and (before is None or before.get(term.topology_key) != value):
            return True
    for term in pod.anti_affinity_terms:
        if before is None:
            return True
        value = before.get(term.topology_key)
        if value is not None and new.labels.get(term.topology_key) != value:
            return True
    return False
