"""Changes of the cluster around a pod, each small enough to be tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import ClusterChange
from scheduler_core.advice.editable import editable, part
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.node import HOSTNAME_LABEL, Node
from scheduler_core.objects.selection.selectors import Requirement
from scheduler_core.objects.storage import CSINode
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.plugins.node_unschedulable import UNSCHEDULABLE_TAINT


@dataclass(frozen=True, slots=True)
class UncordonNode(ClusterChange):
    weight: ClassVar[int] = 10
    node: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            # The node controller removes the taint that it set.
            taints = tuple(taint for taint in info.node.taints if taint.key != UNSCHEDULABLE_TAINT.key)
            snapshot.put_node(info.node.with_unschedulable(False).with_taints(taints))

    def message(self) -> Message:
        return message("advice.uncordon", node=self.node)


@dataclass(frozen=True, slots=True)
class Untaint(ClusterChange):
    weight: ClassVar[int] = 25
    node: str
    key: str
    effect: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            taints = [t for t in info.node.taints if (t.key, t.effect) != (self.key, self.effect)]
            snapshot.put_node(info.node.with_taints(tuple(taints)))

    def message(self) -> Message:
        return message("advice.untaint", node=self.node, taint=f"{self.key}:{self.effect}")


@dataclass(frozen=True, slots=True)
class LabelNode(ClusterChange):
    weight: ClassVar[int] = 22
    node: str
    key: str
    value: str

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            document = editable(info.node.manifest)
            part(document, "metadata").setdefault("labels", {})
            part(document, "metadata", "labels")[self.key] = self.value
            snapshot.put_node(Node.parse(document))

    def message(self) -> Message:
        return message("advice.label", node=self.node, label=f"{self.key}={self.value}")


def label_for(node: str, requirement: Requirement) -> LabelNode | None:
    """A label with which the node would meet a requirement."""
    if requirement.key == HOSTNAME_LABEL:
        return None
    match requirement.operator:
        case "In" if requirement.values:
            return LabelNode(node, requirement.key, requirement.values[0])
        case "Exists":
            return LabelNode(node, requirement.key, "true")
        case _:
            return None


@dataclass(frozen=True, slots=True)
class DeletePod(ClusterChange):
    weight: ClassVar[int] = 60
    pod: str
    node: str
    priority: int

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        for pod in list(info.pods) if info is not None else ():
            if pod.key == self.pod:
                snapshot.remove_pod(pod)

    @property
    def effort(self) -> int:
        return self.priority

    def message(self) -> Message:
        return message("advice.delete_pod", pod=self.pod, node=self.node)


@dataclass(frozen=True, slots=True)
class AddNode(ClusterChange):
    """A new node. `csi_node` is its CSINode, None when its example has none; `slices` are its devices."""

    weight: ClassVar[int] = 80
    name: str
    like: str
    manifest: Manifest
    csi_node: Manifest | None = None
    slices: tuple[Manifest, ...] = ()

    def alter(self, snapshot: Snapshot) -> None:
        snapshot.put_node(Node.parse(self.manifest))
        if self.csi_node is not None:
            snapshot.csi_nodes[self.name] = CSINode.parse(self.csi_node)
        for piece in map(ResourceSlice.parse, self.slices):
            snapshot.resource_slices[piece.meta.name] = piece

    def message(self) -> Message:
        return message("advice.add_node", like=self.like)
