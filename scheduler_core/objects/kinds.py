"""The table of kinds: the one place that says which kinds the model knows and how they differ.

A new kind is one row here; its rules (defaults, schema, controller) stand beside those of the other kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.device_slices import ResourceSlice
from scheduler_core.objects.device_taint_rules import DeviceTaintRule
from scheduler_core.objects.devices import DeviceClass, DeviceObject, ResourceClaim, ResourceClaimTemplate
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.lease import Lease
from scheduler_core.objects.manifest import Manifest, Read, items, text, texts
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.pod_groups import PodGroup, SchedulingWorkload
from scheduler_core.objects.policy import Namespace, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.resource_quota import ResourceQuota
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


@dataclass(frozen=True, slots=True, eq=False)
class Inert(ApiObject):
    """A ConfigMap, a Secret or a ServiceAccount: kept and shown, and nothing in the simulation acts upon it.
    Of its data the keys are kept, without their values.
    """

    manifest: Manifest
    meta: ObjectMeta

    data = Read(texts, "data")
    binary_data = Read(texts, "binaryData")
    type = Read(text, "type")
    image_pull_secrets = Read(items, "imagePullSecrets")

    @staticmethod
    def parse(manifest: Manifest) -> Inert:
        return Inert(manifest, ObjectMeta.parse(manifest.get("metadata"), namespaced=True))


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
    | DeviceObject
    | EndpointSlice
    | CronJob
    | Inert
    | ResourceQuota
    | PodGroup
    | SchedulingWorkload
)
View: TypeAlias = Literal["node", "pod", "class", "group", "workload", "claim", "volume", "service"]

CORE, APPS, BATCH = ("",), ("apps", "extensions"), ("batch",)
STORAGE, RESOURCE, SCHEDULING = ("storage.k8s.io",), ("resource.k8s.io",), ("scheduling.k8s.io",)


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table.

    - `groups`: the API groups it is read from; the first one is written
    - `creation_rank`: place in the order in which a start state is created, so that objects come before those
      that refer to them; the order of the table itself is that of hashes and of the watch
    - `has_template`: its spec has a pod template, from which its controller makes pods
    - `scalable`: it has the scale subresource
    - `has_generation`: metadata.generation counts the changes of its spec (pods since v1.33)
    - `has_history`: `kubectl rollout undo` supports it
    - `of_machine`: kubelets and drivers create its objects; no line of kubectl adds a machine
    - `derived`: the cluster makes its objects by itself from others; nobody writes them
    - `orphans`: its dependents stay when a DELETE names no propagation policy
    - `view`: its view on the board; None when the board does not draw it
    - `redraws`: the kind whose object of the same name looks different when this one changes
    """

    name: str
    groups: tuple[str, ...]
    parse: Callable[[Manifest], Object]
    creation_rank: int
    version: str = "v1"
    namespaced: bool = True
    of_machine: bool = False
    derived: bool = False
    has_template: bool = False
    scalable: bool = False
    has_generation: bool = False
    has_history: bool = False
    orphans: bool = False
    view: View | None = None
    redraws: str | None = None

    @property
    def resource(self) -> str:
        """The plural in URLs and messages (`pods "x" not found`). Source: meta.UnsafeGuessKindToResource."""
        name = self.name.lower()
        if name.endswith("s"):
            return f"{name}es"
        return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"

    @property
    def qualified_resource(self) -> str:
        """As in the API server's messages: `pods`, `deployments.apps`."""
        return f"{self.resource}.{self.groups[0]}" if self.groups[0] else self.resource

    @property
    def api_version(self) -> str:
        """As in a manifest: `v1`, `apps/v1`."""
        return f"{self.groups[0]}/{self.version}" if self.groups[0] else self.version


def _workload(
    name: str,
    groups: tuple[str, ...],
    creation_rank: int,
    *,
    scalable: bool = False,
    has_history: bool = False,
    orphans: bool = False,
) -> Kind:
    """The row of a kind whose controller makes pods of a template."""
    return Kind(
        name,
        groups,
        Workload.parse,
        creation_rank,
        has_template=True,
        scalable=scalable,
        has_generation=True,
        has_history=has_history,
        orphans=orphans,
        view="workload",
    )


_ROWS = (
    Kind("Namespace", CORE, Namespace.parse, 0, namespaced=False),
    Kind("Node", CORE, Node.parse, 2, namespaced=False, of_machine=True, view="node"),
    Kind("Lease", ("coordination.k8s.io",), Lease.parse, 3, derived=True),
    Kind("PriorityClass", SCHEDULING, PriorityClass.parse, 1, namespaced=False, view="class"),
    Kind("StorageClass", STORAGE, StorageClass.parse, 4, namespaced=False),
    Kind("CSIDriver", STORAGE, CSIDriver.parse, 5, namespaced=False),
    Kind(
        "CSINode", STORAGE, CSINode.parse, 6, namespaced=False, of_machine=True, derived=True, redraws="Node"
    ),
    Kind("CSIStorageCapacity", STORAGE, CSIStorageCapacity.parse, 7, derived=True),
    Kind("PersistentVolume", CORE, PersistentVolume.parse, 8, namespaced=False, view="volume"),
    Kind("PersistentVolumeClaim", CORE, PersistentVolumeClaim.parse, 9, view="claim"),
    Kind("VolumeAttachment", STORAGE, VolumeAttachment.parse, 10, namespaced=False, derived=True),
    Kind("Pod", CORE, Pod.parse, 25, has_generation=True, view="pod"),
    Kind("PodDisruptionBudget", ("policy",), PodDisruptionBudget.parse, 24, has_generation=True),
    Kind("Service", CORE, Service.parse, 15, view="service"),
    _workload("ReplicationController", CORE, 22, scalable=True, orphans=True),
    _workload("ReplicaSet", APPS, 23, scalable=True),
    _workload("Deployment", APPS, 16, scalable=True, has_history=True),
    _workload("StatefulSet", ("apps",), 17, scalable=True, has_history=True),
    _workload("DaemonSet", APPS, 18, has_history=True),
    _workload("Job", BATCH, 20, orphans=True),
    Kind("ControllerRevision", ("apps",), ControllerRevision.parse, 21, derived=True),
    Kind("DeviceClass", RESOURCE, DeviceClass.parse, 11, namespaced=False),
    Kind("ResourceSlice", RESOURCE, ResourceSlice.parse, 12, namespaced=False, of_machine=True),
    Kind("ResourceClaimTemplate", RESOURCE, ResourceClaimTemplate.parse, 13),
    Kind("ResourceClaim", RESOURCE, ResourceClaim.parse, 14),
    Kind("EndpointSlice", ("discovery.k8s.io",), EndpointSlice.parse, 26, derived=True),
    Kind("CronJob", BATCH, CronJob.parse, 19, has_generation=True),
    Kind("ConfigMap", CORE, Inert.parse, 27),
    Kind("Secret", CORE, Inert.parse, 28),
    Kind("ServiceAccount", CORE, Inert.parse, 29),
    Kind("ResourceQuota", CORE, ResourceQuota.parse, 30),
    Kind("DeviceTaintRule", RESOURCE, DeviceTaintRule.parse, 31, namespaced=False, has_generation=True),
    Kind(
        "Workload",
        SCHEDULING,
        SchedulingWorkload.parse,
        32,
        version="v1alpha2",
        has_generation=True,
        view="group",
    ),
    Kind("PodGroup", SCHEDULING, PodGroup.parse, 33, version="v1alpha2", has_generation=True, view="group"),
)

KINDS: Mapping[str, Kind] = {row.name: row for row in _ROWS}

INERT = frozenset(name for name, kind in KINDS.items() if kind.parse is Inert.parse)
"""Kinds upon which nothing acts. Clients of the API may write them; a start state is read without them."""

DRAWN_ALONE = frozenset(name for name, kind in KINDS.items() if kind.view in ("node", "pod", "workload"))
"""Kinds of which one object alone makes a board worth looking at."""

OBJECT_VIEWS = frozenset(kind.view for kind in KINDS.values() if kind.view is not None)
"""Kinds of views that are objects; the others are what the board makes of them."""
