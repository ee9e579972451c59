"""One pod on one node, as the kubelet knows it: what runs there, whatever the API server says.

Source: pkg/kubelet/pod_workers.go (v1.34): one worker per pod UID, syncing → terminating →
terminated, never back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from scheduler_core.kubelet.application.pod_behaviour import Behaviours
from scheduler_core.kubelet.kuberuntime import pod_runtime
from scheduler_core.kubelet.kuberuntime.containers import Kind
from scheduler_core.kubelet.kuberuntime.pod_containers import PodRuntime
from scheduler_core.kubelet.node.machine import Mount, Unattended
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.kubelet.termination.grace import (
    ORPHAN_GRACE_S,
    effective_grace_period,
    kill_call_patience_s,
)
from scheduler_core.kubelet.termination.timeline import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    in_order_of_cause,
    pod_timeline,
)
from scheduler_core.kubelet.types.releases import NEWEST, Release
from scheduler_core.objects.manifest import Json, find, items, text
from scheduler_core.objects.pod import Pod

PLEG_MS = 1_000
"""How long it takes the kubelet to notice that containers ended (PLEG relist period)."""

RUNTIME_PATIENCE_MS = 120_000
"""How much longer than a process may take the kubelet waits for its runtime (runtimeRequestTimeout)."""

_STUCK = (
    "ImagePullBackOff",
    "ErrImagePull",
    "CrashLoopBackOff",
    "CreateContainerConfigError",
    "InvalidImageName",
)


class State(StrEnum):
    SEEN = "seen"
    MOUNTING = "mounting"
    """Its volumes are not there yet."""
    RUNNING = "running"
    """Its containers are being started, run, or wait for a restart: `Worker.runtime` knows."""
    TERMINATING = "terminating"
    DEAD = "dead"
    """All processes ended; not yet reported."""
    REPORTED = "reported"
    """Nothing is left to do but to forget it when its object goes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a pod ends that the kubelet itself kills: phase Failed with these words; `disruption` is the
    message of its DisruptionTarget condition, None: it has none.
    """

    reason: str
    message: str
    disruption: str | None = None


@dataclass(frozen=True, slots=True)
class Worker:
    """`pod` is the object as heard of last; `listed` False: the API server has it no more.

    `due_ms`: when the worker has something to do, None when nothing happens by itself. `runtime`: the pod's
    containers, None before the first sync. `plan`: the steps of the termination that began at `since_ms`, of
    which `done` are carried out. `effective_grace_s`: the grace period chosen so far, in seconds; 0 before
    the first choice. `orphan`: the API server does not have the pod, so its definition is lost. `verdict`:
    why the kubelet itself killed the pod. `gives_up_ms`: when the caller of that kill stops waiting.
    `written`: the status that was last sent. `mounts`: the pod's volumes from outside the node, None before
    they were looked up. `mirror_ms`: when the mirror pod of a static pod is to be made again.
    """

    pod: Pod
    state: State
    since_ms: int
    due_ms: int | None
    listed: bool = True
    effective_grace_s: int = 0
    plan: tuple[Step, ...] = ()
    done: int = 0
    signal: str = ""
    deadline_ms: int = 0
    runtime: PodRuntime | None = None
    orphan: bool = False
    verdict: Verdict | None = None
    gives_up_ms: int | None = None
    written: StatusWrite | None = None
    mounts: tuple[Mount, ...] | None = None
    mirror_ms: int | None = None

    @property
    def uid(self) -> str:
        return self.pod.uid

    @property
    def processes(self) -> bool:
        """Whether anything of the pod runs on the node."""
        return self.state in (State.RUNNING, State.TERMINATING) and bool(
            self.runtime and self.runtime.running
        )

    @property
    def asks_ms(self) -> int | None:
        """When a readiness probe tells something of a pod that is being ended."""
        if self.state is not State.TERMINATING or self.runtime is None:
            return None
        return self.runtime.due_ms

    def wakes_ms(self, *, speaks: bool) -> int | None:
        """When the kubelet has something to do for this pod. `speaks`: it is heard."""
        asks_ms = self.asks_ms
        if self.gives_up_ms is None and self.mirror_ms is None and asks_ms is None:
            return self.due_ms
        due = (self.due_ms, self.gives_up_ms, asks_ms, self.mirror_ms if speaks else None)
        return min((at for at in due if at is not None), default=None)

    def fingerprint(self) -> Json:
        shown: list[Json] = [
            self.pod.uid,
            self.pod.meta.resource_version,
            self.state.value,
            self.since_ms,
            self.due_ms,
            self.listed,
            self.effective_grace_s,
            self.done,
            self.signal,
            self.deadline_ms,
            None if self.runtime is None else self.runtime.fingerprint(),
        ]
        if self.mounts is not None or self.mirror_ms is not None:
            shown.append([[one.unique_name for one in self.mounts or ()], self.mirror_ms])
        if self.orphan or self.verdict or self.gives_up_ms is not None:
            verdict: Json = None
            if self.verdict is not None:
                verdict = [self.verdict.reason, self.verdict.message, self.verdict.disruption]
            shown += [self.orphan, verdict, self.gives_up_ms]
        return shown


def first_sight(pod: Pod, behaviours: Behaviours, now_ms: int) -> Worker:
    """The worker of a pod this kubelet has not known; one that already runs is taken over as it is."""
    if pod.finished:
        return Worker(pod, State.REPORTED, now_ms, None)
    if pod.status.phase == "Running" or _stuck(pod):
        runtime = pod_runtime.adopt(pod, behaviours, now_ms)
        return Worker(pod, State.RUNNING, now_ms, runtime.due_ms, runtime=runtime)
    return Worker(pod, State.SEEN, now_ms, now_ms)


def rebooted(pod: Pod, behaviours: Behaviours, now_ms: int) -> Worker:
    """The worker of a pod on a machine that lost its power: nothing runs, what ran is started anew."""
    if pod.status.phase != "Running":
        return first_sight(pod, behaviours, now_ms)
    runtime = pod_runtime.adopt(pod, behaviours, now_ms)
    if pod.terminating or pod.spec.restart_policy == "Never":
        runtime = pod_runtime.stop(runtime)
        for name in runtime.running:
            runtime = pod_runtime.ended(runtime, name, SIGKILL_EXIT_CODE, now_ms)
        return Worker(pod, State.DEAD, now_ms, now_ms, runtime=runtime)
    runtime = pod_runtime.rebooted(runtime, now_ms)
    return Worker(pod, State.RUNNING, now_ms, runtime.due_ms, runtime=runtime)


def adopted(left: Unattended, pod: Pod, behaviours: Behaviours, now_ms: int) -> Worker:
    """The worker of a pod whose processes went on while no kubelet looked after them."""
    runtime = pod_runtime.changed(pod_runtime.heard(left.runtime, pod, now_ms), behaviours, now_ms)
    runtime = pod_runtime.resumed(runtime, now_ms)
    worker = Worker(pod, State.RUNNING, left.since_ms, runtime.due_ms, runtime=runtime, mounts=left.mounts)
    if not pod.terminating and (runtime.over or _is_news(runtime, pod)):
        return replace(worker, due_ms=now_ms)
    return worker


def _is_news(runtime: PodRuntime, pod: Pod) -> bool:
    """Whether the object does not say how its containers are: who saw that died before he could tell."""
    condition = pod.status.condition("Ready")
    said = condition is not None and condition.status == "True"
    ready = all(run.ready for plan, run in runtime.pairs() if plan.kind is Kind.REGULAR)
    return bool(runtime.running) and (pod.status.phase == "Pending" or (ready and not said))


def orphan(left: Unattended, now_ms: int, release: Release = NEWEST) -> Worker | None:
    """The worker of a running pod that the API server does not have (any more): it is killed at once."""
    if not left.runtime.running:
        return None
    worker = Worker(
        left.pod, State.RUNNING, left.since_ms, None, listed=False, runtime=left.runtime, orphan=True
    )
    worker = replace(worker, mounts=left.mounts)
    return terminating(worker, ORPHAN_GRACE_S, now_ms, release)


def unattended(worker: Worker) -> Unattended | None:
    """What stays on the machine of a worker's pod when the kubelet dies; None: there never were
    containers."""
    runtime = worker.runtime
    if runtime is None or (worker.state is State.RUNNING and not runtime.sandbox):
        return None
    if worker.state is State.DEAD and not worker.pod.terminating:
        return None  # Nobody told of it; to the next kubelet it is a pod that does not run.
    if worker.state is State.TERMINATING:
        # Whoever got SIGTERM ends in its own time; nobody sends SIGKILL any more.
        for step in worker.plan[: worker.done]:
            if step.kind is StepKind.SIGTERM:
                runtime = pod_runtime.asked_to_exit(runtime, step.container, worker.since_ms + step.at_ms)
    return Unattended(
        worker.pod,
        worker.since_ms,
        runtime,
        terminating=worker.state in (State.TERMINATING, State.DEAD),
        listed=worker.listed,
        mounts=worker.mounts,
    )


def heard(worker: Worker, pod: Pod, now_ms: int, release: Release = NEWEST) -> Worker:
    """The worker after a new version of its pod was heard of."""
    worker = replace(worker, pod=pod)
    if worker.runtime is not None:
        runtime = pod_runtime.heard(worker.runtime, pod, now_ms)
        if runtime.due_ms != worker.runtime.due_ms and worker.state is State.RUNNING:
            worker = replace(worker, due_ms=runtime.due_ms)
        worker = replace(worker, runtime=runtime)
    if not pod.terminating:
        if pod.finished and worker.state is State.RUNNING:
            # Somebody else declared it finished (PodGC): what still runs is ended.
            return terminating(worker, _effective_grace_s(worker, pod, None, release), now_ms, release)
        return worker
    if worker.state in (State.DEAD, State.REPORTED):
        return replace(worker, state=State.DEAD, due_ms=now_ms) if worker.state is State.REPORTED else worker
    grace_s = _effective_grace_s(worker, pod, None, release)
    if worker.state is State.TERMINATING:
        if worker.since_ms == now_ms and not worker.done and grace_s != worker.effective_grace_s:
            # Versions heard in one moment are one: the kill has not begun yet.
            return terminating(replace(worker, state=State.RUNNING), grace_s, now_ms, release)
        # The kill under way keeps its original timeout; only the number is remembered (upstream issue 83916).
        return replace(worker, effective_grace_s=grace_s)
    return terminating(worker, grace_s, now_ms, release)


def vanished(worker: Worker, now_ms: int, release: Release = NEWEST) -> Worker | None:
    """The worker after its object went from the API server; None: nothing is left on the node."""
    worker = replace(worker, listed=False)
    if worker.state is State.TERMINATING:
        return worker
    if worker.processes:
        grace_s = effective_grace_period(
            worker.effective_grace_s,
            None,
            None,
            worker.pod.spec.termination_grace_period_seconds,
            before_v1_31=release.zero_grace_is_unset,
        ).seconds
        return terminating(worker, grace_s, now_ms, release)
    return None


def killed(
    worker: Worker,
    override_s: int | None,
    verdict: Verdict,
    now_ms: int,
    release: Release = NEWEST,
) -> Worker:
    """The worker after the kubelet itself decided to end its pod (`killPodNow`).

    Who asked waits for one and a half times the grace, at least 10 s; the event ExceededGracePeriod tells
    that it was in vain.
    """
    if worker.state in (State.DEAD, State.REPORTED):
        return worker
    spec_grace_s = worker.pod.spec.termination_grace_period_seconds
    gives_up_ms = now_ms + kill_call_patience_s(override_s, spec_grace_s) * 1000
    grace_s = _effective_grace_s(worker, worker.pod, override_s, release)
    worker = replace(worker, verdict=worker.verdict or verdict)
    if worker.state is State.TERMINATING:
        return replace(worker, effective_grace_s=grace_s, gives_up_ms=gives_up_ms)
    worker = terminating(worker, grace_s, now_ms, release)
    if worker.state is State.TERMINATING:
        worker = replace(worker, gives_up_ms=gives_up_ms)
    return worker


def _effective_grace_s(worker: Worker, pod: Pod, override_s: int | None, release: Release) -> int:
    return effective_grace_period(
        worker.effective_grace_s,
        pod.meta.deletion_grace_period_seconds,
        override_s,
        pod.spec.termination_grace_period_seconds,
        before_v1_31=release.zero_grace_is_unset,
    ).seconds


def terminating(worker: Worker, grace_s: int, now_ms: int, release: Release = NEWEST) -> Worker:
    """Termination begins now with an effective grace period of `grace_s`."""
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
        worker = replace(worker, runtime=pod_runtime.stop(worker.runtime))
    if not plan:
        return replace(worker, state=State.DEAD, due_ms=now_ms)
    return replace(worker, state=State.TERMINATING, due_ms=now_ms + plan[0].at_ms)


def dying_containers(worker: Worker, now_ms: int, release: Release = NEWEST) -> list[DyingContainer]:
    """The pod's containers as its kill sees them."""
    dying = [] if worker.runtime is None else pod_runtime.dying(worker.runtime, now_ms)
    if worker.orphan:
        dying = [replace(one, hook=None) for one in dying]
    if not release.orders_sidecars:
        dying = [replace(one, sidecar=False) for one in dying]
    return dying


def due_steps(worker: Worker) -> tuple[Step, ...]:
    """The steps that make one act: those of the next moment, up to and with signals or exits of one kind."""
    first = worker.plan[worker.done].at_ms
    taken: list[Step] = []
    main: StepKind | None = None
    for step in worker.plan[worker.done :]:
        if step.at_ms != first:
            break
        if step.kind in _TELLING:
            if main is not None and step.kind is not main:
                break
            main = step.kind
        taken.append(step)
    return tuple(taken)


_TELLING = (StepKind.PRE_STOP_STARTED, StepKind.SIGTERM, StepKind.EXITED, StepKind.SIGKILL)


def telling_kind(steps: tuple[Step, ...]) -> StepKind | None:
    """What an act of these steps is about; None: only a wait or the end of a hook."""
    return next((step.kind for step in steps if step.kind in _TELLING), None)


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
            runtime = pod_runtime.ended(runtime, step.container, code, worker.since_ms + step.at_ms)
    worker = replace(worker, done=done, signal=signal, deadline_ms=deadline_ms, runtime=runtime)
    if done == len(worker.plan) and runtime is not None and runtime.running:
        # The runtime hangs: what should be dead lives on.
        return replace(worker, due_ms=deadline_ms + RUNTIME_PATIENCE_MS)
    if done == len(worker.plan):
        # Who kills a pod for the node's sake waits for the runtime and knows at once.
        noticed_ms = PLEG_MS if worker.verdict is None else 0
        dead_ms = worker.since_ms + worker.plan[-1].at_ms
        return replace(worker, state=State.DEAD, due_ms=dead_ms + noticed_ms)
    return replace(worker, due_ms=worker.since_ms + worker.plan[done].at_ms)


def hangs(worker: Worker) -> bool:
    """All was done to end the pod, and something of it still runs."""
    return worker.state is State.TERMINATING and worker.done == len(worker.plan)


def killed_anew(worker: Worker, runtime: PodRuntime, now_ms: int, release: Release = NEWEST) -> Worker:
    """The runtime of a kill that hung answers otherwise now."""
    worker = replace(worker, state=State.RUNNING, runtime=runtime)
    return terminating(worker, worker.effective_grace_s, now_ms, release)


def _stuck(pod: Pod) -> bool:
    """A container of a pasted pod waits for something this kubelet cannot provide (an image, a secret)."""
    statuses = items(find(pod.manifest, "status", "containerStatuses"))
    return any(text(find(entry, "state", "waiting", "reason")) in _STUCK for entry in statuses)
