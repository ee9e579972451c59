"""How far a node is from having the devices that the claims of a pod ask for.

The rules are those of DynamicResources; this module only describes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.advice.plugin_advice import Details, RefusedNode
from scheduler_core.objects.device_slices import DeviceID
from scheduler_core.objects.devices import DeviceRequest, ResourceClaim
from scheduler_core.objects.pod_resources.extended_resources import (
    claim_in_memory,
    class_of_resource,
    extended_requests,
)
from scheduler_core.objects.pod_resources.pod_claims import pod_claims
from scheduler_core.objects.scalars.quantity import ZERO, Quantity
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.requests import is_device_resource
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState, allocated_state
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import preventing_taint
from scheduler_core.scheduler.plugins.dynamic_resources.capacity import consumed_by, fits, violates
from scheduler_core.scheduler.plugins.dynamic_resources.counters import available_counters
from scheduler_core.scheduler.plugins.dynamic_resources.free_devices import requested_devices
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Pool, Slices

MESSAGES: Mapping[str, str] = {
    "obstacle.devices": (
        "claim {claim} needs {needs} devices for its request {request}; {suitable} devices of this node are "
        "suitable, and {free} of them are free"
    ),
    "obstacle.claim_elsewhere": "the devices of claim {claim} cannot be reached from this node",
    "obstacle.device_capacity": (
        "{device}, {capacity}: {requested} requested, rounded up to {rounded}; {taken} of {all} taken"
    ),
    "obstacle.device_capacity_default": (
        "{device}, {capacity}: nothing requested, which takes {rounded}; {taken} of {all} taken"
    ),
    "obstacle.device_no_capacity": "{device} has no capacity {capacity}, which request {request} asks for",
    "obstacle.device_policy": "{device}, {capacity}: its request policy does not allow {rounded}",
    "obstacle.device_counter": (
        "{device} takes {needs} of the counter {counter}; {left} of {all} are left in its pool"
    ),
    "obstacle.device_taint": "{device} has the taint {taint}, which request {request} does not tolerate",
}
DEVICES_TO_NAME = 4
"""The largest number of devices of a request that are named with what keeps them from it."""


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request of a claim without devices, or one alternative. It `needs` so many devices; `suitable`
    are those of the node that its selectors choose, `free` those of them that the request could have;
    `held_back` says of suitable ones why not, apart from those that a claim has as a whole."""

    claim: ResourceClaim
    request: DeviceRequest
    needs: int
    suitable: tuple[DeviceID, ...]
    free: tuple[DeviceID, ...]
    held_back: tuple[Message, ...] = ()


def waiting_claims(cycle: Cycle) -> tuple[ResourceClaim, ...]:
    """The pod's claims without devices; empty when one of its claims cannot be used at all."""
    claims = pod_claims(cycle.pod.pod, cycle.snapshot.resource_claims)
    return () if isinstance(claims, str) else tuple(claim for claim in claims if claim.allocation is None)


def _extended(cycle: Cycle, node: NodeInfo) -> tuple[ResourceClaim, ...]:
    """The claim that the scheduler would make for the extended resources that devices provide."""
    classes = cycle.snapshot.device_classes
    names = [
        name
        for name, amount in cycle.pod.requests.scalars.items()
        if amount
        and is_device_resource(name)
        and not node.allocatable.scalars.get(name)
        and class_of_resource(classes, name) is not None
    ]
    if not names or not cycle.profile.release.extended_resource_claims:
        return ()
    extended = extended_requests(cycle.pod.pod, names, classes)
    return (ResourceClaim.parse(claim_in_memory(cycle.pod.pod, extended.requests)),)


def waiting_requests(cycle: Cycle, node: NodeInfo) -> Iterator[WaitingRequest]:
    """What the pod's claims still ask for, compared with the devices of the node."""
    snapshot = cycle.snapshot
    slices = Slices(
        (snapshot.resource_slices[name] for name in sorted(snapshot.resource_slices)),
        whole_pools=cycle.profile.release.checks_whole_pools,
    )
    allocated = allocated_state((*snapshot.resource_claims.values(), *snapshot.pending_allocations.values()))
    claims = (*waiting_claims(cycle), *_extended(cycle, node))
    for row in requested_devices(claims, node.node, slices, snapshot.device_classes, allocated):
        free = tuple(place.id for place in row.free)
        held_back = tuple(
            why
            for place, pool in row.places
            if place.id not in free and (why := _held_back(place, row.request, pool, allocated)) is not None
        )
        suitable = tuple(place.id for place in row.suitable)
        yield WaitingRequest(row.claim, row.request, row.needs, suitable, free, held_back)


def _held_back(place: Place, request: DeviceRequest, pool: Pool, allocated: AllocatedState) -> Message | None:
    """Why the request cannot have a device that no claim has as a whole."""
    taint = preventing_taint(place, request)
    if taint is not None:
        words = f"{taint.key}={taint.value}:{taint.effect}" if taint.value else f"{taint.key}:{taint.effect}"
        return message("obstacle.device_taint", device=place.id.device, taint=words, request=request.name)
    taken = allocated.shared.get(place.id, {})
    if not fits(request.capacity, place.device, taken, {}):
        return _capacity(place, request, taken)
    return _counter(place, pool, allocated)


def _capacity(place: Place, request: DeviceRequest, taken: Mapping[str, Quantity]) -> Message | None:
    device = place.device
    missing = next((name for name in request.capacity if name not in device.capacity), None)
    if missing is not None:
        return message(
            "obstacle.device_no_capacity", device=device.name, capacity=missing, request=request.name
        )
    for name, amount in consumed_by(request.capacity, device).items():
        if violates(amount, device.policies.get(name)):
            return message("obstacle.device_policy", device=device.name, capacity=name, rounded=str(amount))
        value, used = device.capacity[name], taken.get(name, ZERO)
        if used.nano + amount.nano > value.nano:
            requested = request.capacity.get(name)
            return message(
                "obstacle.device_capacity_default" if requested is None else "obstacle.device_capacity",
                device=device.name,
                capacity=name,
                requested="" if requested is None else str(requested),
                rounded=str(amount),
                taken=str(used),
                all=str(value),
            )
    return None


def _counter(place: Place, pool: Pool, allocated: AllocatedState) -> Message | None:
    left = available_counters(pool, allocated)
    for consumed in place.device.consumes:
        for name, amount in consumed.counters.items():
            rest = left.get((consumed.name, name), 0)
            if rest < amount.nano:
                return message(
                    "obstacle.device_counter",
                    device=place.device.name,
                    needs=str(amount),
                    counter=f"{consumed.name}/{name}",
                    left=str(Quantity(max(0, rest), amount.format)),
                    all=str(pool.counters[consumed.name][name]),
                )
    return None


def details(refused: RefusedNode) -> Details:
    """One sentence for each request that the node cannot meet alone, and for each claim out of reach; after
    the sentence of a request, what holds suitable devices back."""
    messages: list[Message] = []
    for waiting in waiting_requests(refused.cycle, refused.node):
        request = waiting.request
        if len(waiting.free) < waiting.needs:
            messages.append(
                message(
                    "obstacle.devices",
                    claim=waiting.claim.meta.key,
                    request=request.name,
                    needs=waiting.needs,
                    suitable=len(waiting.suitable),
                    free=len(waiting.free),
                )
            )
            messages += waiting.held_back[:DEVICES_TO_NAME]
    claims = pod_claims(refused.pod.pod, refused.cycle.snapshot.resource_claims)
    for claim in () if isinstance(claims, str) else claims:
        nodes = None if claim.allocation is None else claim.allocation.nodes
        if nodes is not None and not nodes.matches(refused.node.labels, refused.node.name):
            messages.append(message("obstacle.claim_elsewhere", claim=claim.meta.key))
    return tuple(messages)
