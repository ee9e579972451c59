"""The table of kinds: the one place that says what the model knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.storage import (
    CSIDriver,
    CSINode,
    CSIStorageCapacity,
    PersistentVolume,
    PersistentVolumeClaim,
    StorageClass,
    StorageObject,
    VolumeAttachment,
)
from scheduler_core.objects.workloads import ControllerRevision, Service, Workload

Object: TypeAlias = (
    Node
    | Lease
    | Pod
    | Namespace
    | PriorityClass
    | PodDisruptionBudget
    | Workload
    | ControllerRevision
    | Service
    | StorageObject
)
STORAGE_GROUP = "storage.k8s.io"


@dataclass(frozen=True, slots=True)
class Kind:
    """`resource` is the plural in URLs and messages (`pods "x" not found`); `groups` are the API groups it is
    read from, the first one is written."""

    name: str
    resource: str
    groups: tuple[str, ...]
    version: str
    namespaced: bool
    parse: Callable[[Manifest], Object]

    @property
    def qualified_resource(self) -> str:
        """As in the API server's messages: `pods`, `deployments.apps`."""
        return f"{self.resource}.{self.groups[0]}" if self.groups[0] else self.resource


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("Namespace", "namespaces", ("",), "v1", False, Namespace.parse),
        Kind("Node", "nodes", ("",), "v1", False, Node.parse),
        Kind("Lease", "leases", ("coordination.k8s.io",), "v1", True, Lease.parse),
        Kind("PriorityClass", "priorityclasses", ("scheduling.k8s.io",), "v1", False, PriorityClass.parse),
        Kind("StorageClass", "storageclasses", (STORAGE_GROUP,), "v1", False, StorageClass.parse),
        Kind("CSIDriver", "csidrivers", (STORAGE_GROUP,), "v1", False, CSIDriver.parse),
        Kind("CSINode", "csinodes", (STORAGE_GROUP,), "v1", False, CSINode.parse),
        Kind(
            "CSIStorageCapacity",
            "csistoragecapacities",
            (STORAGE_GROUP,),
            "v1",
            True,
            CSIStorageCapacity.parse,
        ),
        Kind("PersistentVolume", "persistentvolumes", ("",), "v1", False, PersistentVolume.parse),
        Kind(
            "PersistentVolumeClaim",
            "persistentvolumeclaims",
            ("",),
            "v1",
            True,
            PersistentVolumeClaim.parse,
        ),
        Kind("VolumeAttachment", "volumeattachments", (STORAGE_GROUP,), "v1", False, VolumeAttachment.parse),
        Kind("Pod", "pods", ("",), "v1", True, Pod.parse),
        Kind(
            "PodDisruptionBudget", "poddisruptionbudgets", ("policy",), "v1", True, PodDisruptionBudget.parse
        ),
        Kind("Service", "services", ("",), "v1", True, Service.parse),
        Kind("ReplicationController", "replicationcontrollers", ("",), "v1", True, Workload.parse),
        Kind("ReplicaSet", "replicasets", ("apps", "extensions"), "v1", True, Workload.parse),
        Kind("Deployment", "deployments", ("apps", "extensions"), "v1", True, Workload.parse),
        Kind("StatefulSet", "statefulsets", ("apps",), "v1", True, Workload.parse),
        Kind("DaemonSet", "daemonsets", ("apps", "extensions"), "v1", True, Workload.parse),
        Kind("Job", "jobs", ("batch",), "v1", True, Workload.parse),
        Kind("ControllerRevision", "controllerrevisions", ("apps",), "v1", True, ControllerRevision.parse),
    )
}
