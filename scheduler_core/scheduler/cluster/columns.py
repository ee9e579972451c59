"""Columns: what filters compare, by place in the snapshot's list of nodes.

All of it can be derived from the NodeInfos. The snapshot keeps it up to date, so that a filter finds the
nodes that it may refuse without looking at each one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo

Sums: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int, tuple[tuple[str, int], ...]]
"""All amounts of a node: its pods, what is allocatable, what is requested, and that for scoring."""

MOST_SUMS = 4096


class Columns:
    """Lists with one entry for each of the `nodes`, and sets of places among them.

    `free_cpu` (milli-CPU) and `free_memory` (bytes) are allocatable minus requested, negative on an
    overcommitted node; `free_pods` is the number of pods that the node still accepts. `sums` has equal
    numbers for nodes with the same allocatable and requested amounts and as many pods. `tainted`,
    `unschedulable` and `with_ports` are the places of nodes with taints, of cordoned nodes, and of nodes with
    a host port in use.
    """

    __slots__ = (
        "_numbers",
        "free_cpu",
        "free_memory",
        "free_pods",
        "nodes",
        "sums",
        "tainted",
        "unschedulable",
        "with_ports",
    )

    def __init__(self, nodes: Sequence[NodeInfo]) -> None:
        self.nodes = nodes
        self.free_pods = [0] * len(nodes)
        self.free_cpu = [0] * len(nodes)
        self.free_memory = [0] * len(nodes)
        self.sums = [0] * len(nodes)
        self._numbers: dict[Sums, int] = {}
        self.tainted: set[int] = set()
        self.unschedulable: set[int] = set()
        self.with_ports: set[int] = set()
        self.read(range(len(nodes)))

    def read(self, places: Iterable[int]) -> None:
        """Reads the nodes at these places again."""
        for place in places:
            node = self.nodes[place]
            allocatable = node.allocatable
            self.free_pods[place] = node.allowed_pods - len(node.pods)
            self.free_cpu[place] = allocatable.milli_cpu - node.requested_cpu
            self.free_memory[place] = allocatable.memory - node.requested_memory
            sums = sums_of(node)
            self.sums[place] = self._numbers.setdefault(sums, len(self._numbers))
            _note(self.tainted, place, bool(node.node.taints))
            _note(self.unschedulable, place, node.node.unschedulable)
            _note(self.with_ports, place, bool(node.used_ports))

    @property
    def crowded(self) -> bool:
        """Whether there are so many different sums that new columns would take less memory."""
        return len(self._numbers) > MOST_SUMS + 2 * len(self.nodes)


def sums_of(node: NodeInfo) -> Sums:
    has = node.allocatable
    scalars: tuple[tuple[str, int], ...] = ()
    if has.scalars or node.requested_scalars:
        scalars = (*sorted(has.scalars.items()), *sorted(node.requested_scalars.items()))
    return (
        node.allowed_pods,
        len(node.pods),
        has.milli_cpu,
        has.memory,
        has.ephemeral_storage,
        node.requested_cpu,
        node.requested_memory,
        node.requested_ephemeral,
        node.non_zero_cpu,
        node.non_zero_memory,
        len(has.scalars),
        scalars,
    )


def _note(places: set[int], place: int, is_in: bool) -> None:
    if is_in:
        places.add(place)
    else:
        places.discard(place)


def places_below(column: Sequence[int], needs: int) -> list[int]:
    """The places whose entry is smaller than `needs`; none when nothing is needed."""
    if needs <= 0 or not column or min(column) >= needs:
        return []
    return [place for place, amount in enumerate(column) if amount < needs]
