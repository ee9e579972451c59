"""InFlight: the pods whose attempts have not ended, and the events since each attempt began.

Source: pkg/scheduler/backend/queue/active_queue.go inFlightPods, inFlightEvents (v1.34.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.framework.events import ClusterEvent
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo

InFlightEntry: TypeAlias = str | ClusterEvent
"""A pod's marker (its uid), or an event that came after it."""


class InFlight(State):
    """`pods` are by uid. `events` holds the markers of the pods and the events, in their order."""

    def __init__(self) -> None:
        self.pods: dict[str, QueuedPodInfo] = {}
        self.events: list[InFlightEntry] = []

    def add(self, queued: QueuedPodInfo) -> None:
        """Notes that an attempt begins."""
        self.pods[queued.pod.uid] = queued
        self.events.append(queued.pod.uid)

    def note(self, event: ClusterEvent) -> None:
        """Keeps an event for the attempts that are under way; it is dropped when there are none."""
        if self.pods:
            self.events.append(event)

    def events_since(self, uid: str) -> Iterator[ClusterEvent]:
        """The events since the attempt of this pod began."""
        marker = self.events.index(uid)
        return (entry for entry in self.events[marker + 1 :] if not isinstance(entry, str))

    def done(self, uid: str) -> None:
        """Notes that the attempt has ended; events that no attempt needs any more are dropped."""
        if self.pods.pop(uid, None) is None:
            return
        events = self.events
        events.remove(uid)
        first = next((index for index, entry in enumerate(events) if isinstance(entry, str)), len(events))
        del events[:first]
