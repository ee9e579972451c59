"""Snapshot: the state of the cluster that the scheduler knows when a cycle begins.

Source: pkg/scheduler/backend/cache (snapshot.go, node_tree.go), v1.34. The scheduler keeps one Snapshot up to
date and hands it to `decide`, which only reads it; `copy` makes one that changes on its own (checkpoints, dry
runs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Self, TypeVar, cast

from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import DeviceClass, ResourceClaim
from scheduler_core.objects.node import REGION_LABELS, ZONE_LABELS, Node
from scheduler_core.objects.policy import PodDisruptionBudget
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import (
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.objects.workloads import Service, Workload
from scheduler_core.scheduler.cluster.change_log import ChangeLog
from scheduler_core.scheduler.cluster.columns import Columns
from scheduler_core.scheduler.cluster.image_counts import ImageCounts, ImageState
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_groups import PodGroups
from scheduler_core.scheduler.cluster.pod_index import PodIndex
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.topology import Domains, Topology

T = TypeVar("T")
MAX_NODE_CACHE = 256


class Snapshot(State):
    """Nodes in the scheduler's order, with their pods, and the objects that plugins look up.

    `nodes` is the zone-interleaved list. `layout_version` grows when nodes are added, removed or reordered,
    `node_version` also when the labels or the spec of one change; `changes` are the places in `nodes` whose
    record was replaced since the layout changed. `workloads` are keyed by (kind, namespace/name).
    `pending_allocations` are the claims whose chosen devices the API server does not know yet, by
    namespace/name (upstream's inFlightAllocations). `at_ms` is the time of the present attempt, in epoch
    milliseconds.
    """

    def __init__(self) -> None:
        self._zones: dict[str, dict[str, None]] = {}
        self._infos: dict[str, NodeInfo] = {}
        self._nodes: list[NodeInfo] = []
        self._position: dict[str, int] = {}
        self._ordered = True
        self._kept_order: tuple[str, ...] = ()
        self._homeless: dict[str, tuple[PodInfo, ...]] = {}
        self.node_version = 0
        self.layout_version = 0
        self.changes = ChangeLog()
        self.images: dict[str, ImageState] = {}
        self.image_counts = ImageCounts()
        self.namespaces: dict[str, Mapping[str, str]] = {}
        self.services: dict[str, Service] = {}
        self.workloads: dict[tuple[str, str], Workload] = {}
        self.budgets: dict[str, PodDisruptionBudget] = {}
        self.claims: dict[str, PersistentVolumeClaim] = {}
        self.volumes: dict[str, PersistentVolume] = {}
        self.storage_classes: dict[str, StorageClass] = {}
        self.csi_nodes: dict[str, CSINode] = {}
        self.csi_drivers: dict[str, CSIDriver] = {}
        self.storage_capacities: dict[str, CSIStorageCapacity] = {}
        self.volume_attachments: dict[str, VolumeAttachment] = {}
        self.resource_claims: dict[str, ResourceClaim] = {}
        self.pending_allocations: dict[str, ResourceClaim] = {}
        self.device_classes: dict[str, DeviceClass] = {}
        self.resource_slices: dict[str, ResourceSlice] = {}
        self.device_taint_rules: dict[str, DeviceTaintRule] = {}
        self.pod_groups = PodGroups()
        self.at_ms = 0
        self.index = PodIndex()
        self._node_cache: dict[object, object] = {}
        self._node_cache_version = -1
        self._columns: Columns | None = None
        self._columns_mark = 0
        self._names: tuple[str, ...] = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin._zones = {zone: dict(names) for zone, names in self._zones.items()}
        twin._position = self._position  # it is never changed, only replaced
        twin.changes = ChangeLog()
        twin.index = PodIndex()
        twin._node_cache, twin._node_cache_version = {}, -1
        twin._columns, twin._columns_mark = None, 0
        return twin

    def node_cache(self, key: object, make: Callable[[], T]) -> T:
        """The value that `make` returned for `key` since `node_version` last changed. It must depend only on
        the order of the nodes, their names, labels and specs."""
        if self._node_cache_version != self.node_version:
            self._node_cache = {}
            self._node_cache_version = self.node_version
        if key not in self._node_cache:
            if len(self._node_cache) >= MAX_NODE_CACHE:
                del self._node_cache[next(iter(self._node_cache))]
            self._node_cache[key] = make()
        return cast(T, self._node_cache[key])

    def domains(self, key: str) -> Domains:
        """The domains of the topology `key`: the values of the label, and the domain of each node."""
        return self.node_cache(("domains", key), lambda: Domains.of(self.nodes, key))

    def topology(self, key: str) -> Topology:
        """The places in `nodes` of each domain of the topology `key`."""
        return self.node_cache(("topology", key), lambda: Topology.of(self.nodes, key))

    @property
    def nodes(self) -> list[NodeInfo]:
        """The nodes in the scheduler's order; the list must not be changed."""
        if not self._ordered:
            kept = self._kept_order
            same = len(kept) == len(self._infos) and self._infos.keys() == set(kept)
            order = list(kept) if same else node_order(self._zones)
            self._nodes = [self._infos[name] for name in order]
            self._position = {name: position for position, name in enumerate(order)}
            self._names = tuple(order)
            self._columns = None
            self._ordered = True
        return self._nodes

    def keep_order(self) -> None:
        """Keeps the order of the nodes, as the list of an attempt does: it is made anew only when an attempt
        finds a node that it lacks or one too many. So a node that is deleted and made again between two
        attempts keeps its place, and another zone label moves nothing until then (Cache.UpdateSnapshot)."""
        self._kept_order = self.names

    def other_orders(self) -> dict[str, list[str]]:
        """The orders that decide how the list is made anew, where they differ from the list: that of the last
        attempt and that of the zones."""
        orders = {"keptOrder": list(self._kept_order), "zoneOrder": node_order(self._zones)}
        names = list(self.names)
        if not self._kept_order:
            return {}
        return {name: order for name, order in orders.items() if order != names}

    def get(self, name: str) -> NodeInfo | None:
        return self._infos.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of `nodes`; a new tuple when the layout changes."""
        if not self._ordered:
            _ = self.nodes
        return self._names

    @property
    def columns(self) -> Columns:
        """The columns of `nodes`, valid until the next change; they must not be changed."""
        nodes, changes = self.nodes, self.changes
        if self._columns is not None and self._columns_mark == changes.end:
            return self._columns
        changed = None if self._columns is None else changes.since(self._columns_mark)
        if self._columns is None or changed is None or self._columns.crowded:
            self._columns = Columns(nodes)
        elif changed:
            self._columns.read(set(changed))
        self._columns_mark = changes.end
        return self._columns

    @property
    def places(self) -> Mapping[str, int]:
        """Node name -> its place in `nodes`; a new mapping when the layout changes."""
        if not self._ordered:
            _ = self.nodes
        return self._position

    def _replace(self, info: NodeInfo) -> None:
        """Puts a newer version of a node's record in its place."""
        self._infos[info.name] = info
        if self._ordered:
            place = self._position[info.name]
            self._nodes[place] = info
            self.changes.note(place)

    def _disorder(self) -> None:
        self._ordered = False
        self.layout_version += 1
        self.node_version += 1

    # Nodes

    def put_node(self, node: Node) -> None:
        """Adds a new node, or replaces one by a newer version."""
        info = self.get(node.name)
        zone = zone_key(node)
        if info is None:
            info = NodeInfo(node)
            for pod in self._homeless.pop(node.name, ()):
                info.add(pod)
                self.index.add(pod, node.name)
            self._infos[node.name] = info
            self._join_zone(zone, node.name)
            self._disorder()
        else:
            self._replace(info.with_node(node))
            old_zone = zone_key(info.node)
            if old_zone != zone:
                self._leave_zone(old_zone, node.name)
                self._join_zone(zone, node.name)
                self._disorder()
            elif _differ(info.node, node):
                self.node_version += 1
            self._forget_images(info.node)
        self._note_images(node)

    def remove_node(self, name: str) -> None:
        """Removes a node. Its pods are remembered and count again once a node with this name returns."""
        info = self._infos.pop(name, None)
        if info is None:
            return
        self._leave_zone(zone_key(info.node), name)
        self._disorder()
        if info.pods:
            self._homeless[name] = tuple(info.pods)
            for pod in info.pods:
                self.index.remove(pod, name)
        self._forget_images(info.node)

    def _join_zone(self, zone: str, name: str) -> None:
        self._zones.setdefault(zone, {})[name] = None

    def _leave_zone(self, zone: str, name: str) -> None:
        remaining = self._zones[zone]
        del remaining[name]
        if not remaining:
            del self._zones[zone]

    # Images

    def _note_images(self, node: Node) -> None:
        for image in node.images:
            for name in image.names:
                state = self.images.get(name)
                if state is None:
                    self.images[name] = ImageState(image.size_bytes, frozenset((node.name,)))
                else:
                    self.images[name] = ImageState(state.size_bytes, state.nodes | {node.name})

    def _forget_images(self, node: Node) -> None:
        for image in node.images:
            for name in image.names:
                state = self.images.get(name)
                if state is None:
                    continue
                remaining = state.nodes - {node.name}
                if remaining:
                    self.images[name] = ImageState(state.size_bytes, remaining)
                else:
                    del self.images[name]

    # Pods

    def add_pod(self, pod: PodInfo) -> None:
        """Adds a pod on its node, or one that is assumed there. On a node that does not exist it counts
        nowhere."""
        info = self._infos.get(pod.node_name)
        if info is None:
            self._homeless[pod.node_name] = (*self._homeless.get(pod.node_name, ()), pod)
            return
        self._replace(info.with_pod(pod))
        self.index.add(pod, pod.node_name)

    def remove_pod(self, pod: PodInfo) -> None:
        """Removes a pod; an unknown pod is ignored."""
        name = pod.node_name
        info = self._infos.get(name)
        if info is None:
            remaining = tuple(other for other in self._homeless.pop(name, ()) if other.uid != pod.uid)
            if remaining:
                self._homeless[name] = remaining
            return
        before = next((other for other in info.pods if other.uid == pod.uid), None)
        if before is not None:
            self._replace(info.without_pod(before))
            self.index.remove(before, name)

    def update_pod(self, old: PodInfo, new: PodInfo) -> None:
        """Replaces a pod by a newer version. It is removed and added again, so it moves to the end as
        upstream's does."""
        name = new.node_name
        info = self._infos.get(name) if old.node_name == name else None
        before = None if info is None else next((pod for pod in info.pods if pod.uid == old.uid), None)
        if info is None or before is None:
            self.remove_pod(old)
            self.add_pod(new)
            return
        info = info.copy()
        info.remove(before)
        info.add(new)
        self._replace(info)
        if before.has_affinity or new.has_affinity or _counted_apart(before, new):
            self.index.remove(before, name)
            self.index.add(new, name)


def _counted_apart(pod: PodInfo, other: PodInfo) -> bool:
    """Whether selectors may count one of two pods without affinity, but not the other."""
    return (
        pod.terminating != other.terminating or pod.namespace != other.namespace or pod.labels != other.labels
    )


def zone_key(node: Node) -> str:
    """Region and zone of the node. Source: component-helpers node/topology GetZoneKey (beta labels first)."""
    zone = _first_label(node, ZONE_LABELS)
    region = _first_label(node, REGION_LABELS)
    if not zone and not region:
        return ""
    return f"{region}:\x00:{zone}"


def _first_label(node: Node, labels: tuple[str, ...]) -> str:
    """The value of the first label that exists, even if it is empty."""
    for label in labels:
        if label in node.labels:
            return node.labels[label]
    return ""


def node_order(zones: Mapping[str, Iterable[str]]) -> list[str]:
    """One node of each zone in turn: a1 b1 c1 a2 c2 a3."""
    turns = zip_longest(*zones.values())
    return [name for turn in turns for name in turn if name is not None]


def _differ(old: Node, new: Node) -> bool:
    """Whether labels or spec differ, which are all that rules about the node apart from its free room
    read."""
    return old.labels != new.labels or old.spec_manifest != new.spec_manifest
