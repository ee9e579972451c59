"""What DynamicResources writes about claims: allocations, reservations, and taking both back.

Source: pkg/scheduler/framework/plugins/dynamicresources bindClaim, Unreserve, PostFilter (v1.34, v1.36).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.devices import (
    EXTENDED_CLAIM_ANNOTATION,
    FINALIZER,
    MAX_RESERVED,
    Allocation,
    ResourceClaim,
)
from scheduler_core.objects.manifest import Json, Manifest, find, with_value, without
from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.objects.pod_resources.extended_resources import ResourceMapping
from scheduler_core.objects.pod_resources.pod_claims import group_consumer
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.api import SchedulerApi

KIND = "ResourceClaim"


@dataclass(frozen=True, slots=True, eq=False)
class ExtendedClaim:
    """The claim for the extended resources of a pod that PreBind creates, under its `key` among the pending
    allocations."""

    key: str
    manifest: Manifest
    allocation: Allocation
    mappings: tuple[ResourceMapping, ...]


@dataclass(frozen=True, slots=True)
class ClaimWork:
    """The allocations that Reserve chose for a pod, by claim (namespace/name). `waits_for` are its claims
    whose devices have binding conditions."""

    allocations: tuple[tuple[str, Allocation], ...]
    extended: ExtendedClaim | None = None
    waits_for: tuple[str, ...] = ()

    def of(self, key: str) -> Allocation | None:
        return next((allocation for claim, allocation in self.allocations if claim == key), None)

    def to_json(self) -> Json:
        chosen = [*self.allocations]
        if self.extended is not None:
            chosen.append((self.extended.key, self.extended.allocation))
        return [[key, [str(device.id) for device in allocation.devices]] for key, allocation in chosen]


def with_allocation(claim: ResourceClaim, allocation: Allocation) -> ResourceClaim:
    """The claim with the finalizer and the allocation."""
    manifest: Manifest = claim.manifest
    if FINALIZER not in claim.meta.finalizers:
        manifest = with_value(manifest, ("metadata", "finalizers"), [*claim.meta.finalizers, FINALIZER])
    return ResourceClaim.parse(with_value(manifest, ("status", "allocation"), allocation.to_manifest()))


def bind_claim(
    api: SchedulerApi,
    key: str,
    allocation: Allocation | None,
    pod: PodInfo,
    allocated_at: int | None = None,
    group: PodGroup | None = None,
) -> ResourceClaim | str:
    """Writes the allocation, if there is one, and the reservation for the pod, or for its PodGroup where one
    is given; or says why not.

    Upstream adds the finalizer in a call of its own. `allocated_at` (epoch ms) is written into an allocation
    without a time; None where the release writes none.
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
    if allocated_at is not None and claim.allocation is not None and claim.allocation.allocated_at is None:
        claim = with_allocation(claim, replace(claim.allocation, allocated_at=allocated_at))
    if not claim.can_be_reserved:
        words = f"Too many: {len(claim.reserved_for) + 1}: must have at most {MAX_RESERVED} items"
        invalid = f'ResourceClaim.resource.k8s.io "{name}" is invalid: status.reservedFor: {words}'
        return f"{what} claim {key}: {invalid}"
    consumer: Json = {"resource": "pods", "name": pod.name, "uid": pod.uid}
    if group is not None:
        consumer = group_consumer(group)
    consumers = [*claim.consumers, consumer]
    result = api.replace(KIND, key, with_value(claim.manifest, ("status", "reservedFor"), consumers))
    if isinstance(result, Refused):
        return f"{what} claim {key}: {result.text}"
    return ResourceClaim.parse(result.object.manifest)


def create_extended_claim(
    api: SchedulerApi, extended: ExtendedClaim, pod: PodInfo, now_ms: int
) -> ResourceClaim | str:
    """Creates the claim for the extended resources of a pod, or says why the API server refuses it."""
    created = api.create(KIND, without(extended.manifest, ("metadata", "name")), now_ms)
    if isinstance(created, Refused):
        return f"create claim for extended resources {pod.namespace}/: {created.text}"
    return ResourceClaim.parse(created.object.manifest)


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
    if work.extended is not None:
        snapshot.pending_allocations.pop(work.extended.key, None)


def deallocate(api: SchedulerApi, key: str, now_ms: int) -> None:
    """Takes the devices of a claim away, so that another node can be chosen for it. A claim for extended
    resources is deleted: the next attempt makes a new one."""
    claim = api.get(KIND, key)
    if not isinstance(claim, ResourceClaim):
        return
    if claim.meta.annotations.get(EXTENDED_CLAIM_ANNOTATION) == "true":
        delete_claim(api, claim, now_ms)
        return
    status = dict(claim.status_manifest)
    for field in ("allocation", "reservedFor", "devices"):
        status.pop(field, None)
    manifest = {**claim.manifest, "status": status} if status else without(claim.manifest, ("status",))
    api.replace(KIND, key, manifest)


def delete_claim(api: SchedulerApi, claim: ResourceClaim, now_ms: int) -> None:
    """Deletes a claim after removing the finalizer that would keep it."""
    key = claim.meta.key
    finalizers = [name for name in claim.meta.finalizers if name != FINALIZER]
    api.replace(KIND, key, with_value(claim.manifest, ("metadata", "finalizers"), finalizers))
    api.delete(KIND, key, DeleteOptions(), now_ms)
