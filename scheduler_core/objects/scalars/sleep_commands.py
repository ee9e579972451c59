"""How long a command sleeps: `sleep N` as it is written in the commands of hooks and init containers."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SLEEP = re.compile(r"(?:^|[;&|\s/])sleep\s+(\d+(?:\.\d{1,3})?|infinity)s?(?![\w.])")
_MOST_DIGITS = 9
"""More seconds than these digits have are for ever: 31 years."""


def sleep_in(command: Sequence[str]) -> str | None:
    """The seconds of the first `sleep N` in a command, or `infinity`; None when it has no such part."""
    match = _SLEEP.search(" ".join(command))
    return None if match is None else match[1]


def slept_ms(command: Sequence[str]) -> int | None:
    """The milliseconds that a command with a `sleep N` in it takes: -1 for ever, None when it has no such
    part.
    """
    duration = sleep_in(command)
    if duration is None:
        return None
    seconds, _, thousandths = duration.partition(".")
    if duration == "infinity" or len(seconds.lstrip("0")) > _MOST_DIGITS:
        return -1
    return int(seconds) * 1000 + int(thousandths.ljust(3, "0"))
