"""Changes to the containers of a pod from outside: new images, other behaviour, an out-of-memory kill."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.kubelet.application.pod_behaviour import BehaviourChange, Behaviours
from scheduler_core.kubelet.kuberuntime.container_changes import ContainerChange
from scheduler_core.kubelet.kuberuntime.container_ends import completing, container_ended
from scheduler_core.kubelet.kuberuntime.container_kill import single_kill
from scheduler_core.kubelet.kuberuntime.container_probes import with_probing
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Life,
    Plan,
    own_exit,
    plans_of,
)
from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, planned, turns
from scheduler_core.kubelet.prober.probes import ProbeKind, Probing
from scheduler_core.kubelet.termination.grace import KillReason
from scheduler_core.kubelet.termination.timeline import SIGKILL_EXIT_CODE
from scheduler_core.objects.manifest import integer
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


def object_changed(runtime: PodRuntime, pod: Pod, now_ms: int) -> PodRuntime:
    """The pod after a new version of its object arrived.

    A container with another image is killed and started again, whatever the restart policy says
    (`containerChanged`). Nothing else of a container can change.
    """
    images = {spec.name: spec.image for spec in (*pod.spec.init_containers, *pod.spec.containers)}
    runtime = replace(runtime, pod=pod)
    if runtime.stopping or all(images.get(plan.name, plan.image) == plan.image for plan in runtime.plans):
        return runtime
    plans, runs = list(runtime.plans), list(runtime.runs)
    for index, (plan, run) in enumerate(runtime.pairs()):
        if images.get(plan.name, plan.image) != plan.image:
            plans[index] = replace(plan, image=images[plan.name])
            runs[index] = _renewed(pod, plans[index], run, now_ms)
    return planned(turns(replace(runtime, plans=tuple(plans), runs=tuple(runs)), now_ms))


def resized(runtime: PodRuntime, containers: Sequence[str], now_ms: int) -> PodRuntime:
    """The pod after a resize that restarts these containers."""
    runs = tuple(
        _renewed(runtime.pod, plan, run, now_ms, f"Container {plan.name} resize requires restart")
        if plan.name in containers
        else run
        for plan, run in runtime.pairs()
    )
    return planned(turns(replace(runtime, runs=runs), now_ms))


def _renewed(pod: Pod, plan: Plan, run: ContainerRun, now_ms: int, message: str = "") -> ContainerRun:
    """The container after its image changed: started anew, after a kill if it runs. Init containers stay."""
    if plan.kind is ContainerKind.INIT:
        return run
    if run.life in (Life.HELD, Life.PULL_FAILED, Life.PULLING):
        return ContainerRun(restarts=run.restarts)
    if run.life is Life.ENDED and run.due_ms is not None:
        return replace(run, due_ms=now_ms, wait_s=0, loop=NEVER_RESTARTED)
    if run.runs and run.kill is None:
        message = message or f"Container {plan.name} definition changed, will be restarted"
        kill = single_kill(pod, plan, KillReason.DEFINITION_CHANGED, message, now_ms)
        return replace(run, kill=kill, renews=True, startup=None, liveness=None)
    return run


def on_clock(runtime: PodRuntime, now_ms: int, clock_ms: int) -> PodRuntime:
    """The pod with timestamps of a clock that shows `clock_ms` at `now_ms`."""
    if runtime.clock(now_ms) == clock_ms:
        return runtime
    return replace(runtime, clocks=(*runtime.clocks, (now_ms, clock_ms - now_ms)))


def behaviours_changed(runtime: PodRuntime, behaviours: Behaviours, now_ms: int) -> PodRuntime:
    """The pod after the behaviour of its containers changed.

    The time of an exit is computed again, and probes get new answers from their next tick on. A container
    that is being started keeps its start time, and one that waited for somebody gets one.
    """
    plans = plans_of(runtime.pod, behaviours)
    runs: list[ContainerRun] = []
    for before, plan, run in zip(runtime.plans, plans, runtime.runs, strict=True):
        if plan.behaviour == before.behaviour:
            runs.append(run)
            continue
        if run.runs and run.started_ms is not None and _exit_rule(before) != _exit_rule(plan):
            # The time counts from the start of the process, but an exit is never in the past.
            own = own_exit(plan, run.started_ms)
            exit_ms = None if own is None else max(own[0], now_ms)
            run = replace(run, exit_ms=exit_ms, exits_with=0 if own is None else own[1])
        after_ms = plan.behaviour.starts_after_ms
        if run.life in (Life.HELD, Life.CREATING) and run.due_ms is None and after_ms is not None:
            run = replace(run, life=Life.CREATING, due_ms=now_ms + after_ms, entry=None)
        if run.life is Life.RUNNING and plan.readiness is not None and run.readiness is None and run.started:
            run = replace(run, readiness=Probing(now_ms, run.ready, run.ready, 1))
        elif plan.readiness is None and run.readiness is not None:
            run = replace(run, readiness=None, ready=run.started, entry=None)
        runs.append(_probes_caught_up(run, plan, now_ms))
    return planned(replace(runtime, plans=plans, runs=tuple(runs)))


def behaviour_input(
    runtime: PodRuntime, behaviours: Behaviours, change: BehaviourChange, now_ms: int
) -> PodRuntime:
    """The pod after an input about its application; `behaviours` already contain the change."""
    runtime = behaviours_changed(runtime, behaviours, now_ms)
    code = integer(change.fields.get("crash"))
    return runtime if code is None else crashed(runtime, change.container, code, now_ms)


def crashed(runtime: PodRuntime, container: str | None, code: int, now_ms: int) -> PodRuntime:
    """The process of one container exits now, or with None those of all containers; the next `advance`
    handles the exit.
    """
    runs = tuple(
        replace(run, exit_ms=now_ms, exits_with=code) if container in (None, plan.name) and run.runs else run
        for plan, run in runtime.pairs()
    )
    return planned(replace(runtime, runs=runs))


def out_of_memory_killed(
    runtime: PodRuntime, container: str, now_ms: int
) -> tuple[PodRuntime, tuple[ContainerChange, ...]]:
    """The pod after the kernel killed the process of a container."""
    for index, (plan, run) in enumerate(runtime.pairs()):
        if plan.name == container and run.runs:
            runtime, change = container_ended(runtime, index, now_ms, SIGKILL_EXIT_CODE, "OOMKilled")
            return planned(completing(turns(runtime, now_ms), now_ms)), (change,)
    return runtime, ()


def _exit_rule(plan: Plan) -> tuple[int | None, int, tuple[int, ...]]:
    return plan.takes_ms, plan.behaviour.exit_code, plan.behaviour.crashes_at_ms


def _probes_caught_up(run: ContainerRun, plan: Plan, now_ms: int) -> ContainerRun:
    """The container with its probes brought up to now: ticks that changed nothing were not simulated, and a
    new answer counts from the next tick.
    """
    for kind in ProbeKind:
        probe, probing = plan.probe(kind), run.probing(kind)
        if probe is not None and probing is not None and probing.next_ms < now_ms:
            missed = -((probing.next_ms - now_ms) // probe.period_ms)
            row = probing.row + missed if probing.last is not None else 0
            moved = replace(probing, next_ms=probing.next_ms + missed * probe.period_ms, row=row)
            run = with_probing(run, kind, moved)
    return run
