"""How a kubelet writes to the API server: at once, later over a slow connection, or after reconnecting."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Result
from scheduler_core.kubelet.status_manager.pending_writes import (
    EVENTS_WAIT_MS,
    PendingEvent,
    PendingWrites,
    merged,
)
from scheduler_core.kubelet.status_manager.status_write import StatusWrite, observing
from scheduler_core.objects.manifest import EMPTY, Manifest
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


@dataclass(frozen=True, slots=True)
class ApiWriter:
    """The connection of a kubelet during one act. `delay_ms` is how long its writes travel; None when they do
    not arrive, so that all of them become pending.

    `clock_ms` is the machine's clock, for timestamps. `reaches_storage` means that the machine reaches its
    storage.
    """

    api: ApiServer
    pending_writes: PendingWrites
    node: str
    now_ms: int
    clock_ms: int
    delay_ms: int | None = 0
    reaches_storage: bool = True

    @property
    def connected(self) -> bool:
        return self.delay_ms is not None

    @property
    def timestamp(self) -> str:
        return self.api.timestamp(self.clock_ms)

    def now(self) -> ApiWriter:
        """The same connection without its delay, for writes that have waited long enough."""
        return replace(self, delay_ms=0)

    def observed_generation(self, pod: Pod) -> int | None:
        """The generation of the pod that its status names; None before 1.36."""
        return pod.meta.generation if self.api.options.release.pod_observed_generation else None

    def observe(self, pod: Pod, written: StatusWrite) -> StatusWrite:
        """Writes that a newer generation of the pod was seen, if the status last `written` names an older
        one."""
        write = observing(written, self.observed_generation(pod))
        if write != written:
            self.status(pod, replace(write, changes={}))
        return write

    def status(self, pod: Pod, write: StatusWrite) -> None:
        """Writes the status of the pod with this UID; a new pod with the same name is left alone."""
        write = observing(write, self.observed_generation(pod))
        if self.delay_ms != 0:
            self.pending_writes.add_status(pod, write, self.now_ms + (self.delay_ms or 0))
            return
        waiting = self.pending_writes.statuses.pop(pod.uid, None)
        if waiting is not None:
            write = merged(waiting.write, write)
        stored = self.api.pods.get(pod.key)
        if stored is not None and stored.uid == pod.uid:
            self.api.patch_pod_status(pod.key, write.changes, self.clock_ms, write.conditions)

    def delete(self, pod: Pod) -> Result | None:
        """Sends DELETE with grace period 0 for the pod with this UID; None when it is sent later."""
        if self.delay_ms != 0:
            due_ms = self.now_ms + (self.delay_ms or 0)
            self.pending_writes.add_status(pod, StatusWrite({}, ()), due_ms, deletes=True)
            return None
        self.pending_writes.drop(pod.uid)
        options = DeleteOptions(grace_period_seconds=0, precondition_uid=pod.meta.uid or None)
        return self.api.delete("Pod", pod.key, options, self.now_ms)

    def event(
        self, about: Pod | Node, type_: str, reason: str, message: str, annotations: Manifest = EMPTY
    ) -> None:
        if self.delay_ms != 0:
            due_ms = self.now_ms + (self.delay_ms or 0)
            pending = PendingEvent(about, type_, reason, message, self.now_ms, due_ms, annotations)
            self.pending_writes.add_event(pending)
            return
        self.api.record_event(
            Occurrence(about, type_, reason, message, "kubelet", host=self.node, annotations=annotations),
            self.now_ms,
        )

    def record_due_events(self) -> None:
        """Records the events that are due; an event older than two minutes is dropped."""
        due = [event for event in self.pending_writes.events if event.due_ms <= self.now_ms]
        self.pending_writes.events = tuple(
            event for event in self.pending_writes.events if event.due_ms > self.now_ms
        )
        for event in due:
            if self.now_ms - event.at_ms < EVENTS_WAIT_MS:
                self.api.record_event(
                    Occurrence(
                        event.about,
                        event.type,
                        event.reason,
                        event.message,
                        "kubelet",
                        host=self.node,
                        annotations=event.annotations,
                    ),
                    event.at_ms,
                )
