"""NodeResourcesFit: whether the node has enough free resources, and how well they would be used.

Source: pkg/scheduler/framework/plugins/noderesources/fit.go, resource_allocation.go, least_allocated.go,
most_allocated.go, requested_to_capacity_ratio.go (v1.34); resources that devices provide: v1.35.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from scheduler_core.objects.devices import CLASS_RESOURCE_PREFIX, DeviceClass
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_resources.extended_resources import class_of_resource
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.requests import (
    Row,
    allowed_pods,
    is_device_resource,
    is_extended,
    is_scalar,
    row_of,
)
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, ResourceDistance
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.free_capacity import PODS
from scheduler_core.scheduler.framework.interface import PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.refusals import Refusal, RefusedNodes, refused_among
from scheduler_core.scheduler.framework.scores import MAX_NODE_SCORE, ShapePoint, broken_line, go_round
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable
from scheduler_core.scheduler.plugins.dynamic_resources.device_totals import DeviceTotals, device_totals

NAME = "NodeResourcesFit"
TOO_MANY_PODS = "Too many pods"
INSUFFICIENT = "Insufficient %(resource)s"

LEAST_ALLOCATED = "LeastAllocated"
MOST_ALLOCATED = "MostAllocated"
REQUESTED_TO_CAPACITY_RATIO = "RequestedToCapacityRatio"


@dataclass(frozen=True, slots=True)
class ResourceSpec:
    name: str
    weight: int = 1


NOTHING_PROVIDED: frozenset[str] = frozenset()
DEFAULT_RESOURCES = (ResourceSpec("cpu"), ResourceSpec("memory"))


@dataclass(frozen=True, slots=True)
class ScoringStrategy:
    type: str = LEAST_ALLOCATED
    resources: tuple[ResourceSpec, ...] = DEFAULT_RESOURCES
    shape: tuple[ShapePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeResourcesFitArgs:
    """The plugin's arguments. `ignored_*` concern extended resources in Filter only."""

    plugin: ClassVar[str] = NAME

    strategy: ScoringStrategy = field(default_factory=ScoringStrategy)
    ignored_resources: frozenset[str] = frozenset()
    ignored_resource_groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Request(FixedState):
    """The request for Filter. `empty` means that the pod requests nothing but a place for itself. `amounts`
    are pairs (resource, requested amount): cpu, memory, ephemeral storage, then the others by name.
    DynamicResources decides about resources that devices provide, on nodes that do not list them."""

    requests: Row
    empty: bool
    amounts: tuple[tuple[str, int], ...]
    provided: frozenset[str] = NOTHING_PROVIDED


@dataclass(frozen=True, slots=True)
class _ScoringRequest(FixedState):
    """Tuples (resource, requested amount, weight); extended resources that are not requested are left out.
    `devices` provide some of the resources."""

    rows: tuple[tuple[str, int, int], ...]
    devices: DeviceTotals | None = None


_KEY: StateKey[_Request] = StateKey(NAME)
_SCORE_KEY: StateKey[_ScoringRequest] = StateKey(NAME + "Score")


@dataclass(frozen=True, slots=True)
class Insufficiency:
    resource: str
    needs: int
    requested: int
    allocatable: int

    @property
    def unresolvable(self) -> bool:
        """Whether the request exceeds the whole node, so that removing pods cannot help. The number of pods
        never does."""
        return self.resource != PODS and self.needs > self.allocatable

    @property
    def reason(self) -> str:
        return TOO_MANY_PODS if self.resource == PODS else INSUFFICIENT % {"resource": self.resource}


class NodeResourcesFit:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at("filter", TOO_MANY_PODS, INSUFFICIENT)
    reads: ClassVar[Reads] = Reads.POD | Reads.SUMS

    def __init__(self, args: NodeResourcesFitArgs | None = None, release: Release = BASELINE) -> None:
        self._args = args or NodeResourcesFitArgs()
        self._devices = release.extended_resource_claims

    # Filter

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        request = self._request(pod.requests)
        provided = self._provided(snapshot, request)
        if provided:
            request = replace(request, provided=provided)
        state.write(_KEY, request)
        return PreFilterResult(needs=None if provided else ((PODS, 1), *request.amounts))

    def _provided(self, snapshot: Snapshot, request: _Request) -> frozenset[str]:
        """The requested resources that devices of a class provide."""
        if not self._devices or not request.requests.scalars:
            return NOTHING_PROVIDED
        classes = snapshot.device_classes
        names = (name for name, _ in request.amounts if is_device_resource(name))
        return frozenset(name for name in names if class_of_resource(classes, name) is not None)

    def _request(self, requests: Row, *, ignoring: bool = True) -> _Request:
        """`ignoring` leaves out the resources that the profile's arguments ignore."""
        empty = not (requests.milli_cpu or requests.memory or requests.ephemeral_storage or requests.scalars)
        amounts = [
            ("cpu", requests.milli_cpu),
            ("memory", requests.memory),
            ("ephemeral-storage", requests.ephemeral_storage),
            *(row for row in sorted(requests.scalars.items()) if not ignoring or not self._ignored(row[0])),
        ]
        return _Request(requests, empty, tuple([row for row in amounts if row[1] > 0]))

    def _ignored(self, resource: str) -> bool:
        if not is_extended(resource):
            return False
        group = resource.partition("/")[0]
        return resource in self._args.ignored_resources or group in self._args.ignored_resource_groups

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        request = state.read(_KEY)
        requests, allocatable = request.requests, node.allocatable
        if len(node.pods) < node.allowed_pods and (
            request.empty
            or (
                (requests.milli_cpu <= allocatable.milli_cpu - node.requested_cpu or not requests.milli_cpu)
                and (requests.memory <= allocatable.memory - node.requested_memory or not requests.memory)
                and not requests.ephemeral_storage
                and not requests.scalars
            )
        ):
            return SUCCESS
        lacking = self._insufficiencies(request, node)
        if not lacking:
            return SUCCESS
        reasons = tuple(entry.reason for entry in lacking)
        if any(entry.unresolvable for entry in lacking):
            return unresolvable(NAME, *reasons)
        return unschedulable(NAME, *reasons)

    def filter_all(self, state: CycleState, pod: PodInfo) -> Sequence[Refusal]:
        """Nodes that lack the same resources refuse with the same status, so `filter` runs for one of
        them."""
        columns, nodes = state.snapshot.columns, state.snapshot.nodes
        requests = state.read(_KEY).requests
        if requests.ephemeral_storage or requests.scalars:
            return refused_among(range(len(nodes)), self.filter, state, pod)
        lacks = [
            set(columns.free_pods.below(1)),
            set(columns.free_cpu.below(requests.milli_cpu)),
            set(columns.free_memory.below(requests.memory)),
        ]
        lacking = lacks[0].union(*lacks[1:])
        if not lacking:
            return ()
        lacks.append(lacking.intersection(columns.cpu.below(requests.milli_cpu)))
        lacks[-1].update(lacking.intersection(columns.memory.below(requests.memory)))
        groups = [lacking]
        for lack in lacks:
            if lack and len(lack) < len(lacking):
                groups = [part for group in groups for part in (group & lack, group - lack) if part]
        return [RefusedNodes(self.filter(state, pod, nodes[next(iter(group))]), group) for group in groups]

    def _insufficiencies(self, request: _Request, node: NodeInfo) -> list[Insufficiency]:
        """All missing resources: pods first, then cpu, memory, ephemeral storage, then the others by name."""
        lacking: list[Insufficiency] = []
        if len(node.pods) + 1 > node.allowed_pods:
            lacking.append(Insufficiency(PODS, 1, len(node.pods), node.allowed_pods))
        if request.empty:
            return lacking
        for resource, needs in request.amounts:
            has, used = node.allocatable.get(resource), node.requested(resource)
            if needs > has - used and (has or resource not in request.provided):
                lacking.append(Insufficiency(resource, needs, used, has))
        return lacking

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        explanations: list[Explanation] = []
        for entry in self._insufficiencies(state.read(_KEY), node):
            ending = [other for other in bare.pods if other.terminating]
            if entry.resource == PODS:
                without, ends = len(bare.pods), len(ending)
            else:
                without = bare.requested(entry.resource)
                ends = sum(other.on_node.get(entry.resource) for other in ending)
            explanations.append(
                ResourceDistance(
                    entry.resource,
                    entry.needs,
                    entry.allocatable - entry.requested,
                    entry.requested,
                    entry.allocatable,
                    entry.requested - without,
                    ends,
                )
            )
        return tuple(explanations)

    # Score

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        state.write(_SCORE_KEY, self._scoring_request(snapshot, pod))
        return SUCCESS

    def _scoring_request(self, snapshot: Snapshot, pod: PodInfo) -> _ScoringRequest:
        requests = pod.scoring_requests
        rows = [
            (resource.name, requests.get(resource.name), resource.weight)
            for resource in self._args.strategy.resources
        ]
        names = [resource.name for resource in self._args.strategy.resources]
        devices = device_totals(snapshot, names) if self._devices else None
        return _ScoringRequest(tuple([row for row in rows if row[1] or not is_scalar(row[0])]), devices)

    def _scored(self, state: CycleState, pod: PodInfo) -> _ScoringRequest:
        """The request; where PreScore is disabled, it is computed here."""
        return state.read(_SCORE_KEY) if state.has(_SCORE_KEY) else self._scoring_request(state.snapshot, pod)

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        strategy = self._args.strategy
        score_of = _most_allocated if strategy.type == MOST_ALLOCATED else _least_allocated
        rows: list[tuple[int, int, int]] = []
        total = weights = 0
        request = self._scored(state, pod)
        for name, amount, weight in request.rows:
            if name == "cpu":
                requested, allocatable = node.non_zero_cpu + amount, node.allocatable.milli_cpu
            elif name == "memory":
                requested, allocatable = node.non_zero_memory + amount, node.allocatable.memory
            else:
                requested, allocatable = node.requested(name) + amount, node.allocatable.get(name)
                if not allocatable and request.devices is not None:
                    allocatable, taken = request.devices.of(name, node.node)
                    requested = taken + amount
            if allocatable:
                total += score_of(requested, allocatable) * weight
                weights += weight
                rows.append((requested, allocatable, weight))
        if strategy.type == REQUESTED_TO_CAPACITY_RATIO:
            return _ratio_score(rows, strategy.shape)
        return total // weights if weights else 0

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        """The same scores resource by resource, for the usual resources and strategies."""
        strategy, rows = self._args.strategy, self._scored(state, pod).rows
        sizes = [[node.allocatable.milli_cpu for node in nodes], [node.allocatable.memory for node in nodes]]
        usual = [name for name, _, _ in rows] == ["cpu", "memory"] and all(map(all, sizes))
        if not usual or strategy.type == REQUESTED_TO_CAPACITY_RATIO:
            return [self.score(state, pod, node) for node in nodes]
        score_of = _most_allocated if strategy.type == MOST_ALLOCATED else _least_allocated
        (_, cpu, cpu_weight), (_, memory, memory_weight) = rows
        cpu_scores = map(score_of, [node.non_zero_cpu + cpu for node in nodes], sizes[0])
        memory_scores = map(score_of, [node.non_zero_memory + memory for node in nodes], sizes[1])
        weights = cpu_weight + memory_weight
        return [
            (of_cpu * cpu_weight + of_memory * memory_weight) // weights
            for of_cpu, of_memory in zip(cpu_scores, memory_scores, strict=True)
        ]

    # Events

    def events_to_register(self) -> Sequence[Registration]:
        pods = Registration(
            Resource.POD, Action.DELETE | Action.UPDATE_POD_SCALE_DOWN, self._after_pod_change
        )
        nodes = Registration(
            Resource.NODE, Action.ADD | Action.UPDATE_NODE_ALLOCATABLE, cluster_hint=self._after_node_change
        )
        classes = Registration(Resource.DEVICE_CLASS, Action.ADD | Action.UPDATE, _after_class_change)
        return (pods, nodes, classes) if self._devices else (pods, nodes)

    def _after_pod_change(self, pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
        """isSchedulableAfterPodEvent: a pod left its node, shrank on it, or is the waiting pod itself."""
        if new is None:
            return isinstance(old, PodInfo) and bool(old.node_name or old.nominated_node_name)
        if not isinstance(new, PodInfo) or not isinstance(old, PodInfo):
            return False
        if new.uid == pod.uid:
            return True
        return bool(new.node_name) and _frees(pod.requests, old.on_node, new.on_node)

    def _after_node_change(
        self, snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None
    ) -> bool:
        """Whether the pod fits the empty node, and the node is new, has grown in a requested resource, or
        devices may provide one.

        The hint does not know the resources that the filter ignores (noderesources.Fits without options).
        """
        if not isinstance(new, Node):
            return False
        request = self._request(pod.requests, ignoring=False)
        request = replace(request, provided=self._provided(snapshot, request))
        if self._insufficiencies(request, NodeInfo(new)):
            return False
        if not isinstance(old, Node):
            return True
        if allowed_pods(new.allocatable) > allowed_pods(old.allocatable):
            return True
        before, after = row_of(old.allocatable), row_of(new.allocatable)
        if any(not after.get(name) for name in request.provided):
            return True
        return any(after.get(name) > before.get(name) for name in _requested_names(pod.requests))


class NodeResourcesFitWithDevices(NodeResourcesFit):
    """With resources among the scored ones that devices may provide (since 1.35)."""

    reads: ClassVar[Reads] = NodeResourcesFit.reads | Reads.CLUSTER


def node_resources_fit(
    args: NodeResourcesFitArgs | None = None, release: Release = BASELINE
) -> NodeResourcesFit:
    scored = (args or NodeResourcesFitArgs()).strategy.resources
    if release.extended_resource_claims and any(is_device_resource(entry.name) for entry in scored):
        return NodeResourcesFitWithDevices(args, release)
    return NodeResourcesFit(args, release)


def _after_class_change(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """Whether the pod asks for a resource of the class that it was no resource of before
    (isSchedulableAfterDeviceClassEvent)."""
    if not isinstance(new, DeviceClass):
        return False
    before = _resources_of(old) if isinstance(old, DeviceClass) else set()
    return any(name in _resources_of(new) - before for name in _requested_names(pod.requests))


def _resources_of(device_class: DeviceClass) -> set[str]:
    return {device_class.extended_resource, CLASS_RESOURCE_PREFIX + device_class.meta.name} - {""}


def _requested_names(requests: Row) -> list[str]:
    """The names of the resources with a request above 0: cpu, memory, ephemeral storage, then by name."""
    names = [name for name in ("cpu", "memory", "ephemeral-storage") if requests.get(name) > 0]
    return names + [name for name, amount in sorted(requests.scalars.items()) if amount > 0]


def _frees(requests: Row, before: Row, after: Row) -> bool:
    """Whether the pod takes less than before of any resource in `requests`."""
    return any(after.get(name) < before.get(name) for name in _requested_names(requests))


def _least_allocated(requested: int, allocatable: int) -> int:
    return 0 if requested > allocatable else (allocatable - requested) * MAX_NODE_SCORE // allocatable


def _most_allocated(requested: int, allocatable: int) -> int:
    return min(requested, allocatable) * MAX_NODE_SCORE // allocatable


def _ratio_score(rows: list[tuple[int, int, int]], shape: tuple[ShapePoint, ...]) -> int:
    """The weighted mean over the resources whose score is positive."""
    total = weights = 0
    for requested, allocatable, weight in rows:
        if allocatable == 0:
            continue
        full = requested > allocatable
        score = broken_line(shape, 100 if full else requested * 100 // allocatable)
        if score > 0:
            total += score * weight
            weights += weight
    return go_round(float(total) / float(weights)) if weights else 0
