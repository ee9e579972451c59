"""The devices of a node that a request could have, apart from those that a claim has as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.devices import ALL, DeviceClass, DeviceRequest, ResourceClaim
from scheduler_core.objects.node import Node
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.allocator import preventing_taint, suitable_devices
from scheduler_core.scheduler.plugins.dynamic_resources.capacity import fits
from scheduler_core.scheduler.plugins.dynamic_resources.counters import available_counters
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Pool, Slices, gather_pools


@dataclass(frozen=True, slots=True)
class RequestedDevices:
    """A request of a claim, or one alternative. `places` are the devices of the node that its selectors
    choose, but for those that a claim has as a whole; `free` are those of them that the request could have,
    `suitable` counts all that its selectors choose."""

    claim: ResourceClaim
    request: DeviceRequest
    suitable: tuple[Place, ...]
    places: tuple[tuple[Place, Pool], ...]
    free: tuple[Place, ...]

    @property
    def needs(self) -> int:
        """How many devices the request needs."""
        return max(len(self.suitable), 1) if self.request.mode == ALL else self.request.count


def requested_devices(
    claims: Sequence[ResourceClaim],
    node: Node,
    slices: Slices,
    classes: Mapping[str, DeviceClass],
    allocated: AllocatedState,
) -> Iterator[RequestedDevices]:
    """What `claims` ask for, compared with the devices of the node."""
    pools = {(pool.driver, pool.name): pool for pool in gather_pools(slices, node)}
    for claim in claims:
        for requested in claim.requests:
            for option in requested.options:
                suitable = suitable_devices(claim, option, node, slices, classes)
                places = tuple(
                    (place, pools[place.id.driver, place.id.pool])
                    for place in suitable
                    if option.admin_access or place.id not in allocated.devices
                )
                free = tuple(place for place, pool in places if can_have(place, option, pool, allocated))
                yield RequestedDevices(claim, option, suitable, places, free)


def can_have(place: Place, request: DeviceRequest, pool: Pool, allocated: AllocatedState) -> bool:
    """Whether the request tolerates the device, and its capacity and the counters of its pool suffice."""
    if preventing_taint(place, request) is not None:
        return False
    if not fits(request.capacity, place.device, allocated.shared.get(place.id, {}), {}):
        return False
    if place.device.shareable and place.id in allocated.shared:
        return True
    left = available_counters(pool, allocated)
    return all(
        left.get((consumed.name, name), 0) >= amount.nano
        for consumed in place.device.consumes
        for name, amount in consumed.counters.items()
    )
