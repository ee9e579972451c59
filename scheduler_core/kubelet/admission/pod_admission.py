"""The admission of a new pod: the kubelet starts it, rejects it, or first kills pods to make room for it.

Source: pkg/kubelet/kubelet.go `HandlePodAdditions`, `rejectPod`; pkg/kubelet/preemption (v1.34). Victims are
killed one after another, each with its own grace period; until then a critical pod waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from scheduler_core.actor import message
from scheduler_core.kubelet.admission import preemption
from scheduler_core.kubelet.admission.admit import Rejected, admit
from scheduler_core.kubelet.pod_workers import active_deadline
from scheduler_core.kubelet.pod_workers.kill_pod import begin_termination
from scheduler_core.kubelet.pod_workers.pod_killer import PodKiller, is_dead
from scheduler_core.kubelet.pod_workers.takeover import first_sync_ms
from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.status_manager.status_write import rejected_status
from scheduler_core.kubelet.termination.grace import ORPHAN_GRACE_S
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.node import Node
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace

Victims = tuple[str, ...]
"""The UIDs of the pods that have to die before a critical pod may start; the first one is being killed."""


@dataclass(frozen=True, slots=True)
class AdmissionContext:
    """The state of the node when a pod arrives. `node` is None when every pod is admitted.

    `conditions` are the pressure conditions that the eviction manager reports.
    """

    node: Node | None = None
    conditions: tuple[str, ...] = ()
    shutting_down: bool = False


ADMITS_ALL = AdmissionContext()


class AdmittingKubelet(PodKiller, Protocol):
    """The kubelet that admits pods. `preemptions` maps each waiting critical pod to its victims."""

    admission_context: AdmissionContext
    preemptions: dict[str, Victims]


def admit_pod(
    kubelet: AdmittingKubelet, worker: Worker, writer: ApiWriter
) -> tuple[Worker, PodAct | None] | None:
    """The worker of a new pod after admission: rejected, or waiting for a victim; None when it may start."""
    if worker.uid in kubelet.preemptions:
        return _next_victim(kubelet, worker, kubelet.preemptions[worker.uid][1:], writer)
    if worker.mounts is not None:
        # A pod whose volumes have been looked up has already been admitted.
        return None
    return _admission(kubelet, worker, writer)


def readmit_pod(kubelet: AdmittingKubelet, worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """The worker of a pod that a restarted kubelet found. The kubelet admits all pods again, the oldest
    first, and a running pod that no longer fits its node is rejected.

    Upstream's next housekeeping kills its processes as those of an orphan, and the status follows.
    """
    waits_for = kubelet.preemptions.get(worker.uid)
    answer = (
        _admission(kubelet, worker, writer)
        if waits_for is None
        else _next_victim(kubelet, worker, waits_for[1:], writer)
    )
    if answer is not None:
        return answer
    worker = active_deadline.planned(replace(worker, unadmitted=False), writer)
    return replace(worker, due_ms=first_sync_ms(worker, writer.now_ms)), None


def _admission(
    kubelet: AdmittingKubelet, worker: Worker, writer: ApiWriter
) -> tuple[Worker, PodAct | None] | None:
    """The worker of a pod that is rejected or waits for a victim; None when it may start."""
    context = kubelet.admission_context
    if context.node is None:
        return None
    others = admitted_pods(kubelet.workers, worker.uid)
    answer = admit(worker.pod, context.node, others, context.conditions, shutting_down=context.shutting_down)
    if isinstance(answer, Rejected):
        return _rejected(worker, answer, writer)
    if not answer.victims:
        return None
    return _next_victim(kubelet, worker, tuple(pod.uid for pod in answer.victims), writer)


def admitted_pods(workers: Mapping[str, Worker], uid: str) -> list[Pod]:
    """The other pods that are admitted and not finished. A pod that the API server does not have is left
    out.
    """
    left_out = (State.NOT_ADMITTED, State.REPORTED)
    return [
        other.pod
        for other in workers.values()
        if other.uid != uid
        and other.listed
        and not other.unadmitted
        and other.state not in left_out
        and not other.pod.finished
    ]


def _rejected(worker: Worker, rejected: Rejected, writer: ApiWriter) -> tuple[Worker, PodAct]:
    """The worker of a rejected pod: its processes are killed; without any, its status is written at once."""
    writer.event(worker.pod, "Warning", rejected.reason, rejected.message)
    if worker.processes:
        sentence = message(
            "kubelet.rejects_running", node=writer.node, pod=worker.pod.name, reason=rejected.reason
        )
        cause = KillCause(rejected.reason, rejected.status_message, rejected=True)
        worker = replace(worker, unadmitted=False, orphan=True, kill_cause=cause)
        return begin_termination(worker, ORPHAN_GRACE_S, writer.now_ms), ("reject", sentence)
    write = rejected_status(worker.pod, rejected.reason, rejected.status_message, writer.timestamp)
    writer.status(worker.pod, write)
    sentence = message("kubelet.rejects", node=writer.node, pod=worker.pod.name, reason=rejected.reason)
    return replace(worker, unadmitted=False, state=State.REPORTED, due_ms=None), ("reject", sentence)


def _next_victim(
    kubelet: AdmittingKubelet, worker: Worker, victims: Victims, writer: ApiWriter
) -> tuple[Worker, PodAct] | None:
    """Kills the next victim that is not dead; None when there is none left."""
    remaining = victims
    while remaining and is_dead(kubelet.workers.get(remaining[0])):
        remaining = remaining[1:]
    if not remaining:
        kubelet.preemptions.pop(worker.uid, None)
        return None
    victim = kubelet.workers[remaining[0]]
    kubelet.preemptions[worker.uid] = remaining
    writer.event(victim.pod, "Warning", preemption.REASON, preemption.TEXT)
    kill_cause = KillCause(preemption.REASON, preemption.TEXT, preemption.DISRUPTION_TEXT)
    kubelet.kill(victim.uid, None, kill_cause, writer.now_ms)
    sentence = message("kubelet.makes_room", node=writer.node, victim=victim.pod.name, pod=worker.pod.name)
    return replace(worker, due_ms=None), ("preempt", sentence)


def done_waiting(kubelet: AdmittingKubelet) -> list[str]:
    """The UIDs of the critical pods whose victim is dead, or whose kill call has timed out."""
    done: list[str] = []
    for uid, victims in kubelet.preemptions.items():
        victim = kubelet.workers.get(victims[0]) if victims else None
        given_up = victim is not None and victim.state is State.TERMINATING and victim.gives_up_ms is None
        if is_dead(victim) or given_up:
            done.append(uid)
    return done
