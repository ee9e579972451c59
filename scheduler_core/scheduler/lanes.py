"""Lanes: the places of the waiting pods, for the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scheduler_core.actor import Message
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue


@dataclass(frozen=True, slots=True)
class Lane:
    """A waiting pod's `lane`: active, backoff, unschedulable, gated or cycle (in flight).

    `backoff_until_ms` is set only while the pod backs off. `note` says what the group of the pod lacks.
    """

    lane: str
    attempts: int
    backoff_until_ms: int | None = None
    note: Message | None = None


@lru_cache(maxsize=4096)
def _lane(lane: str, attempts: int, backoff_until_ms: int | None = None, note: Message | None = None) -> Lane:
    """A lane; equal lanes are one object, because a thousand pods in equal lanes are compared after every
    act."""
    return Lane(lane, attempts, backoff_until_ms, note)


def lanes_of(
    queue: SchedulingQueue, note_of: Callable[[str], Message | None] = lambda _: None
) -> Mapping[str, Lane]:
    """The lane of every pod that the queue knows, by namespace/name. `note_of` is asked once for each group
    that waits, by its key."""
    tables = queue.tables
    lanes: dict[str, Lane] = {}
    notes: dict[str, Message | None] = {"": None}

    def put(queued: QueuedPodInfo, lane: str, until_ms: int | None = None) -> None:
        group = queued.pod.group_key
        if group not in notes:
            notes[group] = note_of(group)
        lanes[queued.key] = _lane(lane, queued.attempts, until_ms, notes[group])

    for queued in queue.in_flight.pods.values():
        lanes[queued.key] = _lane("cycle", queued.attempts)
    for queued in tables.active.values():
        lanes[queued.key] = _lane("active", queued.attempts)
    for table in (tables.backoff, tables.error_backoff):
        for queued in table.values():
            put(queued, "backoff", queued.backoff_until_ms)
    for queued in tables.spinning.values():
        put(queued, "backoff")
    for queued in tables.unschedulable.values():
        put(queued, "gated" if queued.pod.pod.spec.scheduling_gates else "unschedulable")
    return lanes
