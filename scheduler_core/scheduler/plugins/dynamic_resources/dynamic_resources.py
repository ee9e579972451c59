"""DynamicResources: a pod's ResourceClaims decide its node, and their devices are allocated for it.

Source: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, extendeddynamicresources.go
(v1.34; v1.36, where claims for extended resources, binding conditions and the score came).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.objects.devices import Allocation, ResourceClaim
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.extended_resources import (
    ResourceMapping,
    claim_in_memory,
    class_of_resource,
    extended_claim,
    extended_requests,
)
from scheduler_core.objects.pod_resources.pod_claims import (
    CLAIM_DELETED,
    CLAIM_MISSING,
    CLAIM_NOT_OWNED,
    GROUP_NOT_OWNER,
    claim_name,
    pod_claims,
    shared_claims,
)
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.requests import is_device_resource
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.binding import (
    NOTHING_RESERVED,
    NOTHING_TO_DO,
    WAIT,
    BindingHandle,
    PreBindResult,
    Reserved,
    ReserveResult,
)
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import (
    ClaimElsewhere,
    DeviceCount,
    Explanation,
)
from scheduler_core.scheduler.framework.diagnosis.node_statuses import NodeStatuses
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.handle import Handle
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.plugin_failed import ScoringFailedError
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
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState, allocated_state
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import (
    TIMED_OUT,
    AllocationError,
    allocate,
)
from scheduler_core.scheduler.plugins.dynamic_resources.binding_conditions import (
    PENDING,
    WAITING,
    has_conditions,
    is_unavailable,
    readiness,
)
from scheduler_core.scheduler.plugins.dynamic_resources.binding_conditions import (
    TIMED_OUT as BINDING_TIMED_OUT,
)
from scheduler_core.scheduler.plugins.dynamic_resources.claim_binder import (
    ClaimWork,
    ExtendedClaim,
    bind_claim,
    create_extended_claim,
    delete_claim,
    forget_allocations,
    unreserve_claim,
    with_allocation,
)
from scheduler_core.scheduler.plugins.dynamic_resources.free_devices import requested_devices
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Slices

NAME = "DynamicResources"
BEING_ALLOCATED = "resource claim %(claim)s is in the process of being allocated"
NO_DEVICE_CLASS = "request %(request)s: device class %(class)s does not exist"
CANNOT_ALLOCATE = unresolvable(NAME, "cannot allocate all claims")
NOT_AVAILABLE = unresolvable(NAME, "resourceclaim not available on the node")
IN_USE = unresolvable(NAME, "resourceclaim in use")
CANNOT_FIT = unresolvable(NAME, "cannot fit resource")
LEFT_OVER = unresolvable(NAME, "cannot schedule extended resource claim")
NOTHING_TO_DEALLOCATE = unschedulable(NAME, "no new claims to deallocate")
DEALLOCATED = unschedulable(NAME, "deallocation of ResourceClaim completed")
DELETED = unschedulable(NAME, "deletion of ResourceClaim completed")
STILL_NOT = unschedulable(NAME, "still not schedulable")
STATE_MISSING = Status(Code.ERROR, ("not found",), NAME)
ALTERNATIVES = 8
"""The largest number of alternatives of a request (FirstAvailableDeviceRequestMaxSize); the first one scores
as much."""
DEFAULT_BINDING_TIMEOUT_S = 600


@dataclass(frozen=True, slots=True)
class DynamicResourcesArgs:
    """The plugin's arguments. `binding_timeout_ms` is how long a pod waits for binding conditions."""

    plugin: ClassVar[str] = NAME

    binding_timeout_ms: int = DEFAULT_BINDING_TIMEOUT_S * 1000


@dataclass(frozen=True, slots=True)
class _Extended:
    """The devices that a pod's extended resources take on one node: the claim, and what it is for."""

    claim: ResourceClaim
    mappings: tuple[ResourceMapping, ...]


@dataclass(frozen=True, slots=True)
class _Claims(FixedState):
    """The claims of the pod; `waiting` are those without an allocation, `allocated` what claims have already.

    `resources` are the amounts of the pod's scalar resources, if devices of a class may provide one of them;
    `left_over` is the claim that an earlier attempt made for them. `answers` keeps those of the allocator
    by node. Nothing in it depends on the pods of a node, so copies need not differ.
    """

    claims: tuple[ResourceClaim, ...] = ()
    waiting: tuple[ResourceClaim, ...] = ()
    slices: Slices | None = None
    allocated: AllocatedState = field(default_factory=AllocatedState)
    resources: Mapping[str, int] = field(default_factory=dict)
    left_over: ResourceClaim | None = None
    answers: dict[str, tuple[Allocation, ...] | AllocationError | None] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        return not (self.claims or self.resources)


_NO_CLAIMS = _Claims()
_KEY: StateKey[_Claims] = StateKey(NAME)


class DynamicResources:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preEnqueue", CLAIM_MISSING, CLAIM_DELETED, CLAIM_NOT_OWNED, GROUP_NOT_OWNER),
        *reasons_at("preFilter", BEING_ALLOCATED, NO_DEVICE_CLASS, *IN_USE.reasons),
        *reasons_at(
            "filter",
            *CANNOT_ALLOCATE.reasons,
            *NOT_AVAILABLE.reasons,
            *CANNOT_FIT.reasons,
            *LEFT_OVER.reasons,
        ),
        *reasons_at(
            "postFilter",
            *NOTHING_TO_DEALLOCATE.reasons,
            *DEALLOCATED.reasons,
            *DELETED.reasons,
            *STILL_NOT.reasons,
        ),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.CLUSTER
    poll_ms: ClassVar[int] = 5_000
    timed_out: ClassVar[str] = BINDING_TIMED_OUT

    def __init__(self, args: DynamicResourcesArgs | None = None, release: Release = BASELINE) -> None:
        self._release = release
        self._timeout_ms = (args or DynamicResourcesArgs()).binding_timeout_ms

    @property
    def timeout_ms(self) -> int:
        return self._timeout_ms

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        """A pod stays out of activeQ while one of its claims is missing or cannot be used."""
        if not pod.pod.spec.resource_claims:
            return SUCCESS
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        return unresolvable(NAME, claims) if isinstance(claims, str) else SUCCESS

    def _uses_devices(self, pod: PodInfo) -> bool:
        """Whether the pod has claims, or asks for resources that devices may provide."""
        if pod.pod.spec.resource_claims:
            return True
        return self._release.extended_resource_claims and any(map(is_device_resource, pod.requests.scalars))

    def _resources(self, snapshot: Snapshot, pod: PodInfo) -> Mapping[str, int]:
        """The scalar resources of the pod, if a class provides one of them (preFilterExtendedResources)."""
        scalars = pod.requests.scalars
        if not self._release.extended_resource_claims or not any(
            amount and is_device_resource(name) and class_of_resource(snapshot.device_classes, name)
            for name, amount in scalars.items()
        ):
            return {}
        return scalars

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        state.write(_KEY, _NO_CLAIMS)
        if not self._uses_devices(pod):
            return PRE_FILTER_SKIP
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        if isinstance(claims, str):
            return PreFilterResult(unresolvable(NAME, claims))
        if not claims and not self._resources(snapshot, pod):
            return PRE_FILTER_SKIP
        claims = tuple(self._as_chosen(snapshot, pod, claim) for claim in claims)
        for claim in claims:
            if claim.allocation is not None:
                if not claim.can_be_reserved and not claim.is_reserved_for(pod.uid, pod.pod.spec.group):
                    return PreFilterResult(IN_USE)
                continue
            if claim.meta.key in snapshot.pending_allocations:
                words = BEING_ALLOCATED % {"claim": claim.meta.key}
                return PreFilterResult(unresolvable(NAME, words))
            refusal = _without_class(snapshot, claim)
            if refusal is not None:
                return PreFilterResult(refusal)
        claim_state = self._state(snapshot, pod, claims)
        state.write(_KEY, claim_state)
        return PRE_FILTER_OK

    def _as_chosen(self, snapshot: Snapshot, pod: PodInfo, claim: ResourceClaim) -> ResourceClaim:
        """The claim with the devices that were chosen for another pod of the group in the same cycle, which
        this pod shares; otherwise the claim as it is."""
        pending = snapshot.pending_allocations.get(claim.meta.key)
        if pending is None or claim.allocation is not None or not pod.group_key:
            return claim
        if not self._release.scheduling_groups:
            return claim
        shared = any(
            other.uid != pod.uid and claim.meta.key in _claim_keys(other)
            for other in snapshot.pod_groups.with_place(pod.group_key)
        )
        return pending if shared else claim

    def _state(self, snapshot: Snapshot, pod: PodInfo, claims: tuple[ResourceClaim, ...]) -> _Claims:
        waiting = tuple(claim for claim in claims if claim.allocation is None)
        resources = self._resources(snapshot, pod)
        if not waiting and not resources:
            return _Claims(claims)
        left_over = extended_claim(pod.pod, snapshot.resource_claims.values()) if resources else None
        every = (*snapshot.resource_claims.values(), *snapshot.pending_allocations.values())
        slices = Slices(
            (snapshot.resource_slices[name] for name in sorted(snapshot.resource_slices)),
            whole_pools=self._release.checks_whole_pools,
        )
        return _Claims(claims, waiting, slices, allocated_state(every), resources, left_over)

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        if not state.has(_KEY):
            return failed(NAME, STATE_MISSING.message) if pod.pod.spec.resource_claims else SUCCESS
        claim_state = state.read(_KEY)
        if claim_state.empty:
            return SUCCESS
        extended = self._extended(state.snapshot, claim_state, pod, node)
        if isinstance(extended, Status):
            return extended
        if extended is None and not claim_state.claims:
            return SUCCESS
        result = self._allocated(state.snapshot, claim_state, extended, node.node)
        if isinstance(result, AllocationError):
            if result.text == TIMED_OUT and self._release.device_timeout_is_an_error:
                return failed(NAME, f"node {node.name}: {result.text}")
            return unresolvable(NAME, result.text) if result.this_node_only else failed(NAME, result.text)
        if result is None:
            return CANNOT_ALLOCATE
        unavailable = self._unavailable(state.snapshot, claim_state, node.node)
        return NOT_AVAILABLE if next(unavailable, None) is not None else SUCCESS

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        """Of the requests that the node cannot meet alone, and of the claims out of reach."""
        if not state.has(_KEY):
            return ()
        claim_state, entries = state.read(_KEY), list[Explanation]()
        if claim_state.slices is not None:
            extended = self._extended(state.snapshot, claim_state, pod, node)
            own = () if extended is None or isinstance(extended, Status) else (extended.claim,)
            for row in requested_devices(
                (*claim_state.waiting, *own),
                node.node,
                claim_state.slices,
                state.snapshot.device_classes,
                claim_state.allocated,
            ):
                suitable, free = len(row.suitable), len(row.free)
                if free < row.needs:
                    entries.append(
                        DeviceCount(row.claim.meta.key, row.request.name, row.needs, suitable, free)
                    )
        for claim in claim_state.claims:
            nodes = None if claim.allocation is None else claim.allocation.nodes
            if nodes is not None and not nodes.matches(node.labels, node.name):
                entries.append(ClaimElsewhere(claim.meta.key))
        return tuple(entries)

    def _extended(
        self, snapshot: Snapshot, claim_state: _Claims, pod: PodInfo, node: NodeInfo
    ) -> _Extended | Status | None:
        """The claim for the resources that the node does not list and a class provides
        (filterExtendedResources); None where there are none."""
        if not claim_state.resources:
            return None
        if claim_state.left_over is not None:
            return LEFT_OVER
        needed: list[str] = []
        for name, amount in claim_state.resources.items():
            if not amount or not is_device_resource(name):
                continue
            listed = node.allocatable.scalars.get(name)
            if not listed and class_of_resource(snapshot.device_classes, name) is not None:
                needed.append(name)
            elif listed is None:
                return CANNOT_FIT
        if not needed:
            return None
        requests = extended_requests(pod.pod, needed, snapshot.device_classes)
        claim = ResourceClaim.parse(claim_in_memory(pod.pod, requests.requests))
        return _Extended(claim, requests.mappings)

    def _allocated(
        self, snapshot: Snapshot, claim_state: _Claims, extended: _Extended | None, node: Node
    ) -> tuple[Allocation, ...] | AllocationError | None:
        """What the allocator finds for the claims that need devices; the claim for extended resources comes
        last. It is asked once a node."""
        claims = (*claim_state.waiting, *(() if extended is None else (extended.claim,)))
        if not claims or claim_state.slices is None:
            return ()
        if node.name not in claim_state.answers:
            claim_state.answers[node.name] = allocate(
                claims, node, claim_state.slices, snapshot.device_classes, claim_state.allocated
            )
        return claim_state.answers[node.name]

    def _unavailable(self, snapshot: Snapshot, claim_state: _Claims, node: Node) -> Iterator[ResourceClaim]:
        """The allocated claims whose devices the node does not reach, or that did not become ready."""
        for claim in claim_state.claims:
            nodes = None if claim.allocation is None else claim.allocation.nodes
            elsewhere = nodes is not None and not nodes.matches(node.labels, node.name)
            if elsewhere or is_unavailable(claim, snapshot.at_ms, self._timeout_ms):
                yield claim

    def post_filter(self, handle: Handle, statuses: NodeStatuses) -> PostFilterOutcome:
        """Picks a claim that keeps the pod from every node and that nobody else uses; it is deallocated.

        Upstream picks any of them, in the order of a Go map; here the first in the pod's spec is taken. It
        fails when an earlier PreFilter plugin ended the cycle before this plugin could store its state.
        """
        if not handle.state.has(_KEY):
            return _outcome(STATE_MISSING)
        claim_state = handle.state.read(_KEY)
        if claim_state.empty:
            return _outcome(NOTHING_TO_DEALLOCATE)
        unavailable = {
            claim.meta.key
            for node in handle.snapshot.nodes
            if statuses.get(node.name) == NOT_AVAILABLE
            for claim in self._unavailable(handle.snapshot, claim_state, node.node)
        }
        for claim in claim_state.claims:
            others = [consumer for consumer in claim.reserved_for if consumer.uid != handle.pod.uid]
            if claim.meta.key in unavailable and not others and len(claim.reserved_for) <= 1:
                return _outcome(DEALLOCATED, claim.meta.key)
        if claim_state.left_over is not None:
            return _outcome(DELETED, claim_state.left_over.meta.key)
        return _outcome(STILL_NOT)

    # Score

    def _scores(self, claim_state: _Claims) -> bool:
        """Whether the score of a node can be anything but 0, or fails."""
        if self._fails_to_score(claim_state):
            return True
        return any(request.prioritized for claim in claim_state.waiting for request in claim.requests)

    def _fails_to_score(self, claim_state: _Claims) -> bool:
        """v1.35 and v1.36 match claims and new allocations by their place in the pod's spec, so that Score
        fails for a pod that has both allocated and other claims."""
        if not self._release.scores_claims_by_place:
            return False
        new = len(claim_state.waiting)
        return bool(new or claim_state.resources) and new < len(claim_state.claims)

    def scores_alike(self, state: CycleState, pod: PodInfo) -> bool:
        return not state.has(_KEY) or not self._scores(state.read(_KEY))

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        if self.scores_alike(state, pod):
            return [0] * len(nodes)
        return [self.score(state, pod, node) for node in nodes]

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """For each request with alternatives: the earlier the chosen one stands, the more (computeScore)."""
        claim_state = state.read(_KEY) if state.has(_KEY) else _NO_CLAIMS
        allocations = claim_state.answers.get(node.name)
        if not isinstance(allocations, tuple):
            return 0
        if self._fails_to_score(claim_state):
            words = f"number of allocations {len(allocations)} is smaller than number of claims"
            raise ScoringFailedError(f'running Score plugins: plugin "{NAME}" failed with: {words}')
        score = 0
        for claim, allocation in zip(claim_state.waiting, allocations, strict=False):
            chosen = {device.request for device in allocation.devices}
            for request in claim.requests:
                if request.prioritized:
                    score += sum(
                        ALTERNATIVES - place
                        for place, option in enumerate(request.options)
                        if option.name in chosen
                    )
        return score

    def normalize_score(
        self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo], raw: Sequence[int]
    ) -> list[int]:
        return default_normalize(raw, reverse=False)

    # Binding

    def reserve(self, snapshot: Snapshot, pod: PodInfo, node_name: str) -> ReserveResult:
        """Notes the devices of the chosen node as taken, so that later pods do not get them."""
        if not self._uses_devices(pod):
            return NOTHING_RESERVED
        node = snapshot.get(node_name)
        claims = pod_claims(pod.pod, snapshot.resource_claims)
        if node is None or isinstance(claims, str):
            return NOTHING_RESERVED
        claims = tuple(self._as_chosen(snapshot, pod, claim) for claim in claims)
        claim_state = self._state(snapshot, pod, claims)
        extended = self._extended(snapshot, claim_state, pod, node)
        if isinstance(extended, Status):
            return NOTHING_RESERVED
        result = self._allocated(snapshot, claim_state, extended, node.node)
        if not isinstance(result, tuple):
            return ReserveResult(failed(NAME, "claim allocation not found for node"))
        waits_for = [claim.meta.key for claim in claims if has_conditions(claim)]
        chosen: list[tuple[str, Allocation]] = []
        for claim, allocation in zip(claim_state.waiting, result, strict=False):
            key = claim.meta.key
            chosen.append((key, allocation))
            snapshot.pending_allocations[key] = with_allocation(claim, allocation)
            if has_conditions(snapshot.pending_allocations[key]):
                waits_for.append(key)
        work = ClaimWork(tuple(chosen), None, tuple(waits_for))
        if extended is not None:
            key = f"{pod.key}/{extended.claim.meta.name}"
            snapshot.pending_allocations[key] = with_allocation(extended.claim, result[-1])
            claim_to_make = ExtendedClaim(key, extended.claim.manifest, result[-1], extended.mappings)
            work = replace(work, extended=claim_to_make)
        if not chosen and extended is None and not waits_for:
            return NOTHING_RESERVED
        return ReserveResult(reserved=work)

    def unreserve(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> None:
        if isinstance(reserved, ClaimWork):
            forget_allocations(reserved, handle.snapshot)
        claims = pod_claims(pod.pod, handle.snapshot.resource_claims)
        for claim in () if isinstance(claims, str) else claims:
            unreserve_claim(handle.api, claim.meta.key, pod)
        if isinstance(reserved, ClaimWork) and reserved.extended is not None:
            made = extended_claim(pod.pod, handle.snapshot.resource_claims.values())
            if made is not None:
                delete_claim(handle.api, made, handle.now_ms)

    def has_work(self, snapshot: Snapshot, pod: PodInfo, reserved: Reserved | None) -> bool:
        """Whether a claim of the pod still has to be allocated or reserved, or created."""
        if isinstance(reserved, ClaimWork) and reserved.extended is not None:
            return True
        claims = pod_claims(pod.pod, snapshot.resource_claims) if pod.pod.spec.resource_claims else ()
        return not isinstance(claims, str) and not all(
            claim.is_reserved_for(pod.uid, pod.pod.spec.group) for claim in claims
        )

    def pre_bind(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, reserved: Reserved | None
    ) -> PreBindResult:
        """Writes the allocations and reserves every claim for the pod; then the binding waits for devices
        that have to become ready."""
        work = reserved if isinstance(reserved, ClaimWork) else ClaimWork(())
        if not pod.pod.spec.resource_claims and work.extended is None:
            return NOTHING_TO_DO
        claims = pod_claims(pod.pod, handle.snapshot.resource_claims)
        if isinstance(claims, str):
            return PreBindResult(failed(NAME, claims))
        at = handle.api.epoch_ms(handle.now_ms) if self._release.device_binding_conditions else None
        waits_for = list(work.waits_for)
        group = handle.snapshot.pod_groups.of(pod)
        shared = shared_claims(pod.pod, group)
        for claim in claims:
            if claim.is_reserved_for(pod.uid, pod.pod.spec.group):
                continue
            key = claim.meta.key
            allocation = work.of(key)
            if allocation is None and claim.allocation is None:
                # Another pod of the group chose the devices, and this one is bound first.
                allocation = _allocation_of(handle.snapshot.pending_allocations.get(key))
            of_group = group if key in shared else None
            bound = bind_claim(handle.api, key, allocation, pod, at, of_group)
            handle.snapshot.pending_allocations.pop(key, None)
            if isinstance(bound, str):
                return PreBindResult(failed(NAME, bound))
            handle.snapshot.resource_claims[key] = bound
        if work.extended is not None:
            bound = self._bind_extended(handle, pod, work.extended, at)
            if isinstance(bound, str):
                return PreBindResult(failed(NAME, bound))
            if has_conditions(bound):
                waits_for.append(bound.meta.key)
        return self._wait(handle, pod, node_name, waits_for) if waits_for else NOTHING_TO_DO

    def _bind_extended(
        self, handle: BindingHandle, pod: PodInfo, extended: ExtendedClaim, at: int | None
    ) -> ResourceClaim | str:
        """Creates the claim for extended resources, and names it in the pod's status."""
        created = create_extended_claim(handle.api, extended, pod, handle.now_ms)
        if isinstance(created, str):
            handle.snapshot.pending_allocations.pop(extended.key, None)
            return created
        bound = bind_claim(handle.api, created.meta.key, extended.allocation, pod, at)
        handle.snapshot.pending_allocations.pop(extended.key, None)
        handle.snapshot.resource_claims[created.meta.key] = created if isinstance(bound, str) else bound
        if isinstance(bound, str):
            return bound
        status: Json = {
            "requestMappings": [mapping.to_manifest() for mapping in extended.mappings],
            "resourceClaimName": created.meta.name,
        }
        handle.api.patch_pod_status(pod.key, {"extendedResourceClaimStatus": status}, handle.now_ms)
        return bound

    def _wait(
        self, handle: BindingHandle, pod: PodInfo, node_name: str, claims: Sequence[str]
    ) -> PreBindResult:
        """Waits until the devices of these claims are ready; they are looked at now and every 5 s."""
        stored = handle.api.pods.get(pod.key)
        if stored is not None:
            note = WAITING % {"node": node_name}
            scheduler = stored.spec.scheduler_name
            about = Occurrence(stored, "Normal", PENDING, note, scheduler, correlates=False)
            handle.api.record_event(about, handle.now_ms)
        for key in claims:
            state = readiness(handle.snapshot.resource_claims[key])
            if state.failure:
                return PreBindResult(failed(NAME, state.failure))
            if not state.ready:
                return PreBindResult(WAIT)
        return NOTHING_TO_DO

    def ready(self, snapshot: Snapshot, reserved: Reserved | None) -> bool:
        """Whether the devices of all claims that the pod waits for are ready."""
        return not isinstance(reserved, ClaimWork) or all(
            readiness(claim).ready for claim in _waited_for(snapshot, reserved)
        )

    def failure(self, snapshot: Snapshot, pod: PodInfo, node_name: str, reserved: Reserved | None) -> str:
        if not isinstance(reserved, ClaimWork):
            return ""
        failures = (readiness(claim).failure for claim in _waited_for(snapshot, reserved))
        return next((why for why in failures if why), "")

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


def _waited_for(snapshot: Snapshot, work: ClaimWork) -> list[ResourceClaim]:
    """The claims that the pod waits for, as the scheduler knows them now."""
    keys = work.waits_for
    return [snapshot.resource_claims[key] for key in keys if key in snapshot.resource_claims]


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


def _allocation_of(claim: ResourceClaim | None) -> Allocation | None:
    return None if claim is None else claim.allocation


def _claim_keys(pod: PodInfo) -> set[str]:
    """namespace/name of the claims of a pod that have a name."""
    named = [claim_name(pod.pod, entry) for entry in pod.pod.spec.resource_claims]
    return {f"{pod.namespace}/{claim.name}" for claim in named if claim.name}


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
    return uses and old.status_manifest != new.status_manifest


def _after_pod(snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """The pod's own status names the claims that were made from templates."""
    if not isinstance(new, PodInfo) or new.uid != pod.uid:
        return False
    return not isinstance(pod_claims(new.pod, snapshot.resource_claims), str)
