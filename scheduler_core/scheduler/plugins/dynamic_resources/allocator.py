"""The structured allocator: which devices a node has for claims that have none yet.

Source: k8s.io/dynamic-resource-allocation/structured, allocator_stable.go (v0.34), allocator_incubating.go
(v0.36). What only newer releases have is there when the objects have its fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from scheduler_core.objects.cel.selector import NotCompiled, compile_selector
from scheduler_core.objects.cel.values import Failure
from scheduler_core.objects.device_slices import DeviceID
from scheduler_core.objects.devices import (
    ALL,
    MAX_RESULTS,
    AllocatedDevice,
    Allocation,
    DeviceClass,
    DeviceRequest,
    ResourceClaim,
)
from scheduler_core.objects.node import Node
from scheduler_core.objects.scalars.quantity import ZERO, Quantity
from scheduler_core.objects.selection.selectors import NodeSelector, NodeSelectorTerm, Requirement, Taint
from scheduler_core.scheduler.plugins.dynamic_resources.allocated import AllocatedState
from scheduler_core.scheduler.plugins.dynamic_resources.capacity import consumed_by, fits
from scheduler_core.scheduler.plugins.dynamic_resources.constraints import Constraint, constraint_of
from scheduler_core.scheduler.plugins.dynamic_resources.counters import Counters
from scheduler_core.scheduler.plugins.dynamic_resources.driver_configuration import driver_configuration
from scheduler_core.scheduler.plugins.dynamic_resources.pools import Place, Pool, Slices, gather_pools

MAX_DEVICES = 256
"""The largest number of devices that this model allocates for one pod at once."""
MAX_STEPS = 50_000
"""The largest number of devices tried in one search. Upstream ends a search after 10 s (filterTimeout)."""
TIMED_OUT = "timed out trying to allocate devices"
PREVENTING = ("NoSchedule", "NoExecute")
"""The effects of device taints that keep a device from being allocated; others only inform."""


@dataclass(frozen=True, slots=True)
class AllocationError:
    """Why the attempt ends: something is wrong with a claim, a class, or the pools of the node.

    `this_node_only` is True for an error that refuses this node and does not end the attempt.
    """

    text: str
    this_node_only: bool = False


@dataclass(frozen=True, slots=True)
class _Option:
    """A request, or one alternative, with the number of devices it takes. `every` are the devices of a
    request for all devices, None for a counted request."""

    request: DeviceRequest
    base: str
    device_class: DeviceClass
    number: int
    every: tuple[Place, ...] | None


@dataclass(frozen=True, slots=True)
class _At:
    """A device that is looked for: its claim, the request, and its number among the devices of the
    request."""

    claim: int
    request: int
    number: int = 0


class _AllocationFailedError(Exception):
    def __init__(self, error: AllocationError) -> None:
        super().__init__(error.text)
        self.error = error


class _TooManyDevicesError(Exception):
    """The claim would get more devices than it can hold."""


def allocate(
    claims: Sequence[ResourceClaim],
    node: Node,
    slices: Slices,
    classes: Mapping[str, DeviceClass],
    allocated: AllocatedState,
) -> tuple[Allocation, ...] | AllocationError | None:
    """One allocation for each claim, None when the node does not have the devices, or an error.

    The first solution is taken: devices are tried in the order of pools, slices and devices.
    """
    search = _Search(claims, node, gather_pools(slices, node), classes, allocated)
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
) -> tuple[Place, ...]:
    """The devices of the node that the selectors of a request and of its class choose, taken or not; empty
    where the class is missing or an expression fails."""
    search = _Search((claim,), node, gather_pools(slices, node), classes, AllocatedState())
    try:
        return tuple(search.selectable(0, request))
    except _AllocationFailedError:
        return ()


def preventing_taint(place: Place, request: DeviceRequest) -> Taint | None:
    """The first taint of the device that keeps the request from it (taintPreventsAllocation)."""
    for taint in (*place.device.taints, *place.device.rule_taints):
        if taint.effect in PREVENTING and not any(entry.tolerates(taint) for entry in request.tolerations):
            return taint
    return None


class _Search:
    """One exhaustive search with backtracking."""

    def __init__(
        self,
        claims: Sequence[ResourceClaim],
        node: Node,
        pools: tuple[Pool, ...],
        classes: Mapping[str, DeviceClass],
        allocated: AllocatedState,
    ) -> None:
        self._claims = claims
        self._node = node
        self._pools = pools
        self._places = [pool.places() if pool.usable else [] for pool in pools]
        self._classes = classes
        self._allocated = allocated
        self._counters = Counters(pools, allocated)
        self._allocating: dict[DeviceID, set[int]] = {}
        self._chosen_capacity: dict[DeviceID, dict[str, Quantity]] = {}
        self._results: list[list[tuple[AllocatedDevice, Place]]] = [[] for _ in claims]
        self._selectable: dict[tuple[int, str, DeviceID], bool] = {}
        self._steps = 0
        self._options: list[list[tuple[_Option, ...]]] = []
        self._constraints: list[list[Constraint]] = []

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
            self._constraints.append(self._constraints_of(claim))
        total = sum(min(option.number for option in options) for claim in self._options for options in claim)
        if total > MAX_DEVICES:
            raise self._failed(f"podium allocates at most {MAX_DEVICES} devices for one pod, not {total}")
        try:
            done = self._claim(0)
        except _TooManyDevicesError:
            done = False
        if not done:
            if any(pool.invalid for pool in self._pools):
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

    def _constraints_of(self, claim: ResourceClaim) -> list[Constraint]:
        constraints: list[Constraint] = []
        for place, entry in enumerate(claim.constraints):
            constraint = constraint_of(entry)
            if constraint is None:
                words = "empty constraint (unsupported constraint type?)"
                raise self._failed(f"claim {claim.meta.key}, constraint #{place}: {words}")
            constraints.append(constraint)
        return constraints

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
        where = self._where(claim, request)
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
        every: list[Place] = []
        for pool, places in zip(self._pools, self._places, strict=True):
            if not pool.usable:
                state = "being updated" if pool.incomplete else "invalid"
                pool_name = f"{pool.driver}/{pool.name}"
                words = f"asks for all devices, but resource pool {pool_name} is currently {state}"
                raise self._failed(f"{where}: {words}")
            every += [
                place
                for place in places
                if self._is_selectable(claim, option, place) and self._has_capacity(request, place)
            ]
        return _Option(request, base, device_class, len(every), tuple(every))

    def _where(self, claim: int, request: DeviceRequest) -> str:
        return f"claim {self._claims[claim].meta.key}, request {request.name.rpartition('/')[2]}"

    def selectable(self, claim: int, request: DeviceRequest) -> list[Place]:
        option = self._option(claim, request, request.name)
        every = [place for places in self._places for place in places]
        return [place for place in every if self._is_selectable(claim, option, place)]

    def _is_selectable(self, claim: int, option: _Option, place: Place) -> bool:
        key = (claim, option.request.name, place.id)
        selectable = self._selectable.get(key)
        if selectable is None:
            of_class = f"class {option.device_class.meta.name}"
            selectable = (
                self._matches(option.device_class.selectors, place, of_class)
                and self._matches(option.request.selectors, place, f"claim {self._claims[claim].meta.key}")
                and place.slice.nodes_of(place.device).reaches(self._node.labels, self._node.name)
            )
            self._selectable[key] = selectable
        return selectable

    def _matches(self, selectors: Sequence[str | None], place: Place, of: str) -> bool:
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

    def _has_capacity(self, request: DeviceRequest, place: Place) -> bool:
        taken = self._allocated.shared.get(place.id, {})
        return fits(request.capacity, place.device, taken, self._chosen_capacity.get(place.id, {}))

    # The search: claim by claim, request by request, device by device

    def _claim(self, claim: int) -> bool:
        return claim >= len(self._claims) or self._request(_At(claim, 0))

    def _request(self, at: _At) -> bool:
        """Allocates from this request of a claim on; of prioritized alternatives the first that works."""
        if at.request >= len(self._options[at.claim]):
            try:
                return self._claim(at.claim + 1)
            except _TooManyDevicesError:
                return False
        options = self._options[at.claim][at.request]
        if not self._claims[at.claim].requests[at.request].prioritized:
            return self._device(at, options[0], (0, 0))
        exceeded = 0
        for option in options:
            try:
                if self._device(at, option, (0, 0)):
                    return True
            except _TooManyDevicesError:
                exceeded += 1
        if exceeded == len(options):
            raise _TooManyDevicesError
        return False

    def _device(self, at: _At, option: _Option, start: tuple[int, int]) -> bool:
        """Finds the device `at`, and all after it. The devices of one request are taken in their order, so
        the search begins at `start`: a pool, and a place in it."""
        if option.every is not None and not option.every:
            return False
        if at.number >= option.number:
            return self._request(_At(at.claim, at.request + 1))
        if len(self._results[at.claim]) + option.number - at.number > MAX_RESULTS:
            raise _TooManyDevicesError
        if option.every is not None:
            return self._try(at, option, option.every[at.number], start, must=True)
        for number in range(start[0], len(self._pools)):
            places = self._places[number]
            for index in range(start[1] if number == start[0] else 0, len(places)):
                place = places[index]
                self._steps += 1
                if self._steps > MAX_STEPS:
                    raise self._failed(TIMED_OUT, this_node_only=True)
                if (
                    self._is_allocated(at.claim, option, place)
                    or not self._is_selectable(at.claim, option, place)
                    or not self._has_capacity(option.request, place)
                ):
                    continue
                if self._try(at, option, place, (number, index + 1), must=False):
                    return True
        return False

    def _is_allocated(self, claim: int, option: _Option, place: Place) -> bool:
        """With admin access only a device of the same claim counts as taken."""
        claims = self._allocating.get(place.id, set())
        if option.request.admin_access:
            return claim in claims
        return bool(claims) or place.id in self._allocated.devices

    def _try(self, at: _At, option: _Option, place: Place, start: tuple[int, int], *, must: bool) -> bool:
        """Whether the search succeeds with this device; if not, the device is given back."""
        device, constraints = place.device, self._constraints[at.claim]
        if self._is_allocated(at.claim, option, place):
            return False
        # A device that is partly given away has taken its counters already. Upstream gives counters back
        # only when it gives back the device, so those of a device that fails below stay taken.
        in_use = place.id in self._allocated.shared or place.id in self._chosen_capacity
        if not (device.shareable and in_use) and device.consumes and not self._counters.take(place):
            return False
        if preventing_taint(place, option.request) is not None:
            return False
        if not self._add_to_constraints(at, option, place, must=must):
            return False
        if not device.shareable:
            self._allocating.setdefault(place.id, set()).add(at.claim)
        if not self._has_capacity(option.request, place):
            return False
        self._results[at.claim].append((self._result(at, option, place), place))
        done = False
        try:
            done = self._device(_At(at.claim, at.request, at.number + 1), option, start)
        finally:
            if not done:
                for constraint in constraints:
                    constraint.remove(option.base, option.request.name, device)
                result, _ = self._results[at.claim].pop()
                if device.shareable:
                    self._give_back_capacity(place.id, result.consumed)
                else:
                    self._allocating[place.id].discard(at.claim)
                    if device.consumes:
                        self._counters.give_back(place)
        return done

    def _add_to_constraints(self, at: _At, option: _Option, place: Place, *, must: bool) -> bool:
        added: list[Constraint] = []
        for constraint in self._constraints[at.claim]:
            if not constraint.add(option.base, option.request.name, place.device):
                if must:
                    words = f"cannot add device {place.id} because a claim constraint would not be satisfied"
                    raise self._failed(f"{self._where(at.claim, option.request)}: {words}")
                for earlier in added:
                    earlier.remove(option.base, option.request.name, place.device)
                return False
            added.append(constraint)
        return True

    def _result(self, at: _At, option: _Option, place: Place) -> AllocatedDevice:
        request, device = option.request, place.device
        share, consumed = "", dict[str, Quantity]()
        if device.shareable:
            consumed = consumed_by(request.capacity, device)
            share = self._share_id(at, place)
            taken = self._chosen_capacity.setdefault(place.id, {})
            for name, amount in consumed.items():
                taken[name] = taken.get(name, ZERO) + amount
        return AllocatedDevice(
            request.name,
            place.id,
            request.admin_access,
            share,
            consumed,
            request.tolerations,
            device.binding_conditions,
            device.failure_conditions,
        )

    def _share_id(self, at: _At, place: Place) -> str:
        """Upstream draws a random UUID; here it follows from the claim, its request and the device."""
        claim = self._claims[at.claim]
        source = f"{claim.meta.uid}/{claim.meta.key}/{at.request}/{at.number}/{place.id}"
        return str(UUID(bytes=sha256(source.encode()).digest()[:16], version=4))

    def _give_back_capacity(self, device: DeviceID, consumed: Mapping[str, Quantity]) -> None:
        taken = self._chosen_capacity[device]
        for name, amount in consumed.items():
            taken[name] = taken[name] - amount
        if not any(amount.nano for amount in taken.values()):
            del self._chosen_capacity[device]


def _nodes_of(places: Sequence[Place], node: Node) -> NodeSelector | None:
    """The nodes that reach all devices (createNodeSelector): this node, if one device belongs to it alone or
    binds to it."""
    expressions: list[Requirement] = []
    fields: list[Requirement] = []
    for place in places:
        nodes = place.slice.nodes_of(place.device)
        if nodes.node_name or place.device.binds_to_node:
            return NodeSelector((NodeSelectorTerm((), (Requirement("metadata.name", "In", (node.name,)),)),))
        if nodes.node_selector is not None:
            for term in nodes.node_selector.terms[:1]:
                expressions += [new for new in term.match_expressions if new not in expressions]
                fields += [new for new in term.match_fields if new not in fields]
    if not expressions and not fields:
        return None
    return NodeSelector((NodeSelectorTerm(tuple(expressions), tuple(fields)),))
