"""Durations as Go writes them: `1m30s`, `5m`, `300ms`, `-1.5h`.

Source: Go's `time.ParseDuration`, with its error texts.
"""

from __future__ import annotations

import re
from fractions import Fraction

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
_PART = re.compile(r"([0-9]*)(\.[0-9]*)?([^0-9.]*)")


class DurationError(ValueError):
    """The text is not a duration."""


def parse_duration(source: str) -> int:
    """Milliseconds, rounded away from zero. Raises DurationError in Go's own words."""
    nanoseconds = _nanoseconds(source)
    return -(-nanoseconds // 1_000_000) if nanoseconds >= 0 else nanoseconds // 1_000_000


def _nanoseconds(source: str) -> int:
    rest, negative = source, False
    if rest[:1] in ("+", "-"):
        negative, rest = rest[0] == "-", rest[1:]
    if rest == "0":
        return 0
    if not rest:
        raise DurationError(f"time: invalid duration {_quoted(source)}")
    total = Fraction(0)
    while rest:
        match = _PART.match(rest)
        whole, fraction, unit = match.groups() if match else ("", None, "")
        if not whole and (fraction is None or fraction == "."):
            raise DurationError(f"time: invalid duration {_quoted(source)}")
        if not unit:
            raise DurationError(f"time: missing unit in duration {_quoted(source)}")
        if unit not in _UNITS:
            raise DurationError(f"time: unknown unit {_quoted(unit)} in duration {_quoted(source)}")
        digits = (fraction or ".")[1:]
        amount = Fraction(int(whole or "0")) + Fraction(int(digits or "0"), 10 ** len(digits))
        total += int(amount * _UNITS[unit])
        if total > _MOST_NS:
            raise DurationError(f"time: invalid duration {_quoted(source)}")
        rest = rest[len(match[0]) :] if match else ""
    return -int(total) if negative else int(total)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
