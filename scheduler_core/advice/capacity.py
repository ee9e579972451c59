"""Capacity: how many pods of one shape fit into the cluster, on which nodes, and what stops the next one.

Nothing of kube-scheduler counts this. The answer follows from its filters alone: pods of the same shape are
placed until every node refuses the next one. No pod is preempted for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.resources import CPU, amount_text, is_in_bytes, rounded_bytes_text
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.cycle.cycle import Cycle, PreFilterOutcome
from scheduler_core.scheduler.cycle.decide import Attempt, decide
from scheduler_core.scheduler.cycle.memo import Memo
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable
from scheduler_core.scheduler.plugins import node_resources_fit
from scheduler_core.scheduler.queue.nominator import Nominator

PODS = "pods"
MANY_MILLI_CPU = 10_000
"""From here on a sum is written in tenths of a core: 4033.1, not 4033090m."""
MOST_ON_A_NODE = 1_000
MOST_DECISIONS = 1_000
MOST_JUDGED = 200_000
"""Where a filter reads other nodes, each pod is a decision; so many nodes are judged in all of them."""


@dataclass(frozen=True, slots=True)
class NodeCapacity:
    """`fits` pods have room on the node. `refusal` is the answer for the next one; it is Success where the
    count was stopped."""

    node: str
    fits: int
    refusal: Status


@dataclass(frozen=True, slots=True)
class ResourceCapacity:
    """Where the free amount of a resource goes, in the scheduler's integers (milli-CPU, bytes, pods).

    `free` = `usable` + `remainders` + `refused`: what the pods that fit request, what remains on nodes that
    are full for this shape, and what lies on nodes that another filter keeps from the pod.
    """

    resource: str
    request: int
    free: int
    usable: int
    remainders: int
    refused: int

    def to_json(self) -> dict[str, Json]:
        """The amounts as texts, large sums rounded, and the shares of `free` in percent."""
        parts = {"usable": self.usable, "remainders": self.remainders, "refused": self.refused}
        return {
            "resource": self.resource,
            "request": amount_text(self.resource, self.request),
            "free": self._sum_text(self.free),
            **{name: self._sum_text(amount) for name, amount in parts.items()},
            "shares": {name: 100 * amount // self.free if self.free else 0 for name, amount in parts.items()},
        }

    def _sum_text(self, amount: int) -> str:
        if is_in_bytes(self.resource):
            return rounded_bytes_text(amount)
        if self.resource == CPU and amount >= MANY_MILLI_CPU:
            tenths = (amount + 50) // 100
            return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
        return amount_text(self.resource, amount)


@dataclass(frozen=True, slots=True)
class Capacity:
    """`nodes` are in the scheduler's order. `sequential`: a filter reads more than the node, so
    the pods were placed one after another. `stopped`: the count ended early, so more pods may fit."""

    nodes: tuple[NodeCapacity, ...]
    resources: tuple[ResourceCapacity, ...]
    sequential: bool
    stopped: bool

    @property
    def fits(self) -> int:
        return sum(node.fits for node in self.nodes)


def capacity(snapshot: Snapshot, pod: PodInfo, profile: Profile, nominator: Nominator) -> Capacity:
    """The room for pods like `pod`, which is not on a node itself."""
    cycle = Cycle(snapshot, pod, profile, nominator)
    before = cycle.pre_filter()
    if before.status.code is not Code.SUCCESS:
        nodes = [NodeCapacity(node.name, 0, before.status) for node in snapshot.nodes]
        return _summary(snapshot, pod, nodes)
    if cycle.node_local:
        return _summary(snapshot, pod, [_on_node(cycle, before, node) for node in snapshot.nodes])
    return _placed_in_sequence(snapshot, pod, profile, nominator)


def _on_node(cycle: Cycle, before: PreFilterOutcome, node: NodeInfo) -> NodeCapacity:
    """Adds pods to one node until a filter refuses the next; the other nodes do not matter."""
    refusal, fits, filled = _refusal(cycle, before, node), 0, node.copy()
    while refusal.code is Code.SUCCESS and fits < MOST_ON_A_NODE:
        fits += 1
        filled.add(_copy_of(cycle.pod, node.name, fits))
        refusal = cycle.filter_node(cycle.state, filled)
    return NodeCapacity(node.name, fits, refusal)


def _placed_in_sequence(snapshot: Snapshot, pod: PodInfo, profile: Profile, nominator: Nominator) -> Capacity:
    """Decides about one pod after another, with the earlier ones on their nodes and without PostFilter."""
    filling, fits = snapshot.copy(), dict.fromkeys(snapshot.names, 0)
    profile = replace(profile, post_filter=())
    memo, start, stopped = Memo(profile), 0, True
    for number in range(min(MOST_DECISIONS, max(1, MOST_JUDGED // len(fits)))):
        attempt = Attempt(start, trace=False, memo=memo)
        decision = decide(filling, pod, profile, nominator, attempt)
        if decision.result != "bound" or decision.node is None:
            stopped = False
            break
        filling.add_pod(_copy_of(pod, decision.node, number))
        fits[decision.node] += 1
        start = decision.next_start
    cycle = Cycle(filling, pod, profile, nominator)
    before = cycle.pre_filter()
    nodes = [
        NodeCapacity(node.name, fits[node.name], _refusal(cycle, before, node)) for node in filling.nodes
    ]
    return _summary(snapshot, pod, nodes, sequential=True, stopped=stopped)


def _refusal(cycle: Cycle, before: PreFilterOutcome, node: NodeInfo) -> Status:
    if before.status.code is not Code.SUCCESS:
        return before.status
    if before.names is None or node.name in before.names:
        return cycle.filter_node(cycle.state, node)
    return unresolvable("", f"node(s) didn't satisfy plugin(s) [{' '.join(sorted(before.narrowing))}]")


def _copy_of(pod: PodInfo, node: str, number: int) -> PodInfo:
    """A pod of this shape on the node, with an identity of its own."""
    placed = pod.on(node)
    placed.__dict__.update(uid=f"{pod.uid}/{number}", key=f"{pod.key}/{number}")
    return placed


def _summary(
    snapshot: Snapshot,
    pod: PodInfo,
    nodes: Sequence[NodeCapacity],
    *,
    sequential: bool = False,
    stopped: bool = False,
) -> Capacity:
    names = [("cpu", pod.on_node.milli_cpu), ("memory", pod.on_node.memory)]
    names += [("ephemeral-storage", pod.on_node.ephemeral_storage), *sorted(pod.on_node.scalars.items())]
    requests = [*((name, amount) for name, amount in names if amount > 0), (PODS, 1)]
    resources = [_resource(snapshot, nodes, name, amount) for name, amount in requests]
    stopped = stopped or any(node.refusal.code is Code.SUCCESS for node in nodes)
    return Capacity(tuple(nodes), tuple(resources), sequential, stopped)


def _resource(
    snapshot: Snapshot, nodes: Iterable[NodeCapacity], resource: str, request: int
) -> ResourceCapacity:
    """The sums of one resource over all nodes; see ResourceCapacity."""
    free = usable = remainders = refused = 0
    for node in nodes:
        info = snapshot.get(node.node)
        available = 0 if info is None else max(0, _free(info, resource))
        used = min(available, node.fits * request)
        free, usable = free + available, usable + used
        if node.refusal is SUCCESS or node.refusal.plugin == node_resources_fit.NAME:
            remainders += available - used
        else:
            refused += available - used
    return ResourceCapacity(resource, request, free, usable, remainders, refused)


def _free(info: NodeInfo, resource: str) -> int:
    if resource == PODS:
        return info.allowed_pods - len(info.pods)
    return info.allocatable.get(resource) - info.requested(resource)


@dataclass(frozen=True, slots=True)
class CapacityGroup:
    """Nodes that refuse the next pod in the same words; no reasons where the count was stopped."""

    plugin: str
    reasons: tuple[str, ...]
    nodes: int
    fits: int


def grouped(nodes: Iterable[NodeCapacity]) -> tuple[CapacityGroup, ...]:
    """One group for each refusal, the one with the most nodes first."""
    counts: dict[tuple[str, tuple[str, ...]], tuple[int, int]] = {}
    for node in nodes:
        key = node.refusal.plugin, node.refusal.reasons
        number, fits = counts.get(key, (0, 0))
        counts[key] = number + 1, fits + node.fits
    groups = (CapacityGroup(*key, *pair) for key, pair in counts.items())
    return tuple(sorted(groups, key=lambda group: (-group.nodes, group.plugin, group.reasons)))
