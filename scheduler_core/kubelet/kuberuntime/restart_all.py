"""All containers of a pod are killed, removed and started anew, because a restart rule says so.

Source: `computePodActions`, `getContainersToReset` (pkg/kubelet/kuberuntime/kuberuntime_manager.go, v1.36;
KEP-5532). The pod keeps its UID and its volumes.
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_kill import dying_container
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, ContainerRun, Kill, Life, Plan
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, replaced
from scheduler_core.kubelet.termination.timeline import container_timeline, stopping_message
from scheduler_core.objects.replacing import replace

GRACE_S = 0
"""The grace period of these kills: no preStop hook runs, and SIGKILL follows two seconds after SIGTERM."""


def reset_step(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """Kills the running container that was declared last, one after the other; once none runs, removes all of
    them, so that they may start again."""
    if runtime.reset_ms is None or runtime.stopping or any(run.kill is not None for run in runtime.runs):
        return runtime
    for index in reversed(range(len(runtime.runs))):
        plan, run = runtime.plans[index], runtime.runs[index]
        if run.runs:
            steps = container_timeline(dying_container(plan), GRACE_S, stopping_message(plan.name)).steps
            kill = Kill(now_ms, steps, GRACE_S)
            killed = replace(run, kill=kill, due_ms=None, exit_ms=None, startup=None, liveness=None)
            return replaced(runtime, index, killed)
    runs = tuple(_removed(plan, run) for plan, run in runtime.pairs())
    return replace(runtime, runs=runs, reset_ms=None)


def _removed(plan: Plan, run: ContainerRun) -> ContainerRun:
    """The container after its removal: it starts at once, without a back-off, and counts as restarted."""
    if run.end is None and run.started_ms is None and run.entry is None:
        return ContainerRun(pull_failures=run.pull_failures)
    last = None if plan.kind is ContainerKind.INIT else run.end or run.last
    return ContainerRun(Life.WAITING, restarts=run.restarts + 1, last=last, loop=run.loop, renews=True)
