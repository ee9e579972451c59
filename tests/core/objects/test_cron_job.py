"""CronJobs as their controller reads them."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.cron_job import CronJob


def test_a_cron_job_is_read_with_its_limits_and_without_them() -> None:
    template: dict[str, Any] = {"spec": {"template": {}}}
    spec = {
        "schedule": "@hourly",
        "timeZone": "Etc/UTC",
        "startingDeadlineSeconds": 5,
        "jobTemplate": template,
    }
    found = CronJob.parse({"metadata": {"name": "c"}, "spec": spec})

    assert ("@hourly", "Etc/UTC", "Allow", False, 5) == (
        found.schedule,
        found.time_zone,
        found.concurrency_policy,
        found.suspended,
        found.starting_deadline_s,
    )
    assert (None, None, template) == (
        found.successful_jobs_history_limit,
        found.failed_jobs_history_limit,
        found.job_template,
    )
    assert {"active": []} == found.with_status({"active": []}).status_manifest
