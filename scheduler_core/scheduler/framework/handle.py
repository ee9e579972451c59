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
from scheduler_core.scheduler.framework.status import Status
from scheduler_core.scheduler.framework.trace import Journal

Pick: TypeAlias = Callable[[Sequence[str]], str]
"""Takes one of several names."""


def first(names: Sequence[str]) -> str:
    """The pick that leaves nothing to chance."""
    return names[0]


@dataclass(frozen=True, slots=True)
class Picks:
    """How a decision chooses between equals: the `host` among the best nodes, the `candidate` among equally
    good nodes for preemption, and the node where the dry runs of preemption `start`. Without `start` they
    begin at the first node."""

    host: Pick = first
    candidate: Pick = first
    start: Pick | None = None


NO_PICKS = Picks()

T = TypeVar("T")


class NodeKey(Generic[T]):
    """The typed name under which a plugin keeps one answer a node."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Handle(Protocol):
    """See the module docstring. States and nodes that are changed must be copies: `state.clone()` and
    `node.copy()`."""

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
        """Whether what is seen on the way is wanted, and not only the outcome."""
        ...

    @property
    def nominated_nodes(self) -> frozenset[str]:
        """The names of the nodes to which any pod is nominated."""
        ...

    def nominated_on(self, node_name: str) -> tuple[PodInfo, ...]:
        """The other pods of equal or higher priority that are nominated to the node."""
        ...

    def filter_node(self, state: CycleState, node: NodeInfo) -> Status:
        """Runs the filters of the cycle, with the nominated pods counted in and without them."""
        ...

    def add_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Puts `other` on a copy of a node, and tells the plugins' states."""
        ...

    def remove_pod(self, state: CycleState, node: NodeInfo, other: PodInfo) -> None:
        """Takes `other` from a copy of a node, and tells the plugins' states."""
        ...

    def trace_dry_run(self, clone: CycleState) -> Mapping[str, Journal]:
        """What the plugins write down about the changes of `clone`; empty where nothing is traced."""
        ...

    def kept_by_node(self, key: NodeKey[T], depends_on: tuple[object, ...]) -> dict[str, T] | None:
        """Answers by node name that stay from cycle to cycle of pods of the same class.

        An answer is dropped when its node changes, and all are dropped when `depends_on` holds other objects.
        None where nothing can be kept, because a filter of this cycle looks beyond the node.
        """
        ...
