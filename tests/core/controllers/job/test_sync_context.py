"""What one sync of a Job counts, and why it ends the Job."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.controllers.job.job_rules import FINALIZER, INDEX, Ending
from scheduler_core.controllers.job.sync_context import BackoffRecord, SyncContext
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload
from tests import builders

START = "2026-01-01T00:00:00Z"
NOW = (parse_time(START) or 0) + 60_000


def job(status: dict[str, Any] | None = None, **spec: Any) -> Workload:
    return Workload.parse({**builders.workload("Job", "sum", None, **spec), "status": status or {}})


def pod(name: str, phase: str, *, counted: bool = False, index: int | None = None, end_s: int = 0) -> Pod:
    """A pod of the Job; a counted one has lost its finalizer. `end_s`: seconds after START."""
    ended = {"finishedAt": f"2026-01-01T00:00:{end_s:02}Z", "exitCode": 0 if phase == "Succeeded" else 1}
    done = [{"name": "app", "state": {"terminated": ended}}] if phase in ("Succeeded", "Failed") else []
    made = builders.pod(name, status={"phase": phase, "containerStatuses": done})
    metadata = {**made["metadata"], "finalizers": [] if counted else [FINALIZER]}
    if index is not None:
        metadata["annotations"] = {INDEX: str(index)}
    return Pod.parse({**made, "metadata": metadata})


def test_ended_pods_are_counted_on_top_of_the_status_and_only_once() -> None:
    pods = [
        pod("a", "Succeeded"),
        pod("b", "Failed"),
        pod("c", "Succeeded", counted=True),
        pod("d", "Running"),
    ]
    context = SyncContext.of(job({"succeeded": 1, "failed": 2}), pods)

    assert (2, 3) == (context.succeeded, context.failed)
    assert ["a", "b"] == [item.name for item in context.ended]
    assert ["d"] == [item.name for item in context.active]


def test_an_index_that_succeeded_twice_counts_once() -> None:
    pods = [pod("a", "Succeeded", index=1), pod("b", "Succeeded", index=1), pod("c", "Succeeded", index=0)]
    status = {"succeeded": 1, "completedIndexes": "0"}
    context = SyncContext.of(job(status, completions=3, completionMode="Indexed"), pods)

    assert (2, {0, 1}) == (context.succeeded, context.completed)


def test_failures_in_a_row_begin_again_after_a_success() -> None:
    pods = [pod("a", "Failed", end_s=5), pod("b", "Succeeded", end_s=10), pod("c", "Failed", end_s=20)]
    context = SyncContext.of(job(), pods)

    assert BackoffRecord(1, NOW - 40_000) == context.backoff_record(BackoffRecord(3, 0))


def test_failures_without_a_success_add_to_the_stored_ones() -> None:
    context = SyncContext.of(job(), [pod("a", "Failed", end_s=5)])

    assert BackoffRecord(4, NOW - 55_000) == context.backoff_record(BackoffRecord(3, 0))


@pytest.mark.parametrize(
    ("status", "spec", "reason"),
    [
        ({"failed": 3}, {"backoffLimit": 2}, "BackoffLimitExceeded"),
        ({"failed": 2}, {"backoffLimit": 2}, None),
        ({"startTime": START}, {"activeDeadlineSeconds": 60}, "DeadlineExceeded"),
        ({"startTime": START}, {"activeDeadlineSeconds": 61}, None),
        ({"startTime": START}, {"activeDeadlineSeconds": 60, "suspend": True}, None),
        ({"succeeded": 2}, {"completions": 2}, "CompletionsReached"),
        ({"succeeded": 1}, {"completions": 2}, None),
    ],
)
def test_why_a_job_ends(status: dict[str, Any], spec: dict[str, Any], reason: str | None) -> None:
    ending = SyncContext.of(job(status, **spec), []).ending(NOW)

    assert reason == (None if ending is None else ending.reason)


def test_a_job_with_enough_successes_goes_on_while_a_pod_is_active() -> None:
    context = SyncContext.of(job({"succeeded": 2}, completions=2), [pod("a", "Running")])

    assert context.ending(NOW) is None


def test_an_announced_reason_stays_although_another_has_come() -> None:
    announced = {"type": "FailureTarget", "status": "True", "reason": "DeadlineExceeded", "message": "late"}
    context = SyncContext.of(job({"conditions": [announced], "failed": 9}, backoffLimit=0), [])

    assert Ending("FailureTarget", "DeadlineExceeded", "late") == context.ending(NOW)


def test_a_rule_of_the_pod_failure_policy_fails_the_job_at_once() -> None:
    rule = {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1]}}
    context = SyncContext.of(job(podFailurePolicy={"rules": [rule]}), [pod("a", "Failed")])
    ending = context.ending(NOW)

    assert ending is not None
    assert "PodFailurePolicy" == ending.reason
    assert "matching FailJob rule at index 0" in ending.message
