"""The ResourceClaims of a pod: their names, and why one cannot be used.

Source: k8s.io/dynamic-resource-allocation/resourceclaim (Name, IsForPod), pkg/scheduler/framework/plugins/
dynamicresources foreachPodResourceClaim, pkg/scheduler/util/assumecache (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.manifest import Manifest, find, text
from scheduler_core.objects.pod import Pod

CLAIM_MISSING = 'could not find ResourceClaim "%(claim)s"'
CLAIM_DELETED = 'resourceclaim "%(claim)s" is being deleted'
CLAIM_NOT_OWNED = "ResourceClaim %(claim)s was not created for pod %(pod)s (pod is not owner)"


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
        owner = claim.meta.controller
        if named.generated and (owner is None or owner.uid != pod.uid):
            return CLAIM_NOT_OWNED % {"claim": key, "pod": pod.key}
        usable.append(claim)
    return tuple(usable)
