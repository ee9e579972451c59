"""A KubeletConfiguration in a scenario: its fields that are read, kept and checked.

The document applies to every kubelet; `spec.kubelets` of a Scenario overrides it for some nodes. All other
fields of such a file (addresses, credentials, certificates) are left out before anything is stored.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find

KIND = "KubeletConfiguration"
READ = (
    "crashLoopBackOff",
    "enforceNodeAllocatable",
    "evictionHard",
    "evictionMaxPodGracePeriod",
    "evictionMinimumReclaim",
    "evictionPressureTransitionPeriod",
    "evictionSoft",
    "evictionSoftGracePeriod",
    "featureGates",
    "kubeReserved",
    "localStorageCapacityIsolation",
    "maxPods",
    "memorySwap",
    "mergeDefaultEvictionSettings",
    "shutdownGracePeriod",
    "shutdownGracePeriodByPodPriority",
    "shutdownGracePeriodCriticalPods",
    "singleProcessOOMKill",
    "systemReserved",
)
"""The fields that make a difference in the simulation."""


def is_kubelet_configuration(document: Json) -> bool:
    """Whether a document is a KubeletConfiguration (of any version)."""
    return find(document, "kind") == KIND


def kept_fields(configuration: Mapping[str, Json]) -> Manifest:
    return {name: configuration[name] for name in READ if name in configuration}


def fields_not_read(configuration: Mapping[str, Json]) -> tuple[str, ...]:
    words = ("apiVersion", "kind", "metadata", *READ)
    return tuple(name for name in configuration if name not in words)
