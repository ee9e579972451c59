"""The replication manager: the rules of ReplicaSets for the older ReplicationControllers.

Source: pkg/controller/replication (v1.34), which converts its objects and leaves the rest to the ReplicaSet
controller.
"""

from __future__ import annotations

from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController


class ReplicationManager(ReplicaSetController):
    """The replication manager; its queue holds the keys of ReplicationControllers."""

    name = "replication-controller"
    watches = frozenset({"ReplicationController", "Pod", "PriorityClass"})
    kind = pods_of = "ReplicationController"
    message_prefix = "replication"
