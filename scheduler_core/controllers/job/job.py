"""The Job controller: runs pods until enough of them have succeeded or too many have failed.

Source: pkg/controller/job/job_controller.go `syncJob`, `manageJob`, `trackJobStatusAndRemoveFinalizers`
(v1.34). A pod carries a finalizer until its end is counted. Not modelled: backoffLimitPerIndex and jobs
managed by others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scheduler_core.actor import Act, Message, Toss, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.events import Occurrence
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import REACTION_MS, Controller
from scheduler_core.controllers.common.controller_utils import (
    closing,
    generated_name,
    owned_by,
    pod_from_template,
    ready,
)
from scheduler_core.controllers.common.pod_index import PodIndex
from scheduler_core.controllers.job.job_conditions import (
    COMPLETE,
    FAILED,
    SUCCESS_CRITERIA,
    announced,
    condition,
    finished,
    update_suspended,
)
from scheduler_core.controllers.job.job_rules import (
    FINALIZER,
    INDEX,
    Ending,
    backoff_ms,
    first_free_indexes,
    index_of,
    indexes_text,
    pods_to_delete_order,
    wanted_pods,
)
from scheduler_core.controllers.job.sync_context import BackoffRecord, SyncContext
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text, with_value
from scheduler_core.objects.pod import Pod
from scheduler_core.objects.scalars.times import parse_time
from scheduler_core.objects.workloads import Workload

KIND = "Job"
BATCH_MS = 1_000
"""Changes of pods are handled together, a second after the first."""


class JobController(Controller):
    """The Job controller; its queue holds keys of Jobs, and `pod|key` of pods whose Job is gone."""

    name = "job-controller"
    rank = 22

    def __init__(self) -> None:
        super().__init__()
        self._jobs: dict[str, None] = {}
        self._index = PodIndex()
        self._refused: dict[str, None] = {}
        self._records: dict[str, BackoffRecord] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        self._index.observe(event)
        if event.kind == KIND:
            if event.new is None:
                for known in (self._jobs, self._refused, self._records):
                    known.pop(event.key, None)
                self.queue.add(event.key, now_ms + REACTION_MS)
                return
            if event.old is None or event.old.meta.generation != event.new.meta.generation:
                self._refused.pop(event.key, None)
            self._jobs[event.key] = None
            self.queue.add(event.key, now_ms + REACTION_MS)
        elif event.kind == "Pod":
            for pod in (event.old, event.new):
                reference = pod.meta.controller if isinstance(pod, Pod) else None
                if isinstance(pod, Pod) and reference is not None and reference.kind == KIND:
                    self.queue.add(f"{pod.namespace}/{reference.name}", now_ms + BATCH_MS)
        elif event.kind == "PriorityClass":
            for key in self._refused:
                self.queue.add(key, now_ms + REACTION_MS)
            self._refused.clear()

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        job = api.workloads(KIND).get(key)
        namespace, _, name = key.partition("/")
        stray = [
            pod
            for pod in self._index.owned(api, namespace, KIND, name)
            if FINALIZER in pod.meta.finalizers and (job is None or not owned_by(pod, job))
        ]
        if stray:
            api.remove_finalizer("Pod", stray[0].key, FINALIZER)
            return self._told(
                "update", message("job.released_pod", job=name, pod=stray[0].name), stray[0].key
            )
        if job is None or finished(job):
            return None
        owned = self._index.owned(api, job.meta.namespace, KIND, job.meta.name)
        seen = SyncContext.of(job, [pod for pod in owned if owned_by(pod, job)])
        ending = seen.ending(api.epoch_ms(now_ms))
        if seen.spec.deadline_s is not None and ending is None and not seen.spec.suspended:
            started = parse_time(text(job.status.get("startTime")))
            since = now_ms if started is None else started - api.start_at
            self.queue.add(key, max(since + seen.spec.deadline_s * 1000, now_ms))
        act = None
        if ending is not None:
            act = self._delete(api, seen, seen.active, now_ms) if announced(job) else None
        elif job.meta.deletion_at is None:
            act = self._manage(api, seen, now_ms, random)
        return act or self._flush(api, seen, ending, now_ms)

    def _manage(self, api: ApiServer, seen: SyncContext, now_ms: int, random: Random) -> Act | None:
        spec, running = seen.spec, seen.active
        if spec.suspended:
            return self._delete(api, seen, running, now_ms)
        wanted = wanted_pods(spec, seen.succeeded, len(running))
        taken: set[int] = set()
        surplus: list[Pod] = []
        for pod in running if spec.indexed else ():
            index = index_of(pod)
            if index is None or index in taken or (spec.completions or 0) <= index:
                surplus.append(pod)
            else:
                taken.add(index)
        too_many = len(running) - len(surplus) - wanted
        if too_many > 0:
            surplus += pods_to_delete_order([pod for pod in running if pod not in surplus])[:too_many]
        if surplus:
            return self._delete(api, seen, surplus, now_ms)
        missing = wanted - len(running) - (seen.terminating if spec.waits_for_failed else 0)
        if missing <= 0 or seen.job.key in self._refused or closing(api, seen.job.meta.namespace):
            return None
        record = seen.backoff_record(self._records.get(seen.job.key, BackoffRecord()), api.epoch_ms(now_ms))
        due = record.last_at + backoff_ms(record.failures) - api.start_at
        if record.failures and due > now_ms:
            self.queue.add(seen.job.key, due)
            return None
        indexes = first_free_indexes(spec, taken | seen.completed, 1) if spec.indexed else []
        return self._create(api, seen.job, indexes[0] if indexes else None, now_ms, random)

    def _create(self, api: ApiServer, job: Workload, index: int | None, now_ms: int, random: Random) -> Act:
        base = f"{job.meta.name}-" if index is None else f"{job.meta.name}-{index}-"
        name = generated_name(base, random)
        while f"{job.meta.namespace}/{name}" in api.pods:
            name = generated_name(base, random)
        result = api.create("Pod", _pod(job, name, index), now_ms)
        tosses = (Toss("name", (), name),)
        if isinstance(result, Refused):
            self._refused[job.key] = None
            error = f"Error creating: {result.text}"
            api.record_event(Occurrence(job, "Warning", "FailedCreate", error, self.name), now_ms)
            said = message("job.failed_create", job=job.meta.name, text=result.text)
            return Act("controller", self.name, "update", said, tosses=tosses)
        api.record_event(
            Occurrence(job, "Normal", "SuccessfulCreate", f"Created pod: {name}", self.name), now_ms
        )
        said = message("job.created_pod", job=job.meta.name, pod=name)
        return Act("controller", self.name, "create", said, (f"{job.meta.namespace}/{name}",), tosses=tosses)

    def _delete(self, api: ApiServer, seen: SyncContext, pods: Sequence[Pod], now_ms: int) -> Act | None:
        if not pods:
            return None
        pod = pods[0]
        api.delete("Pod", pod.key, DeleteOptions(), now_ms)
        told = f"Deleted pod: {pod.name}"
        api.record_event(Occurrence(seen.job, "Normal", "SuccessfulDelete", told, self.name), now_ms)
        return self._told("delete", message("job.deleted_pod", job=seen.job.meta.name, pod=pod.name), pod.key)

    def _flush(self, api: ApiServer, seen: SyncContext, ending: Ending | None, now_ms: int) -> Act | None:
        """Writes the status and removes the finalizer from the pods that are counted in it."""
        job, stamp = seen.job, api.timestamp(now_ms)
        status: dict[str, Json] = {
            **job.status,
            "active": len(seen.active),
            "ready": sum(1 for pod in seen.active if ready(pod)),
            "terminating": seen.terminating,
            "succeeded": seen.succeeded,
            "failed": seen.failed,
            "uncountedTerminatedPods": {},
        }
        if seen.spec.indexed:
            status["completedIndexes"] = indexes_text(seen.completed)
        conditions = [mapping(entry) for entry in items(job.status.get("conditions"))]
        if not seen.spec.suspended:
            status.setdefault("startTime", stamp)
        said = message(
            "job.status",
            job=job.meta.name,
            active=len(seen.active),
            succeeded=seen.succeeded,
            failed=seen.failed,
        )
        if ending is None:
            changed = update_suspended(conditions, stamp, suspended=seen.spec.suspended)
            if changed is not None:
                reason, words = changed
                api.record_event(Occurrence(job, "Normal", reason, words, self.name), now_ms)
                if reason == "Suspended":
                    status.pop("startTime", None)
                else:
                    status["startTime"] = stamp
        elif not announced(job):
            conditions.append(condition(ending.condition, ending.reason, ending.message, stamp))
        elif not seen.active and not seen.terminating:
            done = COMPLETE if ending.condition == SUCCESS_CRITERIA else FAILED
            conditions.append(condition(done, ending.reason, ending.message, stamp))
            if done == COMPLETE:
                status["completionTime"] = stamp
                api.record_event(Occurrence(job, "Normal", "Completed", "Job completed", self.name), now_ms)
                said = message("job.completed", job=job.meta.name)
            else:
                api.record_event(Occurrence(job, "Warning", ending.reason, ending.message, self.name), now_ms)
                said = message("job.failed", job=job.meta.name, text=ending.message)
        if conditions:
            status["conditions"] = list(conditions)
        record = seen.backoff_record(self._records.get(seen.job.key, BackoffRecord()), api.epoch_ms(now_ms))
        for pod in seen.ended:
            api.remove_finalizer("Pod", pod.key, FINALIZER)
        if record != BackoffRecord():
            self._records[job.key] = record
        elif seen.ended:
            self._records.pop(job.key, None)
        if status == job.status and not seen.ended:
            return None
        api.update_status(KIND, job.key, status)
        return Act("controller", self.name, "update", said)

    def _told(self, kind: str, said: Message, pod: str) -> Act:
        return Act("controller", self.name, kind, said, focus_pods=(pod,))

    def copy(self) -> JobController:
        twin = JobController()
        twin.queue = self.queue.copy()
        twin._jobs = dict(self._jobs)
        twin._index = self._index.copy()
        twin._refused = dict(self._refused)
        twin._records = dict(self._records)
        return twin

    def fingerprint(self) -> Json:
        records: list[Json] = [[key, one.failures, one.last_at] for key, one in self._records.items()]
        return [self.queue.fingerprint(), list(self._refused), records]


def _pod(job: Workload, name: str, index: int | None) -> Manifest:
    document = pod_from_template(job, name)
    finalizers = [*items(find(document, "metadata", "finalizers")), FINALIZER]
    document = with_value(document, ("metadata", "finalizers"), finalizers)
    if index is None:
        return document
    for part in ("labels", "annotations"):
        given = {**mapping(find(document, "metadata", part)), INDEX: str(index)}
        document = with_value(document, ("metadata", part), given)
    return with_value(document, ("spec", "hostname"), f"{job.meta.name}-{index}")
