"""PodGroups: the groups of pods that are scheduled together, and how many pods of each have a node.

Source: pkg/scheduler/backend/cache/podgroupstate.go, backend/workloadmanager (v1.35, v1.36). A pod counts as
a member from the moment at which the scheduler sees it until it is gone or finished; one of another scheduler
counts only once it has a node.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.cluster.pod_info import PodInfo


class PodGroups(State):
    """`objects` and `workloads` are by namespace/name, the members of a group by its key and their uid.
    `version` grows with each change of a group or of its members."""

    def __init__(self) -> None:
        self.objects: dict[str, PodGroup] = {}
        self.workloads: dict[str, SchedulingWorkload] = {}
        self.version = 0
        self._members: dict[str, dict[str, PodInfo]] = {}
        self._placed: dict[str, dict[str, str]] = {}

    def copy(self) -> Self:
        twin = super().copy()
        twin._members = {key: dict(members) for key, members in self._members.items()}
        twin._placed = {key: dict(placed) for key, placed in self._placed.items()}
        return twin

    # Objects

    def put(self, group: PodGroup) -> None:
        before = self.objects.get(group.meta.key)
        self.objects[group.meta.key] = group
        if before is None or before.spec_manifest != group.spec_manifest:
            self.version += 1

    def drop(self, key: str) -> None:
        self.objects.pop(key, None)
        self.version += 1

    def of(self, pod: PodInfo) -> PodGroup | None:
        """The PodGroup that the pod names; None where there is none, or no such object."""
        return self.objects.get(pod.group_key) if pod.group_key else None

    # Members

    def add(self, pod: PodInfo, *, moved: bool = True) -> None:
        """Takes a pod up, or a newer version of it; it has a place when it has a node. `moved` says whether
        it is new or got a node."""
        members = self._members.setdefault(pod.group_key, {})
        if moved and pod.uid not in members:
            self.version += 1
        members[pod.uid] = pod
        if moved and pod.node_name:
            self.place(pod, pod.node_name)

    def remove(self, pod: PodInfo) -> None:
        key = pod.group_key
        members = self._members.get(key, {})
        members.pop(pod.uid, None)
        if not members:
            self._members.pop(key, None)
        self.unplace(pod)

    def place(self, pod: PodInfo, node: str) -> None:
        """Notes that the pod is bound to the node, or assumed there."""
        placed = self._placed.setdefault(pod.group_key, {})
        if placed.get(pod.uid) != node:
            self.version += 1
        placed[pod.uid] = node

    def unplace(self, pod: PodInfo) -> None:
        placed = self._placed.get(pod.group_key, {})
        placed.pop(pod.uid, None)
        if not placed:
            self._placed.pop(pod.group_key, None)
        self.version += 1

    def minimum(self, key: str) -> int | None:
        """The number of pods of a gang that are enough; None for a group that is no gang, or does not
        exist. The key of a group of v1.35 names its Workload and the group in it."""
        group = self.objects.get(key)
        if group is not None:
            return group.min_count
        namespace, _, rest = key.partition("/")
        workload, _, name = rest.partition("/")
        stored = self.workloads.get(f"{namespace}/{workload}")
        template = None if stored is None else stored.template(name.partition("/")[0])
        return None if template is None else template.min_count

    def count(self, key: str) -> int:
        """The number of pods of the group."""
        return len(self._members.get(key, ()))

    def placed(self, key: str) -> int:
        """The number of pods of the group that have a node or are assumed on one."""
        return len(self._placed.get(key, ()))

    def nodes_of(self, key: str) -> tuple[str, ...]:
        """The nodes of the pods of the group that have one."""
        return tuple(self._placed.get(key, {}).values())

    def waiting(self, key: str) -> Iterator[PodInfo]:
        """The pods of the group without a node, in the order in which the scheduler saw them."""
        placed = self._placed.get(key, {})
        return (pod for uid, pod in self._members.get(key, {}).items() if uid not in placed)

    def with_place(self, key: str) -> Iterator[PodInfo]:
        """The pods of the group that have a node or are assumed on one, in the order in which they got it."""
        members = self._members.get(key, {})
        return (members[uid] for uid in tuple(self._placed.get(key, {})) if uid in members)

    def members(self, key: str) -> Iterator[PodInfo]:
        """All pods of the group, in the order in which the scheduler saw them."""
        return iter(tuple(self._members.get(key, {}).values()))
