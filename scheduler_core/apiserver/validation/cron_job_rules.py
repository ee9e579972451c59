"""What the API server refuses in a CronJob.

Source: pkg/apis/batch/validation/validation.go `ValidateCronJobCreate`, `validateCronJobSpec` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.apiserver.validation.checks import Check, invalid_value, step, text_check
from scheduler_core.objects.manifest import Json, find, text
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.scalars.cron_schedule import CronError, parse_cron, time_zone

LONGEST_NAME = 52
"""Characters of a name: a Job adds 11 of its own, and a pod's label holds 63."""


def _name(value: Json, path: str, problems: list[Problem]) -> None:
    """Appends the problem of a name that leaves no room for the names of the Jobs."""
    name = text(find(value, "metadata", "name"))
    if len(name) > LONGEST_NAME:
        why = f"must be no more than {LONGEST_NAME} characters"
        problems.append(invalid_value(step(path, "metadata") + ".name", name, why))


def _schedule(value: Json, path: str, problems: list[Problem]) -> None:
    """A cron expression without TZ or CRON_TZ."""
    text_check(value, path, problems)
    if not isinstance(value, str) or not value:
        return
    why = ""
    try:
        parse_cron(value)
    except CronError as error:
        why = str(error)
    if "TZ" in value:
        why = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"
    if why:
        problems.append(invalid_value(path, value, why))


def _zone(value: Json, path: str, problems: list[Problem]) -> None:
    """A time zone of the IANA database; `Local` is refused."""
    text_check(value, path, problems)
    if not isinstance(value, str):
        return
    why = ""
    if not value:
        why = "must be nil or non-empty string"
    elif value.lower() == "local":
        why = "must be an explicit time zone as defined in https://www.iana.org/time-zones"
    elif time_zone(value) is None:
        why = f"unknown time zone {value}"
    if why:
        problems.append(invalid_value(path, value, why))


CRON_JOB_RULES: Mapping[str, Check] = {
    "cron_job_name": _name,
    "schedule": _schedule,
    "time_zone": _zone,
}
