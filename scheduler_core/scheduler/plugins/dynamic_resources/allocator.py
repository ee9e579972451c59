"""The structured allocator: which devices a node has for claims that have none yet.

Source: k8s.io/dynamic-resource-allocation/structured, allocator_stable.go and pools_stable.go (v0.34), with
the gates DRAAdminAccess and DRAPrioritizedList on, as in v1.34. Upstream goes through the pools of a node in
the order of a Go map, which is random; here they go by driver and name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.cel.selector import Failure, NotCompiled, compile_selector
from scheduler_core.objects.devices import (
    ALL,
    MAX_RESULTS,
    AllocatedDevice,
    Allocation,
    Device,
    DeviceClass,
    DeviceID,
    DeviceRequest,
    ResourceClaim,
    ResourceSlice,
)
from scheduler_core.objects.node import Node
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, Requirement
from scheduler_core.scheduler.plugins.dynamic_resources.driver_configuration import driver_configuration

MAX_DEVICES = 256
"""The largest number of devices that this model allocates for one pod at once."""
MAX_STEPS = 50_000
"""The largest number of devices tried in one search. Upstream ends a search after 10 s (filterTimeout)."""
TIMED_OUT = "timed out trying to allocate devices"


@dataclass(frozen=True, slots=True)
class AllocationError:
    """Why the attempt ends: something is wrong with a claim, a class, or the pools of the node.

    `this_node_only` is True for an error that refuses this node and does not end the attempt.
    """

    text: str
    this_node_only: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """The slices of one pool that a node can use, of the newest generation known there."""

    driver: str
    name: str
    slices: tuple[ResourceSlice, ...]
    incomplete: bool
    duplicate: str

    @property
    def usable(self) -> bool:
        return not self.incomplete and not self.duplicate


@dataclass(frozen=True, slots=True)
class _Place:
    """A device with its slice."""

    id: DeviceID
    device: Device
    slice: ResourceSlice


@dataclass(frozen=True, slots=True)
class _Option:
    """A request, or one alternative, with the number of devices it takes. `every` are the devices of a
    request for all devices, None for a counted request."""

    request: DeviceRequest
    base: str
    device_class: DeviceClass
    number: int
    every: tuple[_Place, ...] | None


class _AllocationFailedError(Exception):
    def __init__(self, error: AllocationError) -> None:
        super().__init__(error.text)
        self.error = error


class _TooManyDevicesError(Exception):
    """The claim would get more devices than it can hold."""


class Slices:
    """All slices of the cluster, so that those of one node are found at once."""

    def __init__(self, slices: Iterable[ResourceSlice]) -> None:
        self._of_node: dict[str, list[ResourceSlice]] = {}
        self._others: list[ResourceSlice] = []
        for entry in slices:
            (self._of_node.setdefault(entry.node_name, []) if entry.node_name else self._others).append(entry)

    def near(self, node: Node) -> list[ResourceSlice]:
        """The slices that name the node, and those that may reach it."""
        return [*self._of_node.get(node.name, ()), *self._others]


def gather_pools(slices: Slices, node: Node) -> tuple[Pool, ...]:
    """The pools that the node reaches (GatherPools)."""
    by_pool: dict[tuple[str, str], list[ResourceSlice]] = {}
    for entry in slices.near(node):
        if not entry.reaches(node.labels, node.name):
            continue
        of_pool = by_pool.setdefault((entry.driver, entry.pool), [])
        if of_pool and entry.generation < of_pool[0].generation:
            continue
        if of_pool and entry.generation > of_pool[0].generation:
            of_pool.clear()
        of_pool.append(entry)
    pools: list[Pool] = []
    for (driver, name), listed in sorted(by_pool.items()):
        counted = Counter(device.name for entry in listed for device in entry.devices)
        duplicate = next((name for name, count in counted.items() if count > 1), "")
        incomplete = len(listed) != listed[0].slice_count
        pools.append(Pool(driver, name, tuple(listed), incomplete, duplicate))
    return tuple(pools)


def allocate(
    claims: Sequence[ResourceClaim],
    node: Node,
    slices: Slices,
    classes: Mapping[str, DeviceClass],
    in_use: frozenset[DeviceID],
) -> tuple[Allocation, ...] | AllocationError | None:
    """One allocation for each claim, None when the node does not have the devices, or an error.

    The first solution is taken: devices are tried in the order of pools, slices and devices.
    """
    search = _Search(claims, node, gather_pools(slices, node), classes, in_use)
    try:
        return search.run()
    except _AllocationFailedError as error:
        return error.error


def suitable_devices(
    claim: ResourceClaim,
    request: DeviceRequest,
    node: Node,
    slices: Slices,
    classes: Mapping[str, DeviceClass],
) -> tuple[DeviceID, ...]:
    """The devices of the node that the selectors of a request and of its class choose, taken or not; empty
    where the class is missing or an expression fails."""
    search = _Search((claim,), node, gather_pools(slices, node), classes, frozenset())
    try:
        return tuple(place.id for place in search.selectable(0, request))
    except _AllocationFailedError:
        return ()


class _Search:
    """One exhaustive search with backtracking."""

    def __init__(
        self,
        claims: Sequence[ResourceClaim],
        node: Node,
        pools: tuple[Pool, ...],
        classes: Mapping[str, DeviceClass],
        in_use: frozenset[DeviceID],
    ) -> None:
        self._claims = claims
        self._node = node
        self._pools = pools
        self._classes = classes
        self._in_use = in_use
        self._allocated: dict[DeviceID, set[int]] = {}
        self._results: list[list[tuple[AllocatedDevice, _Place]]] = [[] for _ in claims]
        self._selectable: dict[tuple[int, str, DeviceID], bool] = {}
        self._steps = 0
        self._options: list[list[tuple[_Option, ...]]] = []

    def run(self) -> tuple[Allocation, ...] | None:
        """One allocation for each claim, or None when no solution exists. Raises _AllocationFailedError."""
        for index, claim in enumerate(self._claims):
            self._options.append(
                [self._options_of(index, request.options, request.name) for request in claim.requests]
            )
            least = sum(min(option.number for option in options) for options in self._options[index])
            if least > MAX_RESULTS:
                words = f"number of requested devices {least} exceeds the claim limit of {MAX_RESULTS}"
                raise self._failed(f"claim {claim.meta.key}: {words}")
            for place, constraint in enumerate(claim.constraints):
                if not constraint.match_attribute:
                    words = "empty constraint (unsupported constraint type?)"
                    raise self._failed(f"claim {claim.meta.key}, constraint #{place}: {words}")
        total = sum(min(option.number for option in options) for claim in self._options for options in claim)
        if total > MAX_DEVICES:
            raise self._failed(f"podium allocates at most {MAX_DEVICES} devices for one pod, not {total}")
        try:
            done = self._claim(0)
        except _TooManyDevicesError:
            done = False
        if not done:
            if any(pool.duplicate for pool in self._pools):
                raise self._failed("invalid resource pools were encountered", this_node_only=True)
            return None
        return tuple(
            Allocation(
                tuple(result for result, _ in chosen),
                _nodes_of([place for _, place in chosen], self._node),
                driver_configuration(self._claims[index], self._chosen(index)),
            )
            for index, chosen in enumerate(self._results)
        )

    def _chosen(self, claim: int) -> list[tuple[str, DeviceClass]]:
        """The request, or the chosen one of its alternatives, and its class; for each request of a claim."""
        used = {result.request for result, _ in self._results[claim]}
        chosen = (
            next((option for option in options if option.request.name in used), options[0])
            for options in self._options[claim]
        )
        return [(option.request.name, option.device_class) for option in chosen]

    def _failed(self, text: str, *, this_node_only: bool = False) -> _AllocationFailedError:
        return _AllocationFailedError(AllocationError(text, this_node_only))

    # What the requests want

    def _options_of(self, claim: int, options: Sequence[DeviceRequest], base: str) -> tuple[_Option, ...]:
        return tuple([self._option(claim, request, base) for request in options])

    def _option(self, claim: int, request: DeviceRequest, base: str) -> _Option:
        """The request with its class and number of devices; with allocationMode All, the devices as well."""
        where = f"claim {self._claims[claim].meta.key}, request {request.name.rpartition('/')[2]}"
        for index, selector in enumerate(request.selectors):
            if selector is None:
                words = "CEL expression empty (unsupported selector type?)"
                raise self._failed(f"{where}, selector #{index}: {words}")
        device_class = self._classes.get(request.device_class)
        if device_class is None:
            raise self._failed(f"{where}: could not retrieve device class {request.device_class}")
        option = _Option(request, base, device_class, request.count, None)
        if request.mode != ALL:
            return option
        every: list[_Place] = []
        for pool in self._pools:
            if not pool.usable:
                state = "being updated" if pool.incomplete else "invalid"
                pool_name = f"{pool.driver}/{pool.name}"
                words = f"asks for all devices, but resource pool {pool_name} is currently {state}"
                raise self._failed(f"{where}: {words}")
            every += [place for place in _places(pool) if self._is_selectable(claim, option, place)]
        return _Option(request, base, device_class, len(every), tuple(every))

    def selectable(self, claim: int, request: DeviceRequest) -> list[_Place]:
        option = self._option(claim, request, request.name)
        pools = [pool for pool in self._pools if pool.usable]
        return [
            place for pool in pools for place in _places(pool) if self._is_selectable(claim, option, place)
        ]

    def _is_selectable(self, claim: int, option: _Option, place: _Place) -> bool:
        key = (claim, option.request.name, place.id)
        selectable = self._selectable.get(key)
        if selectable is None:
            of_class = f"class {option.device_class.meta.name}"
            selectable = self._matches(option.device_class.selectors, place, of_class) and self._matches(
                option.request.selectors, place, f"claim {self._claims[claim].meta.key}"
            )
            self._selectable[key] = selectable
        return selectable

    def _matches(self, selectors: Sequence[str | None], place: _Place, of: str) -> bool:
        """Whether every CEL selector holds for the device. Raises when one does not compile or fails."""
        for index, expression in enumerate(selectors):
            compiled = compile_selector(expression or "")
            if isinstance(compiled, NotCompiled):
                words = f"podium does not evaluate {compiled.text}" if compiled.unmodelled else compiled.text
                raise self._failed(f"{of}: selector #{index}: CEL compile error: {words}")
            answer = compiled.matches(place.device.as_cel)
            if isinstance(answer, Failure):
                raise self._failed(f"{of}: selector #{index}: CEL runtime error: {answer.text}")
            if not answer:
                return False
        return True

    # The search: claim by claim, request by request, device by device

    def _claim(self, claim: int) -> bool:
        return claim >= len(self._claims) or self._request(claim, 0)

    def _request(self, claim: int, request: int) -> bool:
        """Allocates from this request of a claim on; of prioritized alternatives the first that works."""
        if request >= len(self._options[claim]):
            try:
                return self._claim(claim + 1)
            except _TooManyDevicesError:
                return False
        options = self._options[claim][request]
        if not self._claims[claim].requests[request].prioritized:
            return self._device(claim, request, options[0], 0)
        exceeded = 0
        for option in options:
            try:
                if self._device(claim, request, option, 0):
                    return True
            except _TooManyDevicesError:
                exceeded += 1
        if exceeded == len(options):
            raise _TooManyDevicesError
        return False

    def _device(self, claim: int, request: int, option: _Option, number: int) -> bool:
        """Allocates the device with this `number` (from 0) for a request, then everything after it."""
        if option.every is not None and not option.every:
            return False
        if number >= option.number:
            return self._request(claim, request + 1)
        if len(self._results[claim]) + option.number - number > MAX_RESULTS:
            raise _TooManyDevicesError
        if option.every is not None:
            return self._try(claim, request, option, number, option.every[number], must=True)
        for pool in self._pools:
            if not pool.usable:
                continue
            for place in _places(pool):
                self._steps += 1
                if self._steps > MAX_STEPS:
                    raise self._failed(TIMED_OUT, this_node_only=True)
                if self._is_allocated(claim, option, place) or not self._is_selectable(claim, option, place):
                    continue
                if self._try(claim, request, option, number, place, must=False):
                    return True
        return False

    def _is_allocated(self, claim: int, option: _Option, place: _Place) -> bool:
        """With admin access only a device of the same claim counts as taken."""
        claims = self._allocated.get(place.id, set())
        if option.request.admin_access:
            return claim in claims
        return bool(claims) or place.id in self._in_use

    def _try(
        self, claim: int, request: int, option: _Option, number: int, place: _Place, *, must: bool
    ) -> bool:
        """Allocates `place` and goes on; takes the device back when the rest of the search fails."""
        if self._is_allocated(claim, option, place):
            return False
        if not self._is_allowed(claim, option, place):
            if must:
                where = (
                    f"claim {self._claims[claim].meta.key}, request {option.request.name.rpartition('/')[2]}"
                )
                words = f"cannot add device {place.id} because a claim constraint would not be satisfied"
                raise self._failed(f"{where}: {words}")
            return False
        result = AllocatedDevice(option.request.name, place.id, option.request.admin_access)
        self._allocated.setdefault(place.id, set()).add(claim)
        self._results[claim].append((result, place))
        done = False
        try:
            done = self._device(claim, request, option, number + 1)
        finally:
            if not done:
                self._results[claim].pop()
                self._allocated[place.id].discard(claim)
        return done

    def _is_allowed(self, claim: int, option: _Option, place: _Place) -> bool:
        """Whether the device has the same attribute as those that its constraints bind it to."""
        for constraint in self._claims[claim].constraints:
            names = constraint.requests
            if names and option.base not in names and option.request.name not in names:
                continue
            value = place.device.attribute(constraint.match_attribute)
            if value is None:
                return False
            for result, other in self._results[claim]:
                base = result.request.partition("/")[0]
                if names and base not in names and result.request not in names:
                    continue
                before = other.device.attribute(constraint.match_attribute)
                if type(before) is not type(value) or before != value:
                    return False
        return True


def _places(pool: Pool) -> list[_Place]:
    return [
        _Place(DeviceID(pool.driver, pool.name, device.name), device, entry)
        for entry in pool.slices
        for device in entry.devices
    ]


def _nodes_of(places: Sequence[_Place], node: Node) -> NodeSelector | None:
    """The nodes that reach all devices (createNodeSelector): this node, if one device belongs to it alone."""
    expressions: list[Requirement] = []
    fields: list[Requirement] = []
    for place in places:
        if place.slice.node_name:
            return NodeSelector((NodeSelectorTerm((), (Requirement("metadata.name", "In", (node.name,)),)),))
        if place.slice.node_selector is not None:
            for term in place.slice.node_selector.terms[:1]:
                expressions += [new for new in term.match_expressions if new not in expressions]
                fields += [new for new in term.match_fields if new not in fields]
    if not expressions and not fields:
        return None
    return NodeSelector((NodeSelectorTerm(tuple(expressions), tuple(fields)),))
