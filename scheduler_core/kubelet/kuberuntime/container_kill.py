"""The kill of one container while its pod lives on, and a container without a process.

Source: `killContainer` (pkg/kubelet/kuberuntime, v1.34).
"""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.containers import ContainerRun, Kill, Plan
from scheduler_core.kubelet.termination.grace import KillReason, container_kill_grace_s
from scheduler_core.kubelet.termination.timeline import DyingContainer, container_timeline
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.replacing import replace


def single_kill(pod: Pod, plan: Plan, reason: KillReason, message: str, now_ms: int) -> Kill:
    """The kill of one container, from `now_ms` on, while its pod lives on. `message` is the text of the
    Killing event.
    """
    grace_s = container_kill_grace_s(
        reason,
        pod.meta.deletion_grace_period_seconds,
        pod.spec.termination_grace_period_seconds,
        None if plan.liveness is None else plan.liveness.grace_s,
        None if plan.startup is None else plan.startup.grace_s,
    )
    return Kill(now_ms, container_timeline(dying_container(plan), grace_s, message).steps, grace_s)


def dying_container(plan: Plan) -> DyingContainer:
    return DyingContainer(plan.name, plan.behaviour.exits_after_sigterm_ms, plan.pre_stop)


def exit_reason(code: int) -> str:
    return "Error" if code else "Completed"


def without_process(run: ContainerRun) -> ContainerRun:
    """The container once its process is gone: no probes, nothing planned."""
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
