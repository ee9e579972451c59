"""Topology domains in the snapshot's list of nodes.

Derived from node objects alone (`Snapshot.domains`, `Snapshot.topology`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo

YES = 255
"""The byte of a place that is still possible; refused ones have 0."""


class Domains:
    """The domains of one topology key. `domain_of` maps node names to domains, for nodes that have one;
    `size` is the number of domains."""

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
