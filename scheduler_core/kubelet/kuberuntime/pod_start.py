"""How a kubelet begins with the containers of a pod: new, or after a restart of kubelet or machine."""

from __future__ import annotations

from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime.container_ends import completing
from scheduler_core.kubelet.kuberuntime.container_probes import probes_on, with_probing
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Life,
    Plan,
    plans_of,
)
from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED
from scheduler_core.kubelet.kuberuntime.images import NO_IMAGES, Images
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, planned, turns
from scheduler_core.kubelet.prober.probes import ProbeKind, silent
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace

REBOOT_EXIT_CODE = 255


def begin(
    pod: Pod, behaviours: Behaviours, now_ms: int, images: Images = NO_IMAGES, *, sandbox: bool = False
) -> PodRuntime:
    """A pod whose containers are started from `now_ms` on, on a node with these images. It keeps a startTime
    that it already has. With `sandbox` its sandbox is reported before the first image is pulled.
    """
    plans = plans_of(pod, behaviours)
    has_start = pod.status.start_at is not None
    runs = tuple(ContainerRun() for _ in plans)
    runtime = PodRuntime(pod, plans, runs, now_ms, sandbox=sandbox, adopted=has_start, images=images)
    return planned(turns(runtime, now_ms))


def resumed(runtime: PodRuntime, now_ms: int, *, resets_ready: bool = True) -> PodRuntime:
    """The pod after a new kubelet took over its containers, which ran on without one.

    Containers that have ended in the meantime are handled now. The back-off and the counts of consecutive
    probe results are lost. With `resets_ready` a container with a startup or readiness probe is not started
    or not ready until the probe answers again (prober_manager.go `UpdatePodStatus`).
    """
    policy = runtime.pod.spec.restart_policy
    runs: list[ContainerRun] = []
    for plan, run in runtime.pairs():
        run = replace(run, loop=NEVER_RESTARTED, kill=None)
        if run.life is Life.ENDED and run.end is not None and run.entry is None:
            again = plan.restarts(policy, run.end.exit_code)
            well = plan.kind is ContainerKind.INIT and run.end.exit_code == 0
            run = replace(run, due_ms=now_ms if again else None, wait_s=0, ready=well)
        elif run.due_ms is not None:
            run = replace(run, due_ms=max(run.due_ms, now_ms))
        if run.life is Life.RUNNING and runtime.stopping:
            run = probes_on(plan, run, now_ms)
        if run.life is Life.RUNNING and resets_ready:
            run = _reset(plan, run, now_ms)
        for kind in ProbeKind:
            probe, probing = plan.probe(kind), run.probing(kind)
            if probe is not None and probing is not None:
                run = with_probing(run, kind, silent(probing, probe, now_ms))
        runs.append(run)
    reset_ms = None if runtime.reset_ms is None else now_ms
    resumed_ = replace(runtime, runs=tuple(runs), stopping=False, reset_ms=reset_ms)
    return planned(completing(turns(resumed_, now_ms), now_ms))


def _reset(plan: Plan, run: ContainerRun, now_ms: int) -> ContainerRun:
    """The container as a kubelet sees it that has no result of its probes yet."""
    if plan.startup is not None:
        run = replace(run, started=False, ready=False, liveness=None, readiness=None, entry=None)
        return probes_on(plan, run, now_ms)
    if run.readiness is None:
        return run
    return replace(run, ready=False, readiness=replace(run.readiness, result=False), entry=None)


def powered_off(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """The pod after its machine was off: the container runtime finds its containers exited, with a code and
    a reason that mean that it does not know how.
    """
    runs: list[ContainerRun] = []
    for _, run in runtime.pairs():
        if run.started_ms is None and run.entry is None:
            runs.append(ContainerRun())
            continue
        end = run.end or run.ended(now_ms, REBOOT_EXIT_CODE, "Unknown")
        runs.append(ContainerRun(Life.ENDED, restarts=run.restarts, end=end, last=run.last))
    return replace(runtime, runs=tuple(runs), begun_ms=now_ms, sandbox=False)


def rebooted(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """The pod after its machine was off: its containers start in a new sandbox, except those that have
    succeeded and are restarted on failure only. Until then the status shows how they ended.
    """
    dead = powered_off(runtime, now_ms)
    keeps = runtime.pod.spec.restart_policy == "OnFailure"
    runs = [
        run
        if keeps and plan.kind is ContainerKind.REGULAR and run.end is not None and run.end.exit_code == 0
        else replace(run, life=Life.WAITING)
        for plan, run in dead.pairs()
    ]
    return planned(turns(replace(dead, runs=tuple(runs)), now_ms))
