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
    result = CronJob.parse({"metadata": {"name": "c"}, "spec": spec})

    assert ("@hourly", "Etc/UTC", "Allow", False, 5) == (
        result.schedule,
        result.time_zone,
        result.concurrency_policy,
        result.suspended,
        result.starting_deadline_s,
    )
    assert (None, None, template) == (
        result.successful_jobs_history_limit,
        result.failed_jobs_history_limit,
        result.job_template,
    )
    assert {"active": []} == result.with_status({"active": []}).status_manifest
