"""The queue's record of one pod, and the places of the queue.

Source: pkg/scheduler/framework/types.go QueuedPodInfo, backend/queue/backoff_queue.go (v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scheduler_core.objects.manifest import Json
from scheduler_core.scheduler.cluster.pod_info import PodInfo

INITIAL_BACKOFF_MS = 1_000
MAX_BACKOFF_MS = 10_000
SECOND_MS = 1_000


class Strategy(Enum):
    """What an event means for a waiting pod."""

    SKIP = "skip"
    AFTER_BACKOFF = "after backoff"
    IMMEDIATELY = "at once"


class Place(Enum):
    ACTIVE = "active"
    BACKOFF = "backoff"
    ERROR_BACKOFF = "errorBackoff"
    UNSCHEDULABLE = "unschedulable"
    SPINNING = "spinning"
    IN_FLIGHT = "inflight"


@dataclass(frozen=True, slots=True)
class Backoff:
    """podInitialBackoffSeconds and podMaxBackoffSeconds."""

    initial_ms: int = INITIAL_BACKOFF_MS
    max_ms: int = MAX_BACKOFF_MS

    def length_ms(self, failures: int) -> int:
        """Doubled with each failure (calculateBackoffDuration); `failures` >= 1."""
        return min(self.initial_ms << min(failures - 1, 40), self.max_ms)


DEFAULT_BACKOFF = Backoff()


@dataclass(frozen=True, slots=True)
class QueuedPodInfo:
    """The queue's record of one pod. `serial` settles the order of equal timestamps.

    `unschedulable_plugins` and `pending_plugins` rejected the last attempt; `gating_plugin` keeps the pod out
    of activeQ now. `event_serial` is the number of events up to the end of the last attempt. `entered` counts
    the entries of pods of groups into activeQ: the number of this pod's first one (initialAttemptTimestamp).
    """

    pod: PodInfo
    timestamp_ms: int
    serial: int
    attempts: int = 0
    unschedulable_count: int = 0
    consecutive_errors: int = 0
    unschedulable_plugins: frozenset[str] = frozenset()
    pending_plugins: frozenset[str] = frozenset()
    gating_plugin: str = ""
    backoff: Backoff = DEFAULT_BACKOFF
    event_serial: int = 0
    entered: int = 0

    @property
    def key(self) -> str:
        return self.pod.key

    @property
    def rejectors(self) -> frozenset[str]:
        return self.unschedulable_plugins | self.pending_plugins

    @property
    def gated(self) -> bool:
        return bool(self.gating_plugin)

    @property
    def backoff_until_ms(self) -> int | None:
        """The whole second (in ms) until which, inclusive, the pod backs off; None without a failure."""
        count = self.consecutive_errors or self.unschedulable_count
        if not count:
            return None
        return (self.timestamp_ms + self.backoff.length_ms(count)) // SECOND_MS * SECOND_MS

    def backing_off(self, now_ms: int) -> bool:
        until = self.backoff_until_ms
        return until is not None and now_ms // SECOND_MS * SECOND_MS <= until

    def row(self) -> Json:
        """Everything that decides what happens to the pod, for fingerprints."""
        return [
            self.key,
            self.pod.uid,
            self.pod.pod.meta.resource_version,
            self.timestamp_ms,
            self.serial,
            self.attempts,
            self.unschedulable_count,
            self.consecutive_errors,
            sorted(self.unschedulable_plugins),
            sorted(self.pending_plugins),
            self.gating_plugin,
            *([self.entered] if self.entered else []),
        ]
