"""The table of describers: what `kubectl describe` prints of an object, by kind.

Source: k8s.io/kubectl/pkg/describe/describe.go `describerMap` (v0.34).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.kubectl.describe.common import Events
from scheduler_core.kubectl.describe.describe_configuration import (
    describe_config_map,
    describe_resource_quota,
    describe_secret,
    describe_service_account,
)
from scheduler_core.kubectl.describe.describe_cron_job import describe_cron_job
from scheduler_core.kubectl.describe.describe_fields import describe_fields
from scheduler_core.kubectl.describe.describe_node import describe_node
from scheduler_core.kubectl.describe.describe_object import (
    describe_namespace,
    describe_pod_disruption_budget,
    describe_priority_class,
)
from scheduler_core.kubectl.describe.describe_pod import describe_pod
from scheduler_core.kubectl.describe.describe_service import describe_endpoint_slice, describe_service
from scheduler_core.kubectl.describe.describe_storage import (
    describe_csi_node,
    describe_persistent_volume,
    describe_persistent_volume_claim,
    describe_storage_class,
)
from scheduler_core.kubectl.describe.describe_workload import (
    describe_daemon_set,
    describe_deployment,
    describe_job,
    describe_replica_set,
    describe_replication_controller,
    describe_stateful_set,
)
from scheduler_core.objects import Namespace, Node, Object, Pod, PodDisruptionBudget, PriorityClass
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.endpoint_slices import EndpointSlice
from scheduler_core.objects.kinds import Inert
from scheduler_core.objects.lease import Lease, node_lease_key
from scheduler_core.objects.resource_quota import ResourceQuota
from scheduler_core.objects.storage import CSINode, PersistentVolume, PersistentVolumeClaim, StorageClass
from scheduler_core.objects.workloads import Service, Workload

Describer: TypeAlias = Callable[[Object, ApiServer, Events, int], str]
"""The text for a stored object: `api` has the objects that it names, the Events are those about it, and the
number is the virtual time in milliseconds."""

T = TypeVar("T")


def _of(parsed: type[T], describe: Callable[[T, ApiServer, Events, int], str]) -> Describer:
    """The describer of a kind that the table of kinds parses as `parsed`."""

    def described(stored: Object, api: ApiServer, events: Events, now_ms: int) -> str:
        assert isinstance(stored, parsed)
        return describe(stored, api, events, now_ms)

    return described


def _node(node: Node, api: ApiServer, events: Events, now_ms: int) -> str:
    pods = [pod for pod in api.pods.values() if pod.node_name == node.name]
    lease = api.get("Lease", node_lease_key(node.name))
    renewed = lease if isinstance(lease, Lease) else None
    return describe_node(node, pods, events, now_ms, api.start_at, renewed)


def _fields(stored: Object, api: ApiServer, events: Events, now_ms: int) -> str:
    return describe_fields(stored, events, now_ms)


DESCRIBERS: Mapping[str, Describer] = {
    "Namespace": _of(Namespace, lambda stored, api, events, now_ms: describe_namespace(stored)),
    "Node": _of(Node, _node),
    "Pod": _of(Pod, lambda stored, api, events, now_ms: describe_pod(stored, events, now_ms, api.start_at)),
    "PriorityClass": _of(
        PriorityClass, lambda stored, api, events, now_ms: describe_priority_class(stored, events, now_ms)
    ),
    "PodDisruptionBudget": _of(
        PodDisruptionBudget,
        lambda stored, api, events, now_ms: describe_pod_disruption_budget(stored, events, now_ms),
    ),
    "Service": _of(Service, describe_service),
    "EndpointSlice": _of(
        EndpointSlice, lambda stored, api, events, now_ms: describe_endpoint_slice(stored, events, now_ms)
    ),
    "ReplicationController": _of(Workload, describe_replication_controller),
    "ReplicaSet": _of(Workload, describe_replica_set),
    "Deployment": _of(Workload, describe_deployment),
    "StatefulSet": _of(Workload, describe_stateful_set),
    "DaemonSet": _of(Workload, describe_daemon_set),
    "Job": _of(Workload, lambda stored, api, events, now_ms: describe_job(stored, events, now_ms)),
    "CronJob": _of(CronJob, lambda stored, api, events, now_ms: describe_cron_job(stored, events, now_ms)),
    "StorageClass": _of(
        StorageClass, lambda stored, api, events, now_ms: describe_storage_class(stored, events, now_ms)
    ),
    "CSINode": _of(CSINode, lambda stored, api, events, now_ms: describe_csi_node(stored, events, now_ms)),
    "PersistentVolume": _of(PersistentVolume, describe_persistent_volume),
    "PersistentVolumeClaim": _of(PersistentVolumeClaim, describe_persistent_volume_claim),
    "ConfigMap": _of(Inert, lambda stored, api, events, now_ms: describe_config_map(stored, events, now_ms)),
    "Secret": _of(Inert, lambda stored, api, events, now_ms: describe_secret(stored)),
    "ServiceAccount": _of(
        Inert, lambda stored, api, events, now_ms: describe_service_account(stored, events, now_ms)
    ),
    "ResourceQuota": _of(ResourceQuota, lambda stored, api, events, now_ms: describe_resource_quota(stored)),
    "Lease": _fields,
    "CSIDriver": _fields,
    "CSIStorageCapacity": _fields,
    "VolumeAttachment": _fields,
    "ControllerRevision": _fields,
    "DeviceClass": _fields,
    "ResourceSlice": _fields,
    "ResourceClaimTemplate": _fields,
    "ResourceClaim": _fields,
    "DeviceTaintRule": _fields,
    "Workload": _fields,
    "PodGroup": _fields,
}
