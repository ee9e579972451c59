"""GangScheduling: pods of a gang wait until enough of them exist, and none is bound before enough of them
have a node.

Source: pkg/scheduler/framework/plugins/gangscheduling (v1.35: each pod is scheduled alone and waits in
Permit; v1.36: Permit is asked in the cycle of the group as well; v1.37: PlacementFeasible takes its place,
see `groups.group_trials`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.objects.pod_groups import PodGroup
from scheduler_core.objects.releases.changes import GROUPS_IN_QUEUE, WORKLOADS_ALONE
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.pod_groups import PodGroups
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status, unresolvable

NAME = "GangScheduling"
NO_WORKLOAD = 'waiting for pods\'s workload "%(workload)s" to appear in scheduling queue'
NO_GROUP_IN_WORKLOAD = 'pod group "%(group)s" doesn\'t exist for a workload "%(workload)s"'
NO_GROUP = 'waiting for pods\'s pod group "%(group)s" to appear in scheduling queue'
NO_GROUP_1_37 = 'waiting for pod\'s pod group "%(group)s" to appear in scheduling queue'
TOO_FEW = "waiting for minCount pods from a gang to appear in scheduling queue"
WAITING = "waiting for minCount pods from a gang to be scheduled"
PERMIT_TIMEOUT_MS = 300_000


class GangScheduling:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preEnqueue", NO_WORKLOAD, NO_GROUP_IN_WORKLOAD, NO_GROUP, NO_GROUP_1_37, TOO_FEW),
        *reasons_at("permit", WAITING),
    )

    def __init__(self, release: Release = BASELINE) -> None:
        self._shapes = release.group_shapes

    def pre_enqueue(self, snapshot: Snapshot, pod: PodInfo, preempting: frozenset[str]) -> Status:
        key = pod.group_key
        if not key:
            return SUCCESS
        groups = snapshot.pod_groups
        minimum = self._minimum(groups, pod)
        if isinstance(minimum, Status):
            return minimum
        if minimum is not None and groups.count(key) < minimum:
            return unresolvable(NAME, TOO_FEW)
        return SUCCESS

    def permit(self, snapshot: Snapshot, pod: PodInfo) -> Status:
        """Whether a pod that is assumed on a node may be bound: WAIT until enough pods of its gang have one.
        An error when its group does not exist any more."""
        if not pod.group_key or self._shapes >= GROUPS_IN_QUEUE:
            return SUCCESS
        groups = snapshot.pod_groups
        minimum = self._minimum(groups, pod)
        if isinstance(minimum, Status):
            kind = "workload" if self._shapes == WORKLOADS_ALONE else "podgroup.scheduling.k8s.io"
            name = pod.pod.spec.group.partition("/")[0]
            what = "workload" if self._shapes == WORKLOADS_ALONE else "podGroup"
            why = f'failed to get {what} {pod.namespace}/{name}: {kind} "{name}" not found'
            return Status(Code.ERROR, (why,), NAME)
        if minimum is not None and groups.placed(pod.group_key) < minimum:
            return Status(Code.WAIT, (WAITING,), NAME)
        return SUCCESS

    def _minimum(self, groups: PodGroups, pod: PodInfo) -> int | Status | None:
        """minCount of the pod's gang, None for a group that is none, or why there is no such group."""
        if self._shapes == WORKLOADS_ALONE:
            workload, _, rest = pod.pod.spec.group.partition("/")
            stored = groups.workloads.get(f"{pod.namespace}/{workload}")
            if stored is None:
                return unresolvable(NAME, NO_WORKLOAD % {"workload": workload})
            name = rest.partition("/")[0]
            template = stored.template(name)
            if template is None:
                return unresolvable(NAME, NO_GROUP_IN_WORKLOAD % {"group": name, "workload": workload})
            return template.min_count
        group = groups.objects.get(pod.group_key)
        if group is None:
            words = NO_GROUP_1_37 if self._shapes >= GROUPS_IN_QUEUE else NO_GROUP
            return unresolvable(NAME, words % {"group": pod.pod.spec.group})
        return group.min_count

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.POD, Action.ADD, _same_group),
            Registration(Resource.POD_GROUP, Action.ADD | Action.UPDATE, _its_group),
            Registration(Resource.WORKLOAD, Action.ADD, _its_group),
        )


def _same_group(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PodInfo) and new.group_key == pod.group_key != ""


def _its_group(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A new group, or in v1.37 one that needs fewer pods."""
    if new is None or isinstance(new, PodInfo) or not pod.group_key:
        return False
    if isinstance(old, PodGroup) and isinstance(new, PodGroup):
        fewer = (old.min_count or 0) > (new.min_count or 0)
        return fewer and new.meta.key == pod.group_key
    return pod.group_key == new.meta.key or pod.group_key.startswith(f"{new.meta.key}/")
