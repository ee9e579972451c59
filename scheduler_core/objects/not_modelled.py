"""What changes decisions of a real scheduler and has no effect here: fields of pods, and whole kinds.

Such a field is named wherever the decision is shown, in the report of an import, and on the board, because
the decision may differ from that of a real cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.manifest import Manifest, find

POD_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "spec.runtimeClassName": ("spec", "runtimeClassName"),
        "spec.resourceClaims": ("spec", "resourceClaims"),
    }
)
"""Path of a field of a pod → its place. The RuntimeClass admission plugin would add a node selector,
tolerations and overhead; dynamic resource allocation would restrict the nodes and allocate devices."""

DECIDING_KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "LimitRange": frozenset({""}),
        "ResourceQuota": frozenset({""}),
        "RuntimeClass": frozenset({"node.k8s.io"}),
        "ResourceClaim": frozenset({"resource.k8s.io"}),
        "ResourceClaimTemplate": frozenset({"resource.k8s.io"}),
        "DeviceClass": frozenset({"resource.k8s.io"}),
        "ResourceSlice": frozenset({"resource.k8s.io"}),
        "MutatingWebhookConfiguration": frozenset({"admissionregistration.k8s.io"}),
        "MutatingAdmissionPolicy": frozenset({"admissionregistration.k8s.io"}),
    }
)
"""Kinds that are not simulated and that would change pods or decisions → their API groups, "" for core."""


def fields_not_modelled(pod: Manifest) -> tuple[str, ...]:
    """The fields of a pod, or of a pod template, that would change its decisions and are not read."""
    return tuple(path for path, place in POD_FIELDS.items() if find(pod, *place))


def decides(kind: str, group: str) -> bool:
    """Whether an object of this kind would change how pods are scheduled, although it is not simulated."""
    return group in DECIDING_KINDS.get(kind, ())
