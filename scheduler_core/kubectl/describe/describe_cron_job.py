"""`kubectl describe` of a CronJob.

Source: k8s.io/kubectl/pkg/describe `describeCronJob`, `describeJobTemplate`, `printActiveJobs` (v0.34).
"""

from __future__ import annotations

from scheduler_core.kubectl.describe.common import (
    Events,
    annotation_lines,
    describe_events,
    label_lines,
    listing,
)
from scheduler_core.kubectl.describe.pod_parts import describe_pod_template
from scheduler_core.kubectl.describe.tab_writer import Tabbed
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.manifest import Json, find, flag, integer, items, mapping, text
from scheduler_core.objects.meta import time_of
from scheduler_core.objects.scalars.times import rfc1123z

UNSET = "<unset>"


def describe_cron_job(stored: CronJob, events: Events, now_ms: int) -> str:
    """The text for a CronJob at virtual time `now_ms`."""
    out, spec = Tabbed(), stored.spec_manifest
    out.line(0, f"Name:\t{stored.meta.name}")
    out.line(0, f"Namespace:\t{stored.meta.namespace}")
    listing(out, "Labels", label_lines(stored.meta.labels))
    listing(out, "Annotations", annotation_lines(stored.meta.annotations))
    out.line(0, f"Schedule:\t{stored.schedule}")
    out.line(0, f"Concurrency Policy:\t{stored.concurrency_policy}")
    out.line(0, f"Suspend:\t{flag(spec.get('suspend'))}")
    out.line(0, f"Successful Job History Limit:\t{_or_unset(stored.successful_jobs_history_limit)}")
    out.line(0, f"Failed Job History Limit:\t{_or_unset(stored.failed_jobs_history_limit)}")
    deadline = stored.starting_deadline_s
    out.line(0, f"Starting Deadline Seconds:\t{UNSET if deadline is None else f'{deadline}s'}")
    job = mapping(stored.job_template.get("spec"))
    out.line(0, f"Selector:\t{UNSET}")
    out.line(0, f"Parallelism:\t{_or_unset(integer(job.get('parallelism')))}")
    out.line(0, f"Completions:\t{_or_unset(integer(job.get('completions')))}")
    if job.get("activeDeadlineSeconds") is not None:
        out.line(0, f"Active Deadline Seconds:\t{integer(job['activeDeadlineSeconds'])}s")
    describe_pod_template(out, mapping(job.get("template")))
    last = time_of(stored.status_manifest, "lastScheduleTime")
    out.line(0, f"Last Schedule Time:\t{UNSET if last is None else rfc1123z(last)}")
    active = [text(find(reference, "name")) for reference in items(stored.status_manifest.get("active"))]
    out.line(0, f"Active Jobs:\t{', '.join(active) or '<none>'}")
    describe_events(out, events, now_ms)
    return out.text()


def _or_unset(value: Json) -> str:
    return UNSET if value is None else str(value)
