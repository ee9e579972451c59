"""`grace_on_delete.json`: what a DELETE does to a pod. `evaluate(input)` returns what the file expects."""

from __future__ import annotations

from scheduler_core.apiserver.registry.deletion import (
    Deletable,
    DeleteOptions,
    DeleteOutcome,
    decide_deletion,
)
from scheduler_core.objects.manifest import Json, Manifest, find, integer, mapping, strings, text
from scheduler_core.objects.scalars.seconds import seconds


def evaluate(case: Manifest) -> Manifest:
    """`case` is the vector's `input`; times there are seconds."""
    pod = mapping(case.get("pod"))
    deletion_at = _milliseconds(pod.get("deletionTimestamp"))
    uid = find(case, "request", "preconditionUID")
    verdict = decide_deletion(
        Deletable(
            bound=bool(pod.get("nodeName")),
            phase=text(pod.get("phase")),
            spec_grace_s=integer(pod.get("terminationGracePeriodSeconds")) or 0,
            deletion_at=deletion_at,
            deletion_grace_s=integer(pod.get("deletionGracePeriodSeconds")),
            finalizers=strings(pod.get("finalizers")),
            uid=text(pod.get("uid")),
        ),
        DeleteOptions(
            grace_period_seconds=integer(find(case, "request", "gracePeriodSeconds")),
            precondition_uid=uid if isinstance(uid, str) else None,
        ),
        _milliseconds(case.get("now")) or 0,
    )
    if verdict.outcome is DeleteOutcome.CONFLICT:
        return {"outcome": verdict.outcome.value, "code": 409, "reason": "Conflict"}
    result: dict[str, Json] = {
        "outcome": verdict.outcome.value,
        "deletionTimestamp": None if verdict.deletion_at is None else seconds(verdict.deletion_at),
        "deletionGracePeriodSeconds": verdict.deletion_grace,
    }
    if verdict.outcome is DeleteOutcome.REMOVED:
        result["watchSequence"] = ["MODIFIED", "DELETED"] if verdict.updates_first else ["DELETED"]
    return result


def _milliseconds(seconds: Json) -> int | None:
    return round(seconds * 1000) if isinstance(seconds, (int, float)) else None
