"""NodeVolumeLimits: how many volumes a CSI driver can attach to a node.

Source: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from scheduler_core.objects.storage import CSINode, PersistentVolumeClaim, VolumeAttachment
from scheduler_core.scheduler.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework import (
    PRE_FILTER_OK,
    PRE_FILTER_SKIP,
    SUCCESS,
    CycleState,
    PreFilterResult,
    Status,
    unresolvable,
    unschedulable,
)
from scheduler_core.scheduler.node_info import NodeInfo
from scheduler_core.scheduler.plugins.pod_volumes import (
    claim_not_found,
    claim_uses,
    migrated_drivers,
    uses_claim,
)
from scheduler_core.scheduler.pod_info import PodInfo
from scheduler_core.scheduler.snapshot import Snapshot

NAME = "NodeVolumeLimits"
EXCEEDED = unschedulable(NAME, "node(s) exceed max volume count")

VolumeId = tuple[str, str]
"""(driver, handle)"""


class NodeVolumeLimits:
    name: ClassVar[str] = NAME
    node_local: ClassVar[bool] = False

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        return PRE_FILTER_OK if _has_attachable(pod) else PRE_FILTER_SKIP

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        snapshot = state.snapshot
        wanted: set[VolumeId] = set()
        for use in claim_uses(pod):
            claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
            if claim is None:
                why = f"looking up PVC {pod.namespace}/{use.name}: {claim_not_found(use.name)}"
                return unresolvable(NAME, why)
            wanted |= _volume_ids(snapshot, claim)
        for _, attached, more, limit in _driver_counts(snapshot, node, wanted):
            if attached + more > limit:
                return EXCEEDED
        return SUCCESS

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.CSI_NODE, Action.ADD),
            Registration(Resource.CSI_NODE, Action.UPDATE, _after_csi_node),
            Registration(Resource.POD, Action.DELETE, _after_deletion),
            Registration(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, _after_claim),
            Registration(Resource.VOLUME_ATTACHMENT, Action.DELETE, _after_detachment),
        )


def limit_counts(snapshot: Snapshot, pod: PodInfo, node: NodeInfo) -> tuple[tuple[str, int, int, int], ...]:
    """(driver, volumes attached, more that the pod wants, limit) where the node has a limit."""
    wanted: set[VolumeId] = set()
    for use in claim_uses(pod):
        claim = snapshot.claims.get(f"{pod.namespace}/{use.name}")
        if claim is not None:
            wanted |= _volume_ids(snapshot, claim)
    return tuple(_driver_counts(snapshot, node, wanted))


def _driver_counts(
    snapshot: Snapshot, node: NodeInfo, wanted: set[VolumeId]
) -> Iterator[tuple[str, int, int, int]]:
    csi_node = snapshot.csi_nodes.get(node.name)
    if not wanted or csi_node is None or not csi_node.limits:
        return
    attached = _attached(snapshot, node)
    wanted = wanted - attached
    attached |= {
        (attachment.attacher, handle)
        for attachment in snapshot.volume_attachments.values()
        if attachment.node_name == node.name
        for handle in _handles(snapshot, attachment)
    }
    for driver in sorted({driver for driver, _ in wanted}):
        limit = csi_node.limits.get(driver)
        if limit is not None:
            yield driver, _count(attached, driver), _count(wanted, driver), limit


def _count(volumes: set[VolumeId], driver: str) -> int:
    return sum(1 for other, _ in volumes if other == driver)


def _has_attachable(pod: PodInfo) -> bool:
    return bool(pod.pod.spec.volumes) and (
        any(True for _ in claim_uses(pod)) or any(True for _ in migrated_drivers(pod))
    )


def _volume_ids(snapshot: Snapshot, claim: PersistentVolumeClaim) -> set[VolumeId]:
    volume = snapshot.volumes.get(claim.volume_name) if claim.volume_name else None
    if volume is not None:
        return {(volume.csi_driver, volume.csi_handle)} if volume.csi_driver else set()
    storage_class = snapshot.storage_classes.get(claim.class_name)
    return set() if storage_class is None else {(storage_class.provisioner, claim.meta.key)}


def _attached(snapshot: Snapshot, node: NodeInfo) -> set[VolumeId]:
    """The distinct volumes of the pods on the node; a missing claim is passed over."""
    attached: set[VolumeId] = set()
    for other in node.pods:
        if other.pod.spec.volumes:
            for use in claim_uses(other):
                claim = snapshot.claims.get(f"{other.namespace}/{use.name}")
                if claim is not None:
                    attached |= _volume_ids(snapshot, claim)
    return attached


def _handles(snapshot: Snapshot, attachment: VolumeAttachment) -> Sequence[str]:
    volume = snapshot.volumes.get(attachment.persistent_volume_name)
    return () if volume is None or not volume.csi_driver else (volume.csi_handle,)


def _after_csi_node(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, CSINode) or not isinstance(new, CSINode):
        return False
    return any(limit > old.limits.get(driver, 0) for driver, limit in new.limits.items())


def _after_deletion(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, PodInfo) or not (old.node_name or old.nominated_node_name):
        return False
    return _has_attachable(old)


def _after_claim(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    return isinstance(new, PersistentVolumeClaim) and uses_claim(pod, new.meta.namespace, new.meta.name)


def _after_detachment(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    if not isinstance(old, VolumeAttachment):
        return False
    if any(not use.ephemeral for use in claim_uses(pod)):
        return True
    return old.attacher in set(migrated_drivers(pod))
