"""The deadline of a pod: spec.activeDeadlineSeconds after its startTime the kubelet fails it.

Source: pkg/kubelet/active_deadline.go (v1.34): the sync loop asks every second. `ShouldEvict` decides the
phase in every status from then on, so the pod fails whatever its processes exit with.
"""

from __future__ import annotations

from scheduler_core.actor import message
from scheduler_core.kubelet.pod_workers.kill_pod import begin_termination, effective_grace_s
from scheduler_core.kubelet.pod_workers.worker import ACTIVE, KillCause, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import Release
from scheduler_core.objects.replacing import replace

REASON = "DeadlineExceeded"
TEXT = "Pod was active on the node longer than the specified deadline"


def seconds_of(pod: Pod) -> int | None:
    """spec.activeDeadlineSeconds; None when the pod has none."""
    return pod.active_deadline_seconds


def unknown(worker: Worker) -> bool:
    """Whether the pod has a deadline and this kubelet has not worked out when that is."""
    return worker.deadline_at_ms is None and seconds_of(worker.pod) is not None


def planned(worker: Worker, writer: ApiWriter) -> Worker:
    """The worker with the time of its deadline, if its pod has one and has started."""
    seconds = seconds_of(worker.pod)
    if seconds is None:
        return worker if worker.deadline_at_ms is None else replace(worker, deadline_at_ms=None)
    started = worker.pod.status.start_at
    runtime = worker.runtime
    began_ms = runtime.begun_ms if runtime is not None else worker.since_ms
    since_ms = began_ms if started is None else started - writer.api.start_at
    return replace(worker, deadline_at_ms=since_ms + seconds * 1000)


def is_over(worker: Worker, now_ms: int) -> bool:
    due_ms = worker.deadline_at_ms
    return due_ms is not None and due_ms <= now_ms and worker.state in ACTIVE


def exceeded(worker: Worker, release: Release, writer: ApiWriter) -> tuple[Worker, PodAct]:
    """The kill of a pod that has been active for too long, with its own grace period."""
    pod = worker.pod
    writer.event(pod, "Normal", REASON, TEXT)
    grace_s = effective_grace_s(worker, pod, None, release)
    worker = replace(worker, deadline_at_ms=None, kill_cause=KillCause(REASON, TEXT, fails=True))
    sentence = message("kubelet.deadline_exceeded", pod=pod.name, node=writer.node, seconds=seconds_of(pod))
    return begin_termination(worker, grace_s, writer.now_ms, release), ("update", sentence)
