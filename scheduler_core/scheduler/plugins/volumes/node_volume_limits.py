"""NodeVolumeLimits: how many volumes a CSI driver can attach to a node.

Source: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.34, v1.37).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from scheduler_core.objects.manifest import Manifest, find, text
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.storage import CSINode, PersistentVolumeClaim, VolumeAttachment
from scheduler_core.scheduler.cluster.node_info import NodeInfo
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.framework.cycle_state import CycleState
from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, VolumeCount
from scheduler_core.scheduler.framework.events import Action, EventObject, Registration, Resource
from scheduler_core.scheduler.framework.interface import PRE_FILTER_OK, PRE_FILTER_SKIP, PreFilterResult
from scheduler_core.scheduler.framework.reads import Reads
from scheduler_core.scheduler.framework.reasons import Reason, reasons_at
from scheduler_core.scheduler.framework.status import SUCCESS, Status, failed, unresolvable, unschedulable
from scheduler_core.scheduler.plugins.volumes.attached_volumes import (
    count_of,
    volumes_of,
    volumes_with_attachments,
)
from scheduler_core.scheduler.plugins.volumes.in_tree_volumes import VolumeId, inline_error
from scheduler_core.scheduler.plugins.volumes.pod_volumes import (
    CLAIM_NOT_FOUND,
    claim_use,
    claim_uses,
    created_for,
    migrated_drivers,
    not_owner,
    uses_claim,
)

NAME = "NodeVolumeLimits"
CLAIM_LOOKUP = f"looking up PVC %(key)s: {CLAIM_NOT_FOUND}"
NOT_INSTALLED = "%(driver)s CSI driver is not installed on the node"
EXCEEDED = unschedulable(NAME, "node(s) exceed max volume count")


class NodeVolumeLimits:
    name: ClassVar[str] = NAME
    reasons: ClassVar[tuple[Reason, ...]] = reasons_at(
        "filter", *EXCEEDED.reasons, CLAIM_LOOKUP, NOT_INSTALLED
    )
    reads: ClassVar[Reads] = Reads.POD | Reads.NODE | Reads.PODS_OF_NODE | Reads.CLUSTER

    def __init__(self, release: Release = BASELINE) -> None:
        self._asks_for_drivers = release.volume_limit_scaling

    def pre_filter(self, state: CycleState, snapshot: Snapshot, pod: PodInfo) -> PreFilterResult:
        return PRE_FILTER_OK if _has_attachable(pod) else PRE_FILTER_SKIP

    def filter(self, state: CycleState, pod: PodInfo, node: NodeInfo) -> Status:
        """Fails when a volume, of the pod or of a counted pod on the node, is an ephemeral one whose claim
        belongs to another pod, or an inline one that cannot be translated for its CSI driver."""
        snapshot = state.snapshot
        csi_node = snapshot.csi_nodes.get(node.name)
        for volume in pod.pod.spec.volumes:
            use = claim_use(pod.pod, volume)
            if use is not None and f"{pod.namespace}/{use.name}" not in snapshot.claims:
                key = f"{pod.namespace}/{use.name}"
                why = CLAIM_LOOKUP % {"key": key, "claim": use.name}
                return unresolvable(NAME, why)
            why = _error_of(snapshot, pod, volume, csi_node)
            if why:
                return failed(NAME, why)
        missing = _missing_driver(snapshot, pod, csi_node) if self._asks_for_drivers else ""
        if missing:
            return unschedulable(NAME, NOT_INSTALLED % {"driver": missing})
        counts = limit_counts(snapshot, pod, node)
        if counts is None:
            return SUCCESS
        for other in node.pods:
            for volume in other.pod.spec.volumes:
                why = _error_of(snapshot, other, volume, csi_node)
                if why:
                    return failed(NAME, why)
        for _, attached, more, limit in counts:
            if attached + more > limit:
                return EXCEEDED
        return SUCCESS

    def explain(
        self, state: CycleState, pod: PodInfo, node: NodeInfo, bare: NodeInfo
    ) -> tuple[Explanation, ...]:
        return tuple(
            VolumeCount(driver, attached, more, limit)
            for driver, attached, more, limit in limit_counts(state.snapshot, pod, node) or ()
            if attached + more > limit
        )

    def events_to_register(self) -> Sequence[Registration]:
        return (
            Registration(Resource.CSI_NODE, Action.ADD),
            Registration(Resource.CSI_NODE, Action.UPDATE, _after_csi_node),
            Registration(Resource.POD, Action.DELETE, _after_deletion),
            Registration(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, _after_claim),
            Registration(Resource.VOLUME_ATTACHMENT, Action.DELETE, _after_detachment),
        )


def limit_counts(
    snapshot: Snapshot, pod: PodInfo, node: NodeInfo
) -> tuple[tuple[str, int, int, int], ...] | None:
    """For each driver with a limit on the node: (driver, attached volumes, further volumes of the pod,
    limit). None when nothing is counted, because the node has no limits or the pod no volumes for a driver.
    """
    csi_node = snapshot.csi_nodes.get(node.name)
    if csi_node is None or not csi_node.limits:
        return None
    new_volumes = set(volumes_of(snapshot, pod.pod, csi_node))
    return tuple(_driver_counts(snapshot, new_volumes, node, csi_node)) if new_volumes else None


def _missing_driver(snapshot: Snapshot, pod: PodInfo, csi_node: CSINode | None) -> str:
    """The first driver of the pod's volumes that must be on the node and is not; "" without one."""
    on_node = csi_node or CSINode.parse({})
    installed = {text(find(entry, "name")) for entry in on_node.drivers}
    for driver in sorted({driver for driver, _ in volumes_of(snapshot, pod.pod, on_node)} - installed):
        stored = snapshot.csi_drivers.get(driver)
        if stored is not None and stored.must_be_on_node:
            return driver
    return ""


def _error_of(snapshot: Snapshot, pod: PodInfo, volume: Manifest, csi_node: CSINode | None) -> str:
    """The error about one volume of a pod (filterAttachableVolumes), or ""; a missing claim is none."""
    use = claim_use(pod.pod, volume)
    if use is None:
        return inline_error(volume, csi_node)
    claim = snapshot.claims.get(f"{pod.namespace}/{use.name}") if use.ephemeral else None
    return not_owner(claim, pod) if claim is not None and not created_for(claim, pod) else ""


def _driver_counts(
    snapshot: Snapshot, new_volumes: set[VolumeId], node: NodeInfo, csi_node: CSINode
) -> Iterator[tuple[str, int, int, int]]:
    """The rows of `limit_counts`. A volume that is on the node already is not counted again."""
    attached = {volume_id for other in node.pods for volume_id in volumes_of(snapshot, other.pod, csi_node)}
    new_volumes -= attached
    attached |= volumes_with_attachments(snapshot, node.name)
    for driver in sorted({driver for driver, _ in new_volumes}):
        limit = csi_node.limits.get(driver)
        if limit is not None:
            yield driver, count_of(attached, driver), count_of(new_volumes, driver), limit


def attached_by(snapshot: Snapshot, node: NodeInfo, driver: str) -> dict[str, int]:
    """Pod uid → the number of the driver's volumes that would be detached if only that pod were removed."""
    csi_node = snapshot.csi_nodes.get(node.name)
    if csi_node is None:
        return {}
    attached = {
        other.uid: {volume for volume in volumes_of(snapshot, other.pod, csi_node) if volume[0] == driver}
        for other in node.pods
    }
    users = Counter(volume for of_pod in attached.values() for volume in of_pod)
    return {uid: sum(users[volume] == 1 for volume in of_pod) for uid, of_pod in attached.items()}


def _has_attachable(pod: PodInfo) -> bool:
    return bool(pod.pod.spec.volumes) and (
        any(True for _ in claim_uses(pod)) or any(True for _ in migrated_drivers(pod))
    )


def _after_csi_node(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A limit of the node has grown."""
    if not isinstance(old, CSINode) or not isinstance(new, CSINode):
        return False
    return any(limit > old.limits.get(driver, 0) for driver, limit in new.limits.items())


def _after_deletion(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A pod with volumes that are attached has gone from a node, or from one that it was nominated to."""
    if not isinstance(old, PodInfo) or not (old.node_name or old.nominated_node_name):
        return False
    return _has_attachable(old)


def _after_claim(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A claim of the pod has appeared."""
    return isinstance(new, PersistentVolumeClaim) and uses_claim(pod, new.meta.namespace, new.meta.name)


def _after_detachment(pod: PodInfo, old: EventObject | None, new: EventObject | None) -> bool:
    """A volume was detached, and the pod uses claims, or migrated volumes of the same driver."""
    if not isinstance(old, VolumeAttachment):
        return False
    if any(not use.ephemeral for use in claim_uses(pod)):
        return True
    return old.attacher in set(migrated_drivers(pod))
