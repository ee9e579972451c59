"""Counts of pods by selector and by affinity term, kept up to date instead of counted anew in every cycle.

All of it can be derived from the nodes of a snapshot; a copy therefore starts empty and fills itself when
asked.
What is counted here and what is done with the counts stands in the plugins (pod_topology_spread,
inter_pod_affinity).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from scheduler_core.objects.selectors import LabelSelector
from scheduler_core.scheduler.node_info import NodeInfo
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.terms import NO_LABELS, AffinityTerm

MAX_TABLES = 512
"""More questions than this are not kept at the same time; the oldest is forgotten first."""

Counts = dict[str, int]
Group = tuple[str, tuple[tuple[str, str], ...], bool]
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class CarriedTerm:
    """A term that pods on nodes carry; `weight` is signed, 0 for required ones."""

    term: AffinityTerm
    weight: int


class PodIndex:
    """Node name -> count, for selectors that were asked for and for terms that pods carry."""

    def __init__(self) -> None:
        self._groups: dict[Group, Counts] | None = None
        self._spread: dict[tuple[str, LabelSelector], Counts] = {}
        self._meant: dict[tuple[AffinityTerm, ...], Counts] = {}
        self._anti: dict[CarriedTerm, Counts] | None = None
        self._affinity: dict[CarriedTerm, Counts] = {}
        self._preferred: dict[CarriedTerm, Counts] = {}

    def copy(self) -> PodIndex:
        return PodIndex()

    def prepare(self, nodes: Iterable[NodeInfo]) -> None:
        """Counts what would else be counted at the first question."""
        self._grouped(nodes)
        self._carried(nodes)

    # Questions

    def spread(self, namespace: str, selector: LabelSelector, nodes: Iterable[NodeInfo]) -> Mapping[str, int]:
        """Pods of the namespace that the selector matches and that are not terminating, per node that has
        any."""
        key = (namespace, selector)
        counts = self._spread.get(key)
        if counts is None:
            counts = {}
            for (of_namespace, labels, terminating), numbers in self._grouped(nodes).items():
                if of_namespace == namespace and not terminating and selector.matches(dict(labels)):
                    _merge(counts, numbers)
            _keep(self._spread, key, counts)
        return counts

    def meant(self, terms: tuple[AffinityTerm, ...], nodes: Iterable[NodeInfo]) -> Mapping[str, int]:
        """Pods that all of an incoming pod's terms mean, terminating ones too, per node that has any."""
        counts = self._meant.get(terms)
        if counts is None:
            counts = {}
            for (namespace, labels, _), number in self._grouped(nodes).items():
                if all(term.matches(namespace, dict(labels), NO_LABELS) for term in terms):
                    _merge(counts, number)
            _keep(self._meant, terms, counts)
        return counts

    def anti_affinity(self, nodes: Iterable[NodeInfo]) -> Mapping[CarriedTerm, Counts]:
        """The required anti-affinity terms that pods carry."""
        return self._carried(nodes)

    def affinity(self, nodes: Iterable[NodeInfo]) -> Mapping[CarriedTerm, Counts]:
        """The required affinity terms that pods carry."""
        self._carried(nodes)
        return self._affinity

    def preferred(self, nodes: Iterable[NodeInfo]) -> Mapping[CarriedTerm, Counts]:
        """The preferred terms that pods carry, those of anti-affinity with negative weight."""
        self._carried(nodes)
        return self._preferred

    def _grouped(self, nodes: Iterable[NodeInfo]) -> dict[Group, Counts]:
        """Pods of equal namespace, labels and state of life; a selector is asked once for all of them."""
        if self._groups is None:
            self._groups = {}
            for node in nodes:
                name = node.name
                for pod in node.pods:
                    _bump(self._groups.setdefault(_group(pod), {}), name, 1)
        return self._groups

    def _carried(self, nodes: Iterable[NodeInfo]) -> dict[CarriedTerm, Counts]:
        if self._anti is None:
            self._anti = {}
            for node in nodes:
                if node.pods_with_affinity:
                    for pod in node.pods:
                        if pod.has_affinity:
                            self._carry(self._anti, pod, node.name, 1)
        return self._anti

    # Changes

    def add(self, pod: PodInfo, node_name: str) -> None:
        self._change(pod, node_name, 1)

    def remove(self, pod: PodInfo, node_name: str) -> None:
        self._change(pod, node_name, -1)

    def _change(self, pod: PodInfo, node_name: str, sign: int) -> None:
        if self._groups is not None:
            group = _group(pod)
            counts = self._groups.setdefault(group, {})
            _bump(counts, node_name, sign)
            if not counts:
                del self._groups[group]
        if not pod.terminating:
            for (namespace, selector), counts in self._spread.items():
                if namespace == pod.namespace and selector.matches(pod.labels):
                    _bump(counts, node_name, sign)
        for terms, counts in self._meant.items():
            if _all_mean(terms, pod):
                _bump(counts, node_name, sign)
        if pod.has_affinity and self._anti is not None:
            self._carry(self._anti, pod, node_name, sign)

    def _carry(self, anti: dict[CarriedTerm, Counts], pod: PodInfo, node_name: str, sign: int) -> None:
        for term in pod.anti_affinity_terms:
            _bump_carried(anti, CarriedTerm(term, 0), node_name, sign)
        for term in pod.affinity_terms:
            _bump_carried(self._affinity, CarriedTerm(term, 0), node_name, sign)
        for entry in pod.preferred_affinity:
            _bump_carried(self._preferred, CarriedTerm(entry.term, entry.weight), node_name, sign)
        for entry in pod.preferred_anti_affinity:
            _bump_carried(self._preferred, CarriedTerm(entry.term, -entry.weight), node_name, sign)


def _all_mean(terms: tuple[AffinityTerm, ...], pod: PodInfo) -> bool:
    return all(term.matches(pod.namespace, pod.labels, NO_LABELS) for term in terms)


def _group(pod: PodInfo) -> Group:
    return pod.namespace, pod.label_key, pod.terminating


def _merge(counts: Counts, more: Counts) -> None:
    for node_name, number in more.items():
        counts[node_name] = counts.get(node_name, 0) + number


def _bump(counts: Counts, node_name: str, sign: int) -> None:
    number = counts.get(node_name, 0) + sign
    if number:
        counts[node_name] = number
    else:
        counts.pop(node_name, None)


def _bump_carried(table: dict[CarriedTerm, Counts], term: CarriedTerm, node_name: str, sign: int) -> None:
    counts = table.setdefault(term, {})
    _bump(counts, node_name, sign)
    if not counts:
        del table[term]


def _keep(table: dict[K, Counts], key: K, counts: Counts) -> None:
    if len(table) >= MAX_TABLES:
        del table[next(iter(table))]
    table[key] = counts
