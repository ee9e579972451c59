"""The controllers of the controller manager: one file each."""

from __future__ import annotations

from scheduler_core.apiserver.actor import Actor
from scheduler_core.controllers.attach_detach import AttachDetachController
from scheduler_core.controllers.deployment import DeploymentController
from scheduler_core.controllers.descheduler import Descheduler
from scheduler_core.controllers.disruption import DisruptionController
from scheduler_core.controllers.fencing import FencingController
from scheduler_core.controllers.garbage_collector import GarbageCollector
from scheduler_core.controllers.namespace import NamespaceController
from scheduler_core.controllers.node_lifecycle import NodeLifecycleController
from scheduler_core.controllers.pod_gc import PodGarbageCollector
from scheduler_core.controllers.replicaset import ReplicaSetController
from scheduler_core.controllers.statefulset import StatefulSetController
from scheduler_core.controllers.taint_eviction import TaintEvictionController
from scheduler_core.controllers.volumes import VolumeController

__all__ = [
    "AttachDetachController",
    "DeploymentController",
    "Descheduler",
    "DisruptionController",
    "FencingController",
    "GarbageCollector",
    "NamespaceController",
    "NodeLifecycleController",
    "PodGarbageCollector",
    "ReplicaSetController",
    "StatefulSetController",
    "TaintEvictionController",
    "VolumeController",
    "all_controllers",
    "extra_actors",
]


def all_controllers(monitor_grace_s: int = 50) -> list[Actor]:
    """One of each, as a cluster's controller manager runs them.

    `monitor_grace_s`: `--node-monitor-grace-period`, which depends on the release.
    """
    return [
        ReplicaSetController(),
        DeploymentController(),
        StatefulSetController(),
        DisruptionController(),
        GarbageCollector(),
        NamespaceController(),
        PodGarbageCollector(),
        NodeLifecycleController(monitor_grace_s * 1000),
        TaintEvictionController(),
        VolumeController(),
        AttachDetachController(),
    ]


def extra_actors() -> list[Actor]:
    """Those a cluster need not have; an input switches them on."""
    return [FencingController(), Descheduler()]
