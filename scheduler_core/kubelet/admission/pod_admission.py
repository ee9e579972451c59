"""The node's door: a pod that is new on a node is admitted, refused, or has room made for it.

Source: pkg/kubelet/kubelet.go `HandlePodAdditions`, `rejectPod`; pkg/kubelet/preemption (v1.34). Victims are
killed one after another, each with its own grace; until then the newcomer waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from scheduler_core.actor import Message, message
from scheduler_core.kubelet.admission import preemption
from scheduler_core.kubelet.admission.admit import Rejected, admit
from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod

Room = tuple[str, ...]
"""The uids of the pods that still have to die before a pod may start; the first is dying."""


@dataclass(frozen=True, slots=True)
class AdmissionContext:
    """What the kubelet knows of its node when a pod arrives. `node` None: it lets everybody in."""

    node: Node | None = None
    conditions: tuple[str, ...] = ()
    shutting_down: bool = False


ADMITS_ALL = AdmissionContext()


class AdmittingKubelet(Protocol):
    """Whose door it is: the kubelet. `room`: by newcomer, whom it waits for."""

    admission_context: AdmissionContext
    workers: dict[str, Worker]
    room: dict[str, Room]

    def kill(self, uid: str, override: int | None, kill_cause: KillCause, now_ms: int) -> None: ...


def receive(
    kubelet: AdmittingKubelet, worker: Worker, writer: ApiWriter
) -> tuple[Worker, tuple[str, Message] | None] | None:
    """What becomes of a pod seen first; None: it may start now."""
    if worker.uid in kubelet.room:
        return _next_victim(kubelet, worker, kubelet.room[worker.uid][1:], writer)
    if kubelet.admission_context.node is None or worker.mounts is not None:
        # Whose volumes have been looked at was let in before.
        return None
    others = _others(kubelet.workers, worker.uid)
    door = kubelet.admission_context
    answer = admit(
        worker.pod, kubelet.admission_context.node, others, door.conditions, shutting_down=door.shutting_down
    )
    if isinstance(answer, Rejected):
        return _rejected(worker, answer, writer)
    if not answer.victims:
        return None
    return _next_victim(kubelet, worker, tuple(pod.uid for pod in answer.victims), writer)


def _others(workers: Mapping[str, Worker], uid: str) -> list[Pod]:
    """The pods that have been let in and are not finished; those the API server has no more do not count."""
    over = (State.SEEN, State.REPORTED)
    return [
        other.pod
        for other in workers.values()
        if other.uid != uid and other.listed and other.state not in over and not other.pod.finished
    ]


def _rejected(worker: Worker, refused: Rejected, writer: ApiWriter) -> tuple[Worker, tuple[str, Message]]:
    changes = {"phase": "Failed", "reason": refused.reason, "message": refused.status_message}
    writer.event(worker.pod, "Warning", refused.reason, refused.message)
    writer.status(worker.pod, StatusWrite(changes, ()))
    said = message("kubelet.rejects", node=writer.node, pod=worker.pod.name, reason=refused.reason)
    return replace(worker, state=State.REPORTED, due_ms=None), ("reject", said)


def _next_victim(
    kubelet: AdmittingKubelet, worker: Worker, room: Room, writer: ApiWriter
) -> tuple[Worker, tuple[str, Message]] | None:
    """Kills the next pod that is in the way; None: there is none left."""
    left = room
    while left and _out_of_the_way(kubelet.workers.get(left[0])):
        left = left[1:]
    if not left:
        kubelet.room.pop(worker.uid, None)
        return None
    victim = kubelet.workers[left[0]]
    kubelet.room[worker.uid] = left
    writer.event(victim.pod, "Warning", preemption.REASON, preemption.TEXT)
    kill_cause = KillCause(preemption.REASON, preemption.TEXT, preemption.DISRUPTION_TEXT)
    kubelet.kill(victim.uid, None, kill_cause, writer.now_ms)
    said = message("kubelet.makes_room", node=writer.node, victim=victim.pod.name, pod=worker.pod.name)
    return replace(worker, due_ms=None), ("preempt", said)


def _out_of_the_way(worker: Worker | None) -> bool:
    return worker is None or worker.state in (State.DEAD, State.REPORTED)


def waits_no_longer(kubelet: AdmittingKubelet) -> list[str]:
    """The newcomers whose dying victim is dead, or whose kill has been waited for long enough."""
    found: list[str] = []
    for uid, room in kubelet.room.items():
        victim = kubelet.workers.get(room[0]) if room else None
        given_up = victim is not None and victim.state is State.TERMINATING and victim.gives_up_ms is None
        if _out_of_the_way(victim) or given_up:
            found.append(uid)
    return found


__all__ = ["ADMITS_ALL", "AdmissionContext", "Room", "receive", "waits_no_longer"]
