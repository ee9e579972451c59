"""The columns of `kubectl get pods`."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.kubectl.printing.pods import ready, restarts, row_conditions, status

NOW = 1_893_456_000_000
RUNNING = {"running": {"startedAt": "2029-12-31T23:00:00Z"}}


def container(state: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "app", "state": state, **more}


def made(
    *containers: dict[str, Any],
    inits: tuple[dict[str, Any], ...] = (),
    init_spec: tuple[dict[str, Any], ...] = (),
    **more: Any,
) -> dict[str, Any]:
    return {
        "metadata": more.pop("metadata", {}),
        "spec": {"containers": [{"name": "app"}] * max(1, len(containers)), "initContainers": [*init_spec]},
        "status": {
            "phase": more.pop("phase", "Running"),
            "containerStatuses": [*containers],
            "initContainerStatuses": [*inits],
            "conditions": more.pop("conditions", []),
            **more,
        },
    }


DELETED = {"deletionTimestamp": "2030-01-01T00:00:00Z"}
INIT = ({"name": "init"}, {"name": "second"})
GATED = [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]


@pytest.mark.parametrize(
    ("pod", "message"),
    [
        (made(phase="Pending"), "Pending"),
        (made(phase="Failed", reason="Evicted"), "Evicted"),
        (made(phase="Pending", conditions=GATED), "SchedulingGated"),
        (made(container({"waiting": {"reason": "CrashLoopBackOff"}})), "CrashLoopBackOff"),
        (
            made(container({"terminated": {"exitCode": 0, "reason": "Completed"}}), phase="Succeeded"),
            "Completed",
        ),
        (made(container({"terminated": {"exitCode": 3}}), phase="Failed"), "ExitCode:3"),
        (made(container({"terminated": {"exitCode": 137, "signal": 9}})), "Signal:9"),
        (made(inits=({"name": "init", "state": RUNNING},), init_spec=INIT, phase="Pending"), "Init:0/2"),
        (
            made(inits=({"name": "init", "state": {"waiting": {"reason": "ErrImagePull"}}},), init_spec=INIT),
            "Init:ErrImagePull",
        ),
        (
            made(inits=({"name": "init", "state": {"terminated": {"exitCode": 1}}},), init_spec=INIT),
            "Init:ExitCode:1",
        ),
        (made(metadata=DELETED), "Terminating"),
        (made(metadata=DELETED, reason="NodeLost"), "Unknown"),
        (made(metadata=DELETED, phase="Succeeded"), "Succeeded"),
    ],
)
def test_the_status_is_what_matters_most(pod: dict[str, Any], message: str) -> None:
    assert message == status(pod, NOW)


def test_one_container_that_completed_beside_one_that_runs_is_no_completed_pod() -> None:
    ended = container({"terminated": {"exitCode": 0, "reason": "Completed"}})
    runs = container(RUNNING, ready=True)

    assert "NotReady" == status(made(ended, runs), NOW)
    assert "Running" == status(made(ended, runs, conditions=[{"type": "Ready", "status": "True"}]), NOW)


def test_ready_counts_sidecars() -> None:
    sidecar = {"name": "proxy", "restartPolicy": "Always"}
    started = {"name": "proxy", "started": True, "ready": True, "state": RUNNING}

    assert "2/2" == ready(made(container(RUNNING, ready=True), inits=(started,), init_spec=(sidecar,)), NOW)


def test_restarts_tell_when_the_last_one_was() -> None:
    ended = {"terminated": {"finishedAt": "2029-12-31T23:55:00Z"}}
    pod = made(container(RUNNING, restartCount=3, lastState=ended))

    assert "3 (5m ago)" == restarts(pod, NOW)
    assert "0" == restarts(made(container(RUNNING)), NOW)


def test_a_pod_that_ended_carries_a_condition_in_its_row() -> None:
    assert ["Failed"] == [condition["reason"] for condition in row_conditions(made(phase="Failed"))]  # type: ignore[index, call-overload]
    assert [] == row_conditions(made())
