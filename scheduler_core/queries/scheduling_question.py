"""What the scheduler would be asked about one pod, with its own view of the cluster at this step."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.board.actor_states import running_scheduler
from scheduler_core.engine.world import World
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cluster.snapshot import Snapshot
from scheduler_core.scheduler.configuration.profile import Profile
from scheduler_core.scheduler.queue.nominator import Nominator
from scheduler_core.scheduler.scheduler import Scheduler
from scheduler_core.simulation.cluster.running_actors import listing


def scheduler_of(world: World) -> Scheduler:
    """The running scheduler, or else a newly started one."""
    running = running_scheduler(world.cluster)
    if running is not None:
        return running
    fresh = world.cluster.components.new_scheduler()
    for event in listing(world.api):
        fresh.observe(event, world.now_ms)
    return fresh


@dataclass(frozen=True, slots=True)
class SchedulingQuestion:
    """The arguments of `decide`."""

    snapshot: Snapshot
    pod: PodInfo
    profile: Profile
    nominator: Nominator


def scheduling_question(world: World, pod_key: str) -> SchedulingQuestion | None:
    """The question about a pod that is neither bound nor assumed.

    Where no scheduler runs, a newly started one is asked. None means that there is no such pod, that no
    scheduler can run, or that none is responsible for the pod.
    """
    pod = world.api.pods.get(pod_key)
    if pod is None:
        return None
    if not world.scheduler_running:
        world = world.copy()
        world.start_scheduler()
    scheduler = running_scheduler(world.cluster)
    if scheduler is None:
        return None
    info = scheduler.view.pods.get(pod_key) or PodInfo.of(pod)
    if info.node_name or pod_key in scheduler.view.assumed:
        return None
    try:
        profile = scheduler.profile_of(info)
    except KeyError:
        return None
    return SchedulingQuestion(scheduler.view.snapshot, info, profile, scheduler.queue.nominator)
