"""The lanes of waiting pods, as the board shows them."""

from __future__ import annotations

from scheduler_core.scheduler.configuration.profile import build_profile
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.lanes import Lane, lanes_of
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue
from tests.core.scheduler.builders import node, pod


def queue_with(*names: str) -> SchedulingQueue:
    queue = SchedulingQueue.of(build_profile())
    for name in names:
        queue.add(pod(name, "1"), 0)
    return queue


def popped(queue: SchedulingQueue) -> QueuedPodInfo:
    result = queue.pop()
    assert result is not None
    return result[0]


def fail(queue: SchedulingQueue, now_ms: int) -> None:
    queued = popped(queue)
    queue.fail(queued, now_ms, newest=queued.pod, unschedulable=("NodeResourcesFit",))


def test_a_new_pod_is_active_and_the_one_being_tried_is_in_the_cycle() -> None:
    queue = queue_with("a", "b")
    popped(queue)

    assert {"default/a": Lane("cycle", 1), "default/b": Lane("active", 0)} == dict(lanes_of(queue))


def test_a_rejected_pod_is_unschedulable() -> None:
    queue = queue_with("a")
    fail(queue, 0)

    assert {"default/a": Lane("unschedulable", 1)} == dict(lanes_of(queue))


def test_a_pod_that_backs_off_says_until_when() -> None:
    queue = queue_with("a")
    fail(queue, 50)
    queue.move_all(ClusterEvent(Resource.NODE, Action.ADD, None, node("new", "4")), 60)

    assert {"default/a": Lane("backoff", 1, 1_000)} == dict(lanes_of(queue))


def test_a_pod_with_a_scheduling_gate_is_gated() -> None:
    queue = SchedulingQueue.of(build_profile())
    queue.add(pod("a", schedulingGates=[{"name": "wait"}]), 0)

    assert {"default/a": Lane("gated", 0)} == dict(lanes_of(queue))
