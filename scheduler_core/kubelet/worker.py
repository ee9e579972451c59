"""One pod on one node, as the kubelet knows it: what runs there, whatever the API server says.

Source: pkg/kubelet/pod_workers.go (v1.34): one worker per pod UID, syncing → terminating →
terminated, never back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from scheduler_core.kubelet.behaviour import Application, hook_of
from scheduler_core.kubelet.grace import effective_grace_period
from scheduler_core.kubelet.machine import LoneProcess, Unattended
from scheduler_core.kubelet.termination import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    in_order_of_cause,
    pod_timeline,
)
from scheduler_core.kubelet.versions import NEWEST, Release
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.objects.pod import Pod

PLEG_MS = 1_000
"""How long it takes the kubelet to notice that containers ended (PLEG relist period)."""

ORPHAN_GRACE_S = 1
"""What a running pod gets that nobody knows any more (its definition is lost, so no hook runs)."""
_GIVE_UP_AT_LEAST_S = 10

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

    `due_ms` None: nothing to do by itself. `plan` are the steps of the termination that began at `since_ms`,
    `done` of them carried out. `grace` is the effective grace kept (0 = none yet). `alive`: the containers
    that run and when they end by themselves (None: all of them run); `orphan`: taken over without its
    definition. `verdict`: why the kubelet itself ended it. `gives_up_ms`: when who asked for the kill stops
    waiting.
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
    alive: tuple[LoneProcess, ...] | None = None
    orphan: bool = False
    verdict: Verdict | None = None
    gives_up_ms: int | None = None

    @property
    def uid(self) -> str:
        return self.pod.uid

    @property
    def processes(self) -> bool:
        """Whether anything of the pod runs on the node."""
        return self.state in (State.RUNNING, State.TERMINATING)

    @property
    def wakes_ms(self) -> int | None:
        """When the kubelet has something to do for this pod."""
        if self.due_ms is None or self.gives_up_ms is None:
            return self.gives_up_ms if self.due_ms is None else self.due_ms
        return min(self.due_ms, self.gives_up_ms)

    def fingerprint(self) -> Json:
        shown: list[Json] = [
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
        if self.alive is not None or self.orphan or self.verdict or self.gives_up_ms is not None:
            alive = [[one.name, one.exits_at_ms, one.exit_code] for one in self.alive or ()]
            why = self.verdict
            verdict: Json = None if why is None else [why.reason, why.message, why.disruption]
            shown += [self.alive is None, alive, self.orphan, verdict, self.gives_up_ms]
        return shown


def first_sight(pod: Pod, application: Application, now_ms: int) -> Worker:
    """The worker of a pod this kubelet has not known; one that already runs is taken over as it is."""
    if pod.finished:
        return Worker(pod, State.REPORTED, now_ms, None)
    if pod.status.phase == "Running" or _stuck(pod):
        completes = application.completes_after_ms
        due = None if completes is None or _stuck(pod) else now_ms + completes
        return Worker(pod, State.RUNNING, now_ms, due, restarts=_restarts(pod))
    return Worker(pod, State.SEEN, now_ms, now_ms)


def rebooted(pod: Pod, application: Application, now_ms: int) -> Worker:
    """The worker of a pod on a machine that lost its power: nothing runs, what ran is started anew."""
    if pod.status.phase != "Running":
        return first_sight(pod, application, now_ms)
    if pod.terminating:
        return Worker(pod, State.DEAD, now_ms, now_ms, restarts=_restarts(pod))
    if pod.spec.restart_policy == "Never":
        return adopted(
            Unattended(pod, now_ms, (), _killed_codes(pod), _restarts(pod)), pod, application, now_ms
        )
    starts = now_ms + application.starts_after_ms
    return Worker(pod, State.BACKING_OFF, now_ms, starts, restarts=_restarts(pod) + 1)


def adopted(left: Unattended, pod: Pod, application: Application, now_ms: int) -> Worker:
    """The worker of a pod whose processes went on while no kubelet looked after them."""
    alive = left.processes
    worker = Worker(
        pod,
        State.RUNNING,
        left.since_ms,
        min((one.exits_at_ms for one in alive if one.exits_at_ms is not None), default=None),
        restarts=left.restarts,
        exit_codes=left.exit_codes,
        alive=alive if left.terminating or left.exit_codes else None,
    )
    if alive or pod.terminating:
        return worker
    # All ended meanwhile: the restart policy says what follows.
    return replace(worker, due_ms=now_ms, alive=None)


def orphan(
    left: Unattended, application: Application, now_ms: int, release: Release = NEWEST
) -> Worker | None:
    """The worker of a running pod that the API server does not have (any more): it is killed at once."""
    if not left.processes:
        return None
    worker = Worker(
        left.pod,
        State.RUNNING,
        left.since_ms,
        None,
        listed=False,
        exit_codes=left.exit_codes,
        alive=left.processes,
        orphan=True,
    )
    return terminating(worker, application, ORPHAN_GRACE_S, now_ms, release)


def unattended(worker: Worker, application: Application, now_ms: int) -> Unattended | None:
    """What stays on the machine of a worker's pod when the kubelet dies; None: nothing ever ran."""
    if worker.state in (State.SEEN, State.CREATING):
        return None
    processes: tuple[LoneProcess, ...] = ()
    codes = worker.exit_codes
    if worker.state is State.RUNNING:
        exit_code = application.exit_code
        processes = worker.alive or tuple(
            LoneProcess(container.name, worker.due_ms, exit_code)
            for container in (
                *(one for one in worker.pod.spec.init_containers if one.sidecar),
                *worker.pod.spec.containers,
            )
        )
    elif worker.state is State.TERMINATING:
        processes = _left_by_kill(worker, application)
    elif worker.state is State.BACKING_OFF:
        codes = tuple((container.name, application.exit_code) for container in worker.pod.spec.containers)
    return Unattended(
        worker.pod,
        worker.since_ms,
        processes,
        codes,
        worker.restarts,
        terminating=worker.state in (State.TERMINATING, State.DEAD),
        listed=worker.listed,
    )


def _left_by_kill(worker: Worker, application: Application) -> tuple[LoneProcess, ...]:
    """Who still lives in a kill that nobody goes on with: whoever got SIGTERM ends in its own time."""
    ended = {name for name, _ in worker.exit_codes}
    signalled = {
        step.container: worker.since_ms + step.at_ms
        for step in worker.plan[: worker.done]
        if step.kind is StepKind.SIGTERM
    }
    own_ends = {one.name: one.exits_at_ms for one in worker.alive or ()}
    needs = application.exits_after_sigterm_ms
    left: list[LoneProcess] = []
    for name in dict.fromkeys(step.container for step in worker.plan):
        if name in ended:
            continue
        ends = [at for at in (own_ends.get(name),) if at is not None]
        if name in signalled and needs is not None:
            ends.append(signalled[name] + needs)
        left.append(LoneProcess(name, min(ends, default=None)))
    return tuple(left)


def heard(
    worker: Worker, pod: Pod, application: Application, now_ms: int, release: Release = NEWEST
) -> Worker:
    """The worker after a new version of its pod was heard of."""
    worker = replace(worker, pod=pod)
    if not pod.terminating:
        if pod.finished and worker.state is State.RUNNING:
            # Somebody else declared it finished (PodGC): what still runs is ended.
            return terminating(worker, application, _grace(worker, pod, None, release), now_ms, release)
        return worker
    if worker.state in (State.DEAD, State.REPORTED):
        return replace(worker, state=State.DEAD, due_ms=now_ms) if worker.state is State.REPORTED else worker
    grace = _grace(worker, pod, None, release)
    if worker.state is State.TERMINATING:
        if worker.since_ms == now_ms and not worker.done and grace != worker.grace:
            # Versions heard in one moment are one: the kill has not begun yet.
            return terminating(replace(worker, state=State.RUNNING), application, grace, now_ms, release)
        # The kill under way keeps its original timeout; only the number is remembered (upstream issue 83916).
        return replace(worker, grace=grace)
    return terminating(worker, application, grace, now_ms, release)


def vanished(
    worker: Worker, application: Application, now_ms: int, release: Release = NEWEST
) -> Worker | None:
    """The worker after its object went from the API server; None: nothing is left on the node."""
    worker = replace(worker, listed=False)
    if worker.state is State.TERMINATING:
        return worker
    if worker.state is State.RUNNING:
        spec_grace = worker.pod.spec.termination_grace_period_seconds
        grace = effective_grace_period(
            worker.grace, None, None, spec_grace, before_v1_31=release.zero_grace_is_unset
        ).seconds
        return terminating(worker, application, grace, now_ms, release)
    return None


def killed(
    worker: Worker,
    application: Application,
    override: int | None,
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
    asked = override if override is not None else worker.pod.spec.termination_grace_period_seconds or 0
    patience = max(asked + asked // 2, _GIVE_UP_AT_LEAST_S)
    grace = _grace(worker, worker.pod, override, release)
    worker = replace(worker, verdict=worker.verdict or verdict)
    if worker.state is State.TERMINATING:
        return replace(worker, grace=grace, gives_up_ms=now_ms + patience * 1000)
    worker = terminating(worker, application, grace, now_ms, release)
    if worker.state is State.TERMINATING:
        worker = replace(worker, gives_up_ms=now_ms + patience * 1000)
    return worker


def _grace(worker: Worker, pod: Pod, override: int | None, release: Release) -> int:
    return effective_grace_period(
        worker.grace,
        pod.meta.deletion_grace_period_seconds,
        override,
        pod.spec.termination_grace_period_seconds,
        before_v1_31=release.zero_grace_is_unset,
    ).seconds


def terminating(
    worker: Worker, application: Application, grace: int, now_ms: int, release: Release = NEWEST
) -> Worker:
    """Termination begins now with `grace` seconds."""
    dying = dying_containers(worker, application, now_ms, release)
    timeline = pod_timeline(dying, grace, full_grace_after_hook=release.full_grace_after_hook)
    plan = in_order_of_cause(timeline.steps, dying)
    worker = replace(
        worker, since_ms=now_ms, grace=grace, plan=plan, done=0, deadline_ms=now_ms + grace * 1000
    )
    if not plan:
        return replace(worker, state=State.DEAD, due_ms=now_ms)
    return replace(worker, state=State.TERMINATING, due_ms=now_ms + plan[0].at_ms)


def dying_containers(
    worker: Worker, application: Application, now_ms: int, release: Release = NEWEST
) -> list[DyingContainer]:
    """The pod's containers as its kill sees them; init containers other than sidecars have ended long ago."""
    pod, found = worker.pod, list[DyingContainer]()
    alive = None if worker.alive is None else {one.name: one.exits_at_ms for one in worker.alive}
    for part, parsed in (("initContainers", pod.spec.init_containers), ("containers", pod.spec.containers)):
        for container, manifest in zip(parsed, items(find(pod.manifest, "spec", part)), strict=True):
            if part != "containers" and not container.sidecar:
                continue
            exits_at = None if alive is None else alive.get(container.name)
            found.append(
                DyingContainer(
                    container.name,
                    application.exits_after_sigterm_ms,
                    None if worker.orphan else hook_of(manifest, application),
                    sidecar=container.sidecar and part == "initContainers" and release.orders_sidecars,
                    running=worker.state is State.RUNNING and (alive is None or container.name in alive),
                    exits_at_ms=None if exits_at is None else max(exits_at - now_ms, 0),
                )
            )
    return found


def _killed_codes(pod: Pod) -> tuple[tuple[str, int], ...]:
    return tuple((container.name, SIGKILL_EXIT_CODE) for container in pod.spec.containers)


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
