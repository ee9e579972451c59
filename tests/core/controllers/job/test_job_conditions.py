"""The conditions of a Job."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.job.job_conditions import (
    COMPLETE,
    FAILED,
    FAILURE_TARGET,
    SUCCESS_CRITERIA,
    SUSPENDED,
    announced,
    condition,
    finished,
    update_suspended,
)
from scheduler_core.objects.manifest import Manifest
from scheduler_core.objects.workloads import Workload
from tests import builders

STAMP = "2026-01-01T00:00:10Z"


def job(*kinds: str) -> Workload:
    conditions = [condition(kind, "Reason", "message", STAMP) for kind in kinds]
    made = builders.workload("Job", "sum", None)
    return Workload.parse({**made, "status": {"conditions": conditions}})


@pytest.mark.parametrize("kind", [SUCCESS_CRITERIA, FAILURE_TARGET])
def test_an_end_is_announced_before_the_job_is_finished(kind: str) -> None:
    assert (True, False) == (announced(job(kind)), finished(job(kind)))


@pytest.mark.parametrize("kind", [COMPLETE, FAILED])
def test_a_job_is_finished_when_it_is_complete_or_failed(kind: str) -> None:
    assert finished(job(kind))
    assert not finished(job(SUSPENDED))


def test_a_job_is_suspended_with_its_event_and_only_once() -> None:
    conditions: list[Manifest] = []
    result = update_suspended(conditions, STAMP, suspended=True)

    assert ("Suspended", "Job suspended") == result
    assert [("Suspended", "True", "JobSuspended")] == [
        (one["type"], one["status"], one["reason"]) for one in conditions
    ]
    assert update_suspended(conditions, STAMP, suspended=True) is None


def test_a_resumed_job_keeps_the_condition_with_status_false() -> None:
    conditions = [condition(SUSPENDED, "JobSuspended", "Job suspended", STAMP)]
    result = update_suspended(conditions, STAMP, suspended=False)

    assert ("Resumed", "Job resumed") == result
    assert [("Suspended", "False")] == [(one["type"], one["status"]) for one in conditions]


def test_a_job_that_never_was_suspended_gets_no_condition() -> None:
    conditions: list[Manifest] = []

    assert update_suspended(conditions, STAMP, suspended=False) is None
    assert [] == conditions
