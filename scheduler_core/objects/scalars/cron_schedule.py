"""Cron schedules, `*/5 8-18 * * mon-fri`, `@hourly` or `@every 90s`, and the next time that matches one.

Source: github.com/robfig/cron/v3 `ParseStandard`, `SpecSchedule.Next` (as vendored in v1.34), with its error
texts. Zones are those of the standard library's `zoneinfo`. It reads the tz database, once for each zone: the
only file that the core reads, and only for a CronJob that names a zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

from scheduler_core.objects.scalars.durations import DurationError, parse_duration

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_YEARS_SEARCHED = 5
_MOST_CHARACTERS = 255
"""The longest name of a zone, and the longest schedule that is kept once it was read."""
_DESCRIPTORS = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}


class CronError(ValueError):
    """The text is not a cron schedule."""


@dataclass(frozen=True, slots=True)
class _Bounds:
    low: int
    high: int
    names: tuple[str, ...] = ()


_FIELDS = (_Bounds(0, 59), _Bounds(0, 23), _Bounds(1, 31), _Bounds(1, 12, _MONTHS), _Bounds(0, 6, _DAYS))


@dataclass(frozen=True, slots=True)
class CronSchedule:
    """Minutes, hours, days of the month, months and days of the week (0 is Sunday) that match.

    `any_day`: one of the two fields of days is a star, so both must match; otherwise one of them is enough.
    `every_s`: the seconds between two times of `@every`, 0 for other schedules.
    """

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    any_day: bool
    every_s: int = 0

    def next_after(self, at_ms: int, zone: tzinfo = UTC) -> int | None:
        """The first matching time after `at_ms`, both in epoch milliseconds; None when none follows within
        five years. Local times that the clocks skip do not match, those that they repeat match twice."""
        if self.every_s:
            return (at_ms // 1000 + self.every_s) * 1000
        if not (self.minutes and self.hours and self.months):
            return None  # a field of commas alone, which upstream accepts, and then searches five years for
        try:
            return self._search(at_ms, zone)
        except OverflowError:  # the first or last years that there are
            return None

    def _search(self, at_ms: int, zone: tzinfo) -> int | None:
        moment = datetime.fromtimestamp(at_ms // 60_000 * 60, UTC) + timedelta(minutes=1)
        last = moment.astimezone(zone).year + _YEARS_SEARCHED
        while (local := moment.astimezone(zone)).year <= last:
            if local.month not in self.months:
                following = _midnight(local.year + local.month // 12, local.month % 12 + 1, 1, zone)
            elif not self._day_matches(local):
                tomorrow = local.date() + timedelta(days=1)
                following = _midnight(tomorrow.year, tomorrow.month, tomorrow.day, zone)
            elif local.hour not in self.hours:
                following = moment + timedelta(minutes=60 - local.minute)
            elif local.minute not in self.minutes:
                following = moment + timedelta(minutes=1)
            else:
                return int(moment.timestamp()) * 1000
            moment = max(following, moment + timedelta(minutes=1))
        return None

    def _day_matches(self, local: datetime) -> bool:
        in_month, in_week = local.day in self.days, local.isoweekday() % 7 in self.weekdays
        return (in_month and in_week) if self.any_day else (in_month or in_week)


def _midnight(year: int, month: int, day: int, zone: tzinfo) -> datetime:
    return datetime(year, month, day, tzinfo=zone).astimezone(UTC)


def parse_cron(source: str) -> CronSchedule:
    """The schedule. Raises CronError in the library's words."""
    return _parsed_once(source) if len(source) <= _MOST_CHARACTERS else _parsed(source)


def _parsed(source: str) -> CronSchedule:
    if not source:
        raise CronError("empty spec string")
    if source.startswith("@every "):
        duration = source.removeprefix("@every ")
        try:
            ms = parse_duration(duration)
        except DurationError as error:
            raise CronError(f"failed to parse duration {source}: {error}") from error
        none: frozenset[int] = frozenset()
        return CronSchedule(none, none, none, none, none, any_day=True, every_s=max(1, ms // 1000))
    if source.startswith("@"):
        if source not in _DESCRIPTORS:
            raise CronError(f"unrecognized descriptor: {source}")
        return parse_cron(_DESCRIPTORS[source])
    parts = source.split()
    if len(parts) != len(_FIELDS):
        raise CronError(f"expected exactly 5 fields, found {len(parts)}: [{' '.join(parts)}]")
    parsed = [_field(part, bounds) for part, bounds in zip(parts, _FIELDS, strict=True)]
    minutes, hours, days, months, weekdays = (numbers for numbers, _ in parsed)
    return CronSchedule(minutes, hours, days, months, weekdays, any_day=parsed[2][1] or parsed[4][1])


_parsed_once = lru_cache(maxsize=1_024)(_parsed)


def _field(source: str, bounds: _Bounds) -> tuple[frozenset[int], bool]:
    """The numbers of a field, and whether a star without a step stands in it."""
    all_numbers: set[int] = set()
    star = False
    for part in filter(None, source.split(",")):
        numbers, is_star = _range(part, bounds)
        all_numbers |= numbers
        star = star or is_star
    return frozenset(all_numbers), star


def _range(source: str, bounds: _Bounds) -> tuple[set[int], bool]:
    """The numbers of one part of a field (`5`, `1-5`, `*/15`), and whether it is a star without a step."""
    limits, *steps = source.split("/")
    first, *rest = limits.split("-")
    star = first in ("*", "?")
    if star:
        start, end = bounds.low, bounds.high
    else:
        start = _number(first, bounds.names, bounds.low)
        if len(rest) > 1:
            raise CronError(f"too many hyphens: {source}")
        end = _number(rest[0], bounds.names, bounds.low) if rest else start
    if len(steps) > 1:
        raise CronError(f"too many slashes: {source}")
    step = _number(steps[0], (), 0) if steps else 1
    if steps and not rest:
        end = bounds.high
    if start < bounds.low:
        raise CronError(f"beginning of range ({start}) below minimum ({bounds.low}): {source}")
    if end > bounds.high:
        raise CronError(f"end of range ({end}) above maximum ({bounds.high}): {source}")
    if start > end:
        raise CronError(f"beginning of range ({start}) beyond end of range ({end}): {source}")
    if step == 0:
        raise CronError(f"step of range should be a positive number: {source}")
    return set(range(start, end + 1, step)), star and step == 1


def _number(source: str, names: tuple[str, ...], first: int) -> int:
    """A number, or one of the names, which stand for numbers from `first` on."""
    if source.lower() in names:
        return names.index(source.lower()) + first
    digits = source.removeprefix("-").removeprefix("+")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 9:
        raise CronError(
            f'failed to parse int from {source}: strconv.Atoi: parsing "{source}": invalid syntax'
        )
    if source.startswith("-"):
        raise CronError(f"negative number ({source}) not allowed: {source}")
    return int(digits)


@lru_cache(maxsize=256)
def time_zone(name: str) -> tzinfo | None:
    """The zone of this IANA name, UTC for an empty one; None when there is no such zone."""
    if not name or name == "UTC":
        return UTC
    if len(name) > _MOST_CHARACTERS:
        return None
    from zoneinfo import ZoneInfo  # its import already looks at files, so it waits until a zone is named

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        return None
