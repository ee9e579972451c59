"""The Job controller: runs pods until enough of them have succeeded or too many have failed.

Source: pkg/controller/job/job_controller.go `syncJob`, `manageJob`, `trackJobStatusAndRemoveFinalizers`
(v1.34). A pod carries a finalizer until its end is counted. A Job with spec.managedBy is left to the
controller that it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scheduler_core.actor import Act, Toss, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import (
    CREATED_POD,
    closing,
    generated_name,
    owned_by,
    pod_from_template,
)
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.common.refused_creations import Delays, RefusedCreations
from scheduler_core.controllers.job.backoff_per_index import failure_annotations, split_by_backoff
from scheduler_core.controllers.job.job_conditions import (
    COMPLETE,
    FAILED,
    FAILURE_TARGET,
    SUCCESS_CRITERIA,
    announced,
    condition,
    finished,
    update_suspended,
)
from scheduler_core.controllers.job.job_groups import WORKLOAD_CREATED, group_of, in_group, next_object
from scheduler_core.controllers.job.job_rules import (
    FINALIZER,
    INDEX,
    Ending,
    action_of,
    backoff_ms,
    desired_active,
    first_free_indexes,
    index_of,
    indexes_text,
    managed_elsewhere,
    pods_to_delete_order,
)
from scheduler_core.controllers.job.sync_context import BackoffRecord, SyncContext
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload

KIND = "Job"
DELAYS = Delays(1_000, 60_000)
"""Between two attempts of a sync that failed. Source: DefaultJobApiBackOff, MaxJobApiBackOff."""
BATCH_MS = 1_000
"""Changes of pods are handled together, a second after the first."""


class JobController(Controller):
    """The Job controller; its queue holds keys of Jobs, and `pod|key` of pods that lost theirs."""

    name = "job-controller"
    watches = frozenset({KIND, "Pod", "PriorityClass"})
    pods_of = KIND
    rank = 22

    def __init__(self, release: Release = BASELINE) -> None:
        super().__init__()
        self._release = release
        self._index = PodIndex()
        self._refused = RefusedCreations(DELAYS)
        self._records: dict[str, BackoffRecord] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        self._index.observe(event)
        if event.kind == KIND:
            if event.new is None:
                self._records.pop(event.key, None)
                self._refused.clear(event.key)
                self.queue.add(event.key, now_ms + self.reaction_ms)
                return
            if event.old is None or event.old.meta.generation != event.new.meta.generation:
                self._refused.spec_changed(event.key)
            self.queue.add(event.key, now_ms + self.reaction_ms)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                reference = pod.meta.controller if isinstance(pod, Pod) else None
                if isinstance(pod, Pod) and reference is not None and reference.kind == KIND:
                    self.queue.add(f"{pod.namespace}/{reference.name}", now_ms + BATCH_MS)
            if isinstance(event.new, Pod) and _orphaned(event.new):
                self.queue.add(f"pod|{event.key}", now_ms + self.reaction_ms)
        elif event.kind == "PriorityClass":
            for key in self._refused.schedule_retries(now_ms + self.reaction_ms):
                self.queue.add(key, now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        if key.startswith("pod|"):
            return self._release_orphan(api, key.removeprefix("pod|"))
        job = api.workloads(KIND).get(key)
        if job is not None and managed_elsewhere(job):
            return None
        namespace, _, name = key.partition("/")
        stray = [
            pod
            for pod in self._index.owned(api, namespace, KIND, name)
            if FINALIZER in pod.meta.finalizers and (job is None or not owned_by(pod, job))
        ]
        if stray:
            api.remove_finalizer("Pod", stray[0].key, FINALIZER)
            return self._act("update", message("job.released_pod", job=name, pod=stray[0].name), stray[0].key)
        if job is None or finished(job):
            return None
        notice = self._refused.requeue(self.queue, self.name, KIND, key, now_ms)
        if notice is not None:
            return notice
        owned = self._index.owned(api, job.meta.namespace, KIND, job.meta.name)
        context = SyncContext.of(job, [pod for pod in owned if owned_by(pod, job)])
        ending = context.ending(api.epoch_ms(now_ms))
        if context.spec.deadline_s is not None and ending is None and not context.spec.suspended:
            started = parse_time(text(job.status_manifest.get("startTime")))
            since = now_ms if started is None else started - api.start_at
            self.queue.add(key, max(since + context.spec.deadline_s * 1000, now_ms))
        act = None
        if ending is not None:
            counts = ending.condition == FAILURE_TARGET
            act = (
                self._delete(api, context, context.active, now_ms, counts=counts) if announced(job) else None
            )
        elif job.meta.deletion_at is None:
            act = self._manage(api, context, now_ms, random)
        return act or self._flush(api, context, ending, now_ms)

    def _release_orphan(self, api: ApiServer, key: str) -> Act | None:
        """Removes the finalizer from a pod whose owner reference is gone. Source: syncOrphanPod."""
        pod = api.pods.get(key)
        if pod is None or not _orphaned(pod):
            return None
        api.remove_finalizer("Pod", key, FINALIZER)
        sentence = message("job.released_pod", job=pod.labels.get("job-name", ""), pod=pod.name)
        return self._act("update", sentence, key)

    def _manage(self, api: ApiServer, context: SyncContext, now_ms: int, random: Random) -> Act | None:
        """Creates or deletes one pod, so that the right number is active. Source: manageJob."""
        spec, running = context.spec, context.active
        if spec.suspended:
            return self._delete(api, context, running, now_ms)
        desired = desired_active(spec, context.succeeded, len(running))
        taken: set[int] = set()
        surplus: list[Pod] = []
        for pod in running if spec.indexed else ():
            index = index_of(pod)
            if index is None or index in taken or (spec.completions or 0) <= index:
                surplus.append(pod)
            else:
                taken.add(index)
        too_many = len(running) - len(surplus) - desired
        if too_many > 0:
            surplus += pods_to_delete_order([pod for pod in running if pod not in surplus])[:too_many]
        if surplus:
            return self._delete(api, context, surplus, now_ms)
        missing = desired - len(running) - (context.terminating if spec.waits_for_failed else 0)
        refused = self._refused.blocks(context.job.key, now_ms)
        if missing <= 0 or refused or closing(api, context.job.meta.namespace):
            return None
        if self._release.workloads_of_jobs:
            made = self._make_group(api, context, now_ms)
            if made is not None:
                return made
        if spec.indexed and spec.backoff_limit_per_index is not None:
            return self._manage_indexes(api, context, taken, missing, now_ms, random)
        record = context.backoff_record(self._records.get(context.job.key, BackoffRecord()))
        due = record.last_at + backoff_ms(record.failures) - api.start_at
        if record.failures and due > now_ms:
            self.queue.add(context.job.key, due)
            context.backing_off = self._release.job_backoff_refuses_status
            return None
        indexes = first_free_indexes(spec, taken | context.completed, 1) if spec.indexed else []
        index = indexes[0] if indexes else None
        return self._create(api, context.job, index, {}, now_ms, random)

    def _make_group(self, api: ApiServer, context: SyncContext, now_ms: int) -> Act | None:
        """Makes the Workload of a new Job, or then its PodGroup; None where neither is missing."""
        missing = next_object(api, context, self._release)
        if missing is None:
            return None
        kind, document = missing
        job = context.job
        result = api.create(kind, document, now_ms)
        if isinstance(result, Refused):
            self._refused.failed(job.key, now_ms)
            return self._act("update", message("job.failed_group", job=job.meta.name, text=result.text))
        name = result.object.meta.name
        if kind == "Workload":
            note = WORKLOAD_CREATED % {"workload": name, "job": job.meta.name}
            self._record(api, job, "Normal", "WorkloadCreated", note, now_ms)
        return self._act("create", message("job.created_group", job=job.meta.name, kind=kind, name=name))

    def _manage_indexes(
        self, api: ApiServer, context: SyncContext, taken: set[int], missing: int, now_ms: int, random: Random
    ) -> Act | None:
        """With backoffLimitPerIndex, each index waits for the end of its own back-off."""
        now = api.epoch_ms(now_ms)
        if context.spec.waits_for_failed:
            ending = (pod for pod in context.pods if pod.terminating and not pod.finished)
            taken = taken | {index for index in map(index_of, ending) if index is not None}
        waiting = context.awaiting_replacement()
        free = first_free_indexes(context.spec, taken | context.completed | context.failed_indexes, missing)
        free, earliest = split_by_backoff(free, waiting, now)
        if free:
            counts = failure_annotations(waiting.get(free[0]), context.spec)
            return self._create(api, context.job, free[0], counts, now_ms, random)
        if earliest is not None:
            self.queue.add(context.job.key, earliest - api.start_at)
        return None

    def _create(
        self,
        api: ApiServer,
        job: Workload,
        index: int | None,
        annotations: Mapping[str, str],
        now_ms: int,
        random: Random,
    ) -> Act:
        base = f"{job.meta.name}-" if index is None else f"{job.meta.name}-{index}-"
        name = generated_name(base, random)
        while f"{job.meta.namespace}/{name}" in api.pods:
            name = generated_name(base, random)
        document = _pod(job, name, index, annotations)
        if self._release.workloads_of_jobs:
            document = in_group(document, group_of(api, job))
        result = api.create("Pod", document, now_ms)
        tosses = (Toss("name", (), name),)
        if isinstance(result, Refused):
            self._refused.failed(job.key, now_ms)
            error = f"Error creating: {result.text}"
            self._record(api, job, "Warning", "FailedCreate", error, now_ms)
            sentence = message("job.failed_create", job=job.meta.name, text=result.text)
            return self._act("update", sentence, tosses=tosses)
        self._refused.clear(job.key)
        self._record(api, job, "Normal", "SuccessfulCreate", CREATED_POD % {"pod": name}, now_ms)
        sentence = message("job.created_pod", job=job.meta.name, pod=name)
        return self._act("create", sentence, f"{job.meta.namespace}/{name}", tosses=tosses)

    def _delete(
        self, api: ApiServer, context: SyncContext, pods: Sequence[Pod], now_ms: int, *, counts: bool = False
    ) -> Act | None:
        """Deletes the first of the pods. Unless it `counts` as failed, its finalizer is removed first, so
        that its end is not counted: the Job is suspended or has succeeded, or the pod is surplus.

        Source: deleteJobPods, deleteActivePods.
        """
        if not pods:
            return None
        pod = pods[0]
        if not counts and FINALIZER in pod.meta.finalizers:
            api.remove_finalizer("Pod", pod.key, FINALIZER)
        api.delete("Pod", pod.key, DeleteOptions(), now_ms)
        note = f"Deleted pod: {pod.name}"
        self._record(api, context.job, "Normal", "SuccessfulDelete", note, now_ms)
        return self._act(
            "delete", message("job.deleted_pod", job=context.job.meta.name, pod=pod.name), pod.key
        )

    def _flush(self, api: ApiServer, context: SyncContext, ending: Ending | None, now_ms: int) -> Act | None:
        """Writes the status and removes the finalizer from the pods that are counted in it."""
        job, stamp = context.job, api.timestamp(now_ms)
        count_active = 0 if context.backing_off else len(context.active)
        count_ready = sum(1 for pod in context.active if pod.ready)
        if context.backing_off and count_ready:
            # The API server refuses a status with more ready than active pods, so nothing is counted yet.
            return None
        kept = {} if ending is not None or job.meta.deletion_at else context.awaiting_replacement()
        uncounted = {pod.uid: pod for pod in kept.values()}
        counted_later = [uid for uid, pod in uncounted.items() if action_of(pod, context.spec)[0] != "Ignore"]
        released = [pod for pod in context.ended if pod.uid not in uncounted]
        status: dict[str, Json] = {
            **job.status_manifest,
            "active": count_active,
            "ready": count_ready,
            "terminating": context.terminating,
            "succeeded": context.succeeded,
            "failed": context.failed - len(counted_later),
            "uncountedTerminatedPods": {"failed": list(counted_later)} if counted_later else {},
        }
        if context.spec.indexed and context.completed:
            status["completedIndexes"] = indexes_text(context.completed)
        if context.spec.backoff_limit_per_index is not None:
            status["failedIndexes"] = indexes_text(context.failed_indexes)
        conditions = [mapping(entry) for entry in items(job.status_manifest.get("conditions"))]
        if not context.spec.suspended:
            status.setdefault("startTime", stamp)
        sentence = message(
            "job.status",
            job=job.meta.name,
            active=len(context.active),
            succeeded=context.succeeded,
            failed=context.failed,
        )
        if text(job.status_manifest.get("failedIndexes")) != text(status.get("failedIndexes")):
            sentence = message("job.indexes_failed", job=job.meta.name, indexes=text(status["failedIndexes"]))
        if ending is None:
            if context.spec.suspended and self._release.suspended_job_scheduling:
                status.pop("startTime", None)
            changed = update_suspended(conditions, stamp, suspended=context.spec.suspended)
            if changed is not None:
                reason, words = changed
                self._record(api, job, "Normal", reason, words, now_ms)
                if reason == "Resumed":
                    status["startTime"] = stamp
        elif not announced(job):
            conditions.append(condition(ending.condition, ending.reason, ending.message, stamp))
        elif not context.active and not context.terminating:
            done = COMPLETE if ending.condition == SUCCESS_CRITERIA else FAILED
            conditions.append(condition(done, ending.reason, ending.message, stamp))
            if done == COMPLETE:
                status["completionTime"] = stamp
                self._record(api, job, "Normal", "Completed", "Job completed", now_ms)
                sentence = message("job.completed", job=job.meta.name)
            else:
                self._record(api, job, "Warning", ending.reason, ending.message, now_ms)
                sentence = message("job.failed", job=job.meta.name, text=ending.message)
        if conditions:
            status["conditions"] = list(conditions)
        record = context.backoff_record(self._records.get(context.job.key, BackoffRecord()))
        for pod in released:
            api.remove_finalizer("Pod", pod.key, FINALIZER)
        if record != BackoffRecord():
            self._records[job.key] = record
        elif context.ended:
            self._records.pop(job.key, None)
        if status == job.status_manifest and not released:
            return None
        api.update_status(KIND, job.key, status)
        return self._act("update", sentence)

    def fingerprint(self) -> Json:
        records: list[Json] = [
            [key, record.failures, record.last_at] for key, record in self._records.items()
        ]
        return [self.queue.fingerprint(), self._refused.fingerprint(), records]


def _orphaned(pod: Pod) -> bool:
    """Whether the pod has lost its Job but still carries the finalizer."""
    return pod.meta.controller is None and FINALIZER in pod.meta.finalizers


def _pod(job: Workload, name: str, index: int | None, annotations: Mapping[str, str]) -> Manifest:
    document = pod_from_template(job, name)
    finalizers = [*items(find(document, "metadata", "finalizers")), FINALIZER]
    document = with_value(document, ("metadata", "finalizers"), finalizers)
    if index is None:
        return document
    for part in ("labels", "annotations"):
        entries = {**mapping(find(document, "metadata", part)), INDEX: str(index)}
        if part == "annotations":
            entries |= annotations
        document = with_value(document, ("metadata", part), entries)
    return with_value(document, ("spec", "hostname"), f"{job.meta.name}-{index}")
