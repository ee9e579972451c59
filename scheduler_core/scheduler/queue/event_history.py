"""EventHistory: the last events of interest to some plugin, to tell why a waiting pod was not requeued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.events import ClusterEvent
from scheduler_core.scheduler.queue.hints import EventEffect, Hints
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo, Strategy

EVENTS_REMEMBERED = 200


@dataclass(frozen=True, slots=True)
class _Past:
    """One event. `serial` is its number; `concerned` says which pods it concerns, None means all."""

    serial: int
    at_ms: int
    event: ClusterEvent
    concerned: Callable[[PodInfo], bool] | None


class EventHistory(State):
    """At least the last EVENTS_REMEMBERED events. `serial` is the number of events so far.

    No decision depends on it, so it is not part of the fingerprint.
    """

    def __init__(self) -> None:
        self.serial = 0
        self._events: list[_Past] = []

    def note(self, event: ClusterEvent, concerned: Callable[[PodInfo], bool] | None, now_ms: int) -> None:
        self.serial += 1
        if len(self._events) >= 2 * EVENTS_REMEMBERED:
            del self._events[:EVENTS_REMEMBERED]
        self._events.append(_Past(self.serial, now_ms, event, concerned))

    def in_vain(self, queued: QueuedPodInfo, hints: Hints) -> tuple[EventEffect, ...]:
        """The events since the pod's last attempt that did not requeue it, oldest first."""
        return tuple(
            hints.effect_of(queued, past.event, past.at_ms, "")
            for past in self._events
            if past.serial > queued.event_serial
            and (past.concerned is None or past.concerned(queued.pod))
            and hints.strategy(queued, past.event) is Strategy.SKIP
        )
