"""Columns: what filters compare, by place in the snapshot's list of nodes.

All of it can be derived from the NodeInfos. The snapshot keeps it up to date, so that a filter finds the
nodes that it may refuse without looking at each one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo

Sums: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int, tuple[tuple[str, int], ...]]
"""All amounts of a node: its pods, what is allocatable, what is requested, and that for scoring."""

MOST_SUMS = 4096

T = TypeVar("T")


class Column(list[int]):
    """Amounts by place, of which the smallest is known well enough to see when none is below a need."""

    __slots__ = ("_bound",)

    def __init__(self, amounts: Iterable[int]) -> None:
        super().__init__(amounts)
        self._bound = min(self, default=0)
        """No amount is smaller."""

    def put(self, place: int, amount: int) -> None:
        self[place] = amount
        if amount < self._bound:
            self._bound = amount

    def below(self, needs: int) -> list[int]:
        """The places whose amount is smaller than `needs`; none when nothing is needed."""
        if needs <= 0 or self._bound >= needs or not self:
            return []
        self._bound = min(self)
        if self._bound >= needs:
            return []
        return [place for place, amount in enumerate(self) if amount < needs]


class Columns:
    """Lists with one entry for each of the `nodes`, and sets of places among them.

    `cpu` (milli-CPU) and `memory` (bytes) are allocatable, `free_cpu` and `free_memory` that minus requested,
    negative on an overcommitted node; `free_pods` is the number of pods that the node still accepts. `sums`
    has equal numbers for nodes with the same allocatable and requested amounts and as many pods. `tainted`,
    `unschedulable` and `with_ports` are the places of nodes with taints, of cordoned nodes, and of nodes with
    a host port in use.
    """

    __slots__ = (
        "_numbers",
        "_place_of",
        "cpu",
        "free_cpu",
        "free_memory",
        "free_pods",
        "memory",
        "nodes",
        "sums",
        "tainted",
        "unschedulable",
        "with_ports",
    )

    def __init__(self, nodes: Sequence[NodeInfo]) -> None:
        self.nodes = nodes
        self.cpu = Column([node.allocatable.milli_cpu for node in nodes])
        self.memory = Column([node.allocatable.memory for node in nodes])
        self.free_pods = Column([node.allowed_pods - len(node.pods) for node in nodes])
        self.free_cpu = Column([node.allocatable.milli_cpu - node.requested_cpu for node in nodes])
        self.free_memory = Column([node.allocatable.memory - node.requested_memory for node in nodes])
        self.sums = [0] * len(nodes)
        self._numbers: dict[Sums, int] = {}
        self._place_of: list[int] = []
        self.tainted: set[int] = set()
        self.unschedulable: set[int] = set()
        self.with_ports: set[int] = set()
        self.read(range(len(nodes)))

    def read(self, places: Iterable[int]) -> None:
        """Reads the nodes at these places again."""
        for place in places:
            node = self.nodes[place]
            allocatable = node.allocatable
            self.cpu.put(place, allocatable.milli_cpu)
            self.memory.put(place, allocatable.memory)
            self.free_pods.put(place, node.allowed_pods - len(node.pods))
            self.free_cpu.put(place, allocatable.milli_cpu - node.requested_cpu)
            self.free_memory.put(place, allocatable.memory - node.requested_memory)
            number = self._numbers.setdefault(sums_of(node), len(self._numbers))
            self.sums[place] = number
            if number == len(self._place_of):
                self._place_of.append(place)
            _note(self.tainted, place, bool(node.node.taints))
            _note(self.unschedulable, place, node.node.unschedulable)
            _note(self.with_ports, place, bool(node.used_ports))

    def place_of(self, number: int) -> int:
        """A place whose sums have this number; there must be one."""
        place = self._place_of[number]
        if self.sums[place] != number:
            place = self._place_of[number] = self.sums.index(number)
        return place

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


def entries(column: Sequence[T], places: Sequence[int]) -> Sequence[T]:
    """The entries at these places, in their order; neighbours in a range are copied at once."""
    if isinstance(places, range):
        return column[places.start : places.stop]
    if len(places) < 2:
        return [column[place] for place in places]
    picked: Sequence[T] = itemgetter(*places)(column)
    return picked
