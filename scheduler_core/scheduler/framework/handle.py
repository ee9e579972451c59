"""Handle: what a PostFilter plugin may use of the scheduling cycle that failed.

Source: pkg/scheduler/framework/interface.go Handle, PodNominator (v1.34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.free_capacity import FreeCapacity
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.framework.trace import Journal

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Chooses one of several names."""


def first(names: Sequence[str]) -> str:
    """The pick without chance: the first name."""
    return names[0]


@dataclass(frozen=True, slots=True)
class Picks:
    """How a decision chooses between equals: `host` among the best nodes, `candidate` among equally good
    nodes for preemption, and `start` for the node at which the dry runs of preemption begin. Without `start`
    they begin at the first node."""

    host: Pick = first
    candidate: Pick = first
    start: Pick | None = None


NO_PICKS = Picks()

T = TypeVar("T")


class NodeKey(Generic[T]):
    """The typed key under which a plugin keeps one answer for each node."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Handle(Protocol):
    """The parts of a cycle that a PostFilter plugin may use. States and nodes that it changes must be copies:
    `state.clone()` and `node.copy()`."""

    @property
    def snapshot(self) -> Snapshot: ...

    @property
    def pod(self) -> PodInfo: ...

    @property
    def state(self) -> CycleState: ...

    @property
    def picks(self) -> Picks: ...

    @property
    def trace(self) -> bool:
        """Whether intermediate values are recorded, and not only the outcome."""
        ...

    @property
    def nominated_nodes(self) -> frozenset[str]:
        """The names of the nodes to which any pod is nominated."""
        ...

    def nominated_on(self, node_name: str) -> tuple[PodInfo, ...]:
        """The other pods of equal or higher priority that are nominated to the node."""
        ...

    def filter_node(self, state: CycleState, node: NodeInfo) -> Status:
        """Runs the filters of the cycle, first with the nominated pods counted on the node and then without
        them."""
        ...

    def add_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Adds `other` to a copy of a node and to the plugins' states."""
        ...

    def remove_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Removes `other` from a copy of a node and from the plugins' states."""
        ...

    @property
    def free_capacity(self) -> FreeCapacity | None:
        """The sums that answer `filter_node` for nodes to which no pod is nominated, whatever pods are added
        or removed. None when some filter of this cycle reads more than sums."""
        ...

    def trace_dry_run(self, clone: CycleState) -> Mapping[str, Journal]:
        """The plugins' journals of the changes of `clone`; empty when nothing is traced."""
        ...

    def cached_by_node(self, key: NodeKey[T], depends_on: tuple[object, ...]) -> dict[str, T] | None:
        """Answers by node name that are cached between the cycles of pods of the same class.

        An answer is dropped when its node changes, and all are dropped when `depends_on` holds other objects.
        None when nothing can be cached, because a filter of this cycle reads more than the node and its pods.
        """
        ...
