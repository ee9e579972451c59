"""What changes decisions of a real cluster and has no effect here: fields of pods and of other objects, and
whole kinds.

A field of a pod is named wherever the decision is shown, in the report of an import, and on the board,
because the decision may differ from that of a real cluster. The others stand in the report.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.objects.fields.other_controllers import other_controller
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
        "RuntimeClass": frozenset({"node.k8s.io"}),
        "MutatingWebhookConfiguration": frozenset({"admissionregistration.k8s.io"}),
        "MutatingAdmissionPolicy": frozenset({"admissionregistration.k8s.io"}),
        "ValidatingWebhookConfiguration": frozenset({"admissionregistration.k8s.io"}),
        "ValidatingAdmissionPolicy": frozenset({"admissionregistration.k8s.io"}),
    }
)
"""Kinds that are not simulated and that would change or refuse pods, or change decisions → their API groups,
"" for core."""

OWN_SENTENCES: Mapping[str, str] = MappingProxyType({"LimitRange": "ignored.limit_range"})
"""Kinds of `DECIDING_KINDS` of which the report says what their absence does → its code."""

POD_SECURITY = "pod-security.kubernetes.io/enforce"
"""The label of a namespace by which Pod Security Admission refuses pods, unless it says `privileged`."""

ALWAYS_PRESENT = frozenset({("ConfigMap", "kube-root-ca.crt"), ("ServiceAccount", "default")})
"""Objects that every namespace has, so that a pod that names one needs nothing else."""


def references_not_checked(pod: Manifest) -> tuple[str, ...]:
    """The ConfigMaps, Secrets and service accounts without which a real cluster would not start a pod, or
    would refuse it; their existence is not checked here. Written as `Secret tls`, each once and sorted.

    Source: pkg/kubelet (CreateContainerConfigError, `MountVolume.SetUp failed`) and the ServiceAccount
    admission plugin (v1.34). A reference with `optional: true` needs nothing.
    """
    spec = pod.get("spec")
    needed: set[tuple[str, str]] = {("ServiceAccount", text(find(spec, "serviceAccountName")))}
    for volume in items(find(spec, "volumes")):
        for source in (volume, *items(find(volume, "projected", "sources"))):
            needed |= _named(source, "configMap", "ConfigMap") | _named(source, "secret", "Secret")
    for part in ("initContainers", "containers"):
        for container in items(find(spec, part)):
            for source in items(find(container, "envFrom")):
                needed |= _named(source, "configMapRef", "ConfigMap") | _named(source, "secretRef", "Secret")
            for variable in items(find(container, "env")):
                value = find(variable, "valueFrom")
                needed |= _named(value, "configMapKeyRef", "ConfigMap") | _named(
                    value, "secretKeyRef", "Secret"
                )
    return tuple(f"{kind} {name}" for kind, name in sorted(needed - ALWAYS_PRESENT) if name)


def _named(source: Json, field: str, kind: str) -> set[tuple[str, str]]:
    reference = find(source, field)
    if reference is None or find(reference, "optional") is True:
        return set()
    return {(kind, text(find(reference, "name")) or text(find(reference, "secretName")))}


def fields_not_modelled(pod: Manifest) -> tuple[str, ...]:
    """The fields of a pod, or of a pod template, that would change its decisions and are not read."""
    return tuple(path for path, place in POD_FIELDS.items() if find(pod, *place))


def fields_not_read(kind: str, manifest: Manifest) -> tuple[str, ...]:
    """The fields of a Namespace or a Service that change what a real cluster does and are not read here."""
    if kind == "Namespace":
        level = text(find(manifest, "metadata", "labels", POD_SECURITY))
        return (f"metadata.labels[{POD_SECURITY}]",) if level not in ("", "privileged") else ()
    if kind != "Service":
        return ()
    policies = ("internalTrafficPolicy", "externalTrafficPolicy")
    unread = [name for name in policies if find(manifest, "spec", name) == "Local"]
    if find(manifest, "spec", "trafficDistribution") is not None:
        unread.append("trafficDistribution")
    return tuple(f"spec.{name}" for name in unread)


def ignored_code(kind: str, group: str) -> str:
    """What the report says of an object that is not simulated: whether it would change decisions."""
    if group not in DECIDING_KINDS.get(kind, ()):
        other = other_controller(kind, group)
        return "ignored.unknown_kind" if other is None else f"ignored.{other.effect}"
    return OWN_SENTENCES.get(kind, "ignored.deciding_kind")
