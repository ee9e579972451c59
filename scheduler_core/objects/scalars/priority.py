"""Priorities of pods: where the priorities of the system begin, and the seven bands in which priorities are
drawn.
"""

from __future__ import annotations

SYSTEM_CRITICAL_PRIORITY = 2_000_000_000
"""The lowest priority of critical pods: pkg/apis/scheduling `SystemCriticalPriority` (v1.34)."""

_HIGHEST_OF_BAND = (0, 99, 999, 9_999, 999_999, SYSTEM_CRITICAL_PRIORITY - 1)


def priority_band(priority: int) -> int:
    """The band, 0 to 6, in which a priority is drawn. It depends on the number alone, so one priority has one
    colour everywhere.

    Band 0 holds 0 and less. Bands 1 to 5 end at 99, 999, 9 999, 999 999 and the highest priority that users
    may set. Band 6 belongs to the system.
    """
    for band, highest in enumerate(_HIGHEST_OF_BAND):
        if priority <= highest:
            return band
    return len(_HIGHEST_OF_BAND)
