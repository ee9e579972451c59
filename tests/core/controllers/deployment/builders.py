"""Deployments that are played, and what is seen of them."""

from __future__ import annotations

from scheduler_core.controllers.deployment.deployment import DeploymentController
from scheduler_core.controllers.replicaset.replicaset import ReplicaSetController
from scheduler_core.objects.manifest import Json, find
from tests.builders import workload
from tests.core.cluster import Cluster
from tests.core.controllers.builders import apply, cluster

REVISION = "deployment.kubernetes.io/revision"


def playing(replicas: int = 2, **spec: Json) -> Cluster:
    play = cluster(ReplicaSetController(), DeploymentController())
    apply(play, workload("Deployment", "web", replicas, **spec))
    play.play(10)
    return play


def sets(play: Cluster) -> dict[str, tuple[int, str]]:
    """Image → replicas and revision."""
    return {
        str(find(one.template, "spec", "containers", 0, "image")): (
            one.replicas,
            one.meta.annotations[REVISION],
        )
        for one in play.api.workloads("ReplicaSet").values()
    }
