"""Flushes: the times at which the queue moves pods whose backoff is over or that have waited long.

Source: pkg/scheduler/backend/queue/scheduling_queue.go Run, flushBackoffQCompleted,
flushUnschedulablePodsLeftover (v1.34.1). Times are virtual milliseconds; virtual 0 is a whole second.
"""

from __future__ import annotations

from scheduler_core.objects.replacing import State
from scheduler_core.scheduler.queue.queued_pod import SECOND_MS
from scheduler_core.scheduler.queue.tables import Tables

FLUSH_INTERVAL_MS = 30_000
MAX_UNSCHEDULABLE_MS = 300_000


class Flushes(State):
    """`flushed_ms` is the whole second of the last flush."""

    def __init__(self) -> None:
        self.flushed_ms = 0
        self._due: dict[bool, tuple[tuple[int, ...], int | None]] = {}

    def next_ms(self, tables: Tables, *, gated_too: bool) -> int | None:
        """The next time at which a flush has anything to do; None when no pod waits for one.

        Callers need it after every event; it is computed again only after a change.
        """
        watched = (tables.backoff, tables.error_backoff, tables.unschedulable)
        state = (*[table.version for table in watched], self.flushed_ms)
        due = self._due.get(gated_too)
        if due is None or due[0] != state:
            due = self._due[gated_too] = (state, self._find(tables, gated_too))
        return due[1]

    def _find(self, tables: Tables, gated_too: bool) -> int | None:
        times: list[int] = []
        for queued in (*tables.backoff.values(), *tables.error_backoff.values()):
            until = queued.backoff_until_ms
            times.append(max(0 if until is None else until + SECOND_MS, self.flushed_ms + SECOND_MS))
        for queued in tables.unschedulable.values():
            if gated_too or not queued.gated:
                over = max(queued.timestamp_ms + MAX_UNSCHEDULABLE_MS, self.flushed_ms)
                times.append(over // FLUSH_INTERVAL_MS * FLUSH_INTERVAL_MS + FLUSH_INTERVAL_MS)
        return min(times, default=None)
