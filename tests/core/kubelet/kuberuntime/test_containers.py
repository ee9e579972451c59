"""What a container does by itself, and whether it is started again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.kubelet.application.behaviour import Behaviour, Window
from scheduler_core.kubelet.application.pod_behaviour import DEFAULT_BEHAVIOURS
from scheduler_core.kubelet.kuberuntime.containers import (
    ContainerKind,
    ContainerRun,
    Ended,
    Plan,
    answers,
    own_exit,
    plans_of,
)
from scheduler_core.kubelet.prober.probes import Probe, ProbeKind
from tests.core.kubelet.runtimes import make_pod

PLAN = Plan("app", ContainerKind.REGULAR, "app:1", Behaviour())


def test_plans_come_in_the_order_of_their_declaration_init_containers_first() -> None:
    sidecar = {"name": "proxy", "restartPolicy": "Always"}

    plans = plans_of(make_pod(init=[{"name": "setup"}, sidecar]), DEFAULT_BEHAVIOURS)

    assert [("setup", "init"), ("proxy", "sidecar"), ("app", "regular")] == [
        (plan.name, plan.kind.value) for plan in plans
    ]


@pytest.mark.parametrize(
    ("kind", "policy", "after_0", "after_1"),
    [
        (ContainerKind.REGULAR, "Always", True, True),
        (ContainerKind.REGULAR, "OnFailure", False, True),
        (ContainerKind.REGULAR, "Never", False, False),
        (ContainerKind.INIT, "Always", False, True),
        (ContainerKind.INIT, "Never", False, False),
        (ContainerKind.SIDECAR, "Never", True, True),
    ],
)
def test_the_restart_policy_decides_for_each_kind(
    kind: ContainerKind, policy: str, after_0: bool, after_1: bool
) -> None:
    plan = replace(PLAN, kind=kind)

    assert (after_0, after_1) == (plan.restarts(policy, 0), plan.restarts(policy, 1))


def test_a_process_exits_at_its_end_or_at_its_next_crash_whichever_is_first() -> None:
    crashing = replace(PLAN, behaviour=Behaviour(crashes_at_ms=(5_000, 20_000)), takes_ms=9_000)

    assert [(5_000, 1), (15_000, 0), (20_000, 1)] == [own_exit(crashing, at) for at in (0, 6_000, 15_000)]
    assert own_exit(PLAN, 0) is None


def test_a_container_answers_its_probes_as_its_behaviour_says() -> None:
    plan = replace(PLAN, behaviour=Behaviour(ready_after_ms=3_000, liveness_fails=(Window(10_000, 20_000),)))
    run = ContainerRun(started_ms=1_000)

    assert ((1_000, False), (4_000, True)) == answers(plan, run, Probe(ProbeKind.READINESS))
    assert ((1_000, False), (4_000, True), (10_000, False), (20_000, True)) == answers(
        plan, run, Probe(ProbeKind.LIVENESS)
    )


def test_a_restart_ends_a_fault_of_the_process() -> None:
    fault = Window(5_000, None, until_restart=True)
    plan = replace(PLAN, behaviour=Behaviour(liveness_fails=(fault,)))
    restarted = ContainerRun(started_ms=8_000, last=Ended(0, 7_000, 137, "Error"))

    assert ((8_000, True),) == answers(plan, restarted, Probe(ProbeKind.LIVENESS))


def test_an_answer_after_the_timeout_is_a_failure() -> None:
    slow = replace(PLAN, behaviour=Behaviour(answers_after_ms=1_500))

    assert ((0, False),) == answers(slow, ContainerRun(started_ms=0), Probe(ProbeKind.LIVENESS))
