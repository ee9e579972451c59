"""`kubectl describe` of CronJobs."""

from __future__ import annotations

from typing import Any

from tests.builders import node
from tests.core.play import Play, header


def described(until_s: float, **spec: Any) -> list[list[str]]:
    pod = {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}
    job = {"parallelism": 2, "activeDeadlineSeconds": 9, "template": {"spec": pod}}
    given = {"schedule": "* * * * *", "jobTemplate": {"spec": job}, **spec}
    document = {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "c"}, "spec": given}
    play = Play([header(), node("n1"), document])
    answer = play.recording.ask("describe", play.until(until_s), kind="CronJob", key="default/c")
    assert answer is not None
    return [line.split() for line in answer.splitlines()]


def test_a_cron_job_before_its_first_time() -> None:
    lines = described(10, startingDeadlineSeconds=30)

    assert [
        ["Schedule:", "*", "*", "*", "*", "*"],
        ["Concurrency", "Policy:", "Allow"],
        ["Suspend:", "False"],
        ["Successful", "Job", "History", "Limit:", "3"],
        ["Failed", "Job", "History", "Limit:", "1"],
        ["Starting", "Deadline", "Seconds:", "30s"],
        ["Selector:", "<unset>"],
        ["Parallelism:", "2"],
        ["Completions:", "<unset>"],
        ["Active", "Deadline", "Seconds:", "9s"],
        ["Pod", "Template:"],
    ] == lines[4:15]
    assert ["Last", "Schedule", "Time:", "<unset>"] in lines
    assert ["Active", "Jobs:", "<none>"] in lines


def test_a_started_job_is_listed_with_its_time_and_event() -> None:
    lines = described(62)

    (last,) = [line for line in lines if line[:3] == ["Last", "Schedule", "Time:"]]
    assert "00:01:00" in last
    (active,) = [line[2] for line in lines if line[:2] == ["Active", "Jobs:"]]
    assert active.startswith("c-")
    assert any("SuccessfulCreate" in line and "cronjob-controller" in line for line in lines)
