"""The fields of a manifest that decide something or are shown, as a tree for an editor."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.apiserver.documents.kept.policy import Fields, ListOf, MapOf, Policy, Variables
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.version import OFFERED

FIELD_VALUES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "spec.version": ("1.17", "1.20", "1.23", "1.25", "1.27", "1.30", "1.31", "1.32", *reversed(OFFERED)),
        "whenUnsatisfiable": ("DoNotSchedule", "ScheduleAnyway"),
        "nodeAffinityPolicy": ("Honor", "Ignore"),
        "nodeTaintsPolicy": ("Honor", "Ignore"),
        "preemptionPolicy": ("PreemptLowerPriority", "Never"),
        "taints.effect": ("NoSchedule", "PreferNoSchedule", "NoExecute"),
        "tolerations.effect": ("NoSchedule", "PreferNoSchedule", "NoExecute"),
        "tolerations.operator": ("Equal", "Exists"),
        "matchExpressions.operator": ("In", "NotIn", "Exists", "DoesNotExist"),
        "spec.restartPolicy": ("Always", "OnFailure", "Never"),
        "strategy.type": ("RollingUpdate", "Recreate"),
        "updateStrategy.type": ("RollingUpdate", "OnDelete"),
        "podManagementPolicy": ("OrderedReady", "Parallel"),
        "unhealthyPodEvictionPolicy": ("IfHealthyBudget", "AlwaysAllow"),
        "concurrencyPolicy": ("Allow", "Forbid", "Replace"),
        "completionMode": ("NonIndexed", "Indexed"),
        "podReplacementPolicy": ("TerminatingOrFailed", "Failed"),
        "volumeBindingMode": ("Immediate", "WaitForFirstConsumer"),
        "reclaimPolicy": ("Delete", "Retain"),
        "persistentVolumeReclaimPolicy": ("Delete", "Retain"),
    }
)
"""The values of fields that have few: by the field's name, or by the name before it and its own."""
FIELD_FLAGS = frozenset(
    (
        "unschedulable",
        "hostNetwork",
        "globalDefault",
        "suspend",
        "paused",
        "running",
        "liveness",
        "readiness",
        "startup",
        "force",
        "on",
        "disabled",
        "ignoreDaemonSets",
        "deleteEmptyDirData",
        "disableEviction",
        "allowVolumeExpansion",
    )
)
"""The names of fields that are true or false."""
_DEPTH = 12


def known_fields() -> Mapping[str, Json]:
    """The fields of each kind: name → fields below it, {} for a value. A list has the fields of an entry, and
    a map with keys of the owner's choice those of a value below "*".
    """
    return {kind: _tree(policy, _DEPTH) for kind, policy in POLICIES.items()}


def _tree(policy: Policy, depth: int) -> Json:
    if not depth:
        return {}
    if isinstance(policy, ListOf | Variables):
        return _tree(policy.entry, depth)
    if isinstance(policy, MapOf):
        below = _tree(policy.value, depth - 1)
        return {"*": below} if below else {}
    if isinstance(policy, Fields):
        return {name: _tree(inner, depth - 1) for name, inner in policy.fields.items()}
    return {}
