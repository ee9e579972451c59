"""Durations as Go writes them: `1m30s`, `5m`, `300ms`, `-1.5h`.

Source: Go's `time.ParseDuration`, with its error texts.
"""

from __future__ import annotations

import re

_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "μs": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_MOST_NS = 2**63 - 1
_MOST_DIGITS = 19
_PART = re.compile(r"([0-9]*)(\.[0-9]*)?([^0-9.]*)")


class DurationError(ValueError):
    """The text is not a duration."""


def parse_duration(source: str) -> int:
    """Milliseconds, rounded away from zero. Raises DurationError in Go's own words."""
    nanoseconds = _nanoseconds(source)
    return -(-nanoseconds // 1_000_000) if nanoseconds >= 0 else nanoseconds // 1_000_000


def _nanoseconds(source: str) -> int:
    at = 1 if source[:1] in ("+", "-") else 0
    negative = source[:1] == "-"
    if source[at:] == "0":
        return 0
    if at == len(source):
        raise DurationError(f"time: invalid duration {_quoted(source)}")
    total = 0
    while at < len(source):
        match = _PART.match(source, at)
        whole, fraction, unit = match.groups() if match else ("", None, "")
        if not whole and (fraction is None or fraction == "."):
            raise DurationError(f"time: invalid duration {_quoted(source)}")
        if not unit:
            raise DurationError(f"time: missing unit in duration {_quoted(source)}")
        if unit not in _UNITS:
            raise DurationError(f"time: unknown unit {_quoted(unit)} in duration {_quoted(source)}")
        digits = (fraction or ".")[1 : 1 + _MOST_DIGITS]  # Go leaves out the others as well
        if len(whole.lstrip("0")) > _MOST_DIGITS:
            raise DurationError(f"time: invalid duration {_quoted(source)}")
        total += int(whole.lstrip("0") or "0") * _UNITS[unit]
        total += int(digits or "0") * _UNITS[unit] // 10 ** len(digits)
        if total > _MOST_NS:
            raise DurationError(f"time: invalid duration {_quoted(source)}")
        at = match.end() if match else len(source)
    return -total if negative else total


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
