"""The volumes that count against the limits of a node's CSI drivers.

Source: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.34) `filterAttachableVolumes`,
`getNodeVolumeAttachmentInfo`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import (
    CSINode,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.scheduler.plugins.volumes.in_tree_volumes import (
    VolumeId,
    driver_of,
    inline_volumes,
    volume_id,
)
from scheduler_core.scheduler.plugins.volumes.pod_volumes import claim_uses_of


class StorageObjects(Protocol):
    """The objects that are looked up; claims by `namespace/name`, the others by name."""

    @property
    def claims(self) -> Mapping[str, PersistentVolumeClaim]: ...
    @property
    def volumes(self) -> Mapping[str, PersistentVolume]: ...
    @property
    def storage_classes(self) -> Mapping[str, StorageClass]: ...
    @property
    def volume_attachments(self) -> Mapping[str, VolumeAttachment]: ...


def attached_volumes(storage: StorageObjects, pods: Iterable[Pod], csi_node: CSINode) -> set[VolumeId]:
    """The volumes of the pods on the node, and those that are attached to it without a pod."""
    of_pods = {volume for pod in pods for volume in volumes_of(storage, pod, csi_node)}
    return of_pods | volumes_with_attachments(storage, csi_node.meta.name)


def volumes_of(storage: StorageObjects, pod: Pod, csi_node: CSINode) -> Iterator[VolumeId]:
    """The volumes that a pod has, or would have, attached to the node; missing claims are skipped."""
    if not pod.spec.volumes:
        return
    yield from inline_volumes(pod.spec.volumes, csi_node)
    for use in claim_uses_of(pod):
        claim = storage.claims.get(f"{pod.namespace}/{use.name}")
        volume_id = None if claim is None else _volume_of(storage, claim, csi_node)
        if volume_id is not None:
            yield volume_id


def volumes_with_attachments(storage: StorageObjects, node: str) -> set[VolumeId]:
    """The volumes of CSI drivers for which a VolumeAttachment to the node exists."""
    attached: set[VolumeId] = set()
    for attachment in storage.volume_attachments.values():
        if attachment.node_name == node and attachment.attacher:
            volume = storage.volumes.get(attachment.persistent_volume_name)
            if volume is not None and volume.csi_driver:
                attached.add((attachment.attacher, volume.csi_handle))
    return attached


def count_of(volumes: Iterable[VolumeId], driver: str) -> int:
    """How many of the volumes the driver attaches."""
    return sum(1 for other, _ in volumes if other == driver)


def _volume_of(storage: StorageObjects, claim: PersistentVolumeClaim, csi_node: CSINode) -> VolumeId | None:
    """The volume of a claim; a claim without one counts for the driver with which its class provisions."""
    volume = storage.volumes.get(claim.volume_name) if claim.volume_name else None
    if volume is not None:
        return volume_id(volume, csi_node)
    storage_class = storage.storage_classes.get(claim.class_name)
    driver = "" if storage_class is None else driver_of(storage_class.provisioner, csi_node)
    return (driver, claim.meta.key) if driver else None
