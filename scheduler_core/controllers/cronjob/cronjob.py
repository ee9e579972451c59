"""The CronJob controller: creates a Job at each scheduled time, and deletes old ones.

Source: pkg/controller/cronjob/cronjob_controllerv2.go `syncCronJob`, `cleanupFinishedJobs`,
`getJobFromTemplate2` (v1.34). Upstream repeats the Events about a time that it cannot use with each sync;
here they are recorded once for each scheduled time.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from random import Random

from scheduler_core.actor import Act, message
from scheduler_core.apiserver.registry.deletion import DeleteOptions
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.controllers.common.controller import Controller
from scheduler_core.controllers.common.controller_utils import closing, controller_reference, owned_by
from scheduler_core.controllers.cronjob.schedule_times import MANY_MISSED, NeverDueError, due, next_sync
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text
from scheduler_core.objects.scalars.cron_schedule import CronError, CronSchedule, parse_cron, time_zone
from scheduler_core.objects.scalars.times import format_time, parse_time, rfc1123z
from scheduler_core.objects.workloads import Workload

KIND = "CronJob"
SCHEDULED_AT = "batch.kubernetes.io/cronjob-scheduled-timestamp"
MINUTE_MS = 60_000
TOO_MANY = "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew"


class CronJobController(Controller):
    """The controller; its queue holds the keys of CronJobs.

    `_reported` maps a CronJob to its last reported problem. `_rescheduled` are the CronJobs with a new
    schedule, which waits for its next time. `_unexpected` are the uids of the Jobs reported as unexpected.
    """

    name = "cronjob-controller"
    watches = frozenset({KIND, "Job"})
    rank = 22
    requeues = False

    def __init__(self) -> None:
        super().__init__()
        self._reported: dict[str, str] = {}
        self._rescheduled: dict[str, None] = {}
        self._unexpected: dict[str, None] = {}

    def observe(self, event: WatchEvent, now_ms: int) -> None:
        if event.kind == KIND:
            old, new = event.old, event.new
            if not isinstance(new, CronJob):
                self._reported.pop(event.key, None)
                self._rescheduled.pop(event.key, None)
            else:
                self.queue.add(event.key, now_ms + self.reaction_ms)
                if not isinstance(old, CronJob) or old.spec_manifest != new.spec_manifest:
                    self._reported.pop(event.key, None)
                    if isinstance(old, CronJob) and _when(old) != _when(new):
                        self._rescheduled[event.key] = None
        elif event.kind == "Job":
            for job in (event.old, event.new):
                reference = job.meta.controller if job is not None else None
                if event.new is None and event.old is not None:
                    self._unexpected.pop(event.old.meta.uid, None)
                if job is not None and reference is not None and reference.kind == KIND:
                    self.queue.add(f"{job.meta.namespace}/{reference.name}", now_ms + self.reaction_ms)

    def sync(self, api: ApiServer, key: str, now_ms: int, random: Random) -> Act | None:
        cron = api.get(KIND, key)
        if not isinstance(cron, CronJob):
            return None
        jobs = [job for job in api.workloads("Job").values() if _belongs(cron, job)]
        act = (
            self._clean(api, cron, jobs, now_ms)
            or self._report_unexpected(api, cron, jobs, now_ms)
            or self._update_active(api, cron, jobs, now_ms)
        )
        if act is not None:
            # One write in each act: the rest of the sync follows at once.
            self.queue.add(key, now_ms)
            return act
        if cron.meta.deletion_at is not None:
            return None
        zone = time_zone(cron.time_zone)
        if zone is None:
            note = f'invalid timeZone: "{cron.time_zone}": unknown time zone {cron.time_zone}'
            return self._report(api, cron, "Warning", "UnknownTimeZone", note, now_ms)
        if cron.suspended or closing(api, cron.meta.namespace):
            return None
        try:
            schedule = parse_cron(cron.schedule)
        except CronError as error:
            note = f'unparseable schedule: "{cron.schedule}" : {error}'
            return self._report(api, cron, "Warning", "UnparseableSchedule", note, now_ms)
        return self._start(api, cron, schedule, zone, now_ms)

    def _clean(self, api: ApiServer, cron: CronJob, jobs: Sequence[Workload], now_ms: int) -> Act | None:
        """Deletes the oldest finished Job beyond the history limits."""
        limits = (
            ("Complete", cron.successful_jobs_history_limit),
            ("Failed", cron.failed_jobs_history_limit),
        )
        for end, limit in limits:
            finished = [job for job in jobs if _end(job) == end and job.meta.deletion_at is None]
            if limit is not None and len(finished) > limit:
                return self._delete(api, cron, min(finished, key=_start_time), now_ms)
        return None

    def _report_unexpected(
        self, api: ApiServer, cron: CronJob, jobs: Sequence[Workload], now_ms: int
    ) -> Act | None:
        """Reports a running Job that belongs to the CronJob and that this controller did not start, such as
        one from `kubectl create job --from`. It does not become an active one."""
        active = {text(find(reference, "uid")) for reference in items(cron.status_manifest.get("active"))}
        for job in jobs:
            uid = job.meta.uid
            if uid in active or uid in self._unexpected or _end(job) is not None:
                continue
            self._unexpected[uid] = None
            note = f"Saw a job that the controller did not create or forgot: {job.meta.name}"
            self._record(api, cron, "Warning", "UnexpectedJob", note, now_ms)
            return self._act("update", message("cronjob.told", cron=cron.meta.name, text=note))
        return None

    def _update_active(
        self, api: ApiServer, cron: CronJob, jobs: Sequence[Workload], now_ms: int
    ) -> Act | None:
        """Brings status.active and lastSuccessfulTime in line with the Jobs."""
        by_uid = {job.meta.uid: job for job in jobs}
        status, ended, active = dict(cron.status_manifest), "", []
        for reference in items(status.get("active")):
            job = by_uid.get(text(find(reference, "uid")))
            name = text(find(reference, "name"))
            if job is None:
                self._record(api, cron, "Normal", "MissingJob", f"Active job went missing: {name}", now_ms)
                ended = name
            elif (end := _end(job)) is not None:
                note = f"Saw completed job: {name}, condition: {end}"
                self._record(api, cron, "Normal", "SawCompletedJob", note, now_ms)
                ended = name
            else:
                active.append(reference)
        done = [text(job.status_manifest.get("completionTime")) for job in jobs if _end(job) == "Complete"]
        latest = max((time for time in done if time), default="")
        if latest > text(status.get("lastSuccessfulTime")):
            status["lastSuccessfulTime"] = latest
        status["active"] = active
        if not active:
            del status["active"]
        if status == cron.status_manifest:
            return None
        api.update_status(KIND, cron.key, status)
        sentence = message("cronjob.ended", cron=cron.meta.name, job=ended)
        return self._act("update", sentence if ended else message("cronjob.status", cron=cron.meta.name))

    def _start(
        self, api: ApiServer, cron: CronJob, schedule: CronSchedule, zone: tzinfo, now_ms: int
    ) -> Act | None:
        """Starts the Job of the latest scheduled time, unless that has been dealt with."""
        now = api.epoch_ms(now_ms)
        try:
            scheduled = due(cron, schedule, zone, now)
        except NeverDueError as error:
            note = f"invalid schedule: {cron.schedule} : {error}"
            return self._report(api, cron, "Warning", "InvalidSchedule", note, now_ms)
        following = next_sync(cron, schedule, zone, now)
        if following is not None:
            self.queue.add(cron.key, max(following - api.start_at, now_ms + 1))
        at = scheduled.at
        if cron.key in self._rescheduled:
            del self._rescheduled[cron.key]
            return None
        if at is None or _begun(cron, at):
            return None
        if scheduled.missed > MANY_MISSED:
            self._record(api, cron, "Warning", "TooManyMissedTimes", TOO_MANY, now_ms)
        deadline = cron.starting_deadline_s
        if deadline is not None and at + deadline * 1000 < now:
            note = f"Missed scheduled time to start a job: {rfc1123z(at)}"
            return self._report(api, cron, "Warning", "MissSchedule", note, now_ms)
        active = items(cron.status_manifest.get("active"))
        if cron.concurrency_policy == "Forbid" and active:
            note = "Not starting job because prior execution is running and concurrency policy is Forbid"
            return self._report(api, cron, "Normal", "JobAlreadyActive", note, now_ms, at)
        if cron.concurrency_policy == "Replace" and active:
            job = api.workloads("Job").get(f"{cron.meta.namespace}/{text(find(active[0], 'name'))}")
            if job is not None:
                self.queue.add(cron.key, now_ms)
                return self._delete(api, cron, job, now_ms)
        return self._create(api, cron, at, zone, now_ms)

    def _create(self, api: ApiServer, cron: CronJob, at: int, zone: tzinfo, now_ms: int) -> Act | None:
        """Creates the Job of the scheduled time `at`, or lists an existing one of its own as active."""
        name = _job_name(cron, at)
        result = api.create("Job", job_of(cron, name, at, zone), now_ms)
        if isinstance(result, Refused) and result.code != 409:
            note = f"Error creating job: {result.text}"
            return self._report(api, cron, "Warning", "FailedCreate", note, now_ms, at)
        job = api.workloads("Job")[f"{cron.meta.namespace}/{name}"]
        if isinstance(result, Refused):
            if not owned_by(job, cron):
                return None
        else:
            self._record(api, cron, "Normal", "SuccessfulCreate", f"Created job {name}", now_ms)
        reference: dict[str, Json] = {
            "apiVersion": KINDS["Job"].api_version,
            "kind": "Job",
            "namespace": job.meta.namespace,
            "name": name,
            "uid": job.meta.uid,
        }
        active = [*items(cron.status_manifest.get("active")), reference]
        status = {**cron.status_manifest, "active": active, "lastScheduleTime": format_time(at)}
        api.update_status(KIND, cron.key, status)
        self.queue.add(cron.key, now_ms)
        sentence = message("cronjob.created_job", cron=cron.meta.name, job=name, time=format_time(at))
        return self._act("create", sentence)

    def _delete(self, api: ApiServer, cron: CronJob, job: Workload, now_ms: int) -> Act:
        """Deletes a Job with its pods, and takes it off the active ones."""
        api.delete("Job", job.key, DeleteOptions(propagation="Background"), now_ms)
        self._record(api, cron, "Normal", "SuccessfulDelete", f"Deleted job {job.meta.name}", now_ms)
        status = dict(cron.status_manifest)
        active = [entry for entry in items(status.get("active")) if find(entry, "uid") != job.meta.uid]
        status["active"] = active
        if not active:
            del status["active"]
        if status != cron.status_manifest:
            api.update_status(KIND, cron.key, status)
        return self._act("delete", message("cronjob.deleted_job", cron=cron.meta.name, job=job.meta.name))

    def _report(
        self, api: ApiServer, cron: CronJob, kind: str, reason: str, note: str, now_ms: int, at: int = 0
    ) -> Act | None:
        """Records an Event about a problem, once for each scheduled time."""
        report = f"{reason} {note} {at}"
        if self._reported.get(cron.key) == report:
            return None
        self._reported[cron.key] = report
        self._record(api, cron, kind, reason, note, now_ms)
        return self._act("update", message("cronjob.told", cron=cron.meta.name, text=note))

    def fingerprint(self) -> Json:
        return [
            super().fingerprint(),
            [[key, report] for key, report in self._reported.items()],
            list(self._rescheduled),
            list(self._unexpected),
        ]


def job_of(cron: CronJob, name: str, at: int, zone: tzinfo) -> Manifest:
    """The Job of the scheduled time `at`, in epoch milliseconds."""
    metadata = mapping(cron.job_template.get("metadata"))
    local = datetime.fromtimestamp(at // 1000, zone).isoformat().replace("+00:00", "Z")
    return {
        "apiVersion": KINDS["Job"].api_version,
        "kind": "Job",
        "metadata": {
            "name": name,
            "namespace": cron.meta.namespace,
            "labels": mapping(metadata.get("labels")),
            "annotations": {**mapping(metadata.get("annotations")), SCHEDULED_AT: local},
            "ownerReferences": [controller_reference(KIND, cron.meta.name, cron.meta.uid)],
        },
        "spec": mapping(cron.job_template.get("spec")),
    }


def _job_name(cron: CronJob, at: int) -> str:
    return f"{cron.meta.name}-{at // MINUTE_MS}"


def _begun(cron: CronJob, at: int) -> bool:
    """Whether the Job of the scheduled time `at`, in epoch milliseconds, has been started."""
    active = (text(find(reference, "name")) for reference in items(cron.status_manifest.get("active")))
    return (
        _job_name(cron, at) in active or parse_time(text(cron.status_manifest.get("lastScheduleTime"))) == at
    )


def _belongs(cron: CronJob, job: Workload) -> bool:
    """Whether the Job counts as one of the CronJob. As upstream, the name of its controller decides, not the
    uid: Jobs of a deleted CronJob of the same name count too. Source: getJobsToBeReconciled."""
    controller = job.meta.controller
    same = job.meta.namespace == cron.meta.namespace
    return same and controller is not None and controller.name == cron.meta.name


def _when(cron: CronJob) -> tuple[str, str]:
    """The fields whose change makes the new schedule wait for its next time."""
    return cron.schedule, cron.time_zone


def _end(job: Workload) -> str | None:
    """Complete or Failed; None while the Job goes on."""
    for entry in items(job.status_manifest.get("conditions")):
        kind = text(find(entry, "type"))
        if kind in ("Complete", "Failed") and find(entry, "status") == "True":
            return kind
    return None


def _start_time(job: Workload) -> tuple[bool, str, str]:
    """Jobs that have started before those that have not, the oldest first."""
    started = text(job.status_manifest.get("startTime"))
    return not started, started, job.meta.name
