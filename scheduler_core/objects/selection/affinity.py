"""Affinity stanzas of a pod."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, find, integer, items, strings, text
from scheduler_core.objects.selection.selectors import LabelSelector, NodeSelector, NodeSelectorTerm


@dataclass(frozen=True, slots=True)
class PreferredSchedulingTerm:
    weight: int
    preference: NodeSelectorTerm


@dataclass(frozen=True, slots=True)
class NodeAffinity:
    """v1.NodeAffinity. `preferred` is None when the list is missing: plugins skip PreScore only then."""

    required: NodeSelector | None
    preferred: tuple[PreferredSchedulingTerm, ...] | None

    @staticmethod
    def parse(value: Json) -> NodeAffinity | None:
        if not isinstance(value, Mapping):
            return None
        preferred = value.get("preferredDuringSchedulingIgnoredDuringExecution")
        return NodeAffinity(
            NodeSelector.parse(value.get("requiredDuringSchedulingIgnoredDuringExecution")),
            None
            if preferred is None
            else tuple(
                PreferredSchedulingTerm(
                    integer(find(entry, "weight")) or 0, NodeSelectorTerm.parse(find(entry, "preference"))
                )
                for entry in items(preferred)
            ),
        )


@dataclass(frozen=True, slots=True)
class PodAffinityTerm:
    """v1.PodAffinityTerm. `namespaces` and `namespace_selector` are as written; the plugin resolves them."""

    label_selector: LabelSelector | None
    topology_key: str
    namespaces: tuple[str, ...]
    namespace_selector: LabelSelector | None
    match_label_keys: tuple[str, ...] = ()
    mismatch_label_keys: tuple[str, ...] = ()

    @staticmethod
    def parse(value: Json) -> PodAffinityTerm:
        return PodAffinityTerm(
            LabelSelector.parse(find(value, "labelSelector")),
            text(find(value, "topologyKey")),
            strings(find(value, "namespaces")),
            LabelSelector.parse(find(value, "namespaceSelector")),
            strings(find(value, "matchLabelKeys")),
            strings(find(value, "mismatchLabelKeys")),
        )


@dataclass(frozen=True, slots=True)
class WeightedPodAffinityTerm:
    weight: int
    term: PodAffinityTerm


@dataclass(frozen=True, slots=True)
class PodAffinity:
    """v1.PodAffinity or v1.PodAntiAffinity."""

    required: tuple[PodAffinityTerm, ...]
    preferred: tuple[WeightedPodAffinityTerm, ...]

    @staticmethod
    def parse(value: Json) -> PodAffinity | None:
        if not isinstance(value, Mapping):
            return None
        return PodAffinity(
            tuple(
                PodAffinityTerm.parse(entry)
                for entry in items(value.get("requiredDuringSchedulingIgnoredDuringExecution"))
            ),
            tuple(
                WeightedPodAffinityTerm(
                    integer(find(entry, "weight")) or 0,
                    PodAffinityTerm.parse(find(entry, "podAffinityTerm")),
                )
                for entry in items(value.get("preferredDuringSchedulingIgnoredDuringExecution"))
            ),
        )


@dataclass(frozen=True, slots=True)
class Affinity:
    node_affinity: NodeAffinity | None
    pod_affinity: PodAffinity | None
    pod_anti_affinity: PodAffinity | None

    @staticmethod
    def parse(value: Json) -> Affinity | None:
        if not isinstance(value, Mapping):
            return None
        return Affinity(
            NodeAffinity.parse(value.get("nodeAffinity")),
            PodAffinity.parse(value.get("podAffinity")),
            PodAffinity.parse(value.get("podAntiAffinity")),
        )
