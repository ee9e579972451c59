"""The replication manager: the rules of ReplicaSets for ReplicationControllers, which came before them.

Source: pkg/controller/replication (v1.34), which converts its objects and leaves the rest to the ReplicaSet
controller.
"""

from __future__ import annotations

from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController


class ReplicationManager(ReplicaSetController):
    """An actor; its keys are those of ReplicationControllers."""

    name = "replication-controller"
    kind = "ReplicationController"
    says = "replication"
