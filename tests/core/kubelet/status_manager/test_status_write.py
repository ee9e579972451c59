"""Writes to a pod's status that answer what another component wrote."""

from __future__ import annotations

import pytest

from scheduler_core.kubelet.status_manager.status_write import called_unready_by_others, ready_again
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.pod import Pod
from tests import builders


def with_conditions(ready: str, containers_ready: str, phase: str = "Running", reason: str = "") -> Pod:
    conditions: Json = [
        {"type": "Ready", "status": ready, "reason": reason},
        {"type": "ContainersReady", "status": containers_ready},
    ]
    return Pod.parse(builders.pod("a", status={"phase": phase, "conditions": conditions}))


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (with_conditions("False", "True"), True),
        (with_conditions("True", "True"), False),
        (with_conditions("False", "False"), False),
        (with_conditions("False", "True", phase="Failed"), False),
        (with_conditions("False", "True", reason="ReadinessGatesNotReady"), False),
    ],
)
def test_only_another_component_calls_a_pod_unready_whose_containers_are_ready(
    one: Pod, expected: bool
) -> None:
    assert expected == called_unready_by_others(one)


def test_the_kubelets_answer_clears_the_reason() -> None:
    write = ready_again()

    assert ({"reason": None}, [("Ready", "True")]) == (
        write.changes,
        [(one["type"], one["status"]) for one in write.conditions],
    )
