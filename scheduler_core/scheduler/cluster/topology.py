"""Topology domains in the snapshot's list of nodes, and narrowing the list by them.

Derived from node objects alone (`Snapshot.domains`, `Snapshot.topology`). A plugin that refuses nodes by the
values of their labels does so once for all nodes with a `Narrowing`; the rule itself stays in the plugin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo

YES = 255
"""The byte of a place that is still possible; refused ones have 0."""

FEW = 256
"""Up to this many places are changed one by one; more are changed all at once."""


class Domains:
    """The domains of one topology key. `domain_of` maps node names to domains, for nodes that have one;
    `size` is the number of domains.
    """

    __slots__ = ("domain_of", "size")

    def __init__(self, domain_of: Mapping[str, str]) -> None:
        self.domain_of = domain_of
        self.size = len(set(domain_of.values()))

    @staticmethod
    def of(nodes: Iterable[NodeInfo], key: str) -> Domains:
        return Domains({node.name: node.labels[key] for node in nodes if key in node.labels})


class Topology:
    """Domain -> places in the list of nodes, for one topology key."""

    __slots__ = ("_masks", "missing", "places", "total")

    def __init__(self, places: Mapping[str, Sequence[int]], missing: Sequence[int], total: int) -> None:
        self.places = places
        self.missing = missing
        self.total = total
        self._masks: dict[str, int] = {}

    @staticmethod
    def of(nodes: Sequence[NodeInfo], key: str) -> Topology:
        places: dict[str, list[int]] = {}
        missing: list[int] = []
        for place, node in enumerate(nodes):
            domain = node.labels.get(key)
            (missing if domain is None else places.setdefault(domain, [])).append(place)
        return Topology(places, missing, len(nodes))

    def mask(self, domains: Iterable[str]) -> int:
        """The places of the domains, as the bytes of one number."""
        united = 0
        for domain in domains:
            mask = self._masks.get(domain)
            if mask is None:
                mask = self._masks[domain] = _mask(self.places.get(domain, ()), self.total)
            united |= mask
        return united


def _mask(places: Iterable[int], total: int) -> int:
    bytes_ = bytearray(total)
    for place in places:
        bytes_[place] = YES
    return int.from_bytes(bytes_, "little")


class Narrowing:
    """The places in the list of nodes that are still possible; `possible` has one byte for each."""

    __slots__ = ("_topology", "possible")

    def __init__(self, possible: bytearray, topology: Callable[[str], Topology]) -> None:
        self.possible = possible
        self._topology = topology

    def require(self, key: str) -> None:
        """Excludes nodes without the label."""
        for place in self._topology(key).missing:
            self.possible[place] = 0

    def refuse(self, key: str, domains: Collection[str]) -> None:
        """Excludes the nodes of these domains."""
        topology = self._topology(key)
        places = topology.places
        if sum([len(places.get(domain, ())) for domain in domains]) <= FEW:
            for domain in domains:
                for place in places.get(domain, ()):
                    self.possible[place] = 0
        else:
            self._keep(~topology.mask(domains))

    def only(self, key: str, domains: Collection[str]) -> None:
        """Excludes nodes outside these domains, including those without the label."""
        topology = self._topology(key)
        places = topology.places
        if sum([len(places.get(domain, ())) for domain in domains]) <= FEW:
            before, self.possible = self.possible, bytearray(topology.total)
            for domain in domains:
                for place in places.get(domain, ()):
                    self.possible[place] = before[place]
        else:
            self._keep(topology.mask(domains))

    def _keep(self, mask: int) -> None:
        possible = int.from_bytes(self.possible, "little") & mask
        self.possible = bytearray(possible.to_bytes(len(self.possible), "little"))
