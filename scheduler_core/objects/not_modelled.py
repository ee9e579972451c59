"""What changes decisions of a real scheduler and has no effect here: fields of pods, and whole kinds.

Such a field is named wherever the decision is shown, in the report of an import, and on the board, because
the decision may differ from that of a real cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.manifest import Json, Manifest, find, items, text

POD_FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "spec.runtimeClassName": ("spec", "runtimeClassName"),
    }
)
"""Path of a field of a pod → its place. The RuntimeClass admission plugin would add a node selector,
tolerations and overhead."""

DECIDING_KINDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "LimitRange": frozenset({""}),
        "ResourceQuota": frozenset({""}),
        "RuntimeClass": frozenset({"node.k8s.io"}),
        "MutatingWebhookConfiguration": frozenset({"admissionregistration.k8s.io"}),
        "MutatingAdmissionPolicy": frozenset({"admissionregistration.k8s.io"}),
    }
)
"""Kinds that are not simulated and that would change pods or decisions → their API groups, "" for core."""


ALWAYS_THERE = frozenset({("ConfigMap", "kube-root-ca.crt"), ("ServiceAccount", "default")})
"""Objects that every namespace has, so that a pod that names one needs nothing else."""


def references_not_checked(pod: Manifest) -> tuple[str, ...]:
    """The ConfigMaps, Secrets and service accounts without which a real cluster would not start a pod, or
    would refuse it; their existence is not checked here. Written as `Secret tls`, each once and sorted.

    Source: pkg/kubelet (CreateContainerConfigError, `MountVolume.SetUp failed`) and the ServiceAccount
    admission plugin (v1.34). A reference with `optional: true` needs nothing.
    """
    spec = pod.get("spec")
    found: set[tuple[str, str]] = {("ServiceAccount", text(find(spec, "serviceAccountName")))}
    for volume in items(find(spec, "volumes")):
        for source in (volume, *items(find(volume, "projected", "sources"))):
            found |= _named(source, "configMap", "ConfigMap") | _named(source, "secret", "Secret")
    for part in ("initContainers", "containers"):
        for container in items(find(spec, part)):
            for source in items(find(container, "envFrom")):
                found |= _named(source, "configMapRef", "ConfigMap") | _named(source, "secretRef", "Secret")
            for variable in items(find(container, "env")):
                value = find(variable, "valueFrom")
                found |= _named(value, "configMapKeyRef", "ConfigMap") | _named(
                    value, "secretKeyRef", "Secret"
                )
    return tuple(f"{kind} {name}" for kind, name in sorted(found - ALWAYS_THERE) if name)


def _named(source: Json, field: str, kind: str) -> set[tuple[str, str]]:
    reference = find(source, field)
    if reference is None or find(reference, "optional") is True:
        return set()
    return {(kind, text(find(reference, "name")) or text(find(reference, "secretName")))}


def fields_not_modelled(pod: Manifest) -> tuple[str, ...]:
    """The fields of a pod, or of a pod template, that would change its decisions and are not read."""
    return tuple(path for path, place in POD_FIELDS.items() if find(pod, *place))


def decides(kind: str, group: str) -> bool:
    """Whether an object of this kind would change how pods are scheduled, although it is not simulated."""
    return group in DECIDING_KINDS.get(kind, ())
