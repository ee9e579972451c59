"""Which scheduled time is due, how many were missed, and when the next sync is."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import pytest

from scheduler_core.controllers.cronjob.schedule_times import Due, NeverDueError, due, next_sync
from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.scalars.cron_schedule import parse_cron
from scheduler_core.objects.scalars.times import parse_time

START = parse_time("2030-01-01T00:00:00Z") or 0
MINUTE = 60_000
EVERY_MINUTE = parse_cron("* * * * *")


def cron(last_s: int | None = None, **spec: Any) -> CronJob:
    metadata = {"name": "c", "creationTimestamp": "2030-01-01T00:00:00Z"}
    status = {} if last_s is None else {"lastScheduleTime": f"2030-01-01T00:{last_s // 60:02}:00Z"}
    return CronJob.parse({"metadata": metadata, "spec": spec, "status": status})


@pytest.mark.parametrize(
    ("now_s", "last_s", "spec", "expected"),
    [
        (59, None, {}, Due(None)),
        (60, None, {}, Due(START + MINUTE)),
        (600, 540, {}, Due(START + 600_000)),
        (600, 60, {}, Due(START + 600_000, 9)),
        (7_200, None, {}, Due(START + 7_200_000, 120)),
        (7_230, None, {"startingDeadlineSeconds": 20}, Due(None)),
        (7_230, None, {"startingDeadlineSeconds": 45}, Due(START + 7_200_000)),
    ],
)
def test_the_latest_time_that_has_passed_is_due(
    now_s: int, last_s: int | None, spec: dict[str, Any], expected: Due
) -> None:
    assert expected == due(cron(last_s, **spec), EVERY_MINUTE, UTC, START + now_s * 1000)


def test_an_uneven_schedule_is_searched_from_an_estimate_that_may_pass_its_latest_time() -> None:
    uneven, now = parse_cron("0 6,7,20 * * *"), START + 23 * 60 * MINUTE

    assert START + 20 * 60 * MINUTE == due(cron(), uneven, UTC, START + 20 * 60 * MINUTE).at
    # Upstream counts 18 times an hour apart, searches from 22:00 on, and then waits for the next day.
    assert Due(None, 18) == due(cron(), uneven, UTC, now)
    assert START + 30 * 60 * MINUTE + 100 == next_sync(cron(), uneven, UTC, now)


def test_a_schedule_without_any_time_is_an_error_and_is_not_looked_at_again() -> None:
    never = parse_cron("0 0 31 2 *")
    with pytest.raises(NeverDueError, match="less than 1 second"):
        due(cron(), never, UTC, START)

    assert None is next_sync(cron(), never, UTC, START)


@pytest.mark.parametrize(("now_s", "last_s", "expected_s"), [(30, None, 60), (60, None, 120), (61, 60, 120)])
def test_the_next_sync_comes_a_tenth_of_a_second_after_the_next_time(
    now_s: int, last_s: int | None, expected_s: int
) -> None:
    result = next_sync(cron(last_s), EVERY_MINUTE, UTC, START + now_s * 1000)

    assert START + expected_s * 1000 + 100 == result
