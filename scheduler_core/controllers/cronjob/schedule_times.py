"""Which scheduled time of a CronJob is due, and when its next sync is.

Source: pkg/controller/cronjob/utils.go `mostRecentScheduleTime`, `nextScheduleTime`, and
cronjob_controllerv2.go `nextScheduleTimeDuration` (v1.34). All times are epoch milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from scheduler_core.objects.cron_job import CronJob
from scheduler_core.objects.manifest import text
from scheduler_core.objects.scalars.cron_schedule import CronSchedule
from scheduler_core.objects.scalars.times import parse_time

SYNC_DELAY_MS = 100
"""The next sync comes this long after the scheduled time."""
MANY_MISSED = 100


class NeverDueError(ValueError):
    """The schedule matches no time."""


@dataclass(frozen=True, slots=True)
class Due:
    """The latest scheduled time that has passed, None when none has, and the rough number of those since the
    last start."""

    at: int | None
    missed: int = 0


def due(
    cron: CronJob, schedule: CronSchedule, zone: tzinfo, now: int, *, within_deadline: bool = True
) -> Due:
    """What is due at `now`; with `within_deadline` times before startingDeadlineSeconds do not count. Raises
    NeverDueError."""
    earliest = _earliest(cron)
    if within_deadline and cron.starting_deadline_s is not None:
        earliest = max(earliest, now - cron.starting_deadline_s * 1000)
    first = schedule.next_after(earliest, zone)
    second = None if first is None else schedule.next_after(first, zone)
    if first is None or second is None:
        raise NeverDueError("time difference between two schedules is less than 1 second")
    if now < first:
        return Due(None)
    if now < second:
        return Due(first)
    apart = second - first
    missed = (now - first) // apart + 1
    latest: int | None = None
    candidate = schedule.next_after(first + (missed - 2) * apart, zone)
    while candidate is not None and candidate <= now:
        latest, candidate = candidate, schedule.next_after(candidate, zone)
    return Due(latest, missed)


def next_sync(cron: CronJob, schedule: CronSchedule, zone: tzinfo, now: int) -> int | None:
    """When the CronJob is synced again; None when the schedule matches no later time."""
    try:
        latest = due(cron, schedule, zone, now, within_deadline=False)
    except NeverDueError:
        since = now
    else:
        since = latest.at if latest.at is not None else now if latest.missed else _earliest(cron)
    following = schedule.next_after(since, zone)
    return None if following is None else following + SYNC_DELAY_MS


def _earliest(cron: CronJob) -> int:
    """The last start, or the creation of the CronJob."""
    last = parse_time(text(cron.status_manifest.get("lastScheduleTime")))
    return last if last is not None else cron.meta.creation_at or 0
