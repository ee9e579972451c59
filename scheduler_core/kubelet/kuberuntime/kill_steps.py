"""The next steps of the kills of single containers."""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_ends import container_ended
from scheduler_core.kubelet.kuberuntime.containers import Kill
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, replaced
from scheduler_core.kubelet.termination.timeline import SIGKILL_EXIT_CODE, StepKind
from scheduler_core.objects.replacing import replace

_SIGNALS = {
    StepKind.PRE_STOP_STARTED: ChangeKind.PRE_STOP,
    StepKind.SIGTERM: ChangeKind.SIGTERM,
    StepKind.EXITED: ChangeKind.EXITED,
    StepKind.SIGKILL: ChangeKind.SIGKILL,
}


def take_kill_steps(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[ContainerChange, ...]]:
    """The pod after the due steps in the kills of single containers; signals or exits of one kind are one
    act.
    """
    happened: list[ContainerChange] = []
    main: StepKind | None = None
    for index, plan in enumerate(runtime.plans):
        run = runtime.runs[index]
        events: list[PodEvent] = []
        while run.kill is not None and run.kill.due_ms <= now_ms:
            kill = run.kill
            step = kill.steps[kill.done]
            what = _SIGNALS.get(step.kind)
            if what is not None and main not in (None, step.kind):
                break
            if step.kind is StepKind.EVENT:
                events.append(PodEvent(step.type or "", step.reason or "", step.message or ""))
            run = replace(run, kill=_after(kill))
            if what is None:
                runtime = replaced(runtime, index, run)
                continue
            main = step.kind
            if step.kind in (StepKind.EXITED, StepKind.SIGKILL):
                code = SIGKILL_EXIT_CODE if step.kind is StepKind.SIGKILL else 0
                runtime, change = container_ended(replaced(runtime, index, run), index, now_ms, code, "")
                happened.append(replace(change, kind=what, events=(*events, *change.events)))
                events, run = [], runtime.runs[index]
            else:
                seconds = kill.grace_s if step.stop_timeout is None else step.stop_timeout
                happened.append(ContainerChange(what, plan.name, tuple(events), seconds=seconds))
                events, runtime = [], replaced(runtime, index, run)
        if events:
            happened.append(ContainerChange(ChangeKind.EXITED, plan.name, tuple(events)))
    return runtime, tuple(happened)


def _after(kill: Kill) -> Kill | None:
    return replace(kill, done=kill.done + 1) if kill.done + 1 < len(kill.steps) else None
