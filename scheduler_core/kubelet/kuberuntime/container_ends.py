"""The end of a container's process: its restart policy, and the sidecars of a pod that is completed.

Source: `doBackOff` (pkg/kubelet/kuberuntime, v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_kill import exit_reason, without_process
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, Kill, Life, Plan
from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, replaced
from scheduler_core.kubelet.kuberuntime.pod_termination import dying
from scheduler_core.kubelet.termination.grace import effective_grace_period
from scheduler_core.kubelet.termination.timeline import pod_timeline
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


def container_ended(
    runtime: PodRuntime, index: int, at_ms: int, code: int, reason: str
) -> tuple[PodRuntime, ContainerChange]:
    """The pod after a process ended at `at_ms`: the restart policy decides whether it starts again, and
    when.
    """
    plan, pod = runtime.plans[index], runtime.pod
    run = runtime.runs[index]
    end = run.ended(at_ms, code, reason or exit_reason(code))
    run = replace(
        without_process(run), life=Life.ENDED, end=end, ready=plan.kind is ContainerKind.INIT and code == 0
    )
    if run.renews:
        run = replace(run, loop=NEVER_RESTARTED)
    resets = not runtime.stopping and (runtime.reset_ms is not None or plan.rules.restarts_all(code))
    if resets:
        kind = ChangeKind.EXITED if runtime.reset_ms is not None else ChangeKind.RESTARTS_ALL
        runtime = replace(replaced(runtime, index, run), reset_ms=at_ms)
        return runtime, ContainerChange(kind, plan.name, (), code)
    again = not runtime.stopping and (run.renews or plan.restarts(pod.spec.restart_policy, code))
    wait = run.loop.wait_seconds(at_ms) if again else None
    events: tuple[PodEvent, ...] = ()
    if wait is not None:
        run = replace(run, wait_s=wait, due_ms=at_ms + wait * 1000)
    if wait:
        events = (back_off(pod, plan),)
    change = ContainerChange(ChangeKind.EXITED, plan.name, events, code, wait)
    return replaced(runtime, index, run), change


BACK_OFF = "Back-off restarting failed container %(container)s in pod %(pod)s"


def back_off(pod: Pod, plan: Plan) -> PodEvent:
    """The Event of a sync that finds the container in its back-off."""
    named = f"{pod.name}_{pod.namespace}({pod.uid})"
    return PodEvent("Warning", "BackOff", BACK_OFF % {"container": plan.name, "pod": named})


def completing(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """Ends the sidecars once all regular containers have ended for good, or an init container has failed for
    good.
    """
    over = runtime.init_failed() or runtime.completed()
    if runtime.stopping or runtime.reset_ms is not None or not over:
        return runtime
    runs = [
        replace(run, due_ms=None, wait_s=0) if run.life is not Life.RUNNING else run for run in runtime.runs
    ]
    runtime = replace(runtime, runs=tuple(runs))
    if not any(run.runs and run.kill is None for run in runs):
        return runtime
    spec_grace_s = runtime.pod.spec.termination_grace_period_seconds
    effective = effective_grace_period(0, None, None, spec_grace_s)
    steps = pod_timeline(dying(runtime, now_ms), effective.seconds).steps
    for index, plan in enumerate(runtime.plans):
        own = tuple(step for step in steps if step.container == plan.name)
        run = runtime.runs[index]
        if run.runs and run.kill is None and own:
            ending = replace(
                run, kill=Kill(now_ms, own, effective.seconds), exit_ms=None, startup=None, liveness=None
            )
            runtime = replaced(runtime, index, ending)
    return runtime
