"""The next steps of the kills of single containers."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_ends import container_ended
from scheduler_core.kubelet.kuberuntime.containers import Kill, Plan
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, replaced
from scheduler_core.kubelet.termination.timeline import SIGKILL_EXIT_CODE, Step, StepKind

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
            step = run.kill.steps[run.kill.done]
            what = _SIGNALS.get(step.kind)
            if what is not None and main not in (None, step.kind):
                break
            if step.kind is StepKind.EVENT:
                events.append(PodEvent(step.type or "", step.reason or "", step.message or ""))
            run = replace(run, kill=_after(run.kill))
            if what is None:
                runtime = replaced(runtime, index, run)
                continue
            main = step.kind
            if step.kind in (StepKind.EXITED, StepKind.SIGKILL):
                code = SIGKILL_EXIT_CODE if step.kind is StepKind.SIGKILL else 0
                runtime, told = container_ended(replaced(runtime, index, run), index, now_ms, code, "")
                happened.append(replace(told, kind=what, events=(*events, *told.events)))
                events, run = [], runtime.runs[index]
            else:
                seconds = _grace_left(plan, step, run.kill)
                happened.append(ContainerChange(what, plan.name, tuple(events), seconds=seconds))
                events, runtime = [], replaced(runtime, index, run)
        if events:
            happened.append(ContainerChange(ChangeKind.EXITED, plan.name, tuple(events)))
    return runtime, tuple(happened)


def _after(kill: Kill) -> Kill | None:
    return replace(kill, done=kill.done + 1) if kill.done + 1 < len(kill.steps) else None


def _grace_left(plan: Plan, step: Step, kill: Kill | None) -> int:
    """The seconds that SIGTERM leaves the container, or that its hook may take."""
    if step.stop_timeout is not None or kill is None:
        return step.stop_timeout or 0
    sigterm = next((later for later in kill.steps if later.kind is StepKind.SIGTERM), None)
    return 0 if sigterm is None else sigterm.at_ms // 1000 + (sigterm.stop_timeout or 0)
