"""The volume limits of a node and how much of them is taken, as the plugin NodeVolumeLimits counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import (
    CSINode,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.scheduler.plugins.volumes.attached_volumes import attached_volumes, count_of


@dataclass(frozen=True, slots=True)
class StoredObjects:
    """The objects of the API server's store that the plugin looks up."""

    api: ApiServer

    @property
    def claims(self) -> Mapping[str, PersistentVolumeClaim]:
        return cast("Mapping[str, PersistentVolumeClaim]", self.api.objects("PersistentVolumeClaim"))

    @property
    def volumes(self) -> Mapping[str, PersistentVolume]:
        return cast("Mapping[str, PersistentVolume]", self.api.objects("PersistentVolume"))

    @property
    def storage_classes(self) -> Mapping[str, StorageClass]:
        return cast("Mapping[str, StorageClass]", self.api.objects("StorageClass"))

    @property
    def volume_attachments(self) -> Mapping[str, VolumeAttachment]:
        return cast("Mapping[str, VolumeAttachment]", self.api.objects("VolumeAttachment"))


def volume_limits(api: ApiServer, node: str, pods: Iterable[Pod]) -> list[Json]:
    """`[{"driver", "used", "most"}]` of each driver with a limit on the node. `pods` are those on the node
    that have volumes; volumes that are still attached without a pod count too."""
    csi_node = api.get("CSINode", node)
    if not isinstance(csi_node, CSINode) or not csi_node.limits:
        return []
    attached = attached_volumes(StoredObjects(api), pods, csi_node)
    return [
        {"driver": driver, "used": count_of(attached, driver), "most": most}
        for driver, most in csi_node.limits.items()
    ]
