"""The life of one container: pulled, created, started, probed, and what its end leaves.

Source: `startContainer` (pkg/kubelet/kuberuntime/kuberuntime_container.go), pkg/kubelet/images, the prober
(pkg/kubelet/prober), v1.34. Functions from a container's run to its next one; turns and restarts are the
pod's (`pod_runtime.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scheduler_core.kubelet.kuberuntime.container_events import Happening, PodEvent, What
from scheduler_core.kubelet.kuberuntime.containers import Kill, Kind, Life, Plan, Run, answers, own_exit
from scheduler_core.kubelet.prober.probes import ProbeKind, Probing, Told, first_tick, next_told
from scheduler_core.kubelet.status_manager.pod_status import pull_error
from scheduler_core.kubelet.termination.grace import KillReason, container_kill_grace_s
from scheduler_core.kubelet.termination.timeline import (
    SIGKILL_EXIT_CODE,
    DyingContainer,
    Step,
    container_timeline,
)
from scheduler_core.objects.pod import Pod

PULL_NOTICED_MS = 1_000
"""How long a failed pull is shown as ErrImagePull before it is ImagePullBackOff."""
MISSED_EVENTS = 1_000
"""More failures of one probe are not counted one by one."""


def _pull(pod: Pod, plan: Plan, run: Run, now_ms: int) -> tuple[Run, Happening]:
    pulling = PodEvent("Normal", "Pulling", f'Pulling image "{plan.image}"')
    took = plan.behaviour.pull_ms
    if took is not None:
        run = replace(run, life=Life.PULLING, due_ms=now_ms + took)
        return run, Happening(What.PULLING, plan.name, (pulling,))
    told = (
        pulling,
        PodEvent("Warning", "Failed", f'Failed to pull image "{plan.image}": {pull_error(plan.image)}'),
        PodEvent("Warning", "Failed", "Error: ErrImagePull"),
    )
    run = replace(run, life=Life.PULL_FAILED, due_ms=now_ms + PULL_NOTICED_MS, wait_s=0)
    return replace(run, pull_failures=run.pull_failures + 1), Happening(What.PULL_FAILED, plan.name, told)


def _pull_again(pod: Pod, plan: Plan, run: Run, now_ms: int) -> tuple[Run, Happening]:
    if run.wait_s:
        return _pull(pod, plan, run, now_ms)
    wait = min(10 << min(run.pull_failures - 1, 10), 300)
    told = (
        PodEvent("Normal", "BackOff", f'Back-off pulling image "{plan.image}"'),
        PodEvent("Warning", "Failed", "Error: ImagePullBackOff"),
    )
    run = replace(run, wait_s=wait, due_ms=now_ms - PULL_NOTICED_MS + wait * 1000)
    return run, Happening(What.PULL_FAILED, plan.name, told, seconds=wait)


def _pulled(pod: Pod, plan: Plan, run: Run, now_ms: int) -> tuple[Run, Happening]:
    took = _go_time(plan.behaviour.pull_ms or 0)
    text_ = f'Successfully pulled image "{plan.image}" in {took} ({took} including waiting)'
    run = replace(run, life=Life.CREATING, due_ms=now_ms + plan.behaviour.starts_after_ms)
    return run, Happening(What.PULLED, plan.name, (PodEvent("Normal", "Pulled", text_),))


def _go_time(milliseconds: int) -> str:
    if milliseconds < 1000:
        return f"{milliseconds}ms"
    minutes, rest = divmod(milliseconds, 60_000)
    seconds = f"{rest / 1000:g}s"
    return f"{minutes}m{seconds}" if minutes else seconds


def _start(pod: Pod, plan: Plan, run: Run, now_ms: int) -> tuple[Run, Happening]:
    told = [
        PodEvent("Normal", "Created", f"Created container: {plan.name}"),
        PodEvent("Normal", "Started", f"Started container {plan.name}"),
    ]
    again = run.life is Life.ENDED
    if again or not plan.behaviour.pull_ms:
        present = f'Container image "{plan.image}" already present on machine'
        told.insert(0, PodEvent("Normal", "Pulled", present))
    if again and run.end is not None:
        loop = run.loop.restarted(run.end.ended_ms, now_ms)
        run = replace(run, restarts=run.restarts + 1, last=run.end, loop=loop)
    run = up(plan, replace(run, end=None, wait_s=0, entry=None), now_ms)
    if plan.post_start is not None:
        takes = plan.post_start.takes_ms
        run = replace(run, life=Life.HOOK, due_ms=None if takes is None else now_ms + takes)
    else:
        run = probes_on(plan, run, now_ms)
    return run, Happening(What.RESTARTED if run.restarts else What.STARTED, plan.name, tuple(told))


def up(plan: Plan, run: Run, now_ms: int) -> Run:
    """A process that starts now."""
    own = own_exit(plan, now_ms)
    return replace(
        run,
        life=Life.RUNNING,
        due_ms=None,
        started_ms=now_ms,
        renews=False,
        exit_ms=None if own is None else own[0],
        exits_with=0 if own is None else own[1],
        started=False,
        ready=False,
        since="",
    )


def _hook_over(pod: Pod, plan: Plan, run: Run, now_ms: int) -> tuple[Run, Happening]:
    if plan.post_start is None or not plan.post_start.fails:
        run = probes_on(plan, replace(run, life=Life.RUNNING, due_ms=None), run.started_ms or now_ms)
        return run, Happening(What.STARTED, plan.name)
    steps = single_kill(pod, plan, KillReason.POST_START_HOOK, "FailedPostStartHook")
    told = PodEvent("Warning", "FailedPostStartHook", "PostStartHook failed")
    run = replace(run, due_ms=None, kill=Kill(now_ms, steps))
    return run, Happening(What.HOOK_FAILED, plan.name, (told,))


STARTING: dict[Life, Callable[[Pod, Plan, Run, int], tuple[Run, Happening]]] = {
    Life.WAITING: _pull,
    Life.PULLING: _pulled,
    Life.PULL_FAILED: _pull_again,
    Life.CREATING: _start,
    Life.HOOK: _hook_over,
    Life.ENDED: _start,
}


# Probes


def probes_on(plan: Plan, run: Run, now_ms: int) -> Run:
    """The kubelet knows that the container runs: it is started, or the startup probe begins."""
    if plan.kind is Kind.INIT:
        return run
    started_ms = run.started_ms if run.started_ms is not None else now_ms
    if plan.startup is not None and not run.started:
        tick = first_tick(plan.startup, started_ms, started_ms, at_once=False)
        return replace(run, startup=Probing(tick))
    return _is_started(plan, replace(run, startup=None), now_ms)


def _is_started(plan: Plan, run: Run, now_ms: int) -> Run:
    """Started in the sense of the status: liveness and readiness are asked from now on."""
    started_ms = run.started_ms if run.started_ms is not None else now_ms
    run = replace(run, started=True, entry=None)
    if plan.liveness is not None:
        tick = first_tick(plan.liveness, started_ms, now_ms, at_once=False)
        run = replace(run, liveness=Probing(tick, True))
    if plan.readiness is None:
        return replace(run, ready=True)
    tick = first_tick(plan.readiness, started_ms, now_ms, at_once=True)
    return replace(run, ready=False, readiness=Probing(tick, False))


def tells(plan: Plan, run: Run) -> list[tuple[ProbeKind, Told]]:
    """What the probes of a container have to tell next."""
    if run.life is not Life.RUNNING:
        return []
    found: list[tuple[ProbeKind, Told]] = []
    for kind in ProbeKind:
        probe, probing = plan.probe(kind), run.probing(kind)
        if probe is None or probing is None or (run.kill is not None and kind is not ProbeKind.READINESS):
            continue
        told = next_told(probe, probing, answers(plan, run, probe))
        if told is not None:
            found.append((kind, told))
    return found


def failures(plan: Plan, kind: ProbeKind, told: Told) -> list[Happening]:
    probe = plan.probe(kind)
    if probe is None or not told.failed:
        return []
    late = plan.behaviour.answers_after_ms > probe.timeout_ms
    event = PodEvent("Warning", "Unhealthy", probe.failure(timed_out=late))
    return [Happening(What.PROBE_FAILED, plan.name, (event,) * min(told.failed, MISSED_EVENTS), probe=kind)]


def turned(pod: Pod, plan: Plan, run: Run, kind: ProbeKind, now_ms: int) -> tuple[Run, tuple[Happening, ...]]:
    probing = run.probing(kind)
    well = probing is not None and probing.result is True
    if kind is ProbeKind.READINESS:
        what = What.READY if well else What.UNREADY
        return replace(run, ready=well, entry=None), (Happening(what, plan.name),)
    if well:
        run = _is_started(plan, replace(run, startup=None), now_ms)
        return run, (Happening(What.READY, plan.name),) if run.ready else ()
    reason = KillReason.LIVENESS_PROBE if kind is ProbeKind.LIVENESS else KillReason.STARTUP_PROBE
    message = f"Container {plan.name} failed {kind.lower()} probe"
    if plan.restarts(pod.spec.restart_policy, SIGKILL_EXIT_CODE):
        message += ", will be restarted"
    steps = single_kill(pod, plan, reason, message)
    return replace(run, kill=Kill(now_ms, steps), startup=None, liveness=None), ()


def single_kill(pod: Pod, plan: Plan, reason: KillReason, message: str) -> tuple[Step, ...]:
    """The kill of one container while its pod lives on."""
    grace_s = container_kill_grace_s(
        reason,
        pod.meta.deletion_grace_period_seconds,
        pod.spec.termination_grace_period_seconds,
        None if plan.liveness is None else plan.liveness.grace_s,
        None if plan.startup is None else plan.startup.grace_s,
    )
    return container_timeline(doomed(plan), grace_s, message).steps


def with_probing(run: Run, kind: ProbeKind, probing: Probing) -> Run:
    match kind:
        case ProbeKind.STARTUP:
            return replace(run, startup=probing)
        case ProbeKind.LIVENESS:
            return replace(run, liveness=probing)
        case ProbeKind.READINESS:
            return replace(run, readiness=probing)


# Ending


def doomed(plan: Plan) -> DyingContainer:
    return DyingContainer(plan.name, plan.behaviour.exits_after_sigterm_ms, plan.pre_stop)


def reason_of(code: int) -> str:
    return "Error" if code else "Completed"


def dead(run: Run) -> Run:
    return replace(
        run,
        due_ms=None,
        exit_ms=None,
        kill=None,
        started=False,
        ready=False,
        startup=None,
        liveness=None,
        readiness=None,
        entry=None,
    )
