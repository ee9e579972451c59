"""What the probes of a container change: it is started, ready, not ready, or killed.

Source: pkg/kubelet/prober (v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.container_changes import ChangeKind, ContainerChange, PodEvent
from scheduler_core.kubelet.kuberuntime.container_kill import single_kill
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Life,
    Plan,
    answers,
)
from scheduler_core.kubelet.prober.probes import ProbeKind, ProbeReport, Probing, first_tick, next_report
from scheduler_core.kubelet.termination.grace import KillReason
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace

MISSED_EVENTS = 1_000
"""The largest number of failures of one probe that become Events of their own; further ones are not
counted.
"""


def probes_on(plan: Plan, run: ContainerRun, now_ms: int) -> ContainerRun:
    """The container once the kubelet knows that it runs: it is started, or its startup probe begins."""
    if plan.kind is ContainerKind.INIT:
        return run
    started_ms = run.started_ms if run.started_ms is not None else now_ms
    if plan.startup is not None and not run.started:
        tick = first_tick(plan.startup, started_ms, started_ms, at_once=False)
        return replace(run, startup=Probing(tick))
    return is_started(plan, run, now_ms)


def is_started(plan: Plan, run: ContainerRun, now_ms: int) -> ContainerRun:
    """The container with `started: true` in its status: its liveness and readiness probes begin, and its
    startup probe is over.
    """
    started_ms = run.started_ms if run.started_ms is not None else now_ms
    liveness, readiness = run.liveness, run.readiness
    if plan.liveness is not None:
        liveness = Probing(first_tick(plan.liveness, started_ms, now_ms, at_once=False), True)
    if plan.readiness is not None:
        readiness = Probing(first_tick(plan.readiness, started_ms, now_ms, at_once=True), False)
    return replace(
        run,
        started=True,
        ready=plan.readiness is None,
        startup=None,
        liveness=liveness,
        readiness=readiness,
        entry=None,
    )


def next_reports(plan: Plan, run: ContainerRun) -> list[tuple[ProbeKind, ProbeReport]]:
    """For each probe of a container the next tick that changes something or records an event."""
    if run.life is not Life.RUNNING or not (plan.startup or plan.liveness or plan.readiness):
        return []
    reports: list[tuple[ProbeKind, ProbeReport]] = []
    for kind in ProbeKind:
        probe, probing = plan.probe(kind), run.probing(kind)
        if probe is None or probing is None or (run.kill is not None and kind is not ProbeKind.READINESS):
            continue
        report = next_report(probe, probing, answers(plan, run, probe))
        if report is not None:
            reports.append((kind, report))
    return reports


def failure_events(plan: Plan, kind: ProbeKind, report: ProbeReport) -> list[ContainerChange]:
    """One change with an Unhealthy Event for each failure of the report; empty when nothing failed."""
    probe = plan.probe(kind)
    if probe is None or not report.failed:
        return []
    late = plan.behaviour.answers_after_ms > probe.timeout_ms
    event = PodEvent("Warning", "Unhealthy", probe.failure(timed_out=late))
    events = (event,) * min(report.failed, MISSED_EVENTS)
    return [ContainerChange(ChangeKind.PROBE_FAILED, plan.name, events, probe=kind)]


def after_result(
    pod: Pod, plan: Plan, run: ContainerRun, kind: ProbeKind, now_ms: int
) -> tuple[ContainerRun, tuple[ContainerChange, ...]]:
    """The container after the result of a probe changed: ready, not ready, started, or killed."""
    probing = run.probing(kind)
    well = probing is not None and probing.result is True
    if kind is ProbeKind.READINESS:
        what = ChangeKind.READY if well else ChangeKind.UNREADY
        return replace(run, ready=well, entry=None), (ContainerChange(what, plan.name),)
    if well:
        run = is_started(plan, run, now_ms)
        return run, (ContainerChange(ChangeKind.READY, plan.name),) if run.ready else ()
    reason = KillReason.LIVENESS_PROBE if kind is ProbeKind.LIVENESS else KillReason.STARTUP_PROBE
    message = f"Container {plan.name} failed {kind.lower()} probe"
    if plan.kind is ContainerKind.SIDECAR or (plan.rules.policy or pod.spec.restart_policy) != "Never":
        message += ", will be restarted"
    kill = single_kill(pod, plan, reason, message, now_ms)
    return replace(run, kill=kill, startup=None, liveness=None), ()


def with_probing(run: ContainerRun, kind: ProbeKind, probing: Probing) -> ContainerRun:
    return replace(run, **{kind.lower(): probing})  # type: ignore[arg-type]
