"""The table of kinds: the one place that says which kinds the model knows and how they differ.

A new kind is one row here; its rules (defaults, schema, controller) stand beside those of the other kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.devices import (
    DeviceClass,
    DeviceObject,
    ResourceClaim,
    ResourceClaimTemplate,
    ResourceSlice,
)
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.inert import Inert
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
    | DeviceObject
    | EndpointSlice
    | CronJob
    | Inert
)
View: TypeAlias = Literal["node", "pod", "class", "workload", "claim", "volume", "service"]

CORE, APPS, STORAGE = ("",), ("apps", "extensions"), ("storage.k8s.io",)
RESOURCE = ("resource.k8s.io",)
YES, NO = True, False


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the table. No column has a default.

    - `resource`: the plural in URLs and messages (`pods "x" not found`)
    - `groups`: the API groups it is read from; the first one is written
    - `creation_rank`: place in the order in which a start state is created, so that objects come before those
      that refer to them; the order of the table itself is that of hashes and of the watch
    - `has_template`: its spec has a pod template, from which its controller makes pods
    - `scalable`: it has the scale subresource
    - `has_generation`: metadata.generation counts the changes of its spec (pods since v1.33)
    - `has_history`: `kubectl rollout undo` supports it
    - `derived`: the cluster makes its objects by itself from others; nobody writes them
    - `orphans`: its dependents stay when a DELETE names no propagation policy
    - `view`: its view on the board; None when the board does not draw it
    - `redraws`: the kind whose object of the same name looks different when this one changes
    """

    name: str
    resource: str
    groups: tuple[str, ...]
    version: str
    parse: Callable[[Manifest], Object]
    derived: bool
    creation_rank: int
    namespaced: bool
    has_template: bool
    scalable: bool
    has_generation: bool
    has_history: bool
    orphans: bool
    view: View | None
    redraws: str | None

    @property
    def qualified_resource(self) -> str:
        """As in the API server's messages: `pods`, `deployments.apps`."""
        return f"{self.resource}.{self.groups[0]}" if self.groups[0] else self.resource

    @property
    def api_version(self) -> str:
        """As in a manifest: `v1`, `apps/v1`."""
        return f"{self.groups[0]}/{self.version}" if self.groups[0] else self.version


# A row has three lines: names and parser; how the API server treats it; when it is created and how it is
# drawn. One argument a line would hide the table, so the formatter leaves it alone.
# fmt: off
_ROWS = (
    Kind("Namespace", "namespaces", CORE, "v1", Namespace.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=0, view=None, redraws=None),
    Kind("Node", "nodes", CORE, "v1", Node.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=2, view="node", redraws=None),
    Kind("Lease", "leases", ("coordination.k8s.io",), "v1", Lease.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=3, view=None, redraws=None),
    Kind("PriorityClass", "priorityclasses", ("scheduling.k8s.io",), "v1", PriorityClass.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=1, view="class", redraws=None),
    Kind("StorageClass", "storageclasses", STORAGE, "v1", StorageClass.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=4, view=None, redraws=None),
    Kind("CSIDriver", "csidrivers", STORAGE, "v1", CSIDriver.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=5, view=None, redraws=None),
    Kind("CSINode", "csinodes", STORAGE, "v1", CSINode.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=6, view=None, redraws="Node"),
    Kind("CSIStorageCapacity", "csistoragecapacities", STORAGE, "v1", CSIStorageCapacity.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=7, view=None, redraws=None),
    Kind("PersistentVolume", "persistentvolumes", CORE, "v1", PersistentVolume.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=8, view="volume", redraws=None),
    Kind("PersistentVolumeClaim", "persistentvolumeclaims", CORE, "v1", PersistentVolumeClaim.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=9, view="claim", redraws=None),
    Kind("VolumeAttachment", "volumeattachments", STORAGE, "v1", VolumeAttachment.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=10, view=None, redraws=None),
    Kind("Pod", "pods", CORE, "v1", Pod.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=YES, has_history=NO, orphans=NO,
         derived=NO, creation_rank=25, view="pod", redraws=None),
    Kind("PodDisruptionBudget", "poddisruptionbudgets", ("policy",), "v1", PodDisruptionBudget.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=YES, has_history=NO, orphans=NO,
         derived=NO, creation_rank=24, view=None, redraws=None),
    Kind("Service", "services", CORE, "v1", Service.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=15, view="service", redraws=None),
    Kind("ReplicationController", "replicationcontrollers", CORE, "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=YES, has_generation=YES, has_history=NO, orphans=YES,
         derived=NO, creation_rank=22, view="workload", redraws=None),
    Kind("ReplicaSet", "replicasets", APPS, "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=YES, has_generation=YES, has_history=NO, orphans=NO,
         derived=NO, creation_rank=23, view="workload", redraws=None),
    Kind("Deployment", "deployments", APPS, "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=YES, has_generation=YES, has_history=YES, orphans=NO,
         derived=NO, creation_rank=16, view="workload", redraws=None),
    Kind("StatefulSet", "statefulsets", ("apps",), "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=YES, has_generation=YES, has_history=YES, orphans=NO,
         derived=NO, creation_rank=17, view="workload", redraws=None),
    Kind("DaemonSet", "daemonsets", APPS, "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=NO, has_generation=YES, has_history=YES, orphans=NO,
         derived=NO, creation_rank=18, view="workload", redraws=None),
    Kind("Job", "jobs", ("batch",), "v1", Workload.parse,
         namespaced=YES, has_template=YES, scalable=NO, has_generation=YES, has_history=NO, orphans=YES,
         derived=NO, creation_rank=20, view="workload", redraws=None),
    Kind("ControllerRevision", "controllerrevisions", ("apps",), "v1", ControllerRevision.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=21, view=None, redraws=None),
    Kind("DeviceClass", "deviceclasses", RESOURCE, "v1", DeviceClass.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=11, view=None, redraws=None),
    Kind("ResourceSlice", "resourceslices", RESOURCE, "v1", ResourceSlice.parse,
         namespaced=NO, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=12, view=None, redraws=None),
    Kind("ResourceClaimTemplate", "resourceclaimtemplates", RESOURCE, "v1", ResourceClaimTemplate.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=13, view=None, redraws=None),
    Kind("ResourceClaim", "resourceclaims", RESOURCE, "v1", ResourceClaim.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=14, view=None, redraws=None),
    Kind("EndpointSlice", "endpointslices", ("discovery.k8s.io",), "v1", EndpointSlice.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=YES, creation_rank=26, view=None, redraws=None),
    Kind("CronJob", "cronjobs", ("batch",), "v1", CronJob.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=YES, has_history=NO, orphans=NO,
         derived=NO, creation_rank=19, view=None, redraws=None),
    Kind("ConfigMap", "configmaps", CORE, "v1", Inert.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=27, view=None, redraws=None),
    Kind("Secret", "secrets", CORE, "v1", Inert.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=28, view=None, redraws=None),
    Kind("ServiceAccount", "serviceaccounts", CORE, "v1", Inert.parse,
         namespaced=YES, has_template=NO, scalable=NO, has_generation=NO, has_history=NO, orphans=NO,
         derived=NO, creation_rank=29, view=None, redraws=None),
)
# fmt: on

KINDS: Mapping[str, Kind] = {row.name: row for row in _ROWS}

INERT = frozenset(name for name, kind in KINDS.items() if kind.parse is Inert.parse)
"""Kinds upon which nothing acts. Clients of the API may write them; a start state is read without them."""

DRAWN_ALONE = frozenset(name for name, kind in KINDS.items() if kind.view in ("node", "pod", "workload"))
"""Kinds of which one object alone makes a board worth looking at."""
