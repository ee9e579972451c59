"""What the API server refuses in a CronJob."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.apiserver.validation.validation import validate

POD = {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}


def problems(name: str = "c", pod: Any = None, **spec: Any) -> list[str]:
    given = {"schedule": "@daily", "jobTemplate": {"spec": {"template": pod or POD}}, **spec}
    manifest = with_defaults("CronJob", {"metadata": {"name": name}, "spec": given})
    return [one.sentence for one in validate("CronJob", manifest)]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"timeZone": "Asia/Jakarta", "concurrencyPolicy": "Replace"}, []),
        ({"schedule": ""}, ["spec.schedule: Required value"]),
        (
            {"schedule": "* * *"},
            ['spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]'],
        ),
        (
            {"schedule": "TZ=UTC 0 0 * * *"},
            [
                'spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use TZ or CRON_TZ in schedule, use '
                "timeZone field instead"
            ],
        ),
        ({"timeZone": "Mars"}, ['spec.timeZone: Invalid value: "Mars": unknown time zone Mars']),
        (
            {"timeZone": "Local"},
            [
                'spec.timeZone: Invalid value: "Local": must be an explicit time zone as defined in '
                "https://www.iana.org/time-zones"
            ],
        ),
        ({"timeZone": ""}, ['spec.timeZone: Invalid value: "": must be nil or non-empty string']),
        ({"startingDeadlineSeconds": -1}, ["spec.startingDeadlineSeconds: must be non-negative, got -1"]),
        ({"failedJobsHistoryLimit": -2}, ["spec.failedJobsHistoryLimit: must be non-negative, got -2"]),
        (
            {"concurrencyPolicy": "Never"},
            [
                'spec.concurrencyPolicy: Unsupported value: "Never": supported values: "Allow", "Forbid", '
                '"Replace"'
            ],
        ),
        ({"jobTemplate": {}}, ["spec.jobTemplate: Required value"]),
    ],
)
def test_a_cron_job_names_the_path_of_what_is_wrong(spec: dict[str, Any], expected: list[str]) -> None:
    result = problems(**spec)

    assert expected == [one.replace(".spec: Required value", ": Required value") for one in result]


def test_its_pods_may_not_restart_always() -> None:
    pod = {"spec": {"containers": [{"name": "c", "image": "i"}]}}

    assert [
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'
    ] == problems(pod=pod)


def test_its_name_leaves_room_for_the_names_of_its_jobs() -> None:
    assert [] == problems("c" * 52)
    assert [f'metadata.name: Invalid value: "{"c" * 53}": must be no more than 52 characters'] == (
        problems("c" * 53)
    )


def test_a_cron_job_keeps_three_good_jobs_and_one_bad_one_by_default() -> None:
    manifest = with_defaults("CronJob", {"metadata": {"name": "c"}, "spec": {"schedule": "@daily"}})

    assert {
        "schedule": "@daily",
        "concurrencyPolicy": "Allow",
        "suspend": False,
        "successfulJobsHistoryLimit": 3,
        "failedJobsHistoryLimit": 1,
    } == manifest["spec"]
