"""How far a node is from having the devices that the claims of a pod ask for.

The rules are those of DynamicResources; this module only describes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.actor import Message, message
from scheduler_core.advice.plugin_advice import Details, RefusedNode
from scheduler_core.objects.device_slices import DeviceID
from scheduler_core.objects.devices import ALL, DeviceRequest, ResourceClaim
from scheduler_core.objects.pod_resources.pod_claims import pod_claims
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cycle.cycle import Cycle
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import Slices, suitable_devices
from scheduler_core.scheduler.plugins.dynamic_resources.dynamic_resources import allocated_devices

MESSAGES: Mapping[str, str] = {
    "obstacle.devices": (
        "claim {claim} needs {needs} devices for its request {request}; {suitable} devices of this node are "
        "suitable, and {free} of them are free"
    ),
    "obstacle.claim_elsewhere": "the devices of claim {claim} cannot be reached from this node",
}


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request of a claim without devices, or one alternative. `suitable` are the devices of the node that
    its selectors choose, `free` those of them that no claim has."""

    claim: ResourceClaim
    request: DeviceRequest
    suitable: tuple[DeviceID, ...]
    free: tuple[DeviceID, ...]


def waiting_claims(cycle: Cycle) -> tuple[ResourceClaim, ...]:
    """The pod's claims without devices; empty when one of its claims cannot be used at all."""
    claims = pod_claims(cycle.pod.pod, cycle.snapshot.resource_claims)
    return () if isinstance(claims, str) else tuple(claim for claim in claims if claim.allocation is None)


def waiting_requests(cycle: Cycle, node: NodeInfo) -> Iterator[WaitingRequest]:
    """What the pod's claims still ask for, compared with the devices of the node."""
    snapshot = cycle.snapshot
    slices = Slices(snapshot.resource_slices[name] for name in sorted(snapshot.resource_slices))
    allocated = frozenset(allocated_devices(snapshot))
    for claim in waiting_claims(cycle):
        for requested in claim.requests:
            for option in requested.options:
                suitable = suitable_devices(claim, option, node.node, slices, snapshot.device_classes)
                free = tuple(device for device in suitable if option.admin_access or device not in allocated)
                yield WaitingRequest(claim, option, suitable, free)


def details(refused: RefusedNode) -> Details:
    """One sentence for each request that the node cannot meet alone, and for each claim out of reach."""
    messages: list[Message] = []
    for waiting in waiting_requests(refused.cycle, refused.node):
        request = waiting.request
        needs = max(len(waiting.suitable), 1) if request.mode == ALL else request.count
        if len(waiting.free) < needs:
            messages.append(
                message(
                    "obstacle.devices",
                    claim=waiting.claim.meta.key,
                    request=request.name,
                    needs=needs,
                    suitable=len(waiting.suitable),
                    free=len(waiting.free),
                )
            )
    claims = pod_claims(refused.pod.pod, refused.cycle.snapshot.resource_claims)
    for claim in () if isinstance(claims, str) else claims:
        nodes = None if claim.allocation is None else claim.allocation.nodes
        if nodes is not None and not nodes.matches(refused.node.labels, refused.node.name):
            messages.append(message("obstacle.claim_elsewhere", claim=claim.meta.key))
    return tuple(messages)
