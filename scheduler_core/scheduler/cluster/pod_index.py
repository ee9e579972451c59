"""Counts of pods by selector and by affinity term, kept up to date so that a cycle need not count again.

All counts can be derived from the nodes of a snapshot, so a copy starts empty and fills itself on demand. The
plugins (pod_topology_spread, inter_pod_affinity) define what is counted and how counts are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scheduler_core.objects.selection.selectors import LabelSelector
from scheduler_core.scheduler.cluster.label_index import LabelIndex
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.spread_counting import is_counted
from scheduler_core.scheduler.cluster.terms import NO_LABELS, AffinityTerm
from scheduler_core.scheduler.cluster.topology import Domains

MAX_TABLES = 512
"""The largest number of tables kept at a time; the oldest is dropped first."""

MAX_DOMAINS = 8

Counts = dict[str, int]
Group = tuple[str, tuple[tuple[str, str], ...], bool]
SpreadKey = tuple[str, LabelSelector]
Terms = tuple[AffinityTerm, ...]
K = TypeVar("K", SpreadKey, Terms)


class Tally:
    """The number of pods on each node that has any, summed per domain for the topology keys that were asked
    for."""

    __slots__ = ("_per_domain", "per_node")

    def __init__(self) -> None:
        self.per_node: Counts = {}
        self._per_domain: list[tuple[Domains, Counts]] = []

    def bump(self, node_name: str, number: int) -> None:
        _bump(self.per_node, node_name, number)
        for domains, counts in self._per_domain:
            domain = domains.domain_of.get(node_name)
            if domain is not None:
                _bump(counts, domain, number)

    def per_domain(self, domains: Domains) -> Mapping[str, int]:
        """Domain -> number, for domains with at least one pod; it must not be changed."""
        for counted, counts in self._per_domain:
            if counted is domains:
                return counts
        counts = {}
        domain_of = domains.domain_of
        for name, number in self.per_node.items():
            domain = domain_of.get(name)
            if domain is not None:
                counts[domain] = counts.get(domain, 0) + number
        if len(self._per_domain) >= MAX_DOMAINS:
            del self._per_domain[0]
        self._per_domain.append((domains, counts))
        return counts


@dataclass(frozen=True, slots=True)
class CarriedTerm:
    """A term of pods that are on nodes; `weight` is signed, and 0 for required terms."""

    term: AffinityTerm
    weight: int


class CarriedTerms:
    """The terms of one kind that pods on nodes have, with the number of these pods."""

    __slots__ = ("_index", "_tallies")

    def __init__(self) -> None:
        self._tallies: dict[CarriedTerm, Tally] = {}
        self._index: LabelIndex[CarriedTerm] = LabelIndex()

    def __bool__(self) -> bool:
        return bool(self._tallies)

    def bump(self, term: AffinityTerm, weight: int, node_name: str, number: int) -> None:
        key = CarriedTerm(term, weight)
        tally = self._tallies.get(key)
        if tally is None:
            tally = self._tallies[key] = Tally()
            self._index.add(term.label_selector, key)
        tally.bump(node_name, number)
        if not tally.per_node:
            del self._tallies[key]
            self._index.remove(term.label_selector, key)

    def that_mean(
        self, pod: PodInfo, namespace_labels: Mapping[str, str]
    ) -> Iterator[tuple[CarriedTerm, Tally]]:
        """The terms that match `pod`."""
        for key in self._index.candidates(pod.labels):
            if key.term.matches(pod.namespace, pod.labels, namespace_labels):
                yield key, self._tallies[key]


class PodIndex:
    """Tallies for the selectors of earlier cycles, and for the terms of pods on nodes."""

    def __init__(self) -> None:
        self._groups: dict[Group, Counts] | None = None
        self._spread: dict[SpreadKey, Tally] = {}
        self._spread_index: LabelIndex[SpreadKey] = LabelIndex()
        self._meant: dict[Terms, Tally] = {}
        self._meant_index: LabelIndex[Terms] = LabelIndex()
        self._carried_indexed = False
        self._anti = CarriedTerms()
        self._affinity = CarriedTerms()
        self._preferred = CarriedTerms()

    def prepare(self, nodes: Iterable[NodeInfo]) -> None:
        """Counts now what would otherwise be counted on first use."""
        self._grouped(nodes)
        self._learn_carried(nodes)

    # Queries

    def spread(self, namespace: str, selector: LabelSelector, nodes: Iterable[NodeInfo]) -> Tally:
        """The pods that a spread constraint with the selector counts for a pod of the namespace."""
        key = (namespace, selector)
        tally = self._spread.get(key)
        if tally is None:
            tally = Tally()
            for (of_namespace, labels, terminating), numbers in self._grouped(nodes).items():
                if is_counted(key, of_namespace, dict(labels), terminating=terminating):
                    _merge(tally.per_node, numbers)
            _forget_oldest(self._spread, self._spread_index, _selector_of_spread)
            self._spread[key] = tally
            self._spread_index.add(selector, key)
        return tally

    def meant(self, terms: Terms, nodes: Iterable[NodeInfo]) -> Tally:
        """Pods that all terms of an incoming pod match, including terminating ones."""
        tally = self._meant.get(terms)
        if tally is None:
            tally = Tally()
            for (namespace, labels, _), numbers in self._grouped(nodes).items():
                if _all_mean(terms, namespace, dict(labels)):
                    _merge(tally.per_node, numbers)
            _forget_oldest(self._meant, self._meant_index, _selector_of_terms)
            self._meant[terms] = tally
            self._meant_index.add(terms[0].label_selector, terms)
        return tally

    def anti_affinity(self, nodes: Iterable[NodeInfo]) -> CarriedTerms:
        """The required anti-affinity terms of pods on nodes."""
        self._learn_carried(nodes)
        return self._anti

    def affinity(self, nodes: Iterable[NodeInfo]) -> CarriedTerms:
        """The required affinity terms of pods on nodes."""
        self._learn_carried(nodes)
        return self._affinity

    def preferred(self, nodes: Iterable[NodeInfo]) -> CarriedTerms:
        """The preferred terms of pods on nodes, those of anti-affinity with negative weight."""
        self._learn_carried(nodes)
        return self._preferred

    def _grouped(self, nodes: Iterable[NodeInfo]) -> dict[Group, Counts]:
        """Pods grouped by namespace, labels and whether they terminate; a selector is evaluated once for each
        group."""
        if self._groups is None:
            self._groups = {}
            for node in nodes:
                name = node.name
                for pod in node.pods:
                    _bump(self._groups.setdefault(_group(pod), {}), name, 1)
        return self._groups

    def _learn_carried(self, nodes: Iterable[NodeInfo]) -> None:
        if self._carried_indexed:
            return
        self._carried_indexed = True
        for node in nodes:
            if node.pods_with_affinity:
                for pod in node.pods:
                    if pod.has_affinity:
                        self._carry(pod, node.name, 1)

    # Changes

    def add(self, pod: PodInfo, node_name: str) -> None:
        self._change(pod, node_name, 1)

    def remove(self, pod: PodInfo, node_name: str) -> None:
        self._change(pod, node_name, -1)

    def _change(self, pod: PodInfo, node_name: str, sign: int) -> None:
        labels, namespace = pod.labels, pod.namespace
        if self._groups is not None:
            group = _group(pod)
            counts = self._groups.setdefault(group, {})
            _bump(counts, node_name, sign)
            if not counts:
                del self._groups[group]
        if self._spread:
            for key in self._spread_index.candidates(labels):
                if is_counted(key, namespace, labels, terminating=pod.terminating):
                    self._spread[key].bump(node_name, sign)
        if self._meant:
            for terms in self._meant_index.candidates(labels):
                if _all_mean(terms, namespace, labels):
                    self._meant[terms].bump(node_name, sign)
        if pod.has_affinity and self._carried_indexed:
            self._carry(pod, node_name, sign)

    def _carry(self, pod: PodInfo, node_name: str, sign: int) -> None:
        for term in pod.anti_affinity_terms:
            self._anti.bump(term, 0, node_name, sign)
        for term in pod.affinity_terms:
            self._affinity.bump(term, 0, node_name, sign)
        for entry in pod.preferred_affinity:
            self._preferred.bump(entry.term, entry.weight, node_name, sign)
        for entry in pod.preferred_anti_affinity:
            self._preferred.bump(entry.term, -entry.weight, node_name, sign)


def _all_mean(terms: Terms, namespace: str, labels: Mapping[str, str]) -> bool:
    return all(term.matches(namespace, labels, NO_LABELS) for term in terms)


def _group(pod: PodInfo) -> Group:
    return pod.namespace, pod.label_key, pod.terminating


def _merge(counts: Counts, more: Counts) -> None:
    for node_name, number in more.items():
        counts[node_name] = counts.get(node_name, 0) + number


def _bump(counts: Counts, key: str, number: int) -> None:
    total = counts.get(key, 0) + number
    if total:
        counts[key] = total
    else:
        counts.pop(key, None)


def _forget_oldest(
    table: dict[K, Tally], index: LabelIndex[K], selector_of: Callable[[K], LabelSelector | None]
) -> None:
    if len(table) >= MAX_TABLES:
        oldest = next(iter(table))
        del table[oldest]
        index.remove(selector_of(oldest), oldest)


def _selector_of_spread(key: SpreadKey) -> LabelSelector | None:
    return key[1]


def _selector_of_terms(terms: Terms) -> LabelSelector | None:
    return terms[0].label_selector
