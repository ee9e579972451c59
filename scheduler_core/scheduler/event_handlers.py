"""How the scheduler handles a watch event: it updates its view of the cluster and passes events to the queue.

Source: pkg/scheduler/eventhandlers.go (v1.34.1, v1.36.2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scheduler_core.apiserver.storage.watch import EventType, WatchEvent
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule, with_rule_taints
from scheduler_core.objects.devices import DeviceObject
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import State
from scheduler_core.objects.storage import StorageObject
from scheduler_core.objects.workloads import Service, Workload
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.diagnosis.event_split import node_update_events, pod_update_events
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue

# Kind → the resource of its events, and the table of the snapshot that holds it.
_INDEXED_KINDS = {
    "PersistentVolume": (Resource.PERSISTENT_VOLUME, "volumes"),
    "PersistentVolumeClaim": (Resource.PERSISTENT_VOLUME_CLAIM, "claims"),
    "StorageClass": (Resource.STORAGE_CLASS, "storage_classes"),
    "CSINode": (Resource.CSI_NODE, "csi_nodes"),
    "CSIDriver": (Resource.CSI_DRIVER, "csi_drivers"),
    "CSIStorageCapacity": (Resource.CSI_STORAGE_CAPACITY, "storage_capacities"),
    "VolumeAttachment": (Resource.VOLUME_ATTACHMENT, "volume_attachments"),
    "ResourceClaim": (Resource.RESOURCE_CLAIM, "resource_claims"),
    "DeviceClass": (Resource.DEVICE_CLASS, "device_classes"),
    "ResourceSlice": (Resource.RESOURCE_SLICE, "resource_slices"),
}
WATCHED_KINDS = (
    frozenset(_INDEXED_KINDS)
    | {"Pod", "Node", "Namespace", "PodDisruptionBudget", "Service", "DeviceTaintRule"}
    | {"PodGroup", "Workload"}
    | {name for name, kind in KINDS.items() if kind.has_template}
)
"""The kinds that the scheduler watches."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An event that the queue has not received yet.

    It concerns the waiting pods with a priority up to `highest_priority` (None means any priority), except
    the pod with the uid `not_for`. `assumed` is a pod that counted on its node before this event bound it.
    """

    event: ClusterEvent
    highest_priority: int | None = None
    not_for: str = ""
    assumed: PodInfo | None = None

    def concerns(self, pod: PodInfo) -> bool:
        if pod.uid == self.not_for:
            return False
        return self.highest_priority is None or pod.priority <= self.highest_priority


class ClusterView(State):
    """The snapshot, every pod that the scheduler has seen, and the pods that it assumes on a node while their
    binding is not visible at the API server."""

    def __init__(self) -> None:
        self.snapshot = Snapshot()
        self.pods: dict[str, PodInfo] = {}
        self.assumed: dict[str, PodInfo] = {}

    def assume(self, pod: PodInfo, node_name: str) -> None:
        placed = pod.on(node_name)
        self.assumed[pod.key] = placed
        self.snapshot.add_pod(placed)
        if pod.group_key:
            self.snapshot.pod_groups.place(pod, node_name)

    def assumes(self, pod: PodInfo) -> bool:
        """Whether this very pod, not another of its name, is assumed on a node."""
        placed = self.assumed.get(pod.key)
        return placed is not None and placed.uid == pod.uid

    def forget(self, pod: PodInfo) -> PodInfo | None:
        """Drops an assumption that did not come true."""
        if not self.assumes(pod):
            return None
        placed = self.assumed.pop(pod.key)
        self.snapshot.remove_pod(placed)
        if pod.group_key:
            self.snapshot.pod_groups.unplace(pod)
        return placed


class Informer:
    """Applies watch events to a view and a queue. `announce` receives the events for
    `SchedulingQueue.move_all`. In a `release` without priorities those of pods do not count."""

    def __init__(
        self,
        view: ClusterView,
        queue: SchedulingQueue,
        responsible: Callable[[Pod], bool],
        announce: Callable[[Announcement], None],
        release: Release = BASELINE,
    ) -> None:
        self._view = view
        self._queue = queue
        self._responsible = responsible
        self._announce = announce
        self._release = release

    def handle(self, event: WatchEvent, now_ms: int) -> None:
        old, new = event.old, event.new
        if event.kind == "Pod":
            before = old if isinstance(old, Pod) and not old.finished else None
            after = new if isinstance(new, Pod) and not new.finished else None
            self._pod(before, after, now_ms)
        elif event.kind == "Node":
            self._node(old if isinstance(old, Node) else None, new if isinstance(new, Node) else None)
        else:
            self._other_object(event)

    def _node(self, old: Node | None, new: Node | None) -> None:
        snapshot = self._view.snapshot
        if new is not None:
            snapshot.put_node(new)
            if old is None:
                self._announce_event(ClusterEvent(Resource.NODE, Action.ADD, None, new))
                return
            for event in node_update_events(old, new):
                self._announce_event(event)
        elif old is not None:
            snapshot.remove_node(old.name)
            self._announce_event(ClusterEvent(Resource.NODE, Action.DELETE, old, None))

    def _other_object(self, event: WatchEvent) -> None:
        """Updates the snapshot for an object that is neither a pod nor a node."""
        snapshot, key = self._view.snapshot, event.key
        exists = event.type is not EventType.DELETED
        obj = event.new if exists else event.old
        if isinstance(obj, Namespace):
            if exists:
                snapshot.namespaces[key] = obj.labels
            else:
                snapshot.namespaces.pop(key, None)
        elif isinstance(obj, PodDisruptionBudget):
            if exists:
                snapshot.budgets[key] = obj
            else:
                snapshot.budgets.pop(key, None)
        elif isinstance(obj, Service):
            if exists:
                snapshot.services[key] = obj
            else:
                snapshot.services.pop(key, None)
        elif isinstance(obj, Workload):
            if exists:
                snapshot.workloads[event.kind, key] = obj
            else:
                snapshot.workloads.pop((event.kind, key), None)
        elif isinstance(obj, PodGroup | SchedulingWorkload):
            self._group(event, obj, exists=exists)
        elif isinstance(obj, DeviceTaintRule):
            if self._release.device_taint_rules:
                self._device_taint_rule(obj, key, exists=exists)
        elif event.kind in _INDEXED_KINDS:
            self._indexed_object(event, key)

    def _group(self, event: WatchEvent, obj: PodGroup | SchedulingWorkload, *, exists: bool) -> None:
        """A group that comes may let pods enter activeQ that wait for it, and one that changed too."""
        groups, old = self._view.snapshot.pod_groups, event.old
        if isinstance(obj, SchedulingWorkload):
            if exists:
                groups.workloads[event.key] = obj
            else:
                groups.workloads.pop(event.key, None)
            if exists and old is None:
                self._announce_event(ClusterEvent(Resource.WORKLOAD, Action.ADD, None, obj))
            return
        if not exists:
            groups.drop(event.key)
            return
        groups.put(obj)
        if not isinstance(old, PodGroup):
            self._announce_event(ClusterEvent(Resource.POD_GROUP, Action.ADD, None, obj))
        elif old.spec_manifest != obj.spec_manifest:
            self._announce_event(ClusterEvent(Resource.POD_GROUP, Action.UPDATE, old, obj))

    def _device_taint_rule(self, rule: DeviceTaintRule, key: str, *, exists: bool) -> None:
        """Adds the taint of a rule to the devices of all slices, or takes it off; each slice that differs is
        one that was updated (resourceslice/tracker)."""
        snapshot = self._view.snapshot
        if exists:
            snapshot.device_taint_rules[key] = rule
        else:
            snapshot.device_taint_rules.pop(key, None)
        for name, before in tuple(snapshot.resource_slices.items()):
            after = with_rule_taints(before, snapshot.device_taint_rules.values())
            if after is not before:
                snapshot.resource_slices[name] = after
                self._announce_event(ClusterEvent(Resource.RESOURCE_SLICE, Action.UPDATE, before, after))

    def _indexed_object(self, event: WatchEvent, key: str) -> None:
        """A newer version replaces what was assumed about an object."""
        resource, table = _INDEXED_KINDS[event.kind]
        objects: dict[str, object] = getattr(self._view.snapshot, table)
        old, new = event.old, event.new
        if isinstance(new, ResourceSlice) and self._view.snapshot.device_taint_rules:
            new = with_rule_taints(new, self._view.snapshot.device_taint_rules.values())
        if event.type is EventType.DELETED:
            objects.pop(key, None)
            action = Action.DELETE
        else:
            objects[key] = new
            action = Action.ADD if old is None else Action.UPDATE
        self._announce_event(
            ClusterEvent(
                resource,
                action,
                old if isinstance(old, StorageObject | DeviceObject) else None,
                new if isinstance(new, StorageObject | DeviceObject) else None,
            )
        )

    # Pods

    def _pod(self, old: Pod | None, new: Pod | None, now_ms: int) -> None:
        """Handles a pod's change. Finished pods are passed as None: for the scheduler they do not exist."""
        before = self._view.pods.get(old.key) if old is not None else None
        if before is not None and new is not None and before.uid != new.uid:
            self._deleted(before, now_ms)
            before = None
        after: PodInfo | None = None
        if new is not None:
            parse = PodInfo.of if before is None else before.newer
            after = parse(new, release=self._release)
        if after is None:
            if before is not None:
                del self._view.pods[before.key]
                self._deleted(before, now_ms)
            return
        self._view.pods[after.key] = after
        if after.group_key:
            self._member(before, after)
        if before is None:
            self._added(after, now_ms)
        elif not before.node_name and after.node_name:
            self._was_bound(before, after, now_ms)
        elif after.node_name:
            self._view.snapshot.update_pod(before, after)
            for event in pod_update_events(before, after):
                self._announce_event(event)
        elif self._responsible(after.pod):
            self._queue.update(before, after, now_ms, assumed=after.key in self._view.assumed)

    def _added(self, pod: PodInfo, now_ms: int) -> None:
        if pod.node_name:
            self._view.snapshot.add_pod(pod)
            self._announce_event(ClusterEvent(Resource.ASSIGNED_POD, Action.ADD, None, pod))
        elif self._responsible(pod.pod):
            self._queue.add(pod, now_ms)
            if pod.group_key:
                self._announce_event(ClusterEvent(Resource.UNSCHEDULABLE_POD, Action.ADD, None, pod))

    def _member(self, before: PodInfo | None, after: PodInfo) -> None:
        """A pod of a group counts where the scheduler tries it, or where it has a node."""
        groups = self._view.snapshot.pod_groups
        if after.node_name or self._responsible(after.pod):
            groups.add(after, moved=before is None or before.node_name != after.node_name)

    def _was_bound(self, before: PodInfo, after: PodInfo, now_ms: int) -> None:
        """The binding became visible: the assumption is confirmed, or corrected if the pod was bound
        elsewhere."""
        assumed = self._view.assumed.pop(after.key, None)
        if assumed is not None:
            self._view.snapshot.remove_pod(assumed)
        self._view.snapshot.add_pod(after)
        self._queue.delete(before, now_ms)
        event = ClusterEvent(Resource.ASSIGNED_POD, Action.ADD, None, after)
        self._announce(Announcement(event, assumed=assumed))
        if before.nominated_node_name and not self._release.nominates_before_binding:
            self._nomination_removed(before)

    def _deleted(self, pod: PodInfo, now_ms: int) -> None:
        """Handles a pod that no longer exists, or that has finished."""
        if pod.group_key:
            self._view.snapshot.pod_groups.remove(pod)
        if pod.node_name:
            self._view.snapshot.remove_pod(pod)
            self._announce_event(ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, pod, None))
            return
        placed = self._view.forget(pod)
        self._queue.delete(pod, now_ms)
        if placed is not None and self._release.deleted_pod_leaves_binding:
            self._announce_event(ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, placed, None))
        if pod.nominated_node_name:
            self._nomination_removed(pod)

    def _nomination_removed(self, pod: PodInfo) -> None:
        """Pods that were scheduled as if the nominated pod were on its node may be tried again."""
        event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, pod, None)
        self._announce(Announcement(event, pod.priority))

    def _announce_event(self, event: ClusterEvent) -> None:
        self._announce(Announcement(event))
