"""How many nodes have an image, as an attempt sees it: a node's number is worked out anew only when the entry
of this node in the snapshot is.

Source: backend/cache Cache.UpdateSnapshot, framework ImageStateSummary.Snapshot (v1.36).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.cluster.change_log import ChangeLog
from scheduler_core.scheduler.cluster.node_info import NodeInfo

HEARTBEAT_MS = 300_000
"""A kubelet posts an unchanged status of its node so often (nodeStatusReportFrequency), which renews the
entry."""


@dataclass(frozen=True, slots=True)
class ImageState:
    """An image name in the cluster: the size stated by the node that first listed it, and the nodes that have
    it."""

    size_bytes: int
    nodes: frozenset[str]


class Nodes(Protocol):
    """What is read of a snapshot."""

    layout_version: int
    changes: ChangeLog
    images: dict[str, ImageState]

    @property
    def nodes(self) -> Sequence[NodeInfo]: ...

    def get(self, name: str) -> NodeInfo | None: ...


class ImageCounts(State):
    """The numbers of the last attempt: node name → the record for which they were counted, and image name →
    number of nodes."""

    def __init__(self) -> None:
        self._counted: dict[str, tuple[NodeInfo, Mapping[str, int]]] = {}
        self._mark: int | None = None
        self._layout = -1
        self._all_at_ms = 0

    def copy(self) -> Self:
        twin = super().copy()
        twin._mark = None  # the log of changes is not copied
        return twin

    def look(self, snapshot: Nodes, at_ms: int) -> None:
        """Counts for the nodes that changed since the last attempt, and for all after a heartbeat's time."""
        if not snapshot.images:
            self._counted, self._mark = {}, None
            return
        nodes = snapshot.nodes
        again = at_ms >= self._all_at_ms + HEARTBEAT_MS
        changes = None
        if self._mark is not None and self._layout == snapshot.layout_version and not again:
            changes = snapshot.changes.since(self._mark)
        for place in range(len(nodes)) if changes is None else set(changes):
            info = nodes[place]
            counted = self._counted.get(info.name)
            if again or counted is None or counted[0] is not info:
                self._counted[info.name] = (info, _counts(snapshot, info))
        if len(self._counted) > len(nodes):
            self._counted = {info.name: self._counted[info.name] for info in nodes}
        if again:
            self._all_at_ms = at_ms
        self._mark, self._layout = snapshot.changes.end, snapshot.layout_version

    def of(self, info: NodeInfo, image: str, nodes: int) -> int:
        """How many nodes have an image, as this node's entry says; `nodes` is the true number."""
        counted = self._counted.get(info.name)
        return nodes if counted is None or counted[0] is not info else counted[1].get(image, nodes)

    def stale(self, snapshot: Nodes) -> dict[str, dict[str, int]]:
        """The numbers that are no longer true: node → image → number."""
        stale: dict[str, dict[str, int]] = {}
        for name, (info, counts) in self._counted.items():
            if snapshot.get(name) is not info:
                continue
            for image, count in counts.items():
                state = snapshot.images.get(image)
                if state is not None and len(state.nodes) != count:
                    stale.setdefault(name, {})[image] = count
        return stale


def _counts(snapshot: Nodes, info: NodeInfo) -> Mapping[str, int]:
    names = (name for image in info.node.images for name in image.names)
    return {name: len(snapshot.images[name].nodes) for name in names if name in snapshot.images}
