"""The kill of one container while its pod lives on, and a container without a process."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubelet.application.behaviour import Behaviour
from scheduler_core.kubelet.kuberuntime.container_kill import exit_reason, single_kill, without_process
from scheduler_core.kubelet.kuberuntime.containers import ContainerKind, ContainerRun, Plan
from scheduler_core.kubelet.prober.probes import Probe, ProbeKind
from scheduler_core.kubelet.termination.grace import KillReason
from scheduler_core.kubelet.termination.timeline import StepKind
from scheduler_core.objects.pod import Pod
from tests import builders

NOW_MS = 1_000


def plan(exits_after_ms: int | None = None) -> Plan:
    behaviour = Behaviour(exits_after_sigterm_ms=exits_after_ms)
    return Plan(
        "app",
        ContainerKind.REGULAR,
        "app:1",
        behaviour,
        liveness=Probe(ProbeKind.LIVENESS, grace_s=5),
        startup=Probe(ProbeKind.STARTUP, grace_s=7),
    )


def pod(**metadata: Any) -> Pod:
    return Pod.parse(builders.pod("p", metadata=metadata, terminationGracePeriodSeconds=20))


@pytest.mark.parametrize(
    ("reason", "metadata", "grace_s"),
    [
        pytest.param(KillReason.LIVENESS_PROBE, {}, 5, id="the liveness probe has its own"),
        pytest.param(KillReason.STARTUP_PROBE, {}, 7, id="the startup probe has its own"),
        pytest.param(KillReason.DEFINITION_CHANGED, {}, 20, id="another image takes the pod's"),
        pytest.param(
            KillReason.LIVENESS_PROBE,
            {"deletionTimestamp": "2030-01-01T00:00:00Z", "deletionGracePeriodSeconds": 3},
            3,
            id="a deletion has the last word",
        ),
    ],
)
def test_the_grace_period_follows_from_the_reason(
    reason: KillReason, metadata: dict[str, Any], grace_s: int
) -> None:
    assert grace_s == single_kill(pod(**metadata), plan(), reason, "why", NOW_MS).grace_s


def test_a_process_that_ignores_sigterm_is_killed_after_its_grace_period() -> None:
    kill = single_kill(pod(), plan(None), KillReason.LIVENESS_PROBE, "why", NOW_MS)

    assert (0, 5_000) == tuple(
        step.at_ms for step in kill.steps if step.kind in (StepKind.SIGTERM, StepKind.SIGKILL)
    )
    assert ["why"] == [step.message for step in kill.steps if step.reason == "Killing"]


def test_a_process_that_heeds_sigterm_exits_by_itself() -> None:
    kill = single_kill(pod(), plan(2_000), KillReason.LIVENESS_PROBE, "why", NOW_MS)

    kinds = [step.kind for step in kill.steps]
    assert StepKind.EXITED in kinds
    assert StepKind.SIGKILL not in kinds


def test_only_an_exit_with_0_is_completed() -> None:
    assert ["Completed", "Error", "Error"] == [exit_reason(code) for code in (0, 1, 137)]


def test_without_its_process_a_container_is_neither_started_nor_ready_and_plans_nothing() -> None:
    kill = single_kill(pod(), plan(), KillReason.LIVENESS_PROBE, "why", NOW_MS)
    run = ContainerRun(due_ms=5, exit_ms=6, started=True, ready=True, restarts=2, kill=kill)

    gone = without_process(run)

    assert (None, None, None) == (gone.due_ms, gone.exit_ms, gone.kill)
    assert (False, False, 2) == (gone.started, gone.ready, gone.restarts)
