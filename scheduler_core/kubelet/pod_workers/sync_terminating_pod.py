"""The sync of a pod that is being killed: the next moment of its termination.

Source: `SyncTerminatingPod` (pkg/kubelet/kubelet.go, v1.34).
"""

from __future__ import annotations

from scheduler_core.actor import Message, message
from scheduler_core.kubelet.kuberuntime import pod_updates
from scheduler_core.kubelet.pod_workers.kill_pod import after_steps, due_steps, hangs, visible_kind
from scheduler_core.kubelet.pod_workers.worker import State, Worker
from scheduler_core.kubelet.status_manager.api_writer import ApiWriter
from scheduler_core.kubelet.termination.timeline import Step, StepKind
from scheduler_core.kubelet.types.act_messages import PodAct
from scheduler_core.objects.replacing import replace

EXCEEDED = "Container runtime did not kill the pod within specified grace period."
TIMED_OUT = "timeout waiting to kill pod"
_TIMEOUT = '"rpc error: code = DeadlineExceeded desc = context deadline exceeded"'
_ACT_KINDS = {
    StepKind.PRE_STOP_STARTED: "prestop",
    StepKind.SIGTERM: "sigterm",
    StepKind.EXITED: "exit",
    StepKind.SIGKILL: "sigkill",
}


def sync_terminating(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """Carries out the next moment of the termination's timeline."""
    if hangs(worker):
        return _kill_failed(worker, writer)
    if worker.runtime is not None:
        runtime = pod_updates.on_clock(worker.runtime, writer.now_ms, writer.clock_ms)
        worker = replace(worker, runtime=runtime)
    if worker.written is not None:
        worker = replace(worker, written=writer.observe(worker.pod, worker.written))
    steps = due_steps(worker)
    for step in steps:
        if step.kind is StepKind.EVENT:
            writer.event(worker.pod, step.type or "", step.reason or "", step.message or "")
    kind = visible_kind(steps)
    act = _waits(worker, steps) if kind is None else (_ACT_KINDS[kind], _sentence(worker, kind, steps))
    return after_steps(worker, steps), act


def _waits(worker: Worker, steps: tuple[Step, ...]) -> PodAct | None:
    waiting = tuple(step.container for step in steps if step.kind is StepKind.WAITS_FOR_TURN)
    if not waiting:
        return None
    return "update", message("kubelet.waits_turn", pod=worker.pod.name, containers=waiting)


def _kill_failed(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """The act when the runtime did not answer. The kubelet retries, which changes nothing, and reports it
    once.
    """
    running = worker.runtime.running if worker.runtime is not None else ()
    errors = [
        f'failed to "KillContainer" for "{name}" with KillContainerError: {_TIMEOUT}' for name in running
    ]
    text = errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]"
    writer.event(worker.pod, "Warning", "FailedKillPod", f"error killing pod: {text}")
    sentence = message("kubelet.failed_kill", pod=worker.pod.name, node=writer.node)
    return replace(worker, due_ms=None), ("update", sentence)


def kill_call_timed_out(worker: Worker, writer: ApiWriter) -> tuple[Worker, PodAct | None]:
    """The caller of the kill stops waiting; the kill itself goes on."""
    worker = replace(worker, gives_up_ms=None)
    if worker.state is not State.TERMINATING:
        return worker, None
    writer.event(worker.pod, "Warning", "ExceededGracePeriod", EXCEEDED)
    sentence = message("kubelet.exceeded", pod=worker.pod.name, node=writer.node, text=TIMED_OUT)
    return worker, ("update", sentence)


def _sentence(worker: Worker, kind: StepKind, steps: tuple[Step, ...]) -> Message:
    """The sentence about the steps of `kind`, which happen at one moment."""
    of_kind = [step for step in steps if step.kind is kind]
    names = tuple(step.container for step in of_kind)
    pod = worker.pod.name
    if kind is StepKind.PRE_STOP_STARTED:
        return message("kubelet.prestop", pod=pod, seconds=worker.effective_grace_s)
    if kind is StepKind.SIGTERM:
        seconds = max(step.stop_timeout or 0 for step in of_kind)
        if len(names) == len({step.container for step in worker.plan}):
            cut = any(step.kind is StepKind.PRE_STOP_TIMED_OUT for step in steps)
            code = "kubelet.sigterm_hook_cut" if cut else "kubelet.sigterm"
            return message(code, pod=pod, seconds=seconds)
        return message("kubelet.sigterm_some", pod=pod, containers=names, seconds=seconds)
    if kind is StepKind.SIGKILL:
        return message("kubelet.sigkill", pod=pod)
    return message("kubelet.exited", pod=pod, containers=names)
