"""DynamicResources: a pod's ResourceClaims decide its node, and their devices are allocated for it.

Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.34; the gates DRAAdminAccess
and DRAPrioritizedList on; DRAExtendedResource, DRADeviceTaints, DRAPartitionableDevices,
DRAConsumableCapacity and DRADeviceBindingConditions off).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.objects.devices import DeviceID, ResourceClaim
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.pod_claims import (
    CLAIM_DELETED,
    CLAIM_MISSING,
    CLAIM_NOT_OWNED,
    pod_claims,
)
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.binding import (
    NOTHING_RESERVED,
    NOTHING_TO_DO,
    BindingHandle,
    PreBindResult,
    Reserved,
    ReserveResult,
)
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.node_statuses import NodeStatuses
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.post_filter import PostFilterOutcome
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.scores import default_normalize
from scheduler_core.scheduler.framework.status import (
    SUCCESS,
    Code,
    Status,
    failed,
    unresolvable,
    unschedulable,
)
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import AllocationError, Slices, allocate
from scheduler_core.scheduler.plugins.dynamic_resources.claim_binder import (
    ClaimWork,
    bind_claim,
    forget_allocations,
    unreserve_claim,
    with_allocation,
)

NAME = "DynamicResources"
BEING_ALLOCATED = "resource claim %(claim)s is in the process of being allocated"
NO_DEVICE_CLASS = "request %(request)s: device class %(class)s does not exist"
CANNOT_ALLOCATE = unresolvable(NAME, "cannot allocate all claims")
NOT_AVAILABLE = unresolvable(NAME, "resourceclaim not available on the node")
IN_USE = unresolvable(NAME, "resourceclaim in use")
NOTHING_TO_DEALLOCATE = unschedulable(NAME, "no new claims to deallocate")
DEALLOCATED = unschedulable(NAME, "deallocation of ResourceClaim completed")
STILL_NOT = unschedulable(NAME, "still not schedulable")
STATE_MISSING = Status(Code.ERROR, ("not found",), NAME)


@dataclass(frozen=True, slots=True)
class _Claims(FixedState):
    """The claims of the pod; `waiting` are those without an allocation, `in_use` the devices that are taken.

    Nothing in it depends on the pods of a node, so copies need not differ.
    """

    claims: tuple[ResourceClaim, ...] = ()
    waiting: tuple[ResourceClaim, ...] = ()
    slices: Slices | None = None
    in_use: frozenset[DeviceID] = frozenset()

    def elsewhere(self, node: Node) -> Iterator[ResourceClaim]:
        """The allocated claims whose devices the node does not reach."""
        for claim in self.claims:
            nodes = None if claim.allocation is None else claim.allocation.nodes
            if nodes is not None and not nodes.matches(node.labels, node.name):
                yield claim


_NO_CLAIMS = _Claims()
_KEY: StateKey[_Claims] = StateKey(NAME)


class DynamicResources:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preEnqueue", CLAIM_MISSING, CLAIM_DELETED, CLAIM_NOT_OWNED),
        *reasons_at("preFilter", BEING_ALLOCATED, NO_DEVICE_CLASS, *IN_USE.reasons),
        *reasons_at("filter", *CANNOT_ALLOCATE.reasons, *NOT_AVAILABLE.reasons),
        *reasons_at("postFilter", *NOTHING_TO_DEALLOCATE.reasons, *DEALLOCATED.reasons, *STILL_NOT.reasons),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """A pod stays out of activeQ while one of its claims is missing or cannot be used."""
        if not pod.pod.spec.resource_claims:
            return SUCCESS
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        return unresolvable(NAME, claims) if isinstance(claims, str) else SUCCESS

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        state.write(_KEY, _NO_CLAIMS)
        if not pod.pod.spec.resource_claims:
            return PRE_FILTER_SKIP
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        if isinstance(claims, str):
            return PreFilterResult(unresolvable(NAME, claims))
        if not claims:
            return PRE_FILTER_SKIP
        waiting: list[ResourceClaim] = []
        for claim in claims:
            if claim.allocation is not None:
                if not claim.can_be_reserved and not claim.is_reserved_for(pod.uid):
                    return PreFilterResult(IN_USE)
                continue
            if claim.meta.key in snapshot.pending_allocations:
                words = BEING_ALLOCATED % {"claim": claim.meta.key}
                return PreFilterResult(unresolvable(NAME, words))
            refusal = _without_class(snapshot, claim)
            if refusal is not None:
                return PreFilterResult(refusal)
            waiting.append(claim)
        state.write(_KEY, _of(snapshot, claims, tuple(waiting)))
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        if not state.has(_KEY):
            return failed(NAME, STATE_MISSING.message) if pod.pod.spec.resource_claims else SUCCESS
        claim_state = state.read(_KEY)
        if claim_state.waiting and claim_state.slices is not None:
            classes = state.snapshot.device_classes
            result = allocate(claim_state.waiting, node.node, claim_state.slices, classes, claim_state.in_use)
            if isinstance(result, AllocationError):
                return unresolvable(NAME, result.text) if result.this_node_only else failed(NAME, result.text)
            if result is None:
                return CANNOT_ALLOCATE
        return NOT_AVAILABLE if next(claim_state.elsewhere(node.node), None) is not None else SUCCESS

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        """Picks a claim that keeps the pod from every node and that nobody else uses; it is deallocated.

        Upstream picks any of them, in the order of a Go map; here the first in the pod's spec is taken. It
        fails when an earlier PreFilter plugin ended the cycle before this plugin could store its state.
        """
        if not handle.state.has(_KEY):
            return _outcome(STATE_MISSING)
        claim_state = handle.state.read(_KEY)
        if not claim_state.claims:
            return _outcome(NOTHING_TO_DEALLOCATE)
        unavailable = {
            claim.meta.key
            for node in handle.snapshot.nodes
            if statuses.get(node.name) == NOT_AVAILABLE
            for claim in claim_state.elsewhere(node.node)
        }
        for claim in claim_state.claims:
            others = [consumer for consumer in claim.reserved_for if consumer.uid != handle.pod.uid]
            if claim.meta.key in unavailable and not others and len(claim.reserved_for) <= 1:
                return _outcome(DEALLOCATED, claim.meta.key)
        return _outcome(STILL_NOT)

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        if not pod.pod.spec.resource_claims:
            return [0] * len(nodes)
        return [self.score(state, pod, node) for node in nodes]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """No points: none of the claims has alternatives."""
        return 0

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        return default_normalize(raw, reverse=False)

    def reserve(self, snapshot: Snapshot, pod: PodInfo, node_name: str) -> ReserveResult:
        """Notes the devices of the chosen node as taken, so that later pods do not get them."""
        if not pod.pod.spec.resource_claims:
            return NOTHING_RESERVED
        node = snapshot.get(node_name)
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        if node is None or isinstance(claims, str):
            return NOTHING_RESERVED
        waiting = tuple(claim for claim in claims if claim.allocation is None)
        claim_state = _of(snapshot, claims, waiting)
        if not waiting or claim_state.slices is None:
            return NOTHING_RESERVED
        result = allocate(waiting, node.node, claim_state.slices, snapshot.device_classes, claim_state.in_use)
        if not isinstance(result, tuple):
            return ReserveResult(failed(NAME, "claim allocation not found for node"))
        for claim, allocation in zip(waiting, result, strict=True):
            snapshot.pending_allocations[claim.meta.key] = with_allocation(claim, allocation)
        keys = [claim.meta.key for claim in waiting]
        return ReserveResult(reserved=ClaimWork(tuple(zip(keys, result, strict=True))))

    def unreserve(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> None:
        if isinstance(reserved, ClaimWork):
            forget_allocations(reserved, handle.snapshot)
        claims = pod_claims(pod.pod, handle.snapshot.resource_claims)
        for claim in () if isinstance(claims, str) else claims:
            unreserve_claim(handle.api, claim.meta.key, pod)

    def pre_bind(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> PreBindResult:
        """Writes the allocations and reserves every claim for the pod."""
        if not pod.pod.spec.resource_claims:
            return NOTHING_TO_DO
        claims = pod_claims(pod.pod, handle.snapshot.resource_claims)
        if isinstance(claims, str):
            return PreBindResult(failed(NAME, claims))
        for claim in claims:
            if claim.is_reserved_for(pod.uid):
                continue
            key = claim.meta.key
            chosen = reserved.of(key) if isinstance(reserved, ClaimWork) else None
            bound = bind_claim(handle.api, key, chosen, pod)
            handle.snapshot.pending_allocations.pop(key, None)
            if isinstance(bound, str):
                return PreBindResult(failed(NAME, bound))
            handle.snapshot.resource_claims[key] = bound
        return NOTHING_TO_DO

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(
                Resource.NODE, Action.ADD | Action.UPDATE_NODE_ALLOCATABLE | Action.UPDATE_NODE_LABEL
            ),
            Registration(Resource.RESOURCE_CLAIM, Action.ADD | Action.UPDATE, cluster_hint=_after_claim),
            Registration(Resource.POD, Action.UPDATE_POD_GENERATED_RESOURCE_CLAIM, cluster_hint=_after_pod),
            Registration(Resource.DEVICE_CLASS, Action.ADD | Action.UPDATE),
            Registration(Resource.RESOURCE_SLICE, Action.ADD | Action.UPDATE),
        )


def _of(snapshot: Snapshot, claims: tuple[ResourceClaim, ...], waiting: tuple[ResourceClaim, ...]) -> _Claims:
    if not waiting:
        return _Claims(claims)
    slices = Slices(snapshot.resource_slices[name] for name in sorted(snapshot.resource_slices))
    return _Claims(claims, waiting, slices, frozenset(allocated_devices(snapshot)))


def allocated_devices(snapshot: Snapshot) -> Iterator[DeviceID]:
    """The devices of all claims, chosen ones included; with admin access a device stays free."""
    for table in (snapshot.resource_claims, snapshot.pending_allocations):
        for claim in table.values():
            if claim.allocation is not None:
                yield from (device.id for device in claim.allocation.devices if not device.admin_access)


def _without_class(snapshot: Snapshot, claim: ResourceClaim) -> Status | None:
    """The refusal when a class of the claim does not exist."""
    for requested in claim.requests:
        for option in requested.options:
            if not option.device_class:
                return failed(NAME, f"request {option.name}: unsupported request type")
            if option.device_class not in snapshot.device_classes:
                words = NO_DEVICE_CLASS % {"request": option.name, "class": option.device_class}
                return unresolvable(NAME, words)
    return None


def _outcome(status: Status, deallocate: str = "") -> PostFilterOutcome:
    return PostFilterOutcome(status.code, status.message, None, None, deallocate)


# Queueing hints


def _after_claim(snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A claim that lost its devices may help any pod whose claims exist; other changes help the claim's own
    pods."""
    claims = pod_claims(pod.pod, snapshot.resource_claims)
    if isinstance(claims, str) or not isinstance(new, ResourceClaim):
        return False
    if not isinstance(old, ResourceClaim):
        return any(claim.meta.uid == new.meta.uid for claim in claims)
    if old.allocation is not None and new.allocation is None:
        return True
    uses = any(claim.meta.uid == new.meta.uid for claim in claims)
    return uses and old.manifest.get("status") != new.manifest.get("status")


def _after_pod(snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """The pod's own status names the claims that were made from templates."""
    if not isinstance(new, PodInfo) or new.uid != pod.uid:
        return False
    return not isinstance(pod_claims(new.pod, snapshot.resource_claims), str)
