"""Rooms: what a cycle's filters answer about nodes, as sums.

A dry run of preemption adds and removes many pods; with sums it need not ask the filters after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, runtime_checkable

from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo
    from scheduler_core.scheduler.framework.cycle_state import CycleState

Taken: TypeAlias = Sequence[Sequence[int]]
"""What each of several pods takes of each amount: one list for each amount, by pod."""


@runtime_checkable
class RoomFilterPlugin(Protocol):
    """A node-local filter that passes a node when sums over its pods leave enough room.

    `room` are the amounts left once the incoming pod is on the node; `filter` passes when none is negative.
    Each pod that is added to the node or removed from it changes them by exactly what it has `taken`, which
    is never negative.
    """

    name: ClassVar[str]

    def amounts(self, state: CycleState) -> tuple[str, ...]:
        """The names of the amounts that count in this cycle."""
        ...

    def room(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Sequence[int]: ...

    def taken(self, amounts: tuple[str, ...], others: Sequence[PodInfo]) -> Taken:
        """What `others` take of these amounts."""
        ...


class Rooms:
    """The sums of one cycle, in which each filter reads either sums or no pods at all.

    `by_sums` are the plugins that read sums, `others` the filters that read no pods. `amounts` are the
    names of the amounts, by plugin.
    """

    def __init__(
        self,
        state: CycleState,
        pod: PodInfo,
        by_sums: Sequence[RoomFilterPlugin],
        others: Sequence[Callable[[CycleState, PodInfo, NodeInfo], Status]],
    ) -> None:
        self._state = state
        self._pod = pod
        self._by_sums = by_sums
        self._others = others
        self.amounts = tuple([(plugin.name, plugin.amounts(state)) for plugin in by_sums])

    def left(self, node: NodeInfo) -> Sequence[int] | None:
        """The amounts that are left once the incoming pod is on the node as well; it fits when none is
        negative. None where another filter refuses the node, whatever pods are on it."""
        state, pod = self._state, self._pod
        for filter_ in self._others:
            status = filter_(state, pod, node)
            if status is not SUCCESS and status.code is not Code.SUCCESS:
                return None
        if len(self._by_sums) == 1:
            return self._by_sums[0].room(state, pod, node)
        return [amount for plugin in self._by_sums for amount in plugin.room(state, pod, node)]

    def taken(self, pods: Sequence[PodInfo]) -> Taken:
        """What each of these pods on a node takes of the amounts: one list for each amount, by pod."""
        return [
            column
            for plugin, (_, names) in zip(self._by_sums, self.amounts, strict=True)
            for column in plugin.taken(names, pods)
        ]
