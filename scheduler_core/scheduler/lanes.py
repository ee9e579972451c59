"""Lanes: the places of the waiting pods, for the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue


@dataclass(frozen=True, slots=True)
class Lane:
    """A waiting pod's `lane`: active, backoff, unschedulable, gated or cycle (in flight).

    `backoff_until_ms` is set only while the pod backs off.
    """

    lane: str
    attempts: int
    backoff_until_ms: int | None = None


@lru_cache(maxsize=4096)
def _lane(lane: str, attempts: int, backoff_until_ms: int | None = None) -> Lane:
    """A lane; equal lanes are one object, because a thousand pods in equal lanes are compared after every
    act."""
    return Lane(lane, attempts, backoff_until_ms)


def lanes_of(queue: SchedulingQueue) -> Mapping[str, Lane]:
    """The lane of every pod that the queue knows, by namespace/name."""
    tables = queue.tables
    lanes: dict[str, Lane] = {}
    for queued in queue.in_flight.pods.values():
        lanes[queued.key] = _lane("cycle", queued.attempts)
    for queued in tables.active.values():
        lanes[queued.key] = _lane("active", queued.attempts)
    for table in (tables.backoff, tables.error_backoff):
        for queued in table.values():
            lanes[queued.key] = _lane("backoff", queued.attempts, queued.backoff_until_ms)
    for queued in tables.unschedulable.values():
        lane = "gated" if queued.pod.pod.spec.scheduling_gates else "unschedulable"
        lanes[queued.key] = _lane(lane, queued.attempts)
    return lanes
