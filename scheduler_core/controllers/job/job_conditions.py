"""The conditions of a Job: which announce that it ends, which say that it has ended, and Suspended.

Source: pkg/controller/job/job_controller.go `newCondition`, `ensureJobConditionStatus`, and
pkg/controller/job/utils.go `IsJobFinished` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import Json, Manifest, find, items
from scheduler_core.objects.workloads import Workload

COMPLETE, FAILED = "Complete", "Failed"
SUCCESS_CRITERIA, FAILURE_TARGET, SUSPENDED = "SuccessCriteriaMet", "FailureTarget", "Suspended"


def announced(job: Workload) -> bool:
    """Whether a condition announces the end of the Job; its pods may still run."""
    return any(
        find(entry, "type") in (SUCCESS_CRITERIA, FAILURE_TARGET)
        for entry in items(job.status_manifest.get("conditions"))
    )


def finished(job: Workload) -> bool:
    """Whether the Job is Complete or Failed."""
    return any(
        find(entry, "type") in (COMPLETE, FAILED) and find(entry, "status") == "True"
        for entry in items(job.status_manifest.get("conditions"))
    )


def update_suspended(conditions: list[Manifest], stamp: str, *, suspended: bool) -> tuple[str, str] | None:
    """Brings the condition Suspended in line with the spec. Returns reason and message of the Event when it
    changed."""
    before: Mapping[str, Json] = next((entry for entry in conditions if entry.get("type") == SUSPENDED), {})
    if suspended == (before.get("status") == "True"):
        return None
    conditions[:] = [entry for entry in conditions if entry.get("type") != SUSPENDED]
    reason, words = ("JobSuspended", "Job suspended") if suspended else ("JobResumed", "Job resumed")
    changed = {**condition(SUSPENDED, reason, words, stamp), "status": "True" if suspended else "False"}
    conditions.append(changed)
    return reason.removeprefix("Job"), words


def condition(kind: str, reason: str, words: str, stamp: str) -> Manifest:
    """A condition that has just become True, at `stamp`."""
    return {
        "type": kind,
        "status": "True",
        "reason": reason,
        "message": words,
        "lastProbeTime": stamp,
        "lastTransitionTime": stamp,
    }
