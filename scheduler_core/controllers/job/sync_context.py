"""The sync context: a Job and its pods as one sync finds them, counted.

Source: pkg/controller/job/job_controller.go `syncJobCtx`, `trackJobStatusAndRemoveFinalizers`,
`pastActiveDeadline`, and backoff_utils.go `newBackoffRecord` (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scheduler_core.controllers.common.controller_utils import active
from scheduler_core.controllers.job import success_policy
from scheduler_core.controllers.job.backoff_per_index import awaiting_replacement, index_failed
from scheduler_core.controllers.job.job_conditions import FAILURE_TARGET, SUCCESS_CRITERIA, announced
from scheduler_core.controllers.job.job_rules import (
    FINALIZER,
    Ending,
    JobSpec,
    action_of,
    failed,
    finished_at,
    index_of,
    parse_indexes,
    restarts,
)
from scheduler_core.objects.manifest import find, integer, items, text
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload

REACHED = ("CompletionsReached", "Reached expected number of succeeded pods")


@dataclass(frozen=True, slots=True)
class BackoffRecord:
    """The failures in a row, and the end of the last one in epoch milliseconds."""

    failures: int = 0
    last_at: int = 0


@dataclass(slots=True)
class SyncContext:
    """A Job as one sync finds it. `succeeded`, `failed` and `completed` count the `ended` pods too, which the
    stored status does not count yet. `policy_failure` is the message of the podFailurePolicy rule that fails
    the Job, empty if none does. `failed_indexes` are the indexes given up; it stays empty without
    backoffLimitPerIndex. `backing_off` means that the sync waits before it replaces failed pods; it takes the
    number of active pods for 0 then (manageJob)."""

    job: Workload
    spec: JobSpec
    pods: Sequence[Pod]
    succeeded: int
    failed: int
    completed: set[int]
    failed_indexes: set[int]
    ended: list[Pod] = field(default_factory=list)
    policy_failure: str = ""
    backing_off: bool = False

    @staticmethod
    def of(job: Workload, pods: Sequence[Pod]) -> SyncContext:
        """The counts of the stored status, and those of the pods that still carry the finalizer."""
        context = SyncContext(
            job,
            JobSpec.of(job),
            pods,
            succeeded=integer(job.status_manifest.get("succeeded")) or 0,
            failed=integer(job.status_manifest.get("failed")) or 0,
            completed=parse_indexes(text(job.status_manifest.get("completedIndexes"))),
            failed_indexes=parse_indexes(text(job.status_manifest.get("failedIndexes"))),
        )
        for pod in pods:
            if FINALIZER in pod.meta.finalizers:
                context._count(pod)
        return context

    def _count(self, pod: Pod) -> None:
        """Counts a pod that has ended. Source: trackJobStatusAndRemoveFinalizers."""
        spec = self.spec
        if pod.status.phase == "Succeeded":
            index = index_of(pod)
            if not spec.indexed:
                self.succeeded += 1
            elif index is not None and index not in self.completed:
                self.completed.add(index)
                self.succeeded += 1
            self.ended.append(pod)
        elif failed(pod, spec) or self._lost:
            action, words = action_of(pod, spec)
            if action == "FailJob" and not self.policy_failure:
                self.policy_failure = words
            if action != "Ignore":
                self.failed += 1
            index = index_of(pod)
            # Upstream lets go of all pods when it announces the end, so pods ended by that fail no index.
            open_ = index is not None and index < (spec.completions or 0) and not announced(self.job)
            if index is not None and open_ and index_failed(pod, spec):
                self.failed_indexes.add(index)
            self.ended.append(pod)

    @property
    def _lost(self) -> bool:
        """Whether the Job is announced to fail: each pod that has not succeeded counts as failed then."""
        return any(
            find(entry, "type") == FAILURE_TARGET and find(entry, "status") == "True"
            for entry in items(self.job.status_manifest.get("conditions"))
        )

    @property
    def active(self) -> list[Pod]:
        return [pod for pod in self.pods if active(pod)]

    @property
    def terminating(self) -> int:
        return sum(1 for pod in self.pods if pod.terminating and not pod.finished)

    def awaiting_replacement(self) -> dict[int, Pod]:
        """The failed pods, by index, whose finalizer stays until their replacement carries their count on."""
        running = {index for index in map(index_of, self.active) if index is not None}
        return awaiting_replacement(self.pods, self.spec, self.completed | self.failed_indexes, running)

    def backoff_record(self, stored: BackoffRecord) -> BackoffRecord:
        """The stored record with the `ended` pods added, in the order of their ends. A success sets
        the failures in a row back to none."""
        record = stored
        for pod in sorted(self.ended, key=finished_at):
            if pod.status.phase == "Succeeded":
                record = BackoffRecord()
            else:
                record = BackoffRecord(record.failures + 1, finished_at(pod))
        return record

    def ending(self, now: int) -> Ending | None:
        """Why the Job ends, None when it goes on; an announced reason stays. `now` is in epoch
        milliseconds."""
        job, spec = self.job, self.spec
        for entry in items(job.status_manifest.get("conditions")):
            kind = text(find(entry, "type"))
            if kind in (SUCCESS_CRITERIA, FAILURE_TARGET) and find(entry, "status") == "True":
                return Ending(kind, text(find(entry, "reason")), text(find(entry, "message")))
        if self.policy_failure:
            return Ending(FAILURE_TARGET, "PodFailurePolicy", self.policy_failure)
        if self._past_backoff_limit():
            words = "Job has reached the specified backoff limit"
            return Ending(FAILURE_TARGET, "BackoffLimitExceeded", words)
        started = parse_time(text(job.status_manifest.get("startTime")))
        limited = spec.deadline_s is not None and started is not None and not spec.suspended
        if limited and now - (started or 0) >= (spec.deadline_s or 0) * 1000:
            words = "Job was active longer than specified deadline"
            return Ending(FAILURE_TARGET, "DeadlineExceeded", words)
        if spec.backoff_limit_per_index is not None and self.failed_indexes:
            if spec.max_failed_indexes is not None and len(self.failed_indexes) > spec.max_failed_indexes:
                words = "Job has exceeded the specified maximal number of failed indexes"
                return Ending(FAILURE_TARGET, "MaxFailedIndexesExceeded", words)
            if len(self.failed_indexes) + len(self.completed) >= (spec.completions or 0):
                return Ending(FAILURE_TARGET, "FailedIndexes", "Job has failed indexes")
        if spec.indexed:
            words = success_policy.matched(spec.success_rules, self.completed, spec.completions or 0) or ""
            if words:
                return Ending(SUCCESS_CRITERIA, success_policy.REASON, words)
        enough = self.succeeded > 0 if spec.completions is None else self.succeeded >= spec.completions
        if enough and not self.active:
            # A suspended Job completes as well.
            return Ending(SUCCESS_CRITERIA, *REACHED)
        return None

    def _past_backoff_limit(self) -> bool:
        """Whether too many pods failed, or containers of pods with restartPolicy OnFailure restarted too
        often."""
        limit = self.spec.backoff_limit
        if self.failed > limit:
            return True
        if find(self.job.template, "spec", "restartPolicy") != "OnFailure":
            return False
        repeated = restarts(self.pods)
        return repeated > 0 if limit == 0 else repeated >= limit
