"""Second 0 of a text that comes from a cluster: the newest moment that its objects name.

A dump is a moment of a cluster. So that ages, graces, back-offs and timers go on from where they were, its
run begins at the newest of the moments in it: of creations, deletions, transitions, heartbeats, renewals,
starts and ends of containers, writes and Events.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from scheduler_core.apiserver.documents.items import ReportEntry
from scheduler_core.apiserver.documents.listed import listed_objects
from scheduler_core.apiserver.documents.manifests import SourceDocument
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, mapping, text
from scheduler_core.objects.scalars.times import format_time, parse_time

DEFAULT_START = "2030-01-01T00:00:00Z"
"""Second 0 of objects that name no moment. Also of those that name none but of the day before it: manifests
written for podium let their pods run since then."""
_DAY_MS = 86_400_000
AHEAD_DAYS = 1
"""The days by which a clock of the cluster may be ahead of the reader's."""
QUIET_DAYS, UNREAD_QUIET_DAYS = 31, 366
"""The longest time in which nothing happens in a cluster, for moments after the reader's today, and where
today is unknown or before all of them."""
SKEW_MS = 60_000
"""The milliseconds by which the clock of a node may differ from that of the API server."""

_FIRST_DAY = "2014-06-01"
"""Earlier moments are no moments of a cluster: Kubernetes is younger. Go's zero time is of the year 1."""

_Place: TypeAlias = tuple[str | int, ...]
_Listed: TypeAlias = tuple[int, str, int | None, Manifest]
_AS_PRINTED = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ"
)
_CONDITION_TIMES = ("lastTransitionTime", "lastHeartbeatTime", "lastUpdateTime", "lastProbeTime")
_CONTAINERS = ("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")
_CONTAINER_TIMES = (
    ("state", "running", "startedAt"),
    ("state", "terminated", "startedAt"),
    ("state", "terminated", "finishedAt"),
    ("lastState", "terminated", "startedAt"),
    ("lastState", "terminated", "finishedAt"),
)
_SPEC_TIMES = {"Lease": ("renewTime", "acquireTime")}
_STATUS_TIMES = {
    "Pod": ("startTime",),
    "Job": ("startTime", "completionTime"),
    "CronJob": ("lastScheduleTime", "lastSuccessfulTime"),
}
_OWN_TIMES = {"Event": ("firstTimestamp", "lastTimestamp", "eventTime")}


@dataclass(frozen=True, slots=True)
class SecondZero:
    """`start` is RFC 3339 in whole seconds; `named` is False where the objects name no moment that counts,
    so that it is the default. `odd` has an entry for each object with a moment that was not counted."""

    start: str = DEFAULT_START
    named: bool = False
    odd: tuple[ReportEntry, ...] = ()


def second_zero(documents: Iterable[SourceDocument], today_ms: int | None = None) -> SecondZero:
    """Second 0 of some documents.

    `today_ms` is the reader's own clock in epoch milliseconds, None where there is none. A moment that is
    later than the dump can be does not count: one long after all others, and the start of a pod that was
    deleted before.
    """
    objects = [
        (document.index, *listed) for document in documents for listed in listed_objects(document.value)
    ]
    counted: set[str] = set()
    starts_late = False
    for *_, manifest in objects:
        deleted_ms = deletion_request_ms(manifest)
        for place, moment in _moments(manifest):
            if _starts_late(place, moment, deleted_ms):
                starts_late = True
            else:
                counted.add(moment)
    days = {day for moment in counted if (day := moment[:10]) >= _FIRST_DAY and _exists(day)}
    last_day = _last_day(days, today_ms) if days else _FIRST_DAY
    odd: tuple[ReportEntry, ...] = ()
    if starts_late or any(moment[:10] > last_day for moment in counted):
        odd = tuple(_odd_entries(objects, last_day))
    if not days:
        return SecondZero(odd=odd)
    newest = max(moment for moment in counted if moment[:10] <= last_day)
    at_ms, usual_ms = parse_time(newest) or 0, parse_time(DEFAULT_START) or 0
    usual = usual_ms - _DAY_MS <= at_ms <= usual_ms
    return SecondZero(DEFAULT_START if usual else newest, True, odd)


def _last_day(days: set[str], today_ms: int | None) -> str:
    """The last of some days (`2026-11-28`) that a dump with moments of these days may come from."""
    tomorrow = "" if today_ms is None else format_time(today_ms + AHEAD_DAYS * _DAY_MS)[:10]
    past = [day for day in days if day <= tomorrow]
    later = sorted(day for day in days if day > tomorrow)
    last, most = (max(past), QUIET_DAYS) if past else (later[0], UNREAD_QUIET_DAYS)
    for day in later:
        if (date.fromisoformat(day) - date.fromisoformat(last)).days > most:
            break
        last = day
    return last


def _exists(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def _odd_entries(objects: Iterable[_Listed], last_day: str) -> Iterator[ReportEntry]:
    """An entry for the first moment of each object that does not count."""
    for document, path, index, manifest in objects:
        metadata = mapping(manifest.get("metadata"))
        names = (text(metadata.get("namespace")), text(metadata.get("name")))
        where = (document, index, text(manifest.get("kind")), *names)
        deleted_ms = deletion_request_ms(manifest)
        for place, moment in _moments(manifest):
            below = f"{path}.{_path(place)}" if path else _path(place)
            if _starts_late(place, moment, deleted_ms):
                args: dict[str, Json] = {"moment": moment, "deleted": format_time(deleted_ms or 0)}
                yield ReportEntry(*where, "kept.starts_after_deletion", below, args)
                break
            if moment[:10] > last_day:
                yield ReportEntry(*where, "kept.moment_too_late", below, {"moment": moment})
                break


def _path(place: _Place) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def _starts_late(place: _Place, moment: str, deleted_ms: int | None) -> bool:
    """Whether a moment is the start of a pod or container that was deleted before."""
    if deleted_ms is None or place[-1] not in ("startTime", "startedAt"):
        return False
    return (parse_time(moment) or 0) > deleted_ms + SKEW_MS


def deletion_request_ms(manifest: Manifest) -> int | None:
    """When somebody asked for the deletion of an object, in epoch milliseconds; None for one that stays. Its
    deletionTimestamp is the end of its grace period."""
    metadata = mapping(manifest.get("metadata"))
    by = parse_time(text(metadata.get("deletionTimestamp")))
    if by is None:
        return None
    return by - max(integer(metadata.get("deletionGracePeriodSeconds")) or 0, 0) * 1000


def _in_seconds(value: str) -> str:
    """A moment as metav1.Time prints it, a part of a second rounded up; "" for a text that is no moment.
    Nearly all moments of a dump have this form already."""
    if _AS_PRINTED.fullmatch(value):
        return value
    at_ms = parse_time(value)
    return "" if at_ms is None else format_time(-(-at_ms // 1000) * 1000)


def _moments(manifest: Manifest) -> Iterator[tuple[_Place, str]]:
    """Each moment that an object names, with its place. For a deletion it is that of the request."""
    kind = text(manifest.get("kind"))
    metadata, status = mapping(manifest.get("metadata")), mapping(manifest.get("status"))
    yield from _texts(metadata, ("metadata",), ("creationTimestamp",))
    deleted_ms = deletion_request_ms(manifest)
    if deleted_ms is not None:
        yield ("metadata", "deletionTimestamp"), format_time(deleted_ms)
    for place, entry in enumerate(items(metadata.get("managedFields"))):
        yield from _texts(entry, ("metadata", "managedFields", place), ("time",))
    yield from _texts(manifest, (), _OWN_TIMES.get(kind, ()))
    if kind == "Event":
        yield from _texts(manifest.get("series"), ("series",), ("lastObservedTime",))
    yield from _texts(manifest.get("spec"), ("spec",), _SPEC_TIMES.get(kind, ()))
    if kind == "Node":
        for place, taint in enumerate(items(find(manifest, "spec", "taints"))):
            yield from _texts(taint, ("spec", "taints", place), ("timeAdded",))
    yield from _texts(status, ("status",), _STATUS_TIMES.get(kind, ()))
    for place, condition in enumerate(items(status.get("conditions"))):
        yield from _texts(condition, ("status", "conditions", place), _CONDITION_TIMES)
    if kind == "Pod":
        for part in _CONTAINERS:
            for place, entry in enumerate(items(status.get(part))):
                for path in _CONTAINER_TIMES:
                    *above, name = path
                    yield from _texts(find(entry, *above), ("status", part, place, *above), (name,))


def _texts(value: Json, place: _Place, names: Iterable[str]) -> Iterator[tuple[_Place, str]]:
    fields = mapping(value)
    for name in names:
        stamp = fields.get(name)
        if isinstance(stamp, str) and (moment := _in_seconds(stamp)):
            yield (*place, name), moment
