"""How many devices provide an extended resource on a node, and how many of them are taken.

Source: pkg/scheduler/framework/plugins/noderesources/resource_allocation.go, getDRAPreScoredParams,
calculateDRAResourceTotals (v1.35). All slices count, also those of older generations and of incomplete pools.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.objects.cel.selector import NotCompiled, compile_selector
from scheduler_core.objects.cel.values import Failure
from scheduler_core.objects.device_slices import Device, DeviceID, ResourceSlice
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.extended_resources import class_of_resource
from scheduler_core.scheduler.cluster.requests import is_device_resource
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import allocated_state

NO_DEVICES = (0, 0)


class DeviceTotals:
    """The devices of one cycle. `of` gives the counts for a resource that a class provides."""

    def __init__(self, snapshot: Snapshot) -> None:
        claims = (*snapshot.resource_claims.values(), *snapshot.pending_allocations.values())
        self._allocated = allocated_state(claims)
        self._slices = tuple(snapshot.resource_slices.values())
        self._classes = snapshot.device_classes

    def of(self, resource: str, node: Node) -> tuple[int, int]:
        """How many devices of the node the class of the resource matches, and how many of these claims have;
        no devices where a selector cannot be evaluated."""
        device_class = class_of_resource(self._classes, resource)
        if device_class is None:
            return NO_DEVICES
        capacity = allocated = 0
        for entry in self._slices:
            for device in _devices(entry, node):
                matches = _matches(device_class.selectors, device)
                if matches is None:
                    return NO_DEVICES
                if matches:
                    capacity += 1
                    allocated += self._allocated.uses(DeviceID(entry.driver, entry.pool, device.name))
        return capacity, allocated


def device_totals(snapshot: Snapshot, resources: Iterable[str]) -> DeviceTotals | None:
    """The devices of the cluster, if a class provides one of the resources."""
    classes = snapshot.device_classes
    provided = (name for name in resources if is_device_resource(name))
    if any(class_of_resource(classes, name) is not None for name in provided):
        return DeviceTotals(snapshot)
    return None


def _devices(entry: ResourceSlice, node: Node) -> Iterable[Device]:
    """The devices of the slice that the node reaches."""
    return (device for device in entry.devices if entry.nodes_of(device).reaches(node.labels, node.name))


def _matches(selectors: Iterable[str | None], device: Device) -> bool | None:
    """Whether all selectors of a class match the device; None when one fails."""
    for expression in selectors:
        if expression is None:
            continue
        compiled = compile_selector(expression)
        if isinstance(compiled, NotCompiled):
            return None
        answer = compiled.matches(device.as_cel)
        if isinstance(answer, Failure):
            return None
        if not answer:
            return False
    return True
