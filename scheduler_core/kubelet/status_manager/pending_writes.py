"""What a kubelet wants to tell the API server: at once, later (a slow link) or when it is heard again.

Source: the status manager keeps the newest status of each pod (pkg/kubelet/status/status_manager.go); events
are tried for two minutes (client-go tools/record: 12 times every 10 s).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Result
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.objects.manifest import EMPTY, Json, Manifest, text
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

EVENTS_WAIT_MS = 120_000


@dataclass(frozen=True, slots=True)
class PendingStatus:
    """The newest status of a pod; with `deletes` the proof of its death follows. Due at `due_ms`."""

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


class Outbox:
    """Statuses by pod uid and events, in the order in which they came."""

    def __init__(self) -> None:
        self.statuses: dict[str, PendingStatus] = {}
        self.events: tuple[PendingEvent, ...] = ()

    def due_ms(self) -> int | None:
        """When the first thing here should go out, given that the kubelet is heard."""
        due = [one.due_ms for one in self.statuses.values()] + [one.due_ms for one in self.events]
        return min(due, default=None)

    def add_status(self, pod: Pod, write: StatusWrite, due_ms: int, *, deletes: bool = False) -> None:
        before = self.statuses.pop(pod.uid, None)
        if before is not None:
            write = merged(before.write, write)
            deletes = deletes or before.deletes
        self.statuses[pod.uid] = PendingStatus(pod, write, due_ms, deletes)

    def add_event(self, event: PendingEvent) -> None:
        kept = tuple(one for one in self.events if event.at_ms - one.at_ms < EVENTS_WAIT_MS)
        self.events = (*kept, event)

    def deletes(self, uid: str) -> bool:
        """Whether the removal of a pod waits to be told."""
        waiting = self.statuses.get(uid)
        return waiting is not None and waiting.deletes

    def drop(self, uid: str) -> None:
        """The pod is gone: nobody wants its status any more."""
        self.statuses.pop(uid, None)

    def copy(self) -> Outbox:
        twin = Outbox()
        twin.statuses = dict(self.statuses)
        twin.events = self.events
        return twin

    def fingerprint(self) -> Json:
        statuses: list[Json] = [
            [
                uid,
                one.due_ms,
                one.deletes,
                dict(one.write.changes),
                [dict(each) for each in one.write.conditions],
            ]
            for uid, one in self.statuses.items()
        ]
        events: list[Json] = [[one.about.meta.uid, one.reason, one.message, one.at_ms] for one in self.events]
        return [statuses, events]


def merged(before: StatusWrite, after: StatusWrite) -> StatusWrite:
    """Both writes as one; the later one wins field by field, conditions type by type."""
    conditions = {text(condition["type"]): condition for condition in (*before.conditions, *after.conditions)}
    return StatusWrite({**before.changes, **after.changes}, tuple(conditions.values()))


@dataclass(frozen=True, slots=True)
class Voice:
    """How a kubelet speaks during one act. `delay_ms` None: nobody hears it, all goes to the outbox.

    `clock_ms`: the machine's clock, for timestamps. `storage`: the machine reaches its storage.
    """

    api: ApiServer
    outbox: Outbox
    node: str
    now_ms: int
    clock_ms: int
    delay_ms: int | None = 0
    storage: bool = True

    @property
    def heard(self) -> bool:
        return self.delay_ms is not None

    @property
    def timestamp(self) -> str:
        return self.api.timestamp(self.clock_ms)

    def now(self) -> Voice:
        """The same voice where what is said arrives at once: for what has waited long enough."""
        return replace(self, delay_ms=0)

    def status(self, pod: Pod, write: StatusWrite) -> None:
        """A status of this very pod; one reborn under the same name is left alone."""
        if self.delay_ms != 0:
            self.outbox.add_status(pod, write, self.now_ms + (self.delay_ms or 0))
            return
        waiting = self.outbox.statuses.pop(pod.uid, None)
        if waiting is not None:
            write = merged(waiting.write, write)
        stored = self.api.pods.get(pod.key)
        if stored is not None and stored.uid == pod.uid:
            self.api.patch_pod_status(pod.key, write.changes, self.clock_ms, write.conditions)

    def delete(self, pod: Pod) -> Result | None:
        """DELETE with grace 0 for this very uid; None: it goes out later."""
        if self.delay_ms != 0:
            due_ms = self.now_ms + (self.delay_ms or 0)
            self.outbox.add_status(pod, StatusWrite({}, ()), due_ms, deletes=True)
            return None
        self.outbox.drop(pod.uid)
        options = DeleteOptions(grace_period_seconds=0, precondition_uid=pod.meta.uid or None)
        return self.api.delete("Pod", pod.key, options, self.now_ms)

    def event(
        self, about: Pod | Node, type_: str, reason: str, message: str, annotations: Manifest = EMPTY
    ) -> None:
        if self.delay_ms != 0:
            due_ms = self.now_ms + (self.delay_ms or 0)
            pending = PendingEvent(about, type_, reason, message, self.now_ms, due_ms, annotations)
            self.outbox.add_event(pending)
            return
        self.api.record_event(
            about, type_, reason, message, "kubelet", self.now_ms, host=self.node, annotations=annotations
        )

    def say_events(self) -> None:
        """Events whose time has come; what is older than two minutes is dropped."""
        due = [one for one in self.outbox.events if one.due_ms <= self.now_ms]
        self.outbox.events = tuple(one for one in self.outbox.events if one.due_ms > self.now_ms)
        for one in due:
            if self.now_ms - one.at_ms < EVENTS_WAIT_MS:
                self.api.record_event(
                    one.about,
                    one.type,
                    one.reason,
                    one.message,
                    "kubelet",
                    one.at_ms,
                    host=self.node,
                    annotations=one.annotations,
                )
