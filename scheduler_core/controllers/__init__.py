"""The controllers of the controller manager: one file each."""

from __future__ import annotations

from scheduler_core.actor import Actor
from scheduler_core.controllers.cronjob.cronjob import CronJobController
from scheduler_core.controllers.daemon.daemonset import DaemonSetController
from scheduler_core.controllers.deployment.deployment import DeploymentController
from scheduler_core.controllers.descheduler import Descheduler
from scheduler_core.controllers.devicetainteviction.device_taint_eviction import DeviceTaintEvictionController
from scheduler_core.controllers.disruption.disruption import DisruptionController
from scheduler_core.controllers.endpointslice.endpointslice import EndpointSliceController
from scheduler_core.controllers.fencing import FencingController
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.job.job import JobController
from scheduler_core.controllers.namespace import NamespaceController
from scheduler_core.controllers.nodelifecycle.node_lifecycle import NodeLifecycleController
from scheduler_core.controllers.pod_gc import PodGarbageCollector
from scheduler_core.controllers.podgroup_protection import PodGroupProtectionController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.controllers.replicaset.replicationcontroller import ReplicationManager
from scheduler_core.controllers.resource_claim import ResourceClaimController
from scheduler_core.controllers.resource_quota import ResourceQuotaController
from scheduler_core.controllers.statefulset.statefulset import StatefulSetController
from scheduler_core.controllers.taint_eviction import TaintEvictionController
from scheduler_core.controllers.ttl_after_finished import TtlController
from scheduler_core.controllers.volume.attach_detach import AttachDetachController
from scheduler_core.controllers.volume.persistent_volumes import VolumeController
from scheduler_core.controllers.volume.pv_protection import PvProtectionController
from scheduler_core.controllers.volume.pvc_protection import PvcProtectionController
from scheduler_core.objects.releases.changes import POD_GROUPS
from scheduler_core.objects.releases.releases import BASELINE, Release

__all__ = [
    "AttachDetachController",
    "CronJobController",
    "DaemonSetController",
    "DeploymentController",
    "Descheduler",
    "DeviceTaintEvictionController",
    "DisruptionController",
    "EndpointSliceController",
    "FencingController",
    "GarbageCollector",
    "JobController",
    "NamespaceController",
    "NodeLifecycleController",
    "PodGarbageCollector",
    "PodGroupProtectionController",
    "PvProtectionController",
    "PvcProtectionController",
    "ReplicaSetController",
    "ReplicationManager",
    "ResourceClaimController",
    "ResourceQuotaController",
    "StatefulSetController",
    "TaintEvictionController",
    "TtlController",
    "VolumeController",
    "all_controllers",
    "extra_actors",
]


def all_controllers(release: Release = BASELINE, start_at: int | None = None) -> list[Actor]:
    """All controllers of the controller manager of a release. `start_at` is second 0 in epoch milliseconds,
    where timers that run at the start go on from where they were.
    """
    return [
        ReplicaSetController(counts_terminating=release.terminating_replicas),
        DeploymentController(counts_terminating=release.terminating_replicas),
        StatefulSetController(release),
        DisruptionController(),
        GarbageCollector(),
        NamespaceController(),
        PodGarbageCollector(),
        NodeLifecycleController(
            release.node_monitor_grace_s * 1000,
            shows_node_down=release.shows_node_down,
            rereads=release.rereads_node_before_unhealthy,
            start_at=start_at,
        ),
        TaintEvictionController(release, start_at=start_at),
        VolumeController(),
        AttachDetachController(),
        PvcProtectionController(),
        PvProtectionController(),
        DaemonSetController(),
        ReplicationManager(),
        JobController(release),
        TtlController(),
        ResourceClaimController(),
        EndpointSliceController(),
        CronJobController(),
        *([ResourceQuotaController()] if release.counts_quotas else []),
        *(
            [DeviceTaintEvictionController(with_rules=release.device_taint_rules)]
            if release.device_taints
            else []
        ),
        *([PodGroupProtectionController()] if _has_pod_groups(release) else []),
    ]


def _has_pod_groups(release: Release) -> bool:
    return release.generic_workload and release.group_shapes >= POD_GROUPS


def extra_actors() -> list[Actor]:
    """Controllers that are not part of the controller manager; an input switches them on."""
    return [FencingController(), Descheduler()]
