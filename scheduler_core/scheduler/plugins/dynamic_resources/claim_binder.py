"""What DynamicResources writes about claims: allocations, reservations, and taking both back.

Source: pkg/scheduler/framework/plugins/dynamicresources bindClaim, Unreserve, PostFilter (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.devices import FINALIZER, MAX_RESERVED, Allocation, ResourceClaim
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, with_value, without
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.api import SchedulerApi

KIND = "ResourceClaim"


@dataclass(frozen=True, slots=True)
class ClaimWork:
    """The allocations that Reserve chose for a pod, by claim (namespace/name)."""

    allocations: tuple[tuple[str, Allocation], ...]

    def of(self, key: str) -> Allocation | None:
        return next((allocation for claim, allocation in self.allocations if claim == key), None)

    def to_json(self) -> Json:
        return [[key, [str(device.id) for device in chosen.devices]] for key, chosen in self.allocations]


def with_allocation(claim: ResourceClaim, allocation: Allocation) -> ResourceClaim:
    """The claim with the finalizer and the allocation."""
    manifest: Manifest = claim.manifest
    if FINALIZER not in claim.meta.finalizers:
        manifest = with_value(manifest, ("metadata", "finalizers"), [*claim.meta.finalizers, FINALIZER])
    return ResourceClaim.parse(with_value(manifest, ("status", "allocation"), allocation.to_manifest()))


def bind_claim(
    api: SchedulerApi, key: str, allocation: Allocation | None, pod: PodInfo
) -> ResourceClaim | str:
    """Writes the allocation, if there is one, and the reservation for the pod; or says why not.

    Upstream adds the finalizer in a call of its own.
    """
    claim = api.get(KIND, key)
    name = key.rpartition("/")[2]
    what = "add allocation and reservation to" if allocation is not None else "add reservation to"
    if not isinstance(claim, ResourceClaim):
        return f'{what} claim {key}: resourceclaims.resource.k8s.io "{name}" not found'
    if claim.meta.deletion_at is not None:
        return f"claim {key} got deleted in the meantime"
    if allocation is not None:
        if claim.allocation is not None:
            return f"claim {key} got allocated elsewhere in the meantime"
        claim = with_allocation(claim, allocation)
    if not claim.can_be_reserved:
        words = f"Too many: {len(claim.reserved_for) + 1}: must have at most {MAX_RESERVED} items"
        invalid = f'ResourceClaim.resource.k8s.io "{name}" is invalid: status.reservedFor: {words}'
        return f"{what} claim {key}: {invalid}"
    consumer: Json = {"resource": "pods", "name": pod.name, "uid": pod.uid}
    consumers = [*claim.consumers, consumer]
    result = api.replace(KIND, key, with_value(claim.manifest, ("status", "reservedFor"), consumers))
    if isinstance(result, Refused):
        return f"{what} claim {key}: {result.text}"
    return ResourceClaim.parse(result.object.manifest)


def unreserve_claim(api: SchedulerApi, key: str, pod: PodInfo) -> None:
    """Removes the pod from status.reservedFor; the allocation stays."""
    claim = api.get(KIND, key)
    if not isinstance(claim, ResourceClaim) or claim.allocation is None or not claim.is_reserved_for(pod.uid):
        return
    consumers = [consumer for consumer in claim.consumers if find(consumer, "uid") != pod.uid]
    api.replace(KIND, key, with_value(claim.manifest, ("status", "reservedFor"), consumers))


def forget_allocations(work: ClaimWork, snapshot: Snapshot) -> None:
    """Devices that were chosen for the pod are free again."""
    for key, _ in work.allocations:
        snapshot.pending_allocations.pop(key, None)


def deallocate(api: SchedulerApi, key: str) -> None:
    """Takes the devices of a claim away, so that another node can be chosen for it."""
    claim = api.get(KIND, key)
    if isinstance(claim, ResourceClaim):
        status = dict(mapping(claim.manifest.get("status")))
        status.pop("allocation", None)
        status.pop("reservedFor", None)
        manifest = {**claim.manifest, "status": status} if status else without(claim.manifest, ("status",))
        api.replace(KIND, key, manifest)
