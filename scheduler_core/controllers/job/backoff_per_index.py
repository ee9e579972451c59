"""backoffLimitPerIndex: each index of an Indexed Job fails, waits and is given up on its own.

Source: pkg/controller/job/indexed_job_utils.go `calculateFailedIndexes`, `isIndexFailed`,
`getPodsWithDelayedDeletionPerIndex`, `getNewIndexFailureCounts`, and job_controller.go
`getPodCreationInfoForIndependentIndexes`, `canRemoveFinalizer` (v1.34). The number of failures of an index is
kept in annotations of its newest pod, so a failed pod keeps its finalizer until its replacement exists.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scheduler_core.controllers.job.job_rules import (
    FINALIZER,
    JobSpec,
    action_of,
    backoff_ms,
    failed,
    finished_at,
    index_of,
)
from scheduler_core.objects.pod import Pod

FAILURES = "batch.kubernetes.io/job-index-failure-count"
IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count"


def index_failed(pod: Pod, spec: JobSpec) -> bool:
    """Whether this pod is the end of its index: it failed more often than `backoffLimitPerIndex` allows, or a
    podFailurePolicy rule with the action FailIndex matches it."""
    if spec.backoff_limit_per_index is None or not failed(pod, spec):
        return False
    action, _ = action_of(pod, spec)
    if action == "FailIndex":
        return True
    return action != "Ignore" and _count(pod, FAILURES) >= spec.backoff_limit_per_index


def awaiting_replacement(
    pods: Iterable[Pod], spec: JobSpec, settled: Collection[int], active: Collection[int]
) -> dict[int, Pod]:
    """The newest failed pod of each index that still needs a replacement; {} without backoffLimitPerIndex.

    `settled` are the indexes that have succeeded or failed, `active` those with a running pod.
    """
    waiting: dict[int, Pod] = {}
    if spec.backoff_limit_per_index is None:
        return waiting
    for pod in pods:
        index = index_of(pod)
        if FINALIZER not in pod.meta.finalizers or not failed(pod, spec):
            continue
        if index is None or index >= (spec.completions or 0):
            continue
        if index in settled or index in active:
            continue
        newest = waiting.get(index)
        if newest is None or (
            _all_failures(newest) <= _all_failures(pod) and finished_at(newest) <= finished_at(pod)
        ):
            waiting[index] = pod
    return waiting


def failure_annotations(replaced: Pod | None, spec: JobSpec) -> dict[str, str]:
    """The annotations of a new pod that replaces `replaced`, or is the first of its index (None). A failure
    that the podFailurePolicy ignores is counted apart."""
    if replaced is None:
        return {FAILURES: "0"}
    counts = {name: _count(replaced, name) for name in (FAILURES, IGNORED_FAILURES)}
    counts[IGNORED_FAILURES if action_of(replaced, spec)[0] == "Ignore" else FAILURES] += 1
    annotations = {FAILURES: str(counts[FAILURES])}
    if counts[IGNORED_FAILURES]:
        annotations[IGNORED_FAILURES] = str(counts[IGNORED_FAILURES])
    return annotations


def split_by_backoff(
    indexes: Sequence[int], waiting: Mapping[int, Pod], now: int
) -> tuple[list[int], int | None]:
    """The indexes whose next pod may be created now, and the earliest time (epoch ms) at which one of the
    others may; None when there are no others. Each index waits as a Job does: 10 s, doubled with each of its
    own failures, 10 min at most."""
    free: list[int] = []
    earliest: int | None = None
    for index in indexes:
        replaced = waiting.get(index)
        due = now
        if replaced is not None:
            due = finished_at(replaced) + backoff_ms(_all_failures(replaced) + 1)
        if due <= now:
            free.append(index)
        elif earliest is None or due < earliest:
            earliest = due
    return free, earliest


def _all_failures(pod: Pod) -> int:
    return _count(pod, FAILURES) + _count(pod, IGNORED_FAILURES)


def _count(pod: Pod, annotation: str) -> int:
    """The number in an annotation; 0 when it is missing or is not a number."""
    value = pod.meta.annotations.get(annotation, "")
    return int(value) if value.isdecimal() and len(value) < 10 else 0
