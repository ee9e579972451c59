"""Backend: the scheduler's view of the cluster and its queue, and the handling of failed attempts.

Source: pkg/scheduler/backend (cache, queue), pkg/scheduler/schedule_one.go handleSchedulingFailure (v1.34.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.actor import Act, Message, Toss
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.cycle.decision import Decision
from scheduler_core.scheduler.cycle.decision_view import DecisionView
from scheduler_core.scheduler.event_handlers import Announcement, ClusterView
from scheduler_core.scheduler.framework.api import SchedulerApi
from scheduler_core.scheduler.framework.events import Action, ClusterEvent, Resource
from scheduler_core.scheduler.queue.hints import EventEffect
from scheduler_core.scheduler.queue.queued_pod import QueuedPodInfo
from scheduler_core.scheduler.queue.scheduling_queue import SchedulingQueue

NAME = "kube-scheduler"
MAX_EVENT_NOTE_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an attempt failed.

    `rejectors` are the plugins whose events may make the pod schedulable; empty for an error. `note` is the
    text of the event and of the condition, `reason` the condition's reason. `nominate` is the node to which
    the pod is nominated, "" clears its nomination, None leaves it.
    """

    note: str
    reason: str
    rejectors: frozenset[str] = frozenset()
    nominate: str | None = None


class Backend:
    """The scheduler's state outside of cycles. `announced` are the events that the queue has not got yet."""

    def __init__(self, view: ClusterView, queue: SchedulingQueue, release: Release = BASELINE) -> None:
        self.view = view
        self.queue = queue
        self._release = release
        self.announced: list[Announcement] = []

    def copy(self) -> Backend:
        view = self.view.copy()
        copy = Backend(view, self.queue.copy(view.snapshot), self._release)
        copy.announced = list(self.announced)
        return copy

    def give_back(self, queued: QueuedPodInfo, failure: Failure, api: SchedulerApi, now_ms: int) -> None:
        """Puts the pod back into the queue, then writes the event, the condition and the nomination.

        A pod that was bound by another hand meanwhile does not come back into the queue, but its failure is
        written like any other (handleSchedulingFailure, schedule_one.go, v1.34). Of a pod that was deleted
        and made again meanwhile nothing is written since 1.36: the new one has an attempt of its own.
        """
        pod = self.view.pods.get(queued.key)
        if pod is not None and pod.uid != queued.pod.uid and self._release.recreated_pod_ends_attempt:
            self.queue.done(queued.pod.uid)
            return
        newest = None if pod is None or pod.node_name else pod
        self.queue.fail(
            queued, now_ms, newest=newest, unschedulable=failure.rejectors, nominate=failure.nominate
        )
        self.queue.take_moves()
        if pod is None:
            return
        record_event(api, queued.key, "Warning", "FailedScheduling", failure.note, now_ms)
        condition = {
            "type": "PodScheduled",
            "status": "False",
            "reason": failure.reason,
            "message": failure.note,
        }
        changes: dict[str, Json] = {}
        if failure.nominate is not None:
            changes["nominatedNodeName"] = failure.nominate or None
        api.patch_pod_status(queued.key, changes, now_ms, (condition,))

    def forget(self, pod: PodInfo) -> None:
        """Drops the assumption that the pod is bound: its place on the node is free again."""
        placed = self.view.forget(pod)
        if placed is not None:
            event = ClusterEvent(Resource.ASSIGNED_POD, Action.DELETE, placed, None)
            self.announced.append(Announcement(event))


def record_event(api: SchedulerApi, key: str, type_: str, reason: str, note: str, now_ms: int) -> None:
    """Records an Event about the pod, from the scheduler that the pod names, unless the pod is gone."""
    pod = api.pods.get(key)
    if pod is not None:
        component = pod.spec.scheduler_name
        api.record_event(Occurrence(pod, type_, reason, cut(note), component, correlates=False), now_ms)


def scheduler_act(
    kind: str,
    text: Message,
    pods: tuple[str, ...],
    nodes: tuple[str, ...] = (),
    *,
    decision: Decision | None = None,
    tosses: tuple[Toss, ...] = (),
    effects: tuple[EventEffect, ...] = (),
) -> Act:
    """An act of the scheduler; an act with a decision carries the number of its cycle."""
    if decision is None:
        return Act("scheduler", NAME, kind, text, pods, nodes, tosses=tosses, effects=effects)
    shown = DecisionView(decision)
    return Act("scheduler", NAME, kind, text, pods, nodes, shown, tosses, decision.cycle, effects)


def cut(note: str) -> str:
    """The note of an Event, cut to 1 024 bytes (util.TruncateMessage)."""
    raw = note.encode()
    if len(raw) <= MAX_EVENT_NOTE_BYTES:
        return note
    return raw[: MAX_EVENT_NOTE_BYTES - 4].decode(errors="ignore") + " ..."
