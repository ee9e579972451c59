"""How a worker's pod is killed: the beginning of its termination, and the state after each of its steps.

Source: `killPodNow`, `SyncTerminatingPod` (pkg/kubelet/pod_workers.go, kubelet.go, v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime import pod_termination, pod_updates
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime
from scheduler_core.kubelet.pod_workers.worker import KillCause, State, Worker
from scheduler_core.kubelet.termination.grace import effective_grace_period, kill_call_patience_s
from scheduler_core.kubelet.termination.timeline import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    in_order_of_cause,
    pod_timeline,
)
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace

PLEG_MS = 1_000
"""Milliseconds until the kubelet notices that containers ended: the relist period of its PLEG."""


RUNTIME_PATIENCE_MS = 120_000
"""Milliseconds that the kubelet waits for its runtime beyond the stop timeout (runtimeRequestTimeout)."""


def object_changed(worker: Worker, pod: Pod, now_ms: int, release: Release = BASELINE) -> Worker:
    """The worker after a new version of its pod arrived."""
    if worker.runtime is None:
        worker = replace(worker, pod=pod)
    elif worker.pod is not pod or worker.runtime.pod is not pod:
        runtime = pod_updates.object_changed(worker.runtime, pod, now_ms)
        moved = runtime.due_ms != worker.runtime.due_ms and worker.state is State.RUNNING
        due_ms = runtime.due_ms if moved else worker.due_ms
        worker = replace(worker, pod=pod, due_ms=due_ms, runtime=runtime)
    if not pod.terminating:
        if pod.finished and worker.state is State.RUNNING:
            # Another component, such as PodGC, set a final phase; what still runs is killed.
            return begin_termination(worker, effective_grace_s(worker, pod, None, release), now_ms, release)
        return worker
    if worker.state in (State.DEAD, State.REPORTED):
        return replace(worker, state=State.DEAD, due_ms=now_ms) if worker.state is State.REPORTED else worker
    grace_s = effective_grace_s(worker, pod, None, release)
    if worker.state is State.TERMINATING:
        if worker.since_ms == now_ms and not worker.done and grace_s != worker.effective_grace_s:
            # Versions that arrive at the same moment count as one: the kill has not begun yet.
            return begin_termination(replace(worker, state=State.RUNNING), grace_s, now_ms, release)
        # The kill that has begun keeps its original timeout (upstream issue 83916).
        return replace(worker, effective_grace_s=grace_s)
    return begin_termination(worker, grace_s, now_ms, release)


def object_removed(worker: Worker, now_ms: int, release: Release = BASELINE) -> Worker | None:
    """The worker after its object was removed from the API server; None when nothing is left of it."""
    worker = replace(worker, listed=False)
    if worker.state is State.TERMINATING:
        return worker
    if worker.processes:
        grace_s = effective_grace_s(worker, worker.pod, None, release, deleted=False)
        return begin_termination(worker, grace_s, now_ms, release)
    return None


def killed(
    worker: Worker,
    override_s: int | None,
    kill_cause: KillCause,
    now_ms: int,
    release: Release = BASELINE,
) -> Worker:
    """The worker after the kubelet itself decided to kill its pod (`killPodNow`).

    The caller waits for a limited time (`kill_call_patience_s`). If the pod is not dead by then, the event
    ExceededGracePeriod is recorded.
    """
    if worker.state in (State.DEAD, State.REPORTED):
        return worker
    spec_grace_s = worker.pod.spec.termination_grace_period_seconds
    gives_up_ms = now_ms + kill_call_patience_s(override_s, spec_grace_s) * 1000
    grace_s = effective_grace_s(worker, worker.pod, override_s, release)
    worker = replace(worker, kill_cause=worker.kill_cause or kill_cause)
    if worker.state is State.TERMINATING:
        return replace(worker, effective_grace_s=grace_s, gives_up_ms=gives_up_ms)
    worker = begin_termination(worker, grace_s, now_ms, release)
    if worker.state is State.TERMINATING:
        worker = replace(worker, gives_up_ms=gives_up_ms)
    return worker


def effective_grace_s(
    worker: Worker, pod: Pod, override_s: int | None, release: Release, *, deleted: bool = True
) -> int:
    """The effective grace period in seconds of a kill that begins now; see `effective_grace_period`. Unless
    `deleted`, the pod's own deletion does not count.
    """
    return effective_grace_period(
        worker.effective_grace_s,
        pod.meta.deletion_grace_period_seconds if deleted else None,
        override_s,
        pod.spec.termination_grace_period_seconds,
        before_v1_31=release.zero_grace_is_unset,
    ).seconds


def begin_termination(worker: Worker, grace_s: int, now_ms: int, release: Release = BASELINE) -> Worker:
    """The worker once its termination begins, with an effective grace period of `grace_s`."""
    dying = dying_containers(worker, now_ms, release)
    timeline = pod_timeline(dying, grace_s, full_grace_after_hook=release.full_grace_after_hook)
    plan = in_order_of_cause(timeline.steps, dying)
    worker = replace(
        worker,
        since_ms=now_ms,
        effective_grace_s=grace_s,
        plan=plan,
        done=0,
        deadline_ms=now_ms + grace_s * 1000,
    )
    if worker.runtime is not None:
        worker = replace(worker, runtime=pod_termination.stop(worker.runtime))
    if not plan:
        return replace(worker, state=State.DEAD, due_ms=now_ms)
    return replace(worker, state=State.TERMINATING, due_ms=now_ms + plan[0].at_ms)


def dying_containers(worker: Worker, now_ms: int, release: Release = BASELINE) -> list[DyingContainer]:
    """The pod's containers as its kill sees them."""
    dying = [] if worker.runtime is None else pod_termination.dying(worker.runtime, now_ms)
    if worker.orphan:
        dying = [replace(container, hook=None) for container in dying]
    if not release.orders_sidecars:
        dying = [replace(container, sidecar=False) for container in dying]
    return dying


def due_steps(worker: Worker) -> tuple[Step, ...]:
    """The steps of the next act: those of the next moment, with signals or exits of one kind only."""
    first = worker.plan[worker.done].at_ms
    steps: list[Step] = []
    main: StepKind | None = None
    for step in worker.plan[worker.done :]:
        if step.at_ms != first:
            break
        if step.kind in _VISIBLE:
            if main is not None and step.kind is not main:
                break
            main = step.kind
        steps.append(step)
    return tuple(steps)


_VISIBLE = (StepKind.PRE_STOP_STARTED, StepKind.SIGTERM, StepKind.EXITED, StepKind.SIGKILL)
_ENDS = (StepKind.EXITED, StepKind.SIGKILL)


def visible_kind(steps: tuple[Step, ...]) -> StepKind | None:
    """The kind of step that names the act; None when the steps are only a wait or the end of a hook."""
    return next((step.kind for step in steps if step.kind in _VISIBLE), None)


def after_steps(worker: Worker, steps: tuple[Step, ...]) -> Worker:
    """The worker once `steps` are carried out."""
    done = worker.done + len(steps)
    signal, deadline_ms, runtime = worker.signal, worker.deadline_ms, worker.runtime
    for step in steps:
        if step.kind is StepKind.PRE_STOP_STARTED:
            signal = signal or "preStop"
        elif step.kind is StepKind.SIGTERM:
            begun = signal == "SIGTERM"
            signal = "SIGTERM"
            stops = worker.since_ms + step.at_ms + (step.stop_timeout or 0) * 1000
            deadline_ms = max(deadline_ms, stops) if begun else stops
        elif step.kind is StepKind.SIGKILL:
            signal = "SIGKILL"
        if runtime is not None and step.kind in (StepKind.EXITED, StepKind.SIGKILL):
            code = SIGKILL_EXIT_CODE if step.kind is StepKind.SIGKILL else 0
            runtime = pod_termination.ended(runtime, step.container, code, worker.since_ms + step.at_ms)
    worker = replace(worker, done=done, signal=signal, deadline_ms=deadline_ms, runtime=runtime)
    if done == len(worker.plan) and runtime is not None and runtime.running:
        # The runtime hangs: containers that should be dead still run.
        return replace(worker, due_ms=deadline_ms + RUNTIME_PATIENCE_MS)
    if done == len(worker.plan):
        # An eviction or a shutdown waits for the runtime itself, so it knows at once.
        noticed_ms = PLEG_MS if worker.kill_cause is None else 0
        dead_ms = worker.since_ms + worker.plan[-1].at_ms
        return replace(worker, state=State.DEAD, due_ms=dead_ms + noticed_ms)
    return replace(worker, due_ms=worker.since_ms + worker.plan[done].at_ms)


def continued_termination(worker: Worker, began_ms: int, now_ms: int, release: Release = BASELINE) -> Worker:
    """The worker of a pod whose kill began at `began_ms` and goes on: its signals were sent when they were
    due. What should have ended since then ends now, unless the runtime hangs.
    """
    grace_s = effective_grace_s(worker, worker.pod, None, release)
    worker = begin_termination(worker, grace_s, began_ms, release)
    while worker.state is State.TERMINATING and worker.done < len(worker.plan):
        steps = due_steps(worker)
        if worker.since_ms + steps[0].at_ms >= now_ms or visible_kind(steps) in _ENDS:
            return worker
        worker = after_steps(worker, steps)
    if hangs(worker) and worker.due_ms is not None and worker.due_ms < now_ms:
        return replace(worker, due_ms=None)  # The failed kill was reported before.
    return worker


def hangs(worker: Worker) -> bool:
    """Whether every step of the kill has been carried out and something of the pod still runs."""
    return worker.state is State.TERMINATING and worker.done == len(worker.plan)


def kill_again(worker: Worker, runtime: PodRuntime, now_ms: int, release: Release = BASELINE) -> Worker:
    """The worker when the runtime answers again after a kill that hung: the kill begins again."""
    worker = replace(worker, state=State.RUNNING, runtime=runtime)
    return begin_termination(worker, worker.effective_grace_s, now_ms, release)
