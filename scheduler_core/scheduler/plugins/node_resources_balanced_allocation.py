"""NodeResourcesBalancedAllocation: nodes whose resources would be used evenly get more points.

Source: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from operator import sub, truediv
from typing import ClassVar

from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.requests import is_device_resource, is_scalar
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, FixedState, StateKey
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.scores import MAX_NODE_SCORE
from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Status
from scheduler_core.scheduler.plugins.dynamic_resources.device_totals import DeviceTotals, device_totals

NAME = "NodeResourcesBalancedAllocation"
DEFAULT_RESOURCES = ("cpu", "memory")
HALF = MAX_NODE_SCORE // 2


@dataclass(frozen=True, slots=True)
class _Request(FixedState):
    """Pairs (resource, requested amount); extended resources that are not requested are left out. `devices`
    provide some of the resources."""

    rows: tuple[tuple[str, int], ...]
    devices: DeviceTotals | None = None


_KEY: StateKey[_Request] = StateKey(NAME)


@dataclass(frozen=True, slots=True)
class NodeResourcesBalancedAllocationArgs:
    """The plugin's arguments. `resources` are the names of the resources whose use is balanced."""

    plugin: ClassVar[str] = NAME

    resources: tuple[str, ...] = DEFAULT_RESOURCES


class NodeResourcesBalancedAllocation:
    name: ClassVar[str] = NAME
    reads: ClassVar[Reads] = Reads.POD | Reads.SUMS

    def __init__(
        self, args: NodeResourcesBalancedAllocationArgs | None = None, release: Release = BASELINE
    ) -> None:
        self._by_change = release.balances_by_change
        self._devices = release.extended_resource_claims
        self._resources = (args or NodeResourcesBalancedAllocationArgs()).resources

    def pre_score(
        self, state: CycleState, snapshot: Snapshot, pod: PodInfo, nodes: Sequence[NodeInfo]
    ) -> Status:
        request = self._request(snapshot, pod)
        if request is None:
            return SKIP
        state.write(_KEY, request)
        return SUCCESS

    def _request(self, snapshot: Snapshot, pod: PodInfo) -> _Request | None:
        """What the pod would take on a node; None for a pod that requests none of the resources.

        Unlike the filters, this plugin reads the resources in the status of a waiting pod as well.
        """
        rows = [(name, pod.on_node.get(name)) for name in self._resources]
        if not any(amount for _, amount in rows):
            return None
        devices = device_totals(snapshot, self._resources) if self._devices else None
        return _Request(tuple([row for row in rows if row[1] or not is_scalar(row[0])]), devices)

    def score(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> int:
        """The score; where PreScore is disabled, the request is computed here."""
        request = state.read(_KEY) if state.has(_KEY) else self._request(state.snapshot, pod)
        if request is None:
            return 0
        after = _balance(node, request.rows, request.devices)
        if not self._by_change:
            return after
        before = _balance(node, tuple([(name, 0) for name, _ in request.rows]), request.devices)
        return HALF + (HALF + after - before) // 2

    def score_all(self, state: CycleState, pod: PodInfo, nodes: Sequence[NodeInfo]) -> list[int]:
        """The same scores resource by resource, for the usual resources."""
        request = state.read(_KEY) if state.has(_KEY) else self._request(state.snapshot, pod)
        rows = () if request is None else request.rows
        sizes = [[node.allocatable.milli_cpu for node in nodes], [node.allocatable.memory for node in nodes]]
        if [name for name, _ in rows] != list(DEFAULT_RESOURCES) or not all(map(all, sizes)):
            return [self.score(state, pod, node) for node in nodes]
        taken = [[node.requested_cpu for node in nodes], [node.requested_memory for node in nodes]]
        after = _balances(taken, sizes, [amount for _, amount in rows])
        if not self._by_change:
            return after
        before = _balances(taken, sizes, [0, 0])
        return [HALF + (HALF + change) // 2 for change in map(sub, after, before)]


class NodeResourcesBalancedAllocationWithDevices(NodeResourcesBalancedAllocation):
    """With resources among the balanced ones that devices may provide (since 1.35)."""

    reads: ClassVar[Reads] = NodeResourcesBalancedAllocation.reads | Reads.CLUSTER


def node_resources_balanced_allocation(
    args: NodeResourcesBalancedAllocationArgs | None = None, release: Release = BASELINE
) -> NodeResourcesBalancedAllocation:
    balanced = (args or NodeResourcesBalancedAllocationArgs()).resources
    if release.extended_resource_claims and any(is_device_resource(name) for name in balanced):
        return NodeResourcesBalancedAllocationWithDevices(args, release)
    return NodeResourcesBalancedAllocation(args, release)


def _balances(
    taken: Sequence[Sequence[int]], sizes: Sequence[Sequence[int]], amounts: Sequence[int]
) -> list[int]:
    """`_balance` for two resources that all nodes have: `taken` and `sizes` have a row for each resource."""
    fractions: list[list[float]] = []
    for requested, allocatable, amount in zip(taken, sizes, amounts, strict=True):
        sums = map(float, [some + amount for some in requested] if amount else requested)
        shares = list(map(truediv, sums, map(float, allocatable)))
        fractions.append([min(share, 1.0) for share in shares] if max(shares) > 1.0 else shares)
    highest = float(MAX_NODE_SCORE)
    return [int((1 - abs(difference / 2)) * highest) for difference in map(sub, *fractions)]


def _balance(node: NodeInfo, rows: Sequence[tuple[str, int]], devices: DeviceTotals | None) -> int:
    """How evenly the node is used with these amounts of (resource, amount) added, from 0 to 100."""
    fractions: list[float] = []
    total = 0.0
    for name, amount in rows:
        allocatable, requested = node.allocatable.get(name), node.requested(name)
        if allocatable == 0 and devices is not None and is_device_resource(name):
            allocatable, requested = devices.of(name, node.node)
        if allocatable == 0:
            continue
        fraction = min(float(requested + amount) / float(allocatable), 1.0)
        total += fraction
        fractions.append(fraction)
    deviation = 0.0
    if len(fractions) == 2:
        deviation = abs((fractions[0] - fractions[1]) / 2)
    elif len(fractions) > 2:
        mean = total / len(fractions)
        squares = 0.0
        # No sum(): since Python 3.12 it compensates rounding and can differ from Go in the last bit.
        for fraction in fractions:
            squares += (fraction - mean) * (fraction - mean)
        deviation = sqrt(squares / len(fractions))
    return int((1 - deviation) * float(MAX_NODE_SCORE))
