"""Storage objects as far as scheduling reads them: claims, volumes, classes, CSI nodes.

Source: api/core/v1, api/storage/v1 (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.manifest import (
    Json,
    Manifest,
    Read,
    find,
    flag,
    integer,
    items,
    mapping,
    strings,
    text,
)
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.resources import parse_resource_list
from scheduler_core.objects.scalars.quantity import ZERO, Quantity
from scheduler_core.objects.selection.selectors import (
    LabelSelector,
    NodeSelector,
    NodeSelectorTerm,
    Requirement,
)

BETA_CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class"
BIND_COMPLETED_ANNOTATION = "pv.kubernetes.io/bind-completed"
BOUND_BY_CONTROLLER_ANNOTATION = "pv.kubernetes.io/bound-by-controller"
DEFAULT_CLASS_ANNOTATION = "storageclass.kubernetes.io/is-default-class"
PROVISIONED_BY_ANNOTATION = "pv.kubernetes.io/provisioned-by"
READ_WRITE_ONCE_POD = "ReadWriteOncePod"
SELECTED_NODE_ANNOTATION = "volume.kubernetes.io/selected-node"
MIGRATED_PLUGINS_ANNOTATION = "storage.alpha.kubernetes.io/migrated-plugins"


def _storage(value: Json) -> Quantity:
    return parse_resource_list(value).get("storage", ZERO)


def _class_name(meta: ObjectMeta, name: Json) -> str:
    if BETA_CLASS_ANNOTATION in meta.annotations:
        return meta.annotations[BETA_CLASS_ANNOTATION]
    return text(name)


@dataclass(frozen=True, slots=True, eq=False)
class PersistentVolumeClaim(ApiObject):
    """v1.PersistentVolumeClaim. `class_name` is "" for no class; the beta annotation takes precedence over
    the field.
    """

    manifest: Manifest
    meta: ObjectMeta
    class_name: str
    volume_name: str
    volume_mode: str
    volume_attributes_class_name: str
    access_modes: tuple[str, ...]
    selector: LabelSelector | None
    request: Quantity
    phase: str

    stated_request = Read(text, "spec", "resources", "requests", "storage")

    @property
    def bound(self) -> bool:
        return bool(self.volume_name) and BIND_COMPLETED_ANNOTATION in self.meta.annotations

    @staticmethod
    def parse(manifest: Manifest) -> PersistentVolumeClaim:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=True)
        spec = manifest.get("spec")
        return PersistentVolumeClaim(
            manifest=manifest,
            meta=meta,
            class_name=_class_name(meta, find(spec, "storageClassName")),
            volume_name=text(find(spec, "volumeName")),
            volume_mode=text(find(spec, "volumeMode")) or "Filesystem",
            volume_attributes_class_name=text(find(spec, "volumeAttributesClassName")),
            access_modes=strings(find(spec, "accessModes")),
            selector=LabelSelector.parse(find(spec, "selector")),
            request=_storage(find(spec, "resources", "requests")),
            phase=text(find(manifest, "status", "phase")),
        )


@dataclass(frozen=True, slots=True)
class ClaimReference:
    namespace: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True, eq=False)
class PersistentVolume(ApiObject):
    manifest: Manifest
    meta: ObjectMeta
    class_name: str
    claim: ClaimReference | None
    capacity: Quantity
    volume_mode: str
    volume_attributes_class_name: str
    access_modes: tuple[str, ...]
    node_affinity: NodeSelector | None
    csi_driver: str
    csi_handle: str
    phase: str

    capacity_manifest = Read(mapping, "spec", "capacity")

    @property
    def reclaim_policy(self) -> str:
        return text(self.spec_manifest.get("persistentVolumeReclaimPolicy")) or "Retain"

    @staticmethod
    def parse(manifest: Manifest) -> PersistentVolume:
        meta = ObjectMeta.parse(manifest.get("metadata"), namespaced=False)
        spec = manifest.get("spec")
        reference = find(spec, "claimRef")
        return PersistentVolume(
            manifest=manifest,
            meta=meta,
            class_name=_class_name(meta, find(spec, "storageClassName")),
            claim=None
            if not isinstance(reference, Mapping)
            else ClaimReference(
                text(reference.get("namespace")), text(reference.get("name")), text(reference.get("uid"))
            ),
            capacity=_storage(find(spec, "capacity")),
            volume_mode=text(find(spec, "volumeMode")) or "Filesystem",
            volume_attributes_class_name=text(find(spec, "volumeAttributesClassName")),
            access_modes=strings(find(spec, "accessModes")),
            node_affinity=NodeSelector.parse(find(spec, "nodeAffinity", "required")),
            csi_driver=text(find(spec, "csi", "driver")),
            csi_handle=text(find(spec, "csi", "volumeHandle")),
            phase=text(find(manifest, "status", "phase")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class StorageClass(ApiObject):
    """storage.k8s.io/v1.StorageClass. An empty `allowed_topologies` allows every node; `binding_mode` is None
    before defaulting.
    """

    manifest: Manifest
    meta: ObjectMeta
    provisioner: str
    binding_mode: str | None
    allowed_topologies: tuple[NodeSelectorTerm, ...]

    @property
    def default(self) -> bool:
        """Whether claims that name no class get this one."""
        return self.meta.annotations.get(DEFAULT_CLASS_ANNOTATION) == "true"

    @property
    def reclaim_policy(self) -> str:
        return text(self.manifest.get("reclaimPolicy")) or "Delete"

    @staticmethod
    def parse(manifest: Manifest) -> StorageClass:
        return StorageClass(
            manifest=manifest,
            meta=ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            provisioner=text(manifest.get("provisioner")),
            binding_mode=text(manifest.get("volumeBindingMode")) or None,
            allowed_topologies=tuple(
                NodeSelectorTerm(
                    tuple(
                        Requirement(text(find(entry, "key")), "In", strings(find(entry, "values")))
                        for entry in items(find(term, "matchLabelExpressions"))
                    )
                )
                for term in items(manifest.get("allowedTopologies"))
            ),
        )


@dataclass(frozen=True, slots=True, eq=False)
class CSINode(ApiObject):
    """storage.k8s.io/v1.CSINode. `limits` maps a driver to its number of volumes, for drivers that
    state one.
    """

    manifest: Manifest
    meta: ObjectMeta
    limits: Mapping[str, int]

    drivers = Read(items, "spec", "drivers")

    def topology_keys(self, driver: str) -> tuple[str, ...]:
        """The node labels that say from where the driver's volumes can be reached."""
        for entry in self.drivers:
            if find(entry, "name") == driver:
                return strings(find(entry, "topologyKeys"))
        return ()

    @staticmethod
    def parse(manifest: Manifest) -> CSINode:
        limits: dict[str, int] = {}
        for driver in items(find(manifest, "spec", "drivers")):
            count = integer(find(driver, "allocatable", "count"))
            if count is not None:
                limits[text(find(driver, "name"))] = count
        return CSINode(manifest, ObjectMeta.parse(manifest.get("metadata"), namespaced=False), limits)


@dataclass(frozen=True, slots=True, eq=False)
class CSIDriver(ApiObject):
    """storage.k8s.io/v1.CSIDriver. With `must_be_on_node` (preventPodSchedulingIfMissing) no pod with volumes
    of the driver goes to a node without it."""

    manifest: Manifest
    meta: ObjectMeta
    storage_capacity: bool
    attach_required: bool
    must_be_on_node: bool

    @staticmethod
    def parse(manifest: Manifest) -> CSIDriver:
        return CSIDriver(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            flag(find(manifest, "spec", "storageCapacity")),
            find(manifest, "spec", "attachRequired") is not False,
            flag(find(manifest, "spec", "preventPodSchedulingIfMissing")),
        )


@dataclass(frozen=True, slots=True, eq=False)
class CSIStorageCapacity(ApiObject):
    """storage.k8s.io/v1.CSIStorageCapacity. `size` is maximumVolumeSize, else capacity; None when neither is
    given. `capacity_bytes` is 0 without a capacity.
    """

    manifest: Manifest
    meta: ObjectMeta
    class_name: str
    topology: LabelSelector | None
    size: Quantity | None
    capacity_bytes: int

    @staticmethod
    def parse(manifest: Manifest) -> CSIStorageCapacity:
        amounts = parse_resource_list(
            {
                name: manifest[name]
                for name in ("capacity", "maximumVolumeSize")
                if manifest.get(name) is not None
            }
        )
        return CSIStorageCapacity(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            text(manifest.get("storageClassName")),
            LabelSelector.parse(manifest.get("nodeTopology")),
            amounts.get("maximumVolumeSize", amounts.get("capacity")),
            amounts["capacity"].value if "capacity" in amounts else 0,
        )


@dataclass(frozen=True, slots=True, eq=False)
class VolumeAttachment(ApiObject):
    manifest: Manifest
    meta: ObjectMeta
    attacher: str
    node_name: str
    persistent_volume_name: str

    @staticmethod
    def parse(manifest: Manifest) -> VolumeAttachment:
        spec = manifest.get("spec")
        return VolumeAttachment(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=False),
            text(find(spec, "attacher")),
            text(find(spec, "nodeName")),
            text(find(spec, "source", "persistentVolumeName")),
        )


StorageObject: TypeAlias = (
    PersistentVolumeClaim
    | PersistentVolume
    | StorageClass
    | CSINode
    | CSIDriver
    | CSIStorageCapacity
    | VolumeAttachment
)
