"""Moments as clients see them. Clients work out ages with their own clock, so the virtual now is served as
the now of the wall clock; what they send comes back the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.scalars.times import format_time, parse_time

_NAMES = (
    "acquireTime",
    "completionTime",
    "creationTimestamp",
    "deletionTimestamp",
    "deprecatedFirstTimestamp",
    "deprecatedLastTimestamp",
    "eventTime",
    "finishedAt",
    "firstTimestamp",
    "lastHeartbeatTime",
    "lastObservedTime",
    "lastPhaseTransitionTime",
    "lastProbeTime",
    "lastScheduleTime",
    "lastSuccessfulTime",
    "lastTimestamp",
    "lastTransitionTime",
    "lastUpdateTime",
    "renewTime",
    "startTime",
    "startedAt",
    "time",
    "timeAdded",
    "timestamp",
)
_TIME_FIELDS = frozenset(_NAMES)
_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
_STAMP = re.compile(rf'"({"|".join(_NAMES)})":"({_MOMENT})((?:\.\d+)?Z)"')


def as_on_wall(text: str, offset_ms: int) -> str:
    """The JSON text (without blanks between its tokens) with all timestamps moved by `offset_ms`, which is
    rounded down to whole seconds.
    """
    moved_stamps: dict[str, str] = {}

    def moved(match: re.Match[str]) -> str:
        stamp = match[2]
        if stamp not in moved_stamps:
            at = parse_time(stamp + "Z")
            moved_stamps[stamp] = stamp if at is None else format_time(at + offset_ms).removesuffix("Z")
        return f'"{match[1]}":"{moved_stamps[stamp]}{match[3]}"'

    return _STAMP.sub(moved, text)


def as_in_run(value: Json, offset_ms: int) -> Json:
    """The inverse of `as_on_wall` for a client's document: its timestamps on the run's clock."""
    if isinstance(value, (list, tuple)):
        return [as_in_run(entry, offset_ms) for entry in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: _back(entry, offset_ms)
        if key in _TIME_FIELDS and isinstance(entry, str)
        else as_in_run(entry, offset_ms)
        for key, entry in value.items()
    }


def _back(stamp: str, offset_ms: int) -> str:
    at = parse_time(stamp)
    if at is None:
        return stamp
    whole = format_time(at - offset_ms)
    return whole.replace("Z", ".000000Z") if "." in stamp else whole
