"""Turns an object's change into cluster events.

Source: pkg/scheduler/framework/events.go NodeSchedulingPropertiesChange, PodSchedulingPropertiesChange
(v1.36).
"""

from __future__ import annotations

from scheduler_core.objects.manifest import find, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_resources.requests import has_allocated_resources, pod_requests
from scheduler_core.objects.resources import ResourceList
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource


def node_update_events(old: Node, new: Node) -> tuple[ClusterEvent, ...]:
    """The events in upstream's order. Becoming unschedulable alone is no event, and taints may appear
    twice."""
    actions: list[Action] = []
    if old.unschedulable and not new.unschedulable:
        actions.append(Action.UPDATE_NODE_TAINT)
    if not _equal_amounts(old.allocatable, new.allocatable):
        actions.append(Action.UPDATE_NODE_ALLOCATABLE)
    if dict(old.labels) != dict(new.labels):
        actions.append(Action.UPDATE_NODE_LABEL)
    if old.taints != new.taints:
        actions.append(Action.UPDATE_NODE_TAINT)
    if _conditions(old) != _conditions(new):
        actions.append(Action.UPDATE_NODE_CONDITION)
    if dict(old.meta.annotations) != dict(new.meta.annotations):
        actions.append(Action.UPDATE_NODE_ANNOTATION)
    if old.declared_features != new.declared_features:
        actions.append(Action.UPDATE_NODE_DECLARED_FEATURE)
    return tuple(ClusterEvent(Resource.NODE, action, old, new) for action in actions)


def pod_update_events(old: PodInfo, new: PodInfo) -> tuple[ClusterEvent, ...]:
    """The events in upstream's order; one general Update if nothing specific changed."""
    resource = Resource.ASSIGNED_POD if new.node_name else Resource.UNSCHEDULABLE_POD
    actions: list[Action] = []
    if old.labels is not new.labels and dict(old.labels) != dict(new.labels):
        actions.append(Action.UPDATE_POD_LABEL)
    if _scaled_down(old.pod, new.pod):
        actions.append(Action.UPDATE_POD_SCALE_DOWN)
    if old.pod.spec.scheduling_gates and not new.pod.spec.scheduling_gates:
        actions.append(Action.UPDATE_POD_SCHEDULING_GATES_ELIMINATED)
    if len(old.tolerations) != len(new.tolerations):
        actions.append(Action.UPDATE_POD_TOLERATION)
    if _claim_names(old.pod) != _claim_names(new.pod):
        actions.append(Action.UPDATE_POD_GENERATED_RESOURCE_CLAIM)
    return tuple(ClusterEvent(resource, action, old, new) for action in actions or [Action.UPDATE])


def _equal_amounts(old: ResourceList, new: ResourceList) -> bool:
    return old.keys() == new.keys() and all(old[name].nano == new[name].nano for name in old)


def _conditions(node: Node) -> dict[str, str]:
    return {condition.type: condition.status for condition in node.conditions}


def _scaled_down(old: Pod, new: Pod) -> bool:
    if old.spec is new.spec and not has_allocated_resources(old) and not has_allocated_resources(new):
        return False
    before, after = pod_requests(old, use_status=True), pod_requests(new, use_status=True)
    return any(
        name not in after or after[name].milli_value < amount.milli_value for name, amount in before.items()
    )


def _claim_names(pod: Pod) -> list[tuple[str, str]]:
    return [
        (text(find(entry, "name")), text(find(entry, "resourceClaimName")))
        for entry in pod.resource_claim_statuses
    ]
