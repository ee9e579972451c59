"""The state of actors that the board shows: the scheduler's queue, and terminations on machines."""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.actor import Actor
from scheduler_core.board.object_views.views import Dying, Waiting
from scheduler_core.kubelet.node.node_actor import NodeActor
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.cluster import Cluster


def running_scheduler(cluster: Cluster) -> Scheduler | None:
    """The running scheduler; None when none runs."""
    actor = cluster.agenda.actors.get(cluster.components.scheduler_name)
    return actor if isinstance(actor, Scheduler) else None


def waiting_pods(scheduler: Scheduler | None) -> Mapping[str, Waiting]:
    """The state of each pod in the scheduler's queue, by key."""
    return {} if scheduler is None else scheduler.lanes()


def order_in_lane(scheduler: Scheduler | None, pod_key: str) -> tuple[int, ...]:
    """The sort key of a pod within its lane of the scheduler's queue; empty when the pod is not queued."""
    return () if scheduler is None else scheduler.queue.order_in_lane(pod_key)


def dying_pods(actor: Actor | None) -> Mapping[str, Dying]:
    """How far the terminations on a kubelet's node have got, by pod; empty for other actors."""
    return actor.terminations() if isinstance(actor, NodeActor) else {}
