"""A pod's containers on their node, as one immutable value: from the sandbox to the last restart.

Source: `computePodActions`, `doBackOff`, `killContainer` (pkg/kubelet/kuberuntime), v1.34. `advance` does
what is due next and tells what happened; `due_ms` is when the next thing changes, worked out and not waited
for, so a pod at rest is never due. The end of the whole pod is not in here: `dying` hands the containers
over to `termination.py`, `ended` takes each one's end back.
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.kubelet.application.pod_behaviour import Behaviours, Change
from scheduler_core.kubelet.kuberuntime.container_events import Happening, PodEvent, What
from scheduler_core.kubelet.kuberuntime.container_lifecycle import (
    STARTING,
    dead,
    failures,
    probes_on,
    reason_of,
    single_kill,
    tells,
    turned,
    up,
    with_probing,
)
from scheduler_core.kubelet.kuberuntime.containers import (
    Ended,
    Kill,
    Kind,
    Life,
    Plan,
    Run,
    own_exit,
    plans_of,
)
from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED
from scheduler_core.kubelet.kuberuntime.pod_containers import PodRuntime, planned, replaced, turns
from scheduler_core.kubelet.prober.probes import ProbeKind, Probing, silent
from scheduler_core.kubelet.status_manager.pod_status import Stamp, status_of
from scheduler_core.kubelet.status_manager.status_write import StatusWrite
from scheduler_core.kubelet.termination.grace import KillReason, effective_grace_period
from scheduler_core.kubelet.termination.timeline import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    StepKind,
    pod_timeline,
)
from scheduler_core.objects.manifest import Json, find, integer, items, text
from scheduler_core.objects.pod import Pod

REBOOT_EXIT_CODE = 255


# Beginnings


def begin(pod: Pod, behaviours: Behaviours, now_ms: int) -> PodRuntime:
    """A pod whose containers are to be started from `now_ms` on. A startTime that it has already stays."""
    plans = plans_of(pod, behaviours)
    known = pod.status.start_at is not None
    runtime = PodRuntime(pod, plans, tuple(Run() for _ in plans), now_ms, adopted=known)
    return planned(turns(runtime, now_ms))


def adopt(pod: Pod, behaviours: Behaviours, now_ms: int) -> PodRuntime:
    """A pod that runs already: its containers are as its status says (running and ready where it says
    nothing).
    """
    plans = plans_of(pod, behaviours)
    told = {
        text(find(entry, "name")): entry
        for part in ("containerStatuses", "initContainerStatuses")
        for entry in items(find(pod.manifest, "status", part))
    }
    runs = tuple(_adopted(pod, plan, told.get(plan.name), now_ms) for plan in plans)
    return planned(PodRuntime(pod, plans, runs, now_ms, sandbox=True, adopted=True))


def _adopted(pod: Pod, plan: Plan, entry: Json, now_ms: int) -> Run:
    restarts = integer(find(entry, "restartCount")) or 0
    ended, waits = find(entry, "state", "terminated"), find(entry, "state", "waiting")
    if waits is not None or (entry is None and pod.status.phase == "Pending"):
        return Run(Life.HELD, restarts=restarts, entry=entry)
    if ended is not None or (entry is None and plan.kind is Kind.INIT):
        code = integer(find(ended, "exitCode")) or 0
        reason = text(find(ended, "reason")) or ("Error" if code else "Completed")
        end = Ended(None, now_ms, code, reason)
        held = plan.kind is Kind.REGULAR and plan.restarts(pod.spec.restart_policy, code)
        life = Life.HELD if held else Life.ENDED
        return Run(life, restarts=restarts, ready=plan.kind is Kind.INIT, end=end, entry=entry)
    ready = pod.status.condition("Ready")
    is_ready = find(entry, "ready") is True or (entry is None and (ready is None or ready.status == "True"))
    run = replace(up(plan, Run(restarts=restarts), now_ms), since=_started_at(entry))
    if plan.kind is Kind.INIT:
        return replace(run, entry=entry)
    run = probes_on(plan, replace(run, started=True, startup=None), now_ms)
    if run.readiness is not None:
        run = replace(run, readiness=replace(run.readiness, result=is_ready))
    return replace(run, ready=is_ready, entry=entry)


def _started_at(entry: Json) -> str:
    return text(find(entry, "state", "running", "startedAt"))


# What others do to it


def heard(runtime: PodRuntime, pod: Pod, now_ms: int) -> PodRuntime:
    """A new version of the pod's object. A container with another image is ended and started anew, whatever
    the restart policy says (`containerChanged`); nothing else of a container may change.
    """
    images = {one.name: one.image for one in (*pod.spec.init_containers, *pod.spec.containers)}
    runtime = replace(runtime, pod=pod)
    if runtime.stopping or all(images.get(plan.name, plan.image) == plan.image for plan in runtime.plans):
        return runtime
    plans, runs = list(runtime.plans), list(runtime.runs)
    for index, (plan, run) in enumerate(runtime.pairs()):
        if images.get(plan.name, plan.image) != plan.image:
            plans[index] = replace(plan, image=images[plan.name])
            runs[index] = _renewed(pod, plans[index], run, now_ms)
    return planned(turns(replace(runtime, plans=tuple(plans), runs=tuple(runs)), now_ms))


def _renewed(pod: Pod, plan: Plan, run: Run, now_ms: int) -> Run:
    if plan.kind is Kind.INIT:
        return run
    if run.life in (Life.HELD, Life.PULL_FAILED, Life.PULLING):
        return Run(restarts=run.restarts)
    if run.life is Life.ENDED and run.due_ms is not None:
        return replace(run, due_ms=now_ms, wait_s=0, loop=NEVER_RESTARTED)
    if run.runs and run.kill is None:
        message = f"Container {plan.name} definition changed, will be restarted"
        steps = single_kill(pod, plan, KillReason.DEFINITION_CHANGED, message)
        return replace(run, kill=Kill(now_ms, steps), renews=True, startup=None, liveness=None)
    return run


def on_clock(runtime: PodRuntime, now_ms: int, clock_ms: int) -> PodRuntime:
    """What happens from now on is stamped by a clock that shows `clock_ms`."""
    if runtime.clock(now_ms) == clock_ms:
        return runtime
    return replace(runtime, clocks=(*runtime.clocks, (now_ms, clock_ms - now_ms)))


def changed(runtime: PodRuntime, behaviours: Behaviours, now_ms: int) -> PodRuntime:
    """The containers behave otherwise from now on: an exit that was to come by itself is set anew, probes get
    other answers from their next tick on; what is being started keeps its time.
    """
    plans = plans_of(runtime.pod, behaviours)
    runs: list[Run] = []
    for before, plan, run in zip(runtime.plans, plans, runtime.runs, strict=True):
        if plan.behaviour == before.behaviour:
            runs.append(run)
            continue
        if run.runs and run.started_ms is not None and _exit_rule(before) != _exit_rule(plan):
            # Counted from the start, but not in the past.
            own = own_exit(plan, run.started_ms)
            exit_ms = None if own is None else max(own[0], now_ms)
            run = replace(run, exit_ms=exit_ms, exits_with=0 if own is None else own[1])
        if run.life is Life.RUNNING and plan.readiness is not None and run.readiness is None and run.started:
            run = replace(run, readiness=Probing(now_ms, run.ready, run.ready, 1))
        elif plan.readiness is None and run.readiness is not None:
            run = replace(run, readiness=None, ready=run.started, entry=None)
        runs.append(_asked_from(run, plan, now_ms))
    return planned(replace(runtime, plans=plans, runs=tuple(runs)))


def _exit_rule(plan: Plan) -> tuple[int | None, int, tuple[int, ...]]:
    return plan.takes_ms, plan.behaviour.exit_code, plan.behaviour.crashes_at_ms


def _asked_from(run: Run, plan: Plan, now_ms: int) -> Run:
    """Probes whose ticks nobody told of are brought up to now, so that a new answer counts from here."""
    for kind in ProbeKind:
        probe, probing = plan.probe(kind), run.probing(kind)
        if probe is not None and probing is not None and probing.next_ms < now_ms:
            missed = -((probing.next_ms - now_ms) // probe.period_ms)
            row = probing.row + missed if probing.last is not None else 0
            moved = replace(probing, next_ms=probing.next_ms + missed * probe.period_ms, row=row)
            run = with_probing(run, kind, moved)
    return run


def killed(
    runtime: PodRuntime, container: str, now_ms: int, code: int = SIGKILL_EXIT_CODE, reason: str = "OOMKilled"
) -> tuple[PodRuntime, tuple[Happening, ...]]:
    """A process was killed from outside (out of memory), or crashes with `code` (then `reason` "")."""
    for index, (plan, run) in enumerate(runtime.pairs()):
        if plan.name == container and run.runs:
            runtime, told = _end(runtime, index, now_ms, code, reason)
            return planned(_completing(turns(runtime, now_ms), now_ms)), (told,)
    return runtime, ()


def behaving(runtime: PodRuntime, behaviours: Behaviours, change: Change, now_ms: int) -> PodRuntime:
    """What an input about a pod's application makes of it; `behaviours` have the change in them."""
    runtime = changed(runtime, behaviours, now_ms)
    code = integer(change.fields.get("crash"))
    return runtime if code is None else crashes(runtime, change.container, code, now_ms)


def crashes(runtime: PodRuntime, container: str | None, code: int, now_ms: int) -> PodRuntime:
    """The process of one container (None: of each) exits now: `advance` finds it."""
    runs = tuple(
        replace(run, exit_ms=now_ms, exits_with=code) if container in (None, plan.name) and run.runs else run
        for plan, run in runtime.pairs()
    )
    return planned(replace(runtime, runs=runs))


def resumed(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """A new kubelet takes over: containers went on without it, what ended meanwhile is looked at now; waits
    before restarts and rows of answers are forgotten.
    """
    policy = runtime.pod.spec.restart_policy
    runs: list[Run] = []
    for plan, run in runtime.pairs():
        run = replace(run, loop=NEVER_RESTARTED, kill=None)
        if run.life is Life.ENDED and run.end is not None and run.entry is None:
            again = plan.restarts(policy, run.end.exit_code)
            well = plan.kind is Kind.INIT and run.end.exit_code == 0
            run = replace(run, due_ms=now_ms if again else None, wait_s=0, ready=well)
        elif run.due_ms is not None:
            run = replace(run, due_ms=max(run.due_ms, now_ms))
        if run.life is Life.RUNNING and runtime.stopping:
            run = probes_on(plan, run, now_ms)
        for kind in ProbeKind:
            probe, probing = plan.probe(kind), run.probing(kind)
            if probe is not None and probing is not None:
                run = with_probing(run, kind, silent(probing, probe, now_ms))
        runs.append(run)
    resumed_ = replace(runtime, runs=tuple(runs), stopping=False)
    return planned(_completing(turns(resumed_, now_ms), now_ms))


def rebooted(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """The machine was off: all processes are gone, and a new sandbox starts everything anew."""
    runs: list[Run] = []
    for _, run in runtime.pairs():
        if run.started_ms is None and run.entry is None:
            runs.append(Run())
            continue
        end = run.end or run.ended(now_ms, REBOOT_EXIT_CODE, "Unknown")
        runs.append(Run(restarts=run.restarts + 1, last=end))
    fresh = replace(runtime, runs=tuple(runs), begun_ms=now_ms, sandbox=False)
    return planned(turns(fresh, now_ms))


SANDBOX_CHANGED = PodEvent(
    "Normal", "SandboxChanged", "Pod sandbox changed, it will be killed and re-created."
)


# The end of the whole pod


def dying(runtime: PodRuntime, now_ms: int) -> list[DyingContainer]:
    """The containers as the kill of the pod sees them; ordinary init containers wait for nobody."""
    return [
        DyingContainer(
            plan.name,
            plan.behaviour.exits_after_sigterm_ms,
            plan.pre_stop,
            sidecar=plan.kind is Kind.SIDECAR,
            running=run.runs,
            exits_at_ms=_own_end(run, now_ms),
            sigkill_takes_ms=plan.behaviour.sigkill_takes_ms,
        )
        for plan, run in runtime.pairs()
        if plan.kind is not Kind.INIT or run.runs
    ]


def _own_end(run: Run, now_ms: int) -> int | None:
    """When a process ends without being asked by this kill, after `now_ms`."""
    ends = [] if run.exit_ms is None else [run.exit_ms]
    if run.kill is not None:
        ends += [
            run.kill.begun_ms + step.at_ms
            for step in run.kill.steps[run.kill.done :]
            if step.kind in (StepKind.EXITED, StepKind.SIGKILL)
        ]
    return min((max(end - now_ms, 0) for end in ends), default=None)


def stop(runtime: PodRuntime) -> PodRuntime:
    """The pod is to end: liveness and startup probes stop (readiness is asked until the containers are dead),
    nothing is started any more.
    """
    runs = tuple(replace(run, startup=None, liveness=None, kill=None, due_ms=None) for run in runtime.runs)
    return planned(replace(runtime, runs=runs, stopping=True))


def asked_to_exit(runtime: PodRuntime, container: str, sigterm_ms: int) -> PodRuntime:
    """A process that got SIGTERM at `sigterm_ms` from a kubelet that is gone: it ends in its own time."""
    for index, (plan, run) in enumerate(runtime.pairs()):
        needs = plan.behaviour.exits_after_sigterm_ms
        if plan.name == container and run.runs and needs is not None:
            exits_ms = sigterm_ms + needs
            if run.exit_ms is None or exits_ms < run.exit_ms:
                runtime = replaced(runtime, index, replace(run, exit_ms=exits_ms, exits_with=0))
    return runtime


def next_exit_ms(runtime: PodRuntime) -> int | None:
    """When the next process ends by itself, whether a kubelet looks or not."""
    exits = (run.exit_ms for run in runtime.runs if run.runs and run.exit_ms is not None)
    return min(exits, default=None)


def exited_alone(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[str, ...]]:
    """Processes that end by `now_ms` while no kubelet looks, and their names; nothing follows from it yet."""
    runs, names = list(runtime.runs), []
    for index, (plan, run) in enumerate(runtime.pairs()):
        if run.runs and run.exit_ms is not None and run.exit_ms <= now_ms:
            end = run.ended(run.exit_ms, run.exits_with, reason_of(run.exits_with))
            runs[index] = replace(dead(run), life=Life.ENDED, end=end)
            names.append(plan.name)
    return replace(runtime, runs=tuple(runs)), tuple(names)


def ended(runtime: PodRuntime, container: str, code: int, now_ms: int) -> PodRuntime:
    """A container of a pod that is being ended is dead."""
    runs = list(runtime.runs)
    for index, (plan, run) in enumerate(runtime.pairs()):
        if plan.name == container and run.runs:
            end = run.ended(now_ms, code, reason_of(code))
            runs[index] = replace(dead(run), life=Life.ENDED, end=end)
    return planned(replace(runtime, runs=tuple(runs)))


def status(runtime: PodRuntime, stamp: Stamp, *, terminal: bool = False) -> StatusWrite:
    """The status the kubelet would write now. `stamp` prints milliseconds of the node's clock;
    `terminal`: all containers of a pod that was to end are dead.
    """
    return status_of(
        runtime.pod,
        runtime.plans,
        runtime.runs,
        lambda at_ms: stamp(runtime.clock(at_ms)),
        sandbox=runtime.sandbox and not runtime.over,
        stopping=runtime.stopping,
        terminal=terminal,
        started_at=None if runtime.adopted else stamp(runtime.clock(runtime.begun_ms)),
    )


# What comes by itself


def advance(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[Happening, ...]]:
    """Does what is due at `now_ms`: first processes that end, then (in another call) what follows from it."""
    happened: list[Happening] = []
    ends = _ends_due(runtime, now_ms)
    if ends:
        for index in ends:
            run = runtime.runs[index]
            runtime, told = _end(runtime, index, run.exit_ms or now_ms, run.exits_with, "")
            happened.append(told)
        return planned(_completing(turns(runtime, now_ms), now_ms)), tuple(happened)
    runtime, steps = _kills(runtime, now_ms)
    if steps:
        return planned(_completing(turns(runtime, now_ms), now_ms)), steps
    while True:
        runtime, told_now = _starts(runtime, now_ms)
        runtime, told_probes = _probed(runtime, now_ms)
        runtime = turns(runtime, now_ms)
        happened += (*told_now, *told_probes)
        if not told_now and not told_probes:
            return planned(_completing(runtime, now_ms)), tuple(happened)


def _ends_due(runtime: PodRuntime, now_ms: int) -> list[int]:
    if runtime.stopping:
        return []
    return [
        index
        for index, run in enumerate(runtime.runs)
        if run.runs and run.exit_ms is not None and run.exit_ms <= now_ms
    ]


# Starting


def _starts(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, list[Happening]]:
    happened: list[Happening] = []
    for index, plan in enumerate(runtime.plans):
        run = runtime.runs[index]
        while not runtime.stopping and run.due_ms is not None and run.due_ms <= now_ms and run.kill is None:
            run, told = STARTING[run.life](runtime.pod, plan, run, now_ms)
            if not runtime.sandbox and run.restarts:
                told = replace(told, events=(SANDBOX_CHANGED, *told.events))
            happened.append(told)
            runtime = replace(replaced(runtime, index, run), sandbox=True)
    return runtime, happened


def _probed(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, list[Happening]]:
    happened: list[Happening] = []
    for index, plan in enumerate(runtime.plans):
        for kind, told in tells(plan, runtime.runs[index]):
            if told.at_ms > now_ms:
                continue
            run = with_probing(runtime.runs[index], kind, told.probing)
            happened += failures(plan, kind, told)
            if told.turned:
                run, also = turned(runtime.pod, plan, run, kind, now_ms)
                happened += also
            runtime = replaced(runtime, index, run)
    return runtime, happened


# Ending


def _kills(runtime: PodRuntime, now_ms: int) -> tuple[PodRuntime, tuple[Happening, ...]]:
    """The next steps of the kills of single containers: those of one kind of signal or exit."""
    happened: list[Happening] = []
    main: StepKind | None = None
    for index, plan in enumerate(runtime.plans):
        run = runtime.runs[index]
        events: list[PodEvent] = []
        while run.kill is not None and run.kill.due_ms <= now_ms:
            step = run.kill.steps[run.kill.done]
            what = _SIGNALS.get(step.kind)
            if what is not None and main not in (None, step.kind):
                break
            if step.kind is StepKind.EVENT:
                events.append(PodEvent(step.type or "", step.reason or "", step.message or ""))
            run = replace(run, kill=_after(run.kill))
            if what is None:
                runtime = replaced(runtime, index, run)
                continue
            main = step.kind
            if step.kind in (StepKind.EXITED, StepKind.SIGKILL):
                code = SIGKILL_EXIT_CODE if step.kind is StepKind.SIGKILL else 0
                runtime, told = _end(replaced(runtime, index, run), index, now_ms, code, "")
                happened.append(replace(told, what=what, events=(*events, *told.events)))
                events, run = [], runtime.runs[index]
            else:
                seconds = _grace_left(plan, step, run.kill)
                happened.append(Happening(what, plan.name, tuple(events), seconds=seconds))
                events, runtime = [], replaced(runtime, index, run)
        if events:
            happened.append(Happening(What.EXITED, plan.name, tuple(events)))
    return runtime, tuple(happened)


_SIGNALS = {
    StepKind.PRE_STOP_STARTED: What.PRE_STOP,
    StepKind.SIGTERM: What.SIGTERM,
    StepKind.EXITED: What.EXITED,
    StepKind.SIGKILL: What.SIGKILL,
}


def _after(kill: Kill) -> Kill | None:
    return replace(kill, done=kill.done + 1) if kill.done + 1 < len(kill.steps) else None


def _grace_left(plan: Plan, step: Step, kill: Kill | None) -> int:
    """What SIGTERM leaves, or how long a hook may take."""
    if step.stop_timeout is not None or kill is None:
        return step.stop_timeout or 0
    sigterm = next((later for later in kill.steps if later.kind is StepKind.SIGTERM), None)
    return 0 if sigterm is None else sigterm.at_ms // 1000 + (sigterm.stop_timeout or 0)


def _end(runtime: PodRuntime, index: int, at_ms: int, code: int, reason: str) -> tuple[PodRuntime, Happening]:
    """A process ended at `at_ms`; what the restart policy makes of it."""
    plan, pod = runtime.plans[index], runtime.pod
    run = runtime.runs[index]
    end = run.ended(at_ms, code, reason or reason_of(code))
    run = replace(dead(run), life=Life.ENDED, end=end, ready=plan.kind is Kind.INIT and code == 0)
    if run.renews:
        run = replace(run, loop=NEVER_RESTARTED)
    again = not runtime.stopping and (run.renews or plan.restarts(pod.spec.restart_policy, code))
    wait = run.loop.wait_seconds(at_ms) if again else None
    events: tuple[PodEvent, ...] = ()
    if wait is not None:
        run = replace(run, wait_s=wait, due_ms=at_ms + wait * 1000)
    if wait:
        text_ = f"Back-off restarting failed container {plan.name} in pod {pod.name}"
        events = (PodEvent("Warning", "BackOff", text_),)
    told = Happening(What.EXITED, plan.name, events, code, wait)
    return replaced(runtime, index, run), told


def _completing(runtime: PodRuntime, now_ms: int) -> PodRuntime:
    """When all regular containers are done for good (or an init container failed), sidecars are ended."""
    if runtime.stopping or not (runtime.given_up() or runtime.completed()):
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
            ending = replace(run, kill=Kill(now_ms, own), exit_ms=None, startup=None, liveness=None)
            runtime = replaced(runtime, index, ending)
    return runtime
