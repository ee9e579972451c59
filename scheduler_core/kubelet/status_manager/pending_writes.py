"""The writes that a kubelet has still to send: pod statuses and Events.

Source: the status manager keeps the newest status of each pod (pkg/kubelet/status/status_manager.go); events
are tried for two minutes (client-go tools/record: 12 times, every 10 s).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.objects.manifest import Json, Manifest, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import State

EVENTS_WAIT_MS = 120_000


@dataclass(frozen=True, slots=True)
class PendingStatus:
    """The newest status of a pod, to be written at `due_ms`. `deletes` means that its DELETE follows."""

    pod: Pod
    write: StatusWrite
    due_ms: int
    deletes: bool = False


@dataclass(frozen=True, slots=True)
class PendingEvent:
    about: Pod | Node
    type: str
    reason: str
    message: str
    at_ms: int
    due_ms: int
    annotations: Manifest = field(default_factory=dict)


class PendingWrites(State):
    """Statuses by pod UID, and events, in the order in which they were added."""

    def __init__(self) -> None:
        self.statuses: dict[str, PendingStatus] = {}
        self.events: tuple[PendingEvent, ...] = ()

    def due_ms(self) -> int | None:
        """The time (ms) at which the first write is due, if the connection to the API server allows it."""
        if not self.statuses and not self.events:
            return None
        due = [status.due_ms for status in self.statuses.values()] + [event.due_ms for event in self.events]
        return min(due, default=None)

    def add_status(self, pod: Pod, write: StatusWrite, due_ms: int, *, deletes: bool = False) -> None:
        """Queues the status of a pod; a status that waits already is merged into it."""
        before = self.statuses.pop(pod.uid, None)
        if before is not None:
            write = merged(before.write, write)
            deletes = deletes or before.deletes
        self.statuses[pod.uid] = PendingStatus(pod, write, due_ms, deletes)

    def add_event(self, event: PendingEvent | None) -> None:
        if event is None:
            return
        recent = tuple(earlier for earlier in self.events if event.at_ms - earlier.at_ms < EVENTS_WAIT_MS)
        self.events = (*recent, event)

    def deletes(self, uid: str) -> bool:
        """Whether the DELETE of a pod is waiting to be sent."""
        waiting = self.statuses.get(uid)
        return waiting is not None and waiting.deletes

    def drop(self, uid: str) -> None:
        """Forgets the status of a pod whose object is gone."""
        self.statuses.pop(uid, None)

    def fingerprint(self) -> Json:
        statuses: list[Json] = [
            [
                uid,
                status.due_ms,
                status.deletes,
                dict(status.write.changes),
                [dict(condition) for condition in status.write.conditions],
            ]
            for uid, status in self.statuses.items()
        ]
        events: list[Json] = [
            [event.about.meta.uid, event.reason, event.message, event.at_ms] for event in self.events
        ]
        return [statuses, events]


def merged(before: StatusWrite, after: StatusWrite) -> StatusWrite:
    """Both writes as one; the later one takes precedence field by field, and conditions type by type."""
    conditions = {text(condition["type"]): condition for condition in (*before.conditions, *after.conditions)}
    return StatusWrite({**before.changes, **after.changes}, tuple(conditions.values()))
