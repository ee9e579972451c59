"""Namespace, PriorityClass, PodDisruptionBudget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    text,
    with_value,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.selection.selectors import LabelSelector


@dataclass(frozen=True, slots=True, eq=False)
class Namespace(ApiObject):
    manifest: Manifest
    meta: ObjectMeta

    finalizers = Read(strings, "spec", "finalizers")
    phase = Read(text, "status", "phase")
    conditions = Read(items, "status", "conditions")

    @property
    def terminating(self) -> bool:
        """Whether the namespace is being deleted; nothing new may be created in it then."""
        return self.meta.deletion_at is not None

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels, with the name label that the API server always writes."""
        return {**self.meta.labels, "kubernetes.io/metadata.name": self.meta.name}

    @staticmethod
    def parse(manifest: Manifest) -> Namespace:
        return Namespace(manifest, ObjectMeta.parse(manifest.get("metadata"), namespaced=False))


@dataclass(frozen=True, slots=True, eq=False)
class PriorityClass(ApiObject):
    manifest: Manifest
    meta: ObjectMeta
    value: int
    global_default: bool
    preemption_policy: str

    description = Read(text, "description")

    @staticmethod
    def parse(manifest: Manifest) -> PriorityClass:
        return PriorityClass(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            integer(manifest.get("value")) or 0,
            flag(manifest.get("globalDefault")),
            text(manifest.get("preemptionPolicy")) or "PreemptLowerPriority",
        )


@dataclass(frozen=True, slots=True, eq=False)
class PodDisruptionBudget(ApiObject):
    """v1.PodDisruptionBudget. `min_available` and `max_unavailable` are integers, or percentages such as
    "50%".

    `disrupted_pods` maps pod names to milliseconds since the epoch.
    """

    manifest: Manifest
    meta: ObjectMeta
    selector: LabelSelector | None
    min_available: int | str | None
    max_unavailable: int | str | None
    disruptions_allowed: int
    disrupted_pods: Mapping[str, int | None]

    selector_manifest = Read(mapping, "spec", "selector")
    unhealthy_pod_eviction_policy = Read(text, "spec", "unhealthyPodEvictionPolicy")

    def protects(self, namespace: str, labels: Mapping[str, str], *, empty_selects_all: bool = False) -> bool:
        """Whether an eviction or a preemption of a pod with these labels counts against the budget. A budget
        without a selector protects no pod, and neither does one with an empty selector unless
        `empty_selects_all`. Source: registry/core/pod/storage/eviction.go getPodDisruptionBudgets,
        plugins/defaultpreemption filterPodsWithPDBViolation (v1.34)."""
        selector = self.selector
        if namespace != self.meta.namespace or selector is None:
            return False
        return selector.matches(labels) and (empty_selects_all or not selector.empty)

    @staticmethod
    def parse(manifest: Manifest) -> PodDisruptionBudget:
        disrupted = mapping(find(manifest, "status", "disruptedPods"))
        return PodDisruptionBudget(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            LabelSelector.parse(find(manifest, "spec", "selector")),
            _count(find(manifest, "spec", "minAvailable")),
            _count(find(manifest, "spec", "maxUnavailable")),
            integer(find(manifest, "status", "disruptionsAllowed")) or 0,
            {name: parse_time(at) if isinstance(at, str) else None for name, at in disrupted.items()},
        )

    def with_status(self, status: Mapping[str, Json]) -> PodDisruptionBudget:
        return PodDisruptionBudget.parse(with_value(self.manifest, ("status",), status))


def _count(value: Json) -> int | str | None:
    return value if isinstance(value, str) else integer(value)
