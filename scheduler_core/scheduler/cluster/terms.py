"""Pod (anti-)affinity terms as the scheduler evaluates them.

Source: pkg/scheduler/framework/types.go AffinityTerm and plugins/interpodaffinity (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.selection.affinity import PodAffinity, PodAffinityTerm
from scheduler_core.objects.selection.selectors import LabelSelector

NO_LABELS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class AffinityTerm:
    """A term with its namespaces resolved; equal terms are equal values, so counts can be kept for each
    term."""

    namespaces: frozenset[str]
    namespace_selector: LabelSelector | None
    label_selector: LabelSelector | None
    topology_key: str

    def matches(self, namespace: str, labels: Mapping[str, str], namespace_labels: Mapping[str, str]) -> bool:
        """Whether the term matches a pod of this namespace with these labels.

        `namespace_labels` are those of the Namespace object, or empty (see `resolved`).
        """
        if self.label_selector is None:
            return False
        if namespace not in self.namespaces and (
            self.namespace_selector is None or not self.namespace_selector.matches(namespace_labels)
        ):
            return False
        return self.label_selector.matches(labels)

    def resolved(self, namespaces: Mapping[str, Mapping[str, str]]) -> AffinityTerm:
        """The term of an incoming pod: the selected namespaces are added by name.

        v1.34.1 intends to drop the selector then, but does not, because it changes a copy. The selector is
        evaluated later against no labels, so one with only NotIn and DoesNotExist matches every namespace.
        """
        if self.namespace_selector is None:
            return self
        chosen = {name for name, labels in namespaces.items() if self.namespace_selector.matches(labels)}
        return AffinityTerm(
            self.namespaces | chosen, self.namespace_selector, self.label_selector, self.topology_key
        )


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    term: AffinityTerm
    weight: int


def compile_term(term: PodAffinityTerm, own_namespace: str) -> AffinityTerm:
    namespaces = frozenset(term.namespaces)
    if not namespaces and term.namespace_selector is None:
        namespaces = frozenset((own_namespace,))
    return AffinityTerm(namespaces, term.namespace_selector, term.label_selector, term.topology_key)


def required_terms(affinity: PodAffinity | None, own_namespace: str) -> tuple[AffinityTerm, ...]:
    if affinity is None:
        return ()
    return tuple(compile_term(term, own_namespace) for term in affinity.required)


def preferred_terms(affinity: PodAffinity | None, own_namespace: str) -> tuple[WeightedTerm, ...]:
    if affinity is None:
        return ()
    return tuple(
        WeightedTerm(compile_term(entry.term, own_namespace), entry.weight) for entry in affinity.preferred
    )
