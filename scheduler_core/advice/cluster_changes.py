"""Changes of the cluster around a pod, each small enough to be tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scheduler_core.actor import Message, message
from scheduler_core.advice.changes import ClusterChange
from scheduler_core.advice.editable import editable, part
from scheduler_core.advice.nodes.machine_labels import pool_of
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.node import Node
from scheduler_core.objects.resources import CPU, MEMORY, amount_text
from scheduler_core.objects.selection.selectors import Requirement
from scheduler_core.objects.storage import CSINode
from scheduler_core.scheduler.cluster.requests import Row, row_of
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

    def price(self) -> tuple[Message, ...]:
        return (message("advice.price_uncordon", node=self.node),)


@dataclass(frozen=True, slots=True)
class Untaint(ClusterChange):
    weight: ClassVar[int] = 25
    node: str
    key: str
    effect: str
    pool: str = ""

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            taints = [t for t in info.node.taints if (t.key, t.effect) != (self.key, self.effect)]
            snapshot.put_node(info.node.with_taints(tuple(taints)))

    def message(self) -> Message:
        return message("advice.untaint", node=self.node, taint=f"{self.key}:{self.effect}")

    def price(self) -> tuple[Message, ...]:
        taint = f"{self.key}:{self.effect}"
        return (message("advice.price_untaint", node=self.node, taint=taint), *in_pool(self.pool))


@dataclass(frozen=True, slots=True)
class LabelNode(ClusterChange):
    weight: ClassVar[int] = 22
    node: str
    key: str
    value: str
    pool: str = ""

    def alter(self, snapshot: Snapshot) -> None:
        info = snapshot.get(self.node)
        if info is not None:
            document = editable(info.node.manifest)
            part(document, "metadata").setdefault("labels", {})
            part(document, "metadata", "labels")[self.key] = self.value
            snapshot.put_node(Node.parse(document))

    def message(self) -> Message:
        return message("advice.label", node=self.node, label=f"{self.key}={self.value}")

    def price(self) -> tuple[Message, ...]:
        label = f"{self.key}={self.value}"
        return (message("advice.price_label", node=self.node, label=label), *in_pool(self.pool))


def in_pool(pool: str) -> tuple[Message, ...]:
    """That the change belongs to the pool of the node, `key=value`; nothing for a node of no pool."""
    return (message("advice.in_pool", pool=pool),) if pool else ()


def value_for(requirement: Requirement) -> str | None:
    """A value of its label with which a node would meet a requirement; None where no value can be named."""
    match requirement.operator:
        case "In" if requirement.values:
            return requirement.values[0]
        case "Exists":
            return "true"
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

    @property
    def size(self) -> Row:
        return row_of(Node.parse(self.manifest).allocatable)

    def message(self) -> Message:
        return message("advice.add_node", like=self.like)

    def price(self) -> tuple[Message, ...]:
        node, size = Node.parse(self.manifest), self.size
        cpu, memory = amount_text(CPU, size.milli_cpu), amount_text(MEMORY, size.memory)
        pool = pool_of(node.labels)
        price = message("advice.price_node", cpu=cpu, memory=memory)
        if pool and node.zone:
            return (price, message("advice.grow_pool_in_zone", pool=pool, zone=node.zone))
        return (price, message("advice.grow_pool", pool=pool)) if pool else (price,)


@dataclass(frozen=True, slots=True)
class AddNodeOfKind(AddNode):
    """A new node with labels that state what it is: `kind` is `key=value, …`."""

    weight: ClassVar[int] = 28
    kind: str = ""

    def message(self) -> Message:
        return message("advice.add_node_of_kind", like=self.like, labels=self.kind)
