"""FreeCapacity: what a cycle's filters answer about nodes, as sums.

A dry run of preemption adds and removes many pods; with sums it need not ask the filters after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, TypeAlias

from scheduler_core.scheduler.framework.status import Code, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo

PODS = "pods"
Needs: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs (resource, amount); the number of pods is the resource PODS."""


class FreeCapacity:
    """The amounts of one cycle in which each filter either passes the nodes that have what it `needs`
    (`PreFilterResult.needs`) or is one for which pods change no answer.

    Of the latter, `others` have to be asked; `refused` are the names of the nodes that the rest refuses.
    """

    def __init__(
        self, needs: Needs, others: Sequence[Callable[[NodeInfo], Status]], refused: Container[str] = ()
    ) -> None:
        self.resources = tuple([name for name, _ in needs])
        self.amounts = tuple([amount for _, amount in needs])
        self._others = others
        self._refused = refused

    def allows(self, node: NodeInfo) -> bool:
        """Whether no filter refuses the node whatever pods are on it."""
        if node.name in self._refused:
            return False
        return all(ask(node).code is Code.SUCCESS for ask in self._others)

    def free(self, node: NodeInfo) -> list[int]:
        """The amounts that the pods on the node leave; the incoming one fits when none is smaller than the
        one in `amounts`."""
        return [
            node.allowed_pods - len(node.pods)
            if name == PODS
            else node.allocatable.get(name) - node.requested(name)
            for name in self.resources
        ]

    def usage(self, pods: Sequence[PodInfo]) -> Sequence[Sequence[int]]:
        """What each of these pods on a node takes of the amounts: one list for each amount, by pod."""
        return [
            [1] * len(pods) if name == PODS else [pod.on_node.get(name) for pod in pods]
            for name in self.resources
        ]
