"""How a kubelet takes on the containers of a pod that it did not start: as the pod's status shows them.

Times go on from where they were: a process has run since its startedAt, a back-off counts from the end of the
last run, a probe asks at the ticks that it has had since the start. A status that podium itself completed
(`PodStatus.assumed`) counts from the moment of the adoption.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime.container_probes import is_started, probes_on
from scheduler_core.kubelet.kuberuntime.container_start import started_now
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Ended,
    Life,
    Plan,
    plans_of,
)
from scheduler_core.kubelet.kuberuntime.crash_loop import (
    FIRST_SECONDS,
    CrashLoop,
    loop_after,
    wait_seconds_of,
)
from scheduler_core.kubelet.kuberuntime.images import backed_off
from scheduler_core.kubelet.kuberuntime.pod_runtime import PodRuntime, planned, turns
from scheduler_core.kubelet.prober.probes import SINGLE_FAILURE_EVENTS, Probing, first_tick, silent
from scheduler_core.objects.manifest import Json, find, integer, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.read_once import work_out_once
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.times import parse_time

IMAGE_REASONS = ("ImagePullBackOff", "ErrImagePull")
BACK_OFF_REASON = "CrashLoopBackOff"
STARTING_REASONS = ("ContainerCreating", "PodInitializing", "")


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of a status in virtual milliseconds. `start_at` is second 0 in epoch milliseconds, None
    where it is unknown; `now_ms` is the time of the adoption. No moment is later."""

    now_ms: int
    start_at: int | None

    def at(self, stamp: Json) -> int | None:
        """The virtual time of a timestamp; None where there is none."""
        if self.start_at is None or not isinstance(stamp, str):
            return None
        at = parse_time(stamp)
        return None if at is None else min(at - self.start_at, self.now_ms)

    def of(self, epoch_ms: int | None) -> int | None:
        """The virtual time of a moment in epoch milliseconds."""
        if self.start_at is None or epoch_ms is None:
            return None
        return min(epoch_ms - self.start_at, self.now_ms)


@dataclass(frozen=True, slots=True)
class State:
    """One container as its status entry shows it; `kind` is `running`, `waiting`, `terminated` or "" where
    the entry says nothing. Times are virtual milliseconds, None where they are not named."""

    kind: str
    reason: str = ""
    started_ms: int | None = None
    ended_ms: int | None = None
    exit_code: int = 0
    last: Ended | None = None
    restarts: int = 0
    ready: bool = False
    started: bool | None = None

    @property
    def run_ms(self) -> int | None:
        """How long the run took that has ended last."""
        last = self.last
        if self.kind == "terminated":
            began_ms, ended_ms = self.started_ms, self.ended_ms
        else:
            began_ms, ended_ms = (None, None) if last is None else (last.started_ms, last.ended_ms)
        return None if began_ms is None or ended_ms is None else max(ended_ms - began_ms, 1)


def state_of(entry: Json, moments: Moments) -> State:
    """A container's entry in the status of its pod."""
    state = find(entry, "state")
    kind = next((name for name in ("waiting", "terminated", "running") if find(state, name) is not None), "")
    now = find(state, kind) if kind else None
    started = find(entry, "started")
    return State(
        kind,
        text(find(now, "reason")),
        moments.at(find(now, "startedAt")),
        moments.at(find(now, "finishedAt")),
        integer(find(now, "exitCode")) or 0,
        _ended(find(entry, "lastState", "terminated"), moments),
        integer(find(entry, "restartCount")) or 0,
        find(entry, "ready") is True,
        started if isinstance(started, bool) else None,
    )


def _ended(terminated: Json, moments: Moments) -> Ended | None:
    if terminated is None:
        return None
    code = integer(find(terminated, "exitCode")) or 0
    reason = text(find(terminated, "reason")) or ("Error" if code else "Completed")
    ended_ms = moments.at(find(terminated, "finishedAt"))
    started_ms, since = moments.at(find(terminated, "startedAt")), text(find(terminated, "startedAt"))
    return Ended(started_ms, moments.now_ms if ended_ms is None else ended_ms, code, reason, since)


def entries_of(pod: Pod) -> Mapping[str, Json]:
    """The status entries of a pod's containers, by name."""
    return {
        text(find(entry, "name")): entry
        for part in ("containerStatuses", "initContainerStatuses")
        for entry in pod.container_statuses(part)
    }


def restarted(pod: Pod) -> int:
    """The largest restartCount of a pod's containers."""
    return max((integer(find(entry, "restartCount")) or 0 for entry in entries_of(pod).values()), default=0)


def has_begun(pod: Pod) -> bool:
    """Whether the containers of a pod have got so far that a kubelet must take them on as they are."""
    return pod.status.phase == "Running" or any(
        find(entry, "state", "running") is not None
        or find(entry, "state", "terminated") is not None
        or find(entry, "lastState", "terminated") is not None
        or text(find(entry, "state", "waiting", "reason")) not in STARTING_REASONS
        for entry in entries_of(pod).values()
    )


def adopt(pod: Pod, behaviours: Behaviours, now_ms: int, start_at: int | None = None) -> PodRuntime:
    """A pod that another kubelet process started: its containers are as its status says, or running and ready
    when it has none."""
    plans = plans_of(pod, behaviours)
    entries = entries_of(pod)
    moments = Moments(now_ms, None if pod.status.assumed else start_at)
    runs = tuple(_adopted(pod, plan, entries.get(plan.name), moments) for plan in plans)
    begun_ms = moments.of(pod.status.start_at)
    begun_ms = now_ms if begun_ms is None else begun_ms
    runtime = PodRuntime(pod, plans, runs, begun_ms, sandbox=True, adopted=True)
    if any(run.life is Life.WAITING for run in runs):
        runtime = _pulling(turns(runtime, begun_ms))
    return planned(runtime)


def _pulling(runtime: PodRuntime) -> PodRuntime:
    """The pod whose pulls have begun already: they end when they would have ended."""
    runs = tuple(
        replace(run, life=Life.PULLING, due_ms=run.due_ms + plan.behaviour.pull_ms)
        if run.life is Life.WAITING and run.due_ms is not None and plan.behaviour.pull_ms
        else run
        for plan, run in runtime.pairs()
    )
    return replace(runtime, runs=runs)


def _adopted(pod: Pod, plan: Plan, entry: Json, moments: Moments) -> ContainerRun:
    """A container as its status entry says; without an entry, as the phase of its pod implies."""
    if entry is None:
        return _unnamed(pod, plan, moments.now_ms)
    state = state_of(entry, moments)
    match state.kind:
        case "waiting":
            return _waiting(pod, plan, entry, state, moments)
        case "terminated":
            return _terminated(pod, plan, entry, state, moments)
    run = _running(plan, entry, state, moments)
    return replace(run, since=text(find(entry, "state", "running", "startedAt")), entry=entry)


def _unnamed(pod: Pod, plan: Plan, now_ms: int) -> ContainerRun:
    """A container without an entry."""
    if pod.status.phase == "Pending":
        return ContainerRun()
    if plan.kind is ContainerKind.INIT:
        return ContainerRun(Life.ENDED, ready=True, end=Ended(None, now_ms, 0, "Completed"))
    ready = pod.status.condition("Ready")
    is_ready = ready is None or ready.status == "True"
    return _answered(plan, _runs_already(plan, 0, now_ms), is_ready=is_ready)


@work_out_once
def _runs_already(plan: Plan, restarts: int, started_ms: int) -> ContainerRun:
    """A container that was found running, and is started."""
    run = started_now(plan, ContainerRun(restarts=restarts), started_ms)
    return run if plan.kind is ContainerKind.INIT else is_started(plan, run, started_ms)


def _waiting(pod: Pod, plan: Plan, entry: Json, state: State, moments: Moments) -> ContainerRun:
    """A container without a process that waits for its start or restart."""
    run = ContainerRun(restarts=state.restarts, last=state.last, entry=entry)
    if state.reason == BACK_OFF_REASON:
        end = state.last or Ended(None, moments.now_ms, 1, "Error")
        return _backing_off(
            replace(run, end=end, last=None), max(wait_seconds_of(state.restarts), FIRST_SECONDS)
        )
    if plan.behaviour.pull_ms is None and state.reason in IMAGE_REASONS:
        failures, wait_s, due_ms = backed_off(moments.of(pod.status.start_at), moments.now_ms)
        return replace(run, life=Life.PULL_FAILED, due_ms=due_ms, wait_s=wait_s, pull_failures=failures)
    if plan.behaviour.starts_after_ms is None or state.reason not in STARTING_REASONS:
        return replace(run, life=Life.HELD)
    return replace(run, entry=None)


def _terminated(pod: Pod, plan: Plan, entry: Json, state: State, moments: Moments) -> ContainerRun:
    """A container whose process has ended; the restart policy decides whether it starts again, and when."""
    end = _ended(find(entry, "state", "terminated"), moments)
    assert end is not None
    well = plan.kind is ContainerKind.INIT and end.exit_code == 0
    run = ContainerRun(Life.ENDED, restarts=state.restarts, ready=well, end=end, last=state.last, entry=entry)
    if not plan.restarts(pod.spec.restart_policy, end.exit_code):
        return run
    return _backing_off(run, wait_seconds_of(state.restarts))


def _backing_off(run: ContainerRun, wait_s: int) -> ContainerRun:
    """The container that starts again when its back-off is over, which counts from the end of its run."""
    end = run.end
    assert end is not None
    loop = CrashLoop(wait_s, end.ended_ms if end.started_ms is None else end.started_ms)
    return replace(run, life=Life.ENDED, due_ms=end.ended_ms + wait_s * 1000, wait_s=wait_s, loop=loop)


def _running(plan: Plan, entry: Json, state: State, moments: Moments) -> ContainerRun:
    """A container with a process."""
    started_ms = moments.now_ms if state.started_ms is None else state.started_ms
    starting = plan.startup is not None and state.started is False
    if starting:
        run = started_now(plan, ContainerRun(restarts=state.restarts), started_ms)
        run = _caught_up(plan, probes_on(plan, run, started_ms), moments.now_ms)
    else:
        run = _runs_already(plan, state.restarts, started_ms)
        if plan.liveness is not None or plan.readiness is not None:
            run = _caught_up(plan, run, moments.now_ms)
    if run.exit_ms is not None and run.exit_ms < moments.now_ms:
        run = replace(run, exit_ms=moments.now_ms)
    run = replace(run, last=state.last, loop=loop_after(state.restarts, started_ms))
    if plan.kind is ContainerKind.INIT or starting:
        return run
    return _answered(plan, run, is_ready=state.ready)


def _answered(plan: Plan, run: ContainerRun, *, is_ready: bool) -> ContainerRun:
    """The container with the result of its readiness probe; failures before the adoption are no news."""
    probing = run.readiness
    if plan.readiness is not None and probing is not None:
        failed = 0 if is_ready else max(plan.readiness.failure_threshold, SINGLE_FAILURE_EVENTS)
        probing = replace(probing, result=is_ready, last=None if is_ready else False, row=failed)
    return replace(run, ready=is_ready, readiness=probing)


def _caught_up(plan: Plan, run: ContainerRun, now_ms: int) -> ContainerRun:
    """The container with the next ticks of its probes. A startup probe has failed at all earlier ones."""
    startup, liveness, readiness = run.startup, run.liveness, run.readiness
    if plan.startup is not None and startup is not None:
        first_ms, period_ms = startup.next_ms, plan.startup.period_ms
        failed = max(0, -((first_ms - now_ms) // period_ms))
        failed = min(failed, plan.startup.failure_threshold - 1)
        startup = replace(silent(startup, plan.startup, now_ms), last=False if failed else None, row=failed)
    if plan.liveness is not None and liveness is not None:
        liveness = silent(liveness, plan.liveness, now_ms)
    if plan.readiness is not None and readiness is not None:
        tick = first_tick(plan.readiness, run.started_ms or 0, run.started_ms or 0, at_once=False)
        readiness = silent(Probing(tick, readiness.result), plan.readiness, now_ms)
    return replace(run, startup=startup, liveness=liveness, readiness=readiness)
