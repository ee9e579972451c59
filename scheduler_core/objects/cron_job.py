"""batch/v1 CronJob, as far as its controller reads it."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, mapping, text, with_value
from scheduler_core.objects.meta import ApiObject, ObjectMeta


@dataclass(frozen=True, slots=True, eq=False)
class CronJob(ApiObject):
    """A CronJob. Limits and the deadline (in seconds) are None where the spec has none."""

    manifest: Manifest
    meta: ObjectMeta
    schedule: str
    time_zone: str
    concurrency_policy: str
    suspended: bool
    starting_deadline_s: int | None
    successful_jobs_history_limit: int | None
    failed_jobs_history_limit: int | None
    job_template: Manifest

    @staticmethod
    def parse(manifest: Manifest) -> CronJob:
        spec = mapping(manifest.get("spec"))
        return CronJob(
            manifest=manifest,
            meta=ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            schedule=text(spec.get("schedule")),
            time_zone=text(spec.get("timeZone")),
            concurrency_policy=text(spec.get("concurrencyPolicy")) or "Allow",
            suspended=flag(spec.get("suspend")),
            starting_deadline_s=integer(spec.get("startingDeadlineSeconds")),
            successful_jobs_history_limit=integer(spec.get("successfulJobsHistoryLimit")),
            failed_jobs_history_limit=integer(spec.get("failedJobsHistoryLimit")),
            job_template=mapping(find(spec, "jobTemplate")),
        )

    def with_status(self, status: dict[str, Json]) -> CronJob:
        return CronJob.parse(with_value(self.manifest, ("status",), status))
