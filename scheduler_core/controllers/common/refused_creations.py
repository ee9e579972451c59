"""Workloads for which the creation of a pod was refused, and the time at which their controller tries again.

A controller puts a key whose sync failed back into its queue, with a delay that doubles from one failure to
the next. Only a retry that can end otherwise is played: the first one after a change that may help. A new
spec is synced at once.

Source: client-go util/workqueue `DefaultTypedControllerRateLimiter` (replica_set.go, daemon_controller.go,
stateful_set.go); pkg/controller/job `DefaultJobApiBackOff`, `MaxJobApiBackOff` (v1.34).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Act, message
from scheduler_core.controllers.common.controller import KeyQueue
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State

REPORTED_FROM_MS = 1_000
"""A shorter wait is not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Delays:
    """The delay after the first failure and the longest one, in milliseconds."""

    first_ms: int = 5
    most_ms: int = 1_000_000

    def retry_ms(self, since_ms: int, now_ms: int) -> int:
        """The first retry at or after `now_ms` of a key that has failed since `since_ms`."""
        delay_ms = self.first_ms
        due_ms = since_ms + delay_ms
        while due_ms < now_ms and delay_ms < self.most_ms:
            delay_ms = min(2 * delay_ms, self.most_ms)
            due_ms += delay_ms
        missed = max(-((due_ms - now_ms) // self.most_ms), 0)
        return due_ms + missed * self.most_ms


DEFAULT_DELAYS = Delays()


class RefusedCreations(State):
    """The refused workloads of one controller, by key. All times are virtual milliseconds."""

    def __init__(self, delays: Delays = DEFAULT_DELAYS) -> None:
        self._delays = delays
        # The first of the failures in a row.
        self._since: dict[str, int] = {}
        # Until when nothing is created: None while no retry can end otherwise.
        self._until: dict[str, int | None] = {}
        # Keys whose wait has not been reported yet.
        self._unreported: dict[str, None] = {}

    def blocks(self, key: str, now_ms: int) -> bool:
        """Whether the workload waits for a change that may help, or for the retry after it."""
        if key not in self._until:
            return False
        until_ms = self._until[key]
        return until_ms is None or now_ms < until_ms

    def failed(self, key: str, now_ms: int) -> None:
        """Notes a failure."""
        self._since.setdefault(key, now_ms)
        self._until[key] = None

    def clear(self, key: str) -> None:
        """Notes a success, or that the workload is gone: the next failure is the first one again."""
        for table in (self._since, self._until, self._unreported):
            table.pop(key, None)

    def spec_changed(self, key: str) -> None:
        """Notes a new spec, which is tried at once; another failure continues the count."""
        self._until.pop(key, None)
        self._unreported.pop(key, None)

    def schedule_retries(self, now_ms: int) -> tuple[str, ...]:
        """Plans the retries after a change that may help every waiting workload; returns their keys."""
        waiting = [key for key, until_ms in self._until.items() if until_ms is None]
        due = {key: self._delays.retry_ms(self._since[key], now_ms) for key in waiting}
        self._until.update(due)
        self._unreported.update(dict.fromkeys(key for key in due if due[key] - now_ms >= REPORTED_FROM_MS))
        return tuple(due)

    def requeue(self, queue: KeyQueue, actor: str, kind: str, key: str, now_ms: int) -> Act | None:
        """Puts a workload that waits for its retry into the queue for that time. Returns an act that
        reports it, once for each wait."""
        until_ms = self._until.get(key)
        if until_ms is None or until_ms <= now_ms:
            return None
        queue.add(key, until_ms)
        if key not in self._unreported:
            return None
        del self._unreported[key]
        name, seconds = key.rpartition("/")[2], round((until_ms - now_ms) / 1000)
        sentence = message("creation.waits", kind=kind, set=name, seconds=seconds)
        return Act("controller", actor, "notice", sentence)

    def has_failed(self, key: str) -> bool:
        """Whether the last creation failed and no other has been tried since."""
        return key in self._until

    def fingerprint(self) -> Json:
        unreported = self._unreported
        return [[key, self._since[key], until, key in unreported] for key, until in self._until.items()]
