"""Carries out what is due among the containers of a pod.

Source: `computePodActions`, `doBackOff` (pkg/kubelet/kuberuntime, v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_changes import ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_ends import completing, container_ended
from scheduler_core.kubelet.kuberuntime.container_probes import (
    after_result,
    failure_events,
    next_reports,
    with_probing,
)
from scheduler_core.kubelet.kuberuntime.container_start import STARTING
from scheduler_core.kubelet.kuberuntime.kill_steps import take_kill_steps
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, planned, replaced, turns
from scheduler_core.kubelet.kuberuntime.restart_all import reset_step
from scheduler_core.objects.replacing import replace

SANDBOX_CHANGED = PodEvent(
    "Normal", "SandboxChanged", "Pod sandbox changed, it will be killed and re-created."
)


def advance(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[ContainerChange, ...]]:
    """The pod after everything due at `now_ms`, and what happened. Exits of processes come first; their
    consequences follow in another call.
    """
    happened: list[ContainerChange] = []
    ends = _ends_due(runtime, now_ms)
    if ends:
        for index in ends:
            run = runtime.runs[index]
            runtime, change = container_ended(runtime, index, run.exit_ms or now_ms, run.exits_with, "")
            happened.append(change)
        return planned(completing(turns(runtime, now_ms), now_ms)), tuple(happened)
    if runtime.reset_ms is not None and runtime.reset_ms <= now_ms:
        runtime = reset_step(runtime, now_ms)
    runtime, steps = take_kill_steps(runtime, now_ms)
    if steps:
        return planned(completing(turns(runtime, now_ms), now_ms)), steps
    while True:
        runtime, started = _starts(runtime, now_ms)
        runtime, probed = _probed(runtime, now_ms)
        runtime = turns(runtime, now_ms)
        happened += (*started, *probed)
        if not started and not probed:
            return planned(completing(runtime, now_ms)), tuple(happened)


def _ends_due(runtime: PodRuntime, now_ms: int) -> list[int]:
    if runtime.stopping:
        return []
    return [
        index
        for index, run in enumerate(runtime.runs)
        if run.runs and run.exit_ms is not None and run.exit_ms <= now_ms
    ]


def _starts(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, list[ContainerChange]]:
    happened: list[ContainerChange] = []
    for index, plan in enumerate(runtime.plans):
        run = runtime.runs[index]
        starts = not runtime.stopping and runtime.reset_ms is None
        while starts and run.due_ms is not None and run.due_ms <= now_ms and run.kill is None:
            run, change = STARTING[run.life](runtime.pod, plan, run, now_ms)
            if not runtime.sandbox and run.restarts:
                change = replace(change, events=(SANDBOX_CHANGED, *change.events))
            happened.append(change)
            runtime = replace(replaced(runtime, index, run), sandbox=True)
    return runtime, happened


def _probed(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, list[ContainerChange]]:
    happened: list[ContainerChange] = []
    for index, plan in enumerate(runtime.plans):
        for kind, report in next_reports(plan, runtime.runs[index]):
            if report.at_ms > now_ms:
                continue
            run = with_probing(runtime.runs[index], kind, report.probing)
            happened += failure_events(plan, kind, report)
            if report.turned:
                run, also = after_result(runtime.pod, plan, run, kind, now_ms)
                happened += also
            runtime = replaced(runtime, index, run)
    return runtime, happened
