"""What the claims of the cluster have of its devices.

Source: pkg/scheduler/framework/plugins/dynamicresources, allocateddevices.go and dra_manager.go
GatherAllocatedState (v1.36).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scheduler_core.objects.device_slices import DeviceID
from scheduler_core.objects.devices import ResourceClaim
from scheduler_core.objects.scalars.quantity import Quantity


@dataclass(frozen=True, slots=True)
class AllocatedState:
    """The devices that claims have as a whole, and what they have of the capacities of shared devices; a
    shared device without capacities has an empty entry."""

    devices: frozenset[DeviceID] = frozenset()
    shared: Mapping[DeviceID, Mapping[str, Quantity]] = field(default_factory=dict)

    def uses(self, device: DeviceID) -> bool:
        """Whether any claim has the device, or a part of it (IsDeviceAllocated)."""
        return device in self.devices or device in self.shared


def allocated_state(claims: Iterable[ResourceClaim]) -> AllocatedState:
    """The state of all claims; with admin access a device stays free."""
    devices: set[DeviceID] = set()
    shared: dict[DeviceID, dict[str, Quantity]] = {}
    for claim in claims:
        for result in () if claim.allocation is None else claim.allocation.devices:
            if result.admin_access:
                continue
            if not result.share:
                devices.add(result.id)
                continue
            amounts = shared.setdefault(result.id, {})
            for name, amount in result.consumed.items():
                amounts[name] = amounts[name] + amount if name in amounts else amount
    return AllocatedState(frozenset(devices), shared)
