"""Volumes of former in-tree plugins, as NodeVolumeLimits counts them: CSI drivers attach them now.

Source: csi-translation-lib plugins (v0.34), scheduler plugins/nodevolumelimits csi.go, utils.go (v1.34).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scheduler_core.objects.manifest import Manifest, text
from scheduler_core.objects.node import ZONE_LABELS
from scheduler_core.objects.storage import MIGRATED_PLUGINS_ANNOTATION, CSINode, PersistentVolume

VolumeId = tuple[str, str]
"""(driver, handle)"""

MIGRATED_DRIVERS: Mapping[str, str] = MappingProxyType(
    {
        "awsElasticBlockStore": "ebs.csi.aws.com",
        "gcePersistentDisk": "pd.csi.storage.gke.io",
        "azureDisk": "disk.csi.azure.com",
        "azureFile": "file.csi.azure.com",
        "cinder": "cinder.csi.openstack.org",
        "vsphereVolume": "csi.vsphere.vmware.com",
        "portworxVolume": "pxd.portworx.com",
    }
)
"""The field of a volume of a former in-tree plugin → the CSI driver that has taken over."""

_UNSPECIFIED = "UNSPECIFIED"
_EBS_VOLUME = re.compile(r"vol-[^/]*")
_GCE_ZONE_PARTS = 3


@dataclass(frozen=True, slots=True)
class InTreePlugin:
    """A former in-tree plugin: its `field` in a volume, and its `handle`, made from the volume's source and
    the zones in its labels. `announced` plugins count only when the CSINode says that they have been
    migrated."""

    name: str
    field: str
    handle: Callable[[Manifest, str], str]
    announced: bool = False

    @property
    def driver(self) -> str:
        return MIGRATED_DRIVERS[self.field]

    def moved(self, csi_node: CSINode) -> bool:
        listed = csi_node.meta.annotations.get(MIGRATED_PLUGINS_ANNOTATION, "")
        return not self.announced or self.name in listed.split(",")


def _of_field(name: str) -> Callable[[Manifest, str], str]:
    return lambda source, zones: text(source.get(name))


def _elastic_block_store(source: Manifest, zones: str) -> str:
    """`aws://zone/vol-1` and `vol-1` are the same volume."""
    volume_id = text(source.get("volumeID"))
    if not volume_id.startswith("aws://"):
        return volume_id
    return volume_id.removeprefix("aws://").partition("/")[2].strip("/")


def translation_error(plugin: InTreePlugin, source: Manifest, zones: str) -> str:
    """Why csi-translation-lib cannot translate a volume with this `source` and these zones in its labels;
    "" when it can."""
    if plugin.field == "awsElasticBlockStore":
        volume_id = text(source.get("volumeID"))
        if volume_id.startswith("aws://") and _EBS_VOLUME.fullmatch(plugin.handle(source, zones)) is None:
            why = f"Invalid format for AWS volume ({volume_id})"
            return f"failed to translate Kubernetes ID to EBS Volume ID {why}"
    elif plugin.field == "gcePersistentDisk" and "__" in zones:
        why = _region_error(zones.split("__"))
        if why:
            return f"failed to get region from zones: {why}"
    return ""


def _region_error(zones: list[str]) -> str:
    for zone in zones:
        if len(zone.split("-")) != _GCE_ZONE_PARTS:
            return f"zone in unexpected format, expected: {{locale}}-{{region}}-{{zone}}, got: {zone}"
    regions = sorted({zone.rpartition("-")[0] for zone in zones})
    if len(regions) == 1:
        return ""
    shown = " ".join(f"{region}:{{}}" for region in regions)
    return f"multiple or no regions gotten from zones, got: map[{shown}]"


def _gce_disk(source: Manifest, zones: str) -> str:
    name = text(source.get("pdName"))
    if "__" in zones:
        region = zones.partition("__")[0].rpartition("-")[0]
        return f"projects/{_UNSPECIFIED}/regions/{region}/disks/{name}"
    return f"projects/{_UNSPECIFIED}/zones/{zones or _UNSPECIFIED}/disks/{name}"


PLUGINS = (
    InTreePlugin("kubernetes.io/aws-ebs", "awsElasticBlockStore", _elastic_block_store),
    InTreePlugin("kubernetes.io/gce-pd", "gcePersistentDisk", _gce_disk),
    InTreePlugin("kubernetes.io/azure-disk", "azureDisk", _of_field("diskURI")),
    InTreePlugin("kubernetes.io/cinder", "cinder", _of_field("volumeID")),
    InTreePlugin(
        "kubernetes.io/portworx-volume",
        "portworxVolume",
        _of_field("volumeID"),
        announced=True,
    ),
)
"""The plugins that are counted. Azure File and vSphere volumes are migrated too, but never counted."""

_BY_NAME = {plugin.name: plugin for plugin in PLUGINS}
_NEVER_COUNTED = frozenset(("kubernetes.io/azure-file", "kubernetes.io/vsphere-volume"))


def inline_volumes(volumes: tuple[Manifest, ...], csi_node: CSINode) -> Iterator[VolumeId]:
    """The inline volumes of a pod that a driver on this node attaches."""
    for volume in volumes:
        volume_id = _translated(volume, "", csi_node)
        if volume_id is not None:
            yield volume_id


def inline_error(volume: Manifest, csi_node: CSINode | None) -> str:
    """The error about an inline volume that cannot be translated (checkAttachableInlineVolume); "" for any
    other volume."""
    for plugin in PLUGINS:
        source = volume.get(plugin.field)
        if isinstance(source, Mapping):
            moved = csi_node is not None and plugin.moved(csi_node)
            why = translation_error(plugin, source, "") if moved else ""
            return f"converting volume({text(volume.get('name'))}) from inline to csi: {why}" if why else ""
    return ""


def volume_id(volume: PersistentVolume, csi_node: CSINode) -> VolumeId | None:
    """The volume's driver and handle; None when no CSI driver attaches it."""
    if volume.csi_driver:
        return (volume.csi_driver, volume.csi_handle) if volume.csi_handle else None
    labels = volume.meta.labels
    zones = next((labels[key] for key in ZONE_LABELS if labels.get(key)), "")
    return _translated(volume.spec_manifest, zones, csi_node)


def _translated(volume: Manifest, zones: str, csi_node: CSINode) -> VolumeId | None:
    for plugin in PLUGINS:
        source = volume.get(plugin.field)
        if isinstance(source, Mapping):
            if not plugin.moved(csi_node) or translation_error(plugin, source, zones):
                return None
            return plugin.driver, plugin.handle(source, zones)
    return None


def driver_of(provisioner: str, csi_node: CSINode) -> str:
    """The driver that provisions a class's volumes on this node; "" when none is counted."""
    if provisioner in _NEVER_COUNTED:
        return ""
    plugin = _BY_NAME.get(provisioner)
    if plugin is None:
        return provisioner
    return plugin.driver if plugin.moved(csi_node) else ""
