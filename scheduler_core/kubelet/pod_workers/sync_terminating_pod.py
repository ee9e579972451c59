"""What a kubelet does for a pod that is to end: the next moment of its kill, and the proof of its death."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.actor import Message, message
from scheduler_core.apiserver.storage.results import Ok, Refused, Result
from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.pod_workers.sync_pod import Told
from scheduler_core.kubelet.pod_workers.worker import (
    State,
    Worker,
    after_steps,
    due_steps,
    hangs,
    telling_kind,
)
from scheduler_core.kubelet.status_manager import status_write
from scheduler_core.kubelet.status_manager.pending_writes import Voice
from scheduler_core.kubelet.termination.timeline import Step, StepKind
from scheduler_core.kubelet.types.releases import Release
from scheduler_core.objects.pod import Pod

EXCEEDED = "Container runtime did not kill the pod within specified grace period."
TIMED_OUT = "timeout waiting to kill pod"
_TIMEOUT = '"rpc error: code = DeadlineExceeded desc = context deadline exceeded"'
_ACT_KINDS = {
    StepKind.PRE_STOP_STARTED: "prestop",
    StepKind.SIGTERM: "sigterm",
    StepKind.EXITED: "exit",
    StepKind.SIGKILL: "sigkill",
}


def go_on(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """The next moment of the termination's timeline."""
    if hangs(worker):
        return _told_failed(worker, voice)
    if worker.runtime is not None:
        runtime = pod_runtime.on_clock(worker.runtime, voice.now_ms, voice.clock_ms)
        worker = replace(worker, runtime=runtime)
    steps = due_steps(worker)
    for step in steps:
        if step.kind is StepKind.EVENT:
            voice.event(worker.pod, step.type or "", step.reason or "", step.message or "")
    kind = telling_kind(steps)
    told = None if kind is None else (_ACT_KINDS[kind], _told(worker, kind, steps))
    return after_steps(worker, steps), told


def _told_failed(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """The runtime did not answer. The kubelet tries again and again, and tells it once."""
    running = worker.runtime.running if worker.runtime is not None else ()
    errors = [
        f'failed to "KillContainer" for "{name}" with KillContainerError: {_TIMEOUT}' for name in running
    ]
    told = errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]"
    voice.event(worker.pod, "Warning", "FailedKillPod", f"error killing pod: {told}")
    said = message("kubelet.failed_kill", pod=worker.pod.name, node=voice.node)
    return replace(worker, due_ms=None), ("update", said)


def give_up(worker: Worker, voice: Voice) -> tuple[Worker, Told | None]:
    """Who asked for the kill has waited long enough; the kill itself goes on."""
    worker = replace(worker, gives_up_ms=None)
    if worker.state is not State.TERMINATING:
        return worker, None
    voice.event(worker.pod, "Warning", "ExceededGracePeriod", EXCEEDED)
    said = message("kubelet.exceeded", pod=worker.pod.name, node=voice.node, text=TIMED_OUT)
    return worker, ("update", said)


def report(worker: Worker, release: Release, voice: Voice) -> tuple[Worker | None, Told | None]:
    """All processes are proven dead: the final status, then, if the pod was deleted, DELETE with grace 0 for
    this very uid. None for the worker: nothing is left to be known.
    """
    pod = worker.pod
    if not worker.listed:
        return None, ("removed", message("kubelet.dead_unlisted", pod=pod.name, node=voice.node))
    if not pod.finished:
        voice.status(pod, _final(worker, release, voice))
    worker = replace(worker, state=State.REPORTED, due_ms=None, gives_up_ms=None, signal="")
    if not pod.terminating:
        reason = worker.verdict.reason if worker.verdict else ""
        return worker, ("exit", message("kubelet.ended", pod=pod.name, node=voice.node, reason=reason))
    result = voice.delete(pod)
    if result is None:
        return worker, ("exit", message("kubelet.dead_unsaid", pod=pod.name, node=voice.node))
    return None if isinstance(result, Refused) else worker, told_of_delete(pod, result, voice.node)


def told_of_delete(pod: Pod, result: Result, node: str) -> Told | None:
    """The sentence about the API server's answer; None where it changed nothing."""
    if not isinstance(result, Ok) or not result.changed:
        return None
    if result.removed:
        return "removed", message("kubelet.removed", pod=pod.name, node=node)
    return "removed", message("kubelet.held", pod=pod.name, finalizers=pod.meta.finalizers)


def _final(worker: Worker, release: Release, voice: Voice) -> status_write.StatusWrite:
    pod = worker.pod
    runtime = worker.runtime or pod_runtime.begin(pod, DEFAULT_BEHAVIOURS, voice.now_ms)
    write = pod_runtime.status(runtime, voice.api.timestamp, terminal=True)
    changes, conditions = dict(write.changes), write.conditions
    verdict = worker.verdict
    if verdict is not None:
        if changes["phase"] != "Succeeded" or verdict.reason != "Terminated":
            changes.update(phase="Failed")
        changes.update(reason=verdict.reason, message=verdict.message)
        if verdict.disruption is not None:
            condition: status_write.Condition = {
                "type": "DisruptionTarget",
                "status": "True",
                "reason": "TerminationByKubelet",
                "message": verdict.disruption,
            }
            conditions = (condition, *conditions)
    elif pod.terminating and not release.final_phase_after_deletion:
        changes.pop("phase")
        conditions = ()
    return status_write.StatusWrite(changes, conditions)


def _told(worker: Worker, kind: StepKind, steps: tuple[Step, ...]) -> Message:
    told = [step for step in steps if step.kind is kind]
    names = tuple(step.container for step in told)
    pod = worker.pod.name
    if kind is StepKind.PRE_STOP_STARTED:
        return message("kubelet.prestop", pod=pod, seconds=worker.effective_grace_s)
    if kind is StepKind.SIGTERM:
        seconds = max(step.stop_timeout or 0 for step in told)
        if len(names) == len({step.container for step in worker.plan}):
            return message("kubelet.sigterm", pod=pod, seconds=seconds)
        return message("kubelet.sigterm_some", pod=pod, containers=names, seconds=seconds)
    if kind is StepKind.SIGKILL:
        return message("kubelet.sigkill", pod=pod)
    return message("kubelet.exited", pod=pod, containers=names)
