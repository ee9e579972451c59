"""VolumeRestrictions: conflicts over disks that only one pod may use, and over ReadWriteOncePod claims.

Source: pkg/scheduler/framework/plugins/volumerestrictions (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from scheduler_core.objects.manifest import Manifest, flag, strings, text
from scheduler_core.objects.storage import READ_WRITE_ONCE_POD, PersistentVolumeClaim
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState, StateKey
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, VolumeInUse
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Status, unresolvable, unschedulable
from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    CLAIM_NOT_FOUND,
    claim_not_found,
    claim_uses,
    source_of,
    uses_claim,
)

NAME = "VolumeRestrictions"
DISK_CONFLICT = unschedulable(NAME, "node(s) had no available disk")
IN_USE = unschedulable(
    NAME,
    "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by "
    "another pod",
)
_DISKS = ("gcePersistentDisk", "awsElasticBlockStore", "rbd", "iscsi")


class _State:
    """The names of the pod's ReadWriteOncePod claims, and the number of conflicting uses."""

    __slots__ = ("claims", "conflicts")

    def __init__(self, claims: frozenset[str], conflicts: int) -> None:
        self.claims = claims
        self.conflicts = conflicts

    def clone(self) -> _State:
        return _State(self.claims, self.conflicts)


_KEY: StateKey[_State] = StateKey(NAME)


class VolumeRestrictions:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = (
        *reasons_at("preFilter", CLAIM_NOT_FOUND),
        *reasons_at("filter", *DISK_CONFLICT.reasons, *IN_USE.reasons),
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.PODS_OF_NODE | Reads.CLUSTER

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        if not pod.pod.spec.volumes:
            return PRE_FILTER_SKIP
        exclusive: list[str] = []
        for use in claim_uses(pod, ephemeral=False):
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None:
                return PreFilterResult(unresolvable(NAME, claim_not_found(use.name)))
            if READ_WRITE_ONCE_POD in claim.access_modes:
                exclusive.append(use.name)
        used = {f"{pod.namespace}/{name}" for name in exclusive}
        if used:
            used = {key for key in used if any(key in node.claims for node in snapshot.nodes)}
        disks = any(source_of(volume, kind) for volume in pod.pod.spec.volumes for kind in _DISKS)
        if not disks and not used:
            return PRE_FILTER_SKIP
        state.write(_KEY, _State(frozenset(exclusive), len(used)))
        return PRE_FILTER_OK

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        for other in node.pods:
            if disks_conflict(pod, other):
                return DISK_CONFLICT
        return IN_USE if state.read(_KEY).conflicts > 0 else SUCCESS

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        snapshot = state.snapshot
        entries: list[Explanation] = []
        sharing = tuple(other.key for other in node.pods if disks_conflict(pod, other))
        if sharing:
            entries.append(VolumeInUse("", sharing))
        for use in claim_uses(pod, ephemeral=False):
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None or READ_WRITE_ONCE_POD not in claim.access_modes:
                continue
            users = tuple(
                other.key
                for info in snapshot.nodes
                for other in info.pods
                if other.namespace == pod.namespace and use.name in other.claim_names
            )
            if users:
                entries.append(VolumeInUse(use.name, users))
        return tuple(entries)

    def add_pod(self, state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo) -> None:
        self._change(state.read(_KEY), added, 1)

    def remove_pod(self, state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo) -> None:
        self._change(state.read(_KEY), removed, -1)

    def _change(self, usage: _State, other: PodInfo, sign: int) -> None:
        """Compares only the claim's name: upstream does not compare the namespace."""
        usage.conflicts += sign * sum(name in usage.claims for name in other.claim_names)

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.POD, Action.DELETE, _after_deletion),
            Registration(Resource.NODE, Action.ADD),
            Registration(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, _after_claim),
        )


def _after_deletion(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, PodInfo) or old.namespace != pod.namespace:
        return False
    return disks_conflict(pod, old) or bool(set(pod.claim_names) & set(old.claim_names))


def _after_claim(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PersistentVolumeClaim) and uses_claim(
        pod, new.meta.namespace, new.meta.name, ephemeral=False
    )


def disks_conflict(pod: PodInfo, other: PodInfo) -> bool:
    """Whether a volume of one pod cannot be used while the other pod uses its own on the same node."""
    return any(
        _conflict(kind, mine, theirs)
        for volume in pod.pod.spec.volumes
        for kind in _DISKS
        if (mine := source_of(volume, kind)) is not None
        for other_volume in other.pod.spec.volumes
        if (theirs := source_of(other_volume, kind)) is not None
    )


def _conflict(kind: str, mine: Manifest, theirs: Manifest) -> bool:
    def same(field: str) -> bool:
        return text(mine.get(field)) == text(theirs.get(field))

    both_read = flag(mine.get("readOnly")) and flag(theirs.get("readOnly"))
    match kind:
        case "gcePersistentDisk":
            return same("pdName") and not both_read
        case "awsElasticBlockStore":
            return same("volumeID")
        case "iscsi":
            return same("iqn") and not both_read
        case _:
            pools = text(mine.get("pool")) or "rbd", text(theirs.get("pool")) or "rbd"
            shared = set(strings(mine.get("monitors"))) & set(strings(theirs.get("monitors")))
            return bool(shared) and pools[0] == pools[1] and same("image") and not both_read
