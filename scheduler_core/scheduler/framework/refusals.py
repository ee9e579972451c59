"""Refusals of many nodes at once: what `filter_all` gives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from scheduler_core.scheduler.framework.status import Code, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.cluster.snapshot import Snapshot
    from scheduler_core.scheduler.framework.cycle_state import CycleState

FEW = 256
"""Up to this many places are changed one by one; more are changed all at once."""


class RefusedNodes(NamedTuple):
    """Nodes that refuse with the same status, by their places in the list of nodes."""

    status: Status
    places: Collection[int]

    def all_places(self, snapshot: Snapshot) -> Collection[int]:
        return self.places

    def without(self, possible: bytearray, snapshot: Snapshot) -> bytearray:
        """`possible` (a byte for each place) without these nodes; it may be changed."""
        for place in self.places:
            possible[place] = 0
        return possible


class RefusedDomains(NamedTuple):
    """Domains of the topology key `key` whose nodes refuse with the same status. With `others` it is all
    other nodes that refuse: those of other domains, and those without the label."""

    status: Status
    key: str
    domains: Collection[str]
    others: bool = False

    def all_places(self, snapshot: Snapshot) -> Collection[int]:
        topology = snapshot.topology(self.key)
        named = [place for domain in self.domains for place in topology.places.get(domain, ())]
        return set(range(topology.total)).difference(named) if self.others else named

    def without(self, possible: bytearray, snapshot: Snapshot) -> bytearray:
        """`possible` (a byte for each place) without these nodes; it may be changed."""
        topology, domains = snapshot.topology(self.key), self.domains
        places = topology.places
        if sum([len(places.get(domain, ())) for domain in domains]) > FEW:
            mask = topology.mask(domains)
            bits = int.from_bytes(possible, "little") & (mask if self.others else ~mask)
            return bytearray(bits.to_bytes(len(possible), "little"))
        remaining = bytearray(topology.total) if self.others else possible
        for domain in domains:
            for place in places.get(domain, ()):
                remaining[place] = possible[place] if self.others else 0
        return remaining


Refusal: TypeAlias = RefusedNodes | RefusedDomains


def refused_among(
    places: Iterable[int],
    ask: Callable[[CycleState, PodInfo, NodeInfo], Status],
    state: CycleState,
    pod: PodInfo,
) -> Sequence[RefusedNodes]:
    """The refusals of a filter at these places, found by asking about each of them."""
    groups: dict[Status, list[int]] = {}
    nodes = state.snapshot.nodes
    for place in places:
        status = ask(state, pod, nodes[place])
        if status.code is not Code.SUCCESS:
            groups.setdefault(status, []).append(place)
    return tuple([RefusedNodes(*group) for group in groups.items()])
