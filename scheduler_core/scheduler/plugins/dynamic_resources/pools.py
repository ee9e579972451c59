"""The pools of devices that a node can use.

Source: k8s.io/dynamic-resource-allocation/structured: pools_stable.go (v0.34), pools_incubating.go (v0.36).
Upstream of v0.34 goes through the pools of a node in the order of a Go map, which is random; here they go by
driver and name, as since v0.36.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.objects.device_slices import Device, DeviceID, ResourceSlice
from scheduler_core.objects.node import Node
from scheduler_core.objects.scalars.quantity import Quantity

CounterSets = Mapping[str, Mapping[str, Quantity]]
"""Counter set → counter → amount."""
NO_COUNTERS: CounterSets = {}


@dataclass(frozen=True, slots=True)
class Place:
    """A device with its slice."""

    id: DeviceID
    device: Device
    slice: ResourceSlice


@dataclass(frozen=True, slots=True)
class Pool:
    """The slices of one pool that a node can use, of the newest generation, by name.

    `others` are the slices of the pool for other nodes. `counters` are the amounts that the devices of the
    pool share. A pool is `invalid` when its slices contradict each other.
    """

    driver: str
    name: str
    slices: tuple[ResourceSlice, ...]
    incomplete: bool = False
    invalid: bool = False
    others: tuple[ResourceSlice, ...] = ()
    counters: CounterSets = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        return not self.incomplete and not self.invalid

    @property
    def waits_for_conditions(self) -> bool:
        """Whether a device of the pool has binding conditions."""
        return any(device.binding_conditions for entry in self.slices for device in entry.devices)

    def places(self) -> list[Place]:
        """The devices that the node may use, in the order in which they are tried."""
        return list(_places(self.driver, self.name, self.slices))

    def all_places(self) -> Iterator[Place]:
        """The devices of the pool, those for other nodes included."""
        return _places(self.driver, self.name, (*self.slices, *self.others))


def _places(driver: str, pool: str, slices: Iterable[ResourceSlice]) -> Iterator[Place]:
    for entry in slices:
        for device in entry.devices:
            yield Place(DeviceID(driver, pool, device.name), device, entry)


class Slices:
    """All slices of the cluster by name, so that those of one node or one pool are found at once.

    With `whole_pools` a pool is complete when all its slices are known, also those for other nodes; without
    (up to v1.34), when the node can use so many slices.
    """

    def __init__(self, slices: Iterable[ResourceSlice], *, whole_pools: bool = False) -> None:
        self.whole_pools = whole_pools
        self._of_node: dict[str, list[ResourceSlice]] = {}
        self._of_pool: dict[tuple[str, str], list[ResourceSlice]] = {}
        self._others: list[ResourceSlice] = []
        for entry in slices:
            alone = entry.node_name and not entry.counter_sets
            (self._of_node.setdefault(entry.node_name, []) if alone else self._others).append(entry)
            self._of_pool.setdefault((entry.driver, entry.pool), []).append(entry)

    def near(self, node: Node) -> list[ResourceSlice]:
        """The slices that name the node, and those that may reach it."""
        return [*self._of_node.get(node.name, ()), *self._others]

    def of_pool(self, driver: str, pool: str) -> Sequence[ResourceSlice]:
        """The slices of a pool, of all generations."""
        return self._of_pool.get((driver, pool), ())


def gather_pools(slices: Slices, node: Node) -> tuple[Pool, ...]:
    """The pools that the node reaches (GatherPools), those with binding conditions last."""
    by_pool: dict[tuple[str, str], list[ResourceSlice]] = {}
    for entry in slices.near(node):
        if not entry.counter_sets and not entry.reaches(node.labels, node.name):
            continue
        of_pool = by_pool.setdefault((entry.driver, entry.pool), [])
        if of_pool and entry.generation < of_pool[0].generation:
            continue
        if of_pool and entry.generation > of_pool[0].generation:
            of_pool.clear()
        of_pool.append(entry)
    pools: list[Pool] = []
    for (driver, name), listed in sorted(by_pool.items()):
        pool = _pool(slices, driver, name, listed)
        if pool is not None:
            pools.append(pool)
    return tuple(sorted(pools, key=lambda pool: pool.waits_for_conditions))


def _pool(slices: Slices, driver: str, name: str, listed: list[ResourceSlice]) -> Pool | None:
    """The pool of these slices for the node; None when a newer generation is for other nodes alone."""
    others: tuple[ResourceSlice, ...] = ()
    if len(listed) != listed[0].slice_count:
        if not slices.whole_pools:
            return Pool(driver, name, tuple(listed), incomplete=True, invalid=_has_duplicate(listed))
        every = slices.of_pool(driver, name)
        if any(entry.generation > listed[0].generation for entry in every):
            return None
        current = [entry for entry in every if entry.generation == listed[0].generation]
        if len(current) != listed[0].slice_count:
            return Pool(driver, name, (), incomplete=True)
        names = {entry.meta.name for entry in listed}
        others = tuple(entry for entry in current if entry.meta.name not in names)
    listed.sort(key=lambda entry: entry.meta.name)
    with_devices = tuple(entry for entry in listed if not entry.counter_sets)
    declared = Counter(shared.name for entry in listed for shared in entry.counter_sets)
    counters = {shared.name: shared.counters for entry in listed for shared in entry.counter_sets}
    if (
        _has_duplicate(with_devices)
        or any(count > 1 for count in declared.values())
        or not _all_declared(counters, (*listed, *others))
    ):
        return Pool(driver, name, (), invalid=True)
    return Pool(driver, name, with_devices, others=others, counters=counters)


def _has_duplicate(slices: Iterable[ResourceSlice]) -> bool:
    counted = Counter(device.name for entry in slices for device in entry.devices)
    return any(count > 1 for count in counted.values())


def _all_declared(counters: CounterSets, slices: Iterable[ResourceSlice]) -> bool:
    """Whether the pool declares every counter that its devices consume (validateDeviceCounterConsumption)."""
    return all(
        consumed.name in counters and consumed.counters.keys() <= counters[consumed.name].keys()
        for entry in slices
        for device in entry.devices
        for consumed in device.consumes
    )
