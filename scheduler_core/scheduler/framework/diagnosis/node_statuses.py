"""NodeStatuses: why each node refused a pod, for the PostFilter plugins.

Source: pkg/scheduler/framework/types.go NodeToStatus (v1.34).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.status import Code, Status


@dataclass(frozen=True, slots=True)
class CurableNodes:
    """The nodes where removing pods may help, in the order of the snapshot, and their number."""

    nodes: Iterable[NodeInfo]
    number: int


class NodeStatuses(Mapping[str, Status]):
    """Node name -> the status with which the node was refused."""

    @abstractmethod
    def curable(self) -> CurableNodes:
        """The nodes with the status Unschedulable (NodesForStatusCode)."""


class SameStatus(NodeStatuses):
    """The one status of all nodes, given by PreFilter."""

    def __init__(self, snapshot: Snapshot, status: Status) -> None:
        self._snapshot = snapshot
        self._status = status

    def __getitem__(self, name: str) -> Status:
        if self._snapshot.get(name) is None:
            raise KeyError(name)
        return self._status

    def __iter__(self) -> Iterator[str]:
        return (node.name for node in self._snapshot.nodes)

    def __len__(self) -> int:
        return len(self._snapshot.nodes)

    def curable(self) -> CurableNodes:
        nodes = self._snapshot.nodes if self._status.code is Code.UNSCHEDULABLE else ()
        return CurableNodes(nodes, len(nodes))
