"""The ResourceClaims of a pod: their names, and why one cannot be used.

Source: k8s.io/dynamic-resource-allocation/resourceclaim (Name, IsForPod; BindTo of v0.36.2), pkg/scheduler/
framework/plugins/dynamicresources foreachPodResourceClaim, pkg/scheduler/util/assumecache (v1.34). A claim
of a PodGroup is shared by those of its pods that have the very same entry in their specs (KEP-5729).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.devices import POD_GROUPS, ResourceClaim
from scheduler_core.objects.manifest import Json, Manifest, find, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup

CLAIM_MISSING = 'could not find ResourceClaim "%(claim)s"'
CLAIM_DELETED = 'resourceclaim "%(claim)s" is being deleted'
CLAIM_NOT_OWNED = "ResourceClaim %(claim)s was not created for pod %(pod)s (pod is not owner)"
GROUP_NOT_OWNER = (
    "ResourceClaim %(claim)s was not created for Pod %(pod)s "
    "(neither Pod nor PodGroup %(group)s is the owner)"
)
_SOURCES = ("name", "resourceClaimName", "resourceClaimTemplateName")


@dataclass(frozen=True, slots=True)
class ClaimName:
    """The name of the claim of one entry in spec.resourceClaims.

    `name` is None when no claim was needed. `generated` says that the claim was made from a template, so that
    it must belong to the pod. `error` says why there is no name yet; then the other fields mean nothing.
    """

    name: str | None
    generated: bool = False
    error: str = ""


def claim_name(pod: Pod, entry: Manifest) -> ClaimName:
    """The claim's name: from the spec, or from status.resourceClaimStatuses for a template."""
    if isinstance(entry.get("resourceClaimName"), str):
        return ClaimName(text(entry["resourceClaimName"]))
    if isinstance(entry.get("resourceClaimTemplateName"), str):
        for status in pod.resource_claim_statuses:
            if find(status, "name") == entry.get("name"):
                return ClaimName(text(find(status, "resourceClaimName")) or None, generated=True)
        return ClaimName(None, error=f'pod "{pod.namespace}/{pod.name}": ResourceClaim not created yet')
    which = f'pod "{pod.namespace}/{pod.name}", spec.resourceClaim "{text(entry.get("name"))}"'
    return ClaimName(None, error=f"{which}: none of the supported fields are set")


def pod_claims(pod: Pod, claims: Mapping[str, ResourceClaim]) -> tuple[ResourceClaim, ...] | str:
    """The claims of the pod in the order of its spec, or why one of them cannot be used."""
    usable: list[ResourceClaim] = []
    for entry in pod.spec.resource_claims:
        named = claim_name(pod, entry)
        if named.error:
            return named.error
        if named.name is None:
            continue
        key = f"{pod.namespace}/{named.name}"
        claim = claims.get(key)
        if claim is None:
            return CLAIM_MISSING % {"claim": key}
        if claim.meta.deletion_at is not None:
            return CLAIM_DELETED % {"claim": named.name}
        if named.generated and not made_for(claim, pod):
            owner = claim.meta.controller
            of_group = bool(pod.spec.group) and owner is not None and owner.kind == "PodGroup"
            words = GROUP_NOT_OWNER if of_group else CLAIM_NOT_OWNED
            return words % {"claim": key, "pod": pod.key, "group": pod.spec.group}
        usable.append(claim)
    return tuple(usable)


def made_for(claim: ResourceClaim, pod: Pod) -> bool:
    """Whether the claim was made from a template for the pod, or for its PodGroup (IsForPod)."""
    owner = claim.meta.controller
    if owner is None:
        return False
    return owner.uid == pod.uid or (owner.kind == "PodGroup" and owner.name == pod.spec.group != "")


def shared_by_group(group: PodGroup | None, entry: Manifest) -> bool:
    """Whether an entry in the spec of a pod is one of the claims of its PodGroup (BindTo)."""
    if group is None:
        return False
    sources = [entry.get(name) for name in _SOURCES]
    return any(sources == [find(claim, name) for name in _SOURCES] for claim in group.claim_manifests)


def shared_claims(pod: Pod, group: PodGroup | None) -> frozenset[str]:
    """namespace/name of those claims of the pod that it shares with its PodGroup."""
    if group is None or not group.claim_manifests:
        return frozenset()
    named = [claim_name(pod, entry) for entry in pod.spec.resource_claims if shared_by_group(group, entry)]
    return frozenset(f"{pod.namespace}/{claim.name}" for claim in named if claim.name)


def group_consumer(group: PodGroup) -> Json:
    """The entry of a ResourceClaim's status.reservedFor for a group."""
    uid = group.meta.uid
    return {"apiGroup": "scheduling.k8s.io", "resource": POD_GROUPS, "name": group.meta.name, "uid": uid}
