"""Claims, volumes, classes and limits in short spellings."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.node import Node
from scheduler_core.objects.storage import (
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    VolumeAttachment,
)
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from tests.core.scheduler.builders import cluster, pod

Stored = (
    PersistentVolumeClaim
    | PersistentVolume
    | StorageClass
    | CSINode
    | CSIDriver
    | CSIStorageCapacity
    | VolumeAttachment
)


def claim(
    name: str, volume: str = "", *, size: str = "1Gi", cls: str = "fast", **more: Any
) -> PersistentVolumeClaim:
    """Bound to `volume` where one is named."""
    metadata = {"name": name, "namespace": "default", "uid": name, **more.pop("metadata", {})}
    if volume:
        metadata["annotations"] = {"pv.kubernetes.io/bind-completed": "yes"}
    spec = {
        "accessModes": more.pop("accessModes", ["ReadWriteOnce"]),
        "storageClassName": cls,
        "resources": {"requests": {"storage": size}},
        **({"volumeName": volume} if volume else {}),
        **more,
    }
    status = {"phase": "Bound" if volume else "Pending"}
    return PersistentVolumeClaim.parse({"metadata": metadata, "spec": spec, "status": status})


def volume(
    name: str, *, zone: str = "", size: str = "1Gi", cls: str = "fast", **more: Any
) -> PersistentVolume:
    """Reachable in `zone` alone where one is named."""
    spec: dict[str, Any] = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": cls,
        "capacity": {"storage": size},
        **{key: value for key, value in more.items() if key not in ("labels", "phase")},
    }
    if zone:
        required = {"key": "topology.kubernetes.io/zone", "operator": "In", "values": [zone]}
        spec["nodeAffinity"] = {"required": {"nodeSelectorTerms": [{"matchExpressions": [required]}]}}
    metadata = {"name": name, "labels": more.get("labels", {})}
    status = {"phase": more.get("phase", "Available")}
    return PersistentVolume.parse({"metadata": metadata, "spec": spec, "status": status})


def storage_class(
    name: str = "fast", *, waits: bool = True, provisioner: str = "csi.example", **more: Any
) -> StorageClass:
    mode = "WaitForFirstConsumer" if waits else "Immediate"
    return StorageClass.parse(
        {"metadata": {"name": name}, "provisioner": provisioner, "volumeBindingMode": mode, **more}
    )


def limits(node: str, **counts: int) -> CSINode:
    """`csi_example=1`: the driver csi.example attaches one volume at most."""
    drivers = [
        {"name": name.replace("_", "."), "nodeID": node, "allocatable": {"count": count}}
        for name, count in counts.items()
    ]
    return CSINode.parse({"metadata": {"name": node}, "spec": {"drivers": drivers}})


def attached(name: str, node: str, volume_name: str, driver: str = "csi.example") -> VolumeAttachment:
    """What the attach-detach controller has written about a volume on a node."""
    source = {"persistentVolumeName": volume_name}
    return VolumeAttachment.parse(
        {"metadata": {"name": name}, "spec": {"attacher": driver, "nodeName": node, "source": source}}
    )


def capacity(name: str, size: str = "", *, zone: str = "z1", largest: str = "") -> CSIStorageCapacity:
    """What the driver of class `fast` says it has left in `zone`."""
    amounts = {"capacity": size, "maximumVolumeSize": largest}
    return CSIStorageCapacity.parse(
        {
            "metadata": {"name": name, "namespace": "default"},
            "storageClassName": "fast",
            "nodeTopology": {"matchLabels": {"topology.kubernetes.io/zone": zone}},
            **{key: value for key, value in amounts.items() if value},
        }
    )


def own_claim(
    pod_name: str, volume_name: str, *, of: str | None = None, **more: Any
) -> PersistentVolumeClaim:
    """The claim of a generic ephemeral volume; `of`: the uid of the pod it was made for."""
    owner = {"apiVersion": "v1", "kind": "Pod", "name": pod_name, "controller": True}
    owner["uid"] = f"uid-{pod_name}" if of is None else of
    return claim(f"{pod_name}-{volume_name}", metadata={"ownerReferences": [owner]}, **more)


def scratching(name: str, *volumes: str, on: str = "") -> PodInfo:
    """A pod with generic ephemeral volumes."""
    template = {"volumeClaimTemplate": {}}
    return pod(name, on=on, volumes=[{"name": item, "ephemeral": template} for item in volumes])


def using(name: str, *claims: str, on: str = "", **more: Any) -> PodInfo:
    volumes = [{"name": item, "persistentVolumeClaim": {"claimName": item}} for item in claims]
    return pod(name, on=on, volumes=volumes, **more)


def with_storage(*things: Node | PodInfo | Stored) -> Snapshot:
    snapshot = cluster(*(thing for thing in things if isinstance(thing, (Node, PodInfo))))
    for item in things:
        match item:
            case PersistentVolumeClaim():
                snapshot.claims[item.meta.key] = item
            case PersistentVolume():
                snapshot.volumes[item.meta.name] = item
            case StorageClass():
                snapshot.storage_classes[item.meta.name] = item
            case CSINode():
                snapshot.csi_nodes[item.meta.name] = item
            case CSIDriver():
                snapshot.csi_drivers[item.meta.name] = item
            case CSIStorageCapacity():
                snapshot.storage_capacities[item.meta.key] = item
            case VolumeAttachment():
                snapshot.volume_attachments[item.meta.name] = item
    return snapshot
