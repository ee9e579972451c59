"""Instants: integer milliseconds since the Unix epoch, written as RFC 3339 the way Kubernetes does."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


_FIRST_MS, _LAST_MS = -62_135_596_800_000, 253_402_300_799_999
"""The years 1 to 9999, which RFC 3339 can write."""
_MOST_CHARACTERS = 40


def parse_time(source: str) -> int | None:
    """Milliseconds since the epoch, finer digits cut off; None when `source` is not an RFC 3339 instant."""
    text = source.strip()
    return _parsed(text) if len(text) <= _MOST_CHARACTERS else None


@lru_cache(maxsize=8_192)
def _parsed(source: str) -> int | None:
    match = _RFC3339.fullmatch(source)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, sign, off_hours, off_minutes = match.groups()
    try:
        instant = datetime(int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=UTC)
    except ValueError:
        return None
    milliseconds = (instant - _EPOCH) // timedelta(milliseconds=1)
    milliseconds += int((fraction or "0").ljust(3, "0")[:3])
    if sign:
        offset = (int(off_hours) * 60 + int(off_minutes)) * 60_000
        milliseconds += -offset if sign == "+" else offset
    return milliseconds if _FIRST_MS <= milliseconds <= _LAST_MS else None


@lru_cache(maxsize=8_192)
def format_time(at_ms: int) -> str:
    """The instant in whole seconds, as metav1.Time prints it: `2030-01-01T00:00:00Z`. What comes after the
    year 9999 is its last second.
    """
    return (_EPOCH + timedelta(seconds=min(at_ms, _LAST_MS) // 1000)).strftime("%Y-%m-%dT%H:%M:%SZ")


def rfc1123z(at_ms: int | None) -> str:
    """An instant as `Tue, 01 Jan 2030 00:00:00 +0000`; None is Go's zero time."""
    at = (
        datetime(1, 1, 1, tzinfo=UTC)
        if at_ms is None
        else _EPOCH + timedelta(seconds=min(at_ms, _LAST_MS) // 1000)
    )
    day, month = _DAYS[at.weekday()], _MONTHS[at.month - 1]
    return f"{day}, {at.day:02} {month} {at.year:04} {at.hour:02}:{at.minute:02}:{at.second:02} +0000"
