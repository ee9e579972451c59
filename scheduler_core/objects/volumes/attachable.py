"""Which volumes have to be attached to a node before use, and their unique names.

Source: pkg/volume/csi csi_attacher.go and csi_plugin.go `CanAttach`, pkg/volume/util `GetUniqueVolumeName`,
csi-translation-lib (v1.34): the disks of old plugins are attached by their CSI drivers.

Network file systems, plain iSCSI and Fibre Channel, hostPath and local volumes are not attached, so nothing
prevents two nodes from using one at a time. The annotation `podium/attach: required` adds an attach step to
such a volume, as the pod-safety proposal wanted for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import find, mapping, strings, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.storage import (
    CSIDriver,
    PersistentVolume,
    PersistentVolumeClaim,
    VolumeAttachment,
)

ATTACH_ANNOTATION = "podium/attach"

# Field of the volume → the driver that attaches it today, and the field with the name of the disk.
_DISKS: Mapping[str, tuple[str, str]] = {
    "awsElasticBlockStore": ("ebs.csi.aws.com", "volumeID"),
    "gcePersistentDisk": ("pd.csi.storage.gke.io", "pdName"),
    "azureDisk": ("disk.csi.azure.com", "diskURI"),
    "cinder": ("cinder.csi.openstack.org", "volumeID"),
    "vsphereVolume": ("csi.vsphere.vmware.com", "volumePath"),
    "rbd": ("rbd.csi.ceph.com", "image"),
}
MANY_NODES = frozenset({"ReadWriteMany", "ReadOnlyMany"})
"""Access modes with which several nodes may use a volume."""


def attacher(volume: PersistentVolume, drivers: Mapping[str, Object]) -> str:
    """The name of the driver that attaches the volume; "" for a volume that needs no
    attaching. `drivers` are the CSIDriver objects by name.

    A driver without a CSIDriver object counts as one that attaches.
    """
    if volume.csi_driver:
        driver = drivers.get(volume.csi_driver)
        needless = isinstance(driver, CSIDriver) and not driver.attach_required
        return "" if needless else volume.csi_driver
    spec = mapping(volume.manifest.get("spec"))
    for field, (driver_name, _) in _DISKS.items():
        if isinstance(spec.get(field), Mapping):
            return driver_name
    if volume.meta.annotations.get(ATTACH_ANNOTATION) == "required":
        return f"kubernetes.io/{_source_field(volume)}"
    return ""


def unique_volume_name(volume: PersistentVolume) -> str:
    """The name in `volumesAttached` and `volumesInUse`: `kubernetes.io/csi/<driver>^<handle>`."""
    if volume.csi_driver:
        return f"kubernetes.io/csi/{volume.csi_driver}^{volume.csi_handle or volume.meta.name}"
    spec = mapping(volume.manifest.get("spec"))
    for field, (driver, handle) in _DISKS.items():
        if isinstance(spec.get(field), Mapping):
            return f"kubernetes.io/csi/{driver}^{text(find(spec, field, handle)) or volume.meta.name}"
    return f"kubernetes.io/{_source_field(volume)}/{volume.meta.name}"


def _source_field(volume: PersistentVolume) -> str:
    plain = ("iscsi", "fc", "nfs", "cephfs", "glusterfs", "hostPath", "local", "azureFile")
    spec = mapping(volume.manifest.get("spec"))
    return next((field for field in plain if isinstance(spec.get(field), Mapping)), "volume")


def attachment_name(volume: PersistentVolume, driver: str, node: str) -> str:
    """The name of the VolumeAttachment. Source: csi_attacher.go `getAttachmentName`."""
    handle = volume.csi_handle or unique_volume_name(volume).rpartition("^")[2]
    return _attachment_name(handle, driver, node)


def _attachment_name(handle: str, driver: str, node: str) -> str:
    return f"csi-{sha256(f'{handle}{driver}{node}'.encode()).hexdigest()}"


def attached_as(names: Iterable[str], attachment: VolumeAttachment) -> str:
    """The unique name, among those in a node's status, of the volume that an attachment stands for; "" when
    none of them is it. It needs no PersistentVolume, which may no longer exist.
    """
    for name in names:
        handle = name.rpartition("^")[2]
        if _attachment_name(handle, attachment.attacher, attachment.node_name) == attachment.meta.name:
            return name
    return ""


def allows_many_nodes(volume: PersistentVolume) -> bool:
    """Whether the volume may be attached to several nodes. Source: volume/util `IsMultiAttachAllowed`."""
    return not volume.access_modes or any(mode in MANY_NODES for mode in volume.access_modes)


def claim_keys(pod: Pod) -> Iterator[str]:
    """`namespace/name` of the claims that a pod uses, including those of its generic ephemeral volumes."""
    for entry in pod.spec.volumes:
        name = text(find(entry, "persistentVolumeClaim", "claimName"))
        if not name and isinstance(entry.get("ephemeral"), Mapping):
            name = f"{pod.name}-{text(entry.get('name'))}"
        if name:
            yield f"{pod.namespace}/{name}"


def attachable_volumes(
    pod: Pod,
    claims: Mapping[str, Object],
    volumes: Mapping[str, Object],
    drivers: Mapping[str, Object],
) -> Iterator[PersistentVolume]:
    """The volumes that have to be attached to the pod's node before it can start; volumes of unbound claims
    are left out."""
    for key in claim_keys(pod):
        claim = claims.get(key)
        if not isinstance(claim, PersistentVolumeClaim) or claim.phase != "Bound":
            continue
        volume = volumes.get(claim.volume_name)
        if isinstance(volume, PersistentVolume) and attacher(volume, drivers):
            yield volume


def volumes_attached(node: Object) -> tuple[str, ...]:
    """The unique names in status.volumesAttached."""
    listed = node.volumes_attached if isinstance(node, Node) else ()
    return tuple(text(find(entry, "name")) for entry in listed)


def volumes_in_use(node: Object) -> tuple[str, ...]:
    """The unique names in status.volumesInUse: the mounted volumes that the kubelet last reported."""
    return strings(node.volumes_in_use) if isinstance(node, Node) else ()
