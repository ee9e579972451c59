"""Cluster events: what changed, in the terms in which plugins register for it.

Source: pkg/scheduler/framework/types.go and events.go (v1.36); queueing hints are GA and locked on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntFlag
from typing import TypeAlias

from scheduler_core.objects.devices import DeviceObject
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.storage import StorageObject
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot


class Action(IntFlag):
    """The bits of upstream's ActionType, in its order."""

    ADD = 1 << 0
    DELETE = 1 << 1
    UPDATE_NODE_ALLOCATABLE = 1 << 2
    UPDATE_NODE_LABEL = 1 << 3
    UPDATE_NODE_TAINT = 1 << 4
    UPDATE_NODE_CONDITION = 1 << 5
    UPDATE_NODE_ANNOTATION = 1 << 6
    UPDATE_NODE_DECLARED_FEATURE = 1 << 7
    UPDATE_POD_LABEL = 1 << 8
    UPDATE_POD_SCALE_DOWN = 1 << 9
    UPDATE_POD_TOLERATION = 1 << 10
    UPDATE_POD_SCHEDULING_GATES_ELIMINATED = 1 << 11
    UPDATE_POD_GENERATED_RESOURCE_CLAIM = 1 << 12
    UPDATE_POD_OTHER = 1 << 13
    UPDATE = (1 << 14) - 1 - 3


ALL_ACTIONS = Action((1 << 14) - 1)

ACTION_NAMES: dict[Action, str] = {
    Action.ADD: "Add",
    Action.DELETE: "Delete",
    Action.UPDATE_NODE_ALLOCATABLE: "UpdateNodeAllocatable",
    Action.UPDATE_NODE_LABEL: "UpdateNodeLabel",
    Action.UPDATE_NODE_TAINT: "UpdateNodeTaint",
    Action.UPDATE_NODE_CONDITION: "UpdateNodeCondition",
    Action.UPDATE_NODE_ANNOTATION: "UpdateNodeAnnotation",
    Action.UPDATE_NODE_DECLARED_FEATURE: "UpdateNodeDeclaredFeature",
    Action.UPDATE_POD_LABEL: "UpdatePodLabel",
    Action.UPDATE_POD_SCALE_DOWN: "UpdatePodScaleDown",
    Action.UPDATE_POD_TOLERATION: "UpdatePodToleration",
    Action.UPDATE_POD_SCHEDULING_GATES_ELIMINATED: "UpdatePodSchedulingGatesEliminated",
    Action.UPDATE_POD_GENERATED_RESOURCE_CLAIM: "UpdatePodGeneratedResourceClaim",
    Action.UPDATE: "Update",
}


class Resource(Enum):
    """The kind of object that the event is about. `POD` in a registration matches both kinds of pod."""

    POD = "Pod"
    ASSIGNED_POD = "AssignedPod"
    UNSCHEDULABLE_POD = "UnschedulablePod"
    NODE = "Node"
    PERSISTENT_VOLUME = "PersistentVolume"
    PERSISTENT_VOLUME_CLAIM = "PersistentVolumeClaim"
    STORAGE_CLASS = "storage.k8s.io/StorageClass"
    CSI_NODE = "storage.k8s.io/CSINode"
    CSI_DRIVER = "storage.k8s.io/CSIDriver"
    CSI_STORAGE_CAPACITY = "storage.k8s.io/CSIStorageCapacity"
    VOLUME_ATTACHMENT = "storage.k8s.io/VolumeAttachment"
    RESOURCE_CLAIM = "resource.k8s.io/ResourceClaim"
    RESOURCE_SLICE = "resource.k8s.io/ResourceSlice"
    DEVICE_CLASS = "resource.k8s.io/DeviceClass"
    POD_GROUP = "PodGroup"
    WORKLOAD = "Workload"
    WILDCARD = "*"


EventObject: TypeAlias = PodInfo | Node | StorageObject | DeviceObject | PodGroup | SchedulingWorkload


@dataclass(frozen=True, slots=True)
class ClusterEvent:
    """One event with the object before and after it; `label` is set for events that only the queue makes."""

    resource: Resource
    action: Action
    old: EventObject | None = None
    new: EventObject | None = None
    label: str = ""

    @property
    def name(self) -> str:
        if self.label:
            return self.label
        return f"{self.resource.value}{ACTION_NAMES.get(self.action, str(int(self.action)))}"

    @property
    def wildcard(self) -> bool:
        return self.resource is Resource.WILDCARD


Hint: TypeAlias = Callable[[PodInfo, EventObject | None, EventObject | None], bool]
"""(the waiting pod, old object, new object) -> whether another attempt is worthwhile"""

ClusterHint: TypeAlias = Callable[[Snapshot, PodInfo, EventObject | None, EventObject | None], bool]
"""The same question for a plugin that looks up other objects, such as Services, in the cluster."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A plugin's registration for `actions` on `resource`, with at most one of the two kinds of hint; without
    one every such event means Queue."""

    resource: Resource
    actions: Action
    hint: Hint | None = None
    cluster_hint: ClusterHint | None = None

    def wakes(
        self, snapshot: Snapshot, pod: PodInfo, old: EventObject | None, new: EventObject | None
    ) -> bool:
        """Whether an event that the registration covers is worth another attempt of the waiting pod."""
        if self.cluster_hint is not None:
            return self.cluster_hint(snapshot, pod, old, new)
        return self.hint is None or self.hint(pod, old, new)


def counts_on_node(pod: PodInfo, release: Release) -> bool:
    """Whether a change of the pod concerns plugins that count the pods on nodes: it is bound, or nominated in
    releases that count such pods."""
    return bool(pod.node_name) or (release.hints_count_nominated and bool(pod.nominated_node_name))


EVERY_EVENT = tuple(
    Registration(resource, ALL_ACTIONS)
    for resource in Resource
    if resource not in (Resource.WILDCARD, Resource.ASSIGNED_POD, Resource.UNSCHEDULABLE_POD)
)
"""The registrations of a plugin that does not say which events may help: all of them may."""


def matches(registration: Registration, event: ClusterEvent) -> bool:
    """Whether the registration covers the event (ClusterEvent.Match).

    The comparison as integers keeps the general Update from matching registrations of single update bits.
    """
    resource = registration.resource
    if resource is not Resource.WILDCARD and resource is not event.resource:
        pods = (Resource.ASSIGNED_POD, Resource.UNSCHEDULABLE_POD)
        if resource is not Resource.POD or event.resource not in pods:
            return False
    return bool(registration.actions & event.action) and event.action <= registration.actions


def effective_registrations(registrations: tuple[Registration, ...]) -> tuple[Registration, ...]:
    """A plugin that is registered for new nodes but not for taints is registered for taints too, without a
    hint.

    Source: pkg/scheduler/scheduler.go, unionEvents / buildQueueingHintMap: a left-over of the node pre-checks
    that v1.34 still has.
    """
    node = [entry for entry in registrations if entry.resource is Resource.NODE]
    adds = any(entry.actions & Action.ADD for entry in node)
    taints = any(entry.actions & Action.UPDATE_NODE_TAINT for entry in node)
    if adds and not taints:
        return (*registrations, Registration(Resource.NODE, Action.UPDATE_NODE_TAINT))
    return registrations


def unschedulable_timeout() -> ClusterEvent:
    """The event of the 5-minute flush."""
    return ClusterEvent(Resource.WILDCARD, ALL_ACTIONS, label="UnschedulableTimeout")


def force_activate(pod: PodInfo) -> ClusterEvent:
    return ClusterEvent(Resource.WILDCARD, ALL_ACTIONS, None, pod, label="ForceActivate")
