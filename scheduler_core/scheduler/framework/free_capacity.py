"""FreeCapacity: what a cycle's filters answer about nodes, as sums.

A dry run of preemption adds and removes many pods; with sums it need not ask the filters after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status

if TYPE_CHECKING:
    from scheduler_core.scheduler.cluster.node_info import NodeInfo
    from scheduler_core.scheduler.cluster.pod_info import PodInfo

PODS = "pods"
Needs: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs (resource, amount); the number of pods is the resource PODS."""


class FreeCapacity:
    """The amounts of one cycle in which each filter either passes the nodes that have what it `needs`
    (`PreFilterResult.needs`) or is one of the `others`, for which pods change no answer."""

    def __init__(self, needs: Needs, others: Sequence[Callable[[NodeInfo], Status]]) -> None:
        self.resources = tuple([name for name, _ in needs])
        self._needs = needs
        self._others = others

    def remaining(self, node: NodeInfo) -> Sequence[int] | None:
        """The amounts that are left once the incoming pod is on the node as well; it fits when none is
        negative. None where another filter refuses the node, whatever pods are on it."""
        for ask in self._others:
            status = ask(node)
            if status is not SUCCESS and status.code is not Code.SUCCESS:
                return None
        return [
            node.allowed_pods - len(node.pods) - amount
            if name == PODS
            else node.allocatable.get(name) - node.requested(name) - amount
            for name, amount in self._needs
        ]

    def usage(self, pods: Sequence[PodInfo]) -> Sequence[Sequence[int]]:
        """What each of these pods on a node takes of the amounts: one list for each amount, by pod."""
        return [
            [1] * len(pods) if name == PODS else [pod.on_node.get(name) for pod in pods]
            for name in self.resources
        ]
