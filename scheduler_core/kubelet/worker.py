"""One pod on one node, as the kubelet knows it: what runs there, whatever the API server says.

Source: pkg/kubelet/pod_workers.go (v1.34): one worker per pod UID, syncing → terminating →
terminated, never back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from scheduler_core.kubelet.behaviour import Application, hook_of
from scheduler_core.kubelet.grace import effective_grace_period
from scheduler_core.kubelet.termination import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    in_order_of_cause,
    pod_timeline,
)
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.objects.pod import Pod

PLEG_MS = 1_000
"""How long it takes the kubelet to notice that containers ended (PLEG relist period)."""

_BACKOFF_FIRST_S, _BACKOFF_MOST_S = 10, 300
_STUCK = (
    "ImagePullBackOff",
    "ErrImagePull",
    "CrashLoopBackOff",
    "CreateContainerConfigError",
    "InvalidImageName",
)


class State(StrEnum):
    SEEN = "seen"
    CREATING = "creating"
    RUNNING = "running"
    BACKING_OFF = "backing off"
    TERMINATING = "terminating"
    DEAD = "dead"
    """All processes ended; not yet reported."""
    REPORTED = "reported"
    """Nothing is left to do but to forget it when its object goes."""


@dataclass(frozen=True, slots=True)
class Worker:
    """`pod` is the object as heard of last; `listed` False: the API server has it no more.

    `due_ms` None: nothing to do by itself. `plan` are the steps of the termination that began at `since_ms`,
    `done` of them carried out. `grace` is the effective grace kept (0 = none yet).
    """

    pod: Pod
    state: State
    since_ms: int
    due_ms: int | None
    listed: bool = True
    grace: int = 0
    plan: tuple[Step, ...] = ()
    done: int = 0
    signal: str = ""
    deadline_ms: int = 0
    restarts: int = 0
    exit_codes: tuple[tuple[str, int], ...] = ()

    @property
    def uid(self) -> str:
        return self.pod.uid

    @property
    def processes(self) -> bool:
        """Whether anything of the pod runs on the node."""
        return self.state in (State.RUNNING, State.TERMINATING)

    def fingerprint(self) -> Json:
        return [
            self.pod.uid,
            self.pod.meta.resource_version,
            self.state.value,
            self.since_ms,
            self.due_ms,
            self.listed,
            self.grace,
            self.done,
            self.signal,
            self.deadline_ms,
            self.restarts,
            [list(entry) for entry in self.exit_codes],
        ]


def first_sight(pod: Pod, application: Application, now_ms: int) -> Worker:
    """The worker of a pod this kubelet has not known; one that already runs is taken over as it is."""
    if pod.finished:
        return Worker(pod, State.REPORTED, now_ms, None)
    if pod.status.phase == "Running" or _stuck(pod):
        completes = application.completes_after_ms
        due = None if completes is None or _stuck(pod) else now_ms + completes
        return Worker(pod, State.RUNNING, now_ms, due, restarts=_restarts(pod))
    return Worker(pod, State.SEEN, now_ms, now_ms)


def heard(worker: Worker, pod: Pod, application: Application, now_ms: int) -> Worker:
    """The worker after a new version of its pod was heard of."""
    worker = replace(worker, pod=pod)
    if not pod.terminating:
        return worker
    if worker.state in (State.DEAD, State.REPORTED):
        return replace(worker, state=State.DEAD, due_ms=now_ms) if worker.state is State.REPORTED else worker
    grace = effective_grace_period(
        worker.grace, pod.meta.deletion_grace_period_seconds, None, pod.spec.termination_grace_period_seconds
    ).seconds
    if worker.state is State.TERMINATING:
        # The kill under way keeps its original timeout; only the number is remembered (upstream issue 83916).
        return replace(worker, grace=grace)
    return terminating(worker, application, grace, now_ms)


def vanished(worker: Worker, application: Application, now_ms: int) -> Worker | None:
    """The worker after its object went from the API server; None: nothing is left on the node."""
    worker = replace(worker, listed=False)
    if worker.state is State.TERMINATING:
        return worker
    if worker.state is State.RUNNING:
        spec_grace = worker.pod.spec.termination_grace_period_seconds
        grace = effective_grace_period(worker.grace, None, None, spec_grace).seconds
        return terminating(worker, application, grace, now_ms)
    return None


def terminating(worker: Worker, application: Application, grace: int, now_ms: int) -> Worker:
    """Termination begins now with `grace` seconds."""
    runs = worker.state is State.RUNNING
    dying = dying_containers(worker.pod, application, running=runs)
    plan = in_order_of_cause(pod_timeline(dying, grace).steps, dying)
    worker = replace(
        worker, since_ms=now_ms, grace=grace, plan=plan, done=0, deadline_ms=now_ms + grace * 1000
    )
    if not plan:
        return replace(worker, state=State.DEAD, due_ms=now_ms)
    return replace(worker, state=State.TERMINATING, due_ms=now_ms + plan[0].at_ms)


def dying_containers(pod: Pod, application: Application, *, running: bool) -> list[DyingContainer]:
    """The pod's containers as its kill sees them; init containers other than sidecars have ended long ago."""
    found: list[DyingContainer] = []
    for part, parsed in (("initContainers", pod.spec.init_containers), ("containers", pod.spec.containers)):
        for container, manifest in zip(parsed, items(find(pod.manifest, "spec", part)), strict=True):
            if part == "containers" or container.sidecar:
                found.append(
                    DyingContainer(
                        container.name,
                        application.exits_after_sigterm_ms,
                        hook_of(manifest, application),
                        sidecar=container.sidecar and part == "initContainers",
                        running=running,
                    )
                )
    return found


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
    signal, deadline_ms, codes = worker.signal, worker.deadline_ms, dict(worker.exit_codes)
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
            codes[step.container] = SIGKILL_EXIT_CODE
        elif step.kind is StepKind.EXITED:
            codes[step.container] = 0
    worker = replace(
        worker, done=done, signal=signal, deadline_ms=deadline_ms, exit_codes=tuple(codes.items())
    )
    if done == len(worker.plan):
        return replace(worker, state=State.DEAD, due_ms=worker.since_ms + worker.plan[-1].at_ms + PLEG_MS)
    return replace(worker, due_ms=worker.since_ms + worker.plan[done].at_ms)


def backoff_seconds(restarts: int) -> int:
    """The wait before a restart: none for the first, then 10 s doubling up to 5 minutes."""
    if restarts == 0:
        return 0
    return min(_BACKOFF_FIRST_S << min(restarts - 1, 10), _BACKOFF_MOST_S)


def _stuck(pod: Pod) -> bool:
    """A container of a pasted pod waits for something this kubelet cannot provide (an image, a secret)."""
    statuses = items(find(pod.manifest, "status", "containerStatuses"))
    return any(text(find(entry, "state", "waiting", "reason")) in _STUCK for entry in statuses)


def _restarts(pod: Pod) -> int:
    statuses = items(find(pod.manifest, "status", "containerStatuses"))
    return max((integer(find(entry, "restartCount")) or 0 for entry in statuses), default=0)
