"""What the recorders of client-go do before they write an Event: similar ones are combined, and of too many
about one object only some are written.

Source: client-go tools/record `EventCorrelator`, its `EventAggregator` and
`EventSourceObjectSpamFilter` (v0.36).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar, cast

from scheduler_core.objects.replacing import State

MAX_SIMILAR = 10
"""The number of different messages of similar Events from which on they are combined. Source:
defaultAggregateMaxEvents."""
SIMILAR_MS = 600_000
"""Similar Events count together when no longer than this lies between them. Source:
defaultAggregateIntervalInSeconds."""
BURST = 25
"""The number of Events that a source may write about an object at once. Source: defaultSpamBurst."""
REFILL_MS = 300_000
"""A source may write one more Event about an object after this time. Source: defaultSpamQPS."""
MAX_KEPT = 4_096
"""For how many keys each table is kept; the one used least recently goes. Source: maxLruCacheEntries."""

SourceKey = tuple[str, str, str]
"""Object, component and host (getSpamKey)."""
GroupKey = tuple[str, str, str, str, str]
"""Object, type, reason, component and host (EventAggregatorByReasonFunc)."""
EventKey = tuple[str, str, str, str, str, str]
"""Object, type, reason, message, component and host (getEventKey)."""


@dataclass(frozen=True, slots=True)
class _Similar:
    """The different messages of similar Events, the oldest first, and the time of the last one."""

    messages: tuple[str, ...]
    last_ms: int


@dataclass(frozen=True, slots=True)
class _Bucket:
    """The time for which Events about an object may be written, at `REFILL_MS` each, and when it was so."""

    left_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Number of reports since an Event was last written, and the time of the first of them."""

    count: int
    first_ms: int


class EventCorrelator(State):
    """The memory of all recorders. Times are virtual milliseconds."""

    def __init__(self) -> None:
        self._similar: dict[GroupKey, _Similar] = {}
        self._buckets: dict[SourceKey, _Bucket] = {}
        self._unwritten: dict[EventKey, Unwritten] = {}

    def combines(self, group: GroupKey, words: str, now_ms: int) -> bool:
        """Whether a message is combined with others of its group. The group keeps at most nine messages: of
        ten the oldest one goes, where upstream lets a random one go. Source: EventAggregate."""
        similar = self._similar.pop(group, None)
        fresh = similar is None or now_ms - similar.last_ms > SIMILAR_MS
        messages = () if fresh or similar is None else similar.messages
        if words not in messages:
            messages = (*messages, words)
        combined = len(messages) >= MAX_SIMILAR
        _keep(self._similar, group, _Similar(messages[1:] if combined else messages, now_ms))
        return combined

    def writes(self, key: EventKey, now_ms: int) -> bool:
        """Whether an Event is written; one that is not is counted. Source: EventSourceObjectSpamFilter."""
        about, _, _, _, component, host = key
        source = (about, component, host)
        bucket = self._buckets.pop(source, None) or _Bucket(BURST * REFILL_MS, now_ms)
        left_ms = min(BURST * REFILL_MS, bucket.left_ms + now_ms - bucket.at_ms)
        written = left_ms >= REFILL_MS
        _keep(self._buckets, source, _Bucket(left_ms - REFILL_MS if written else left_ms, now_ms))
        if not written:
            earlier = self._unwritten.pop(key, None) or Unwritten(0, now_ms)
            _keep(self._unwritten, key, Unwritten(earlier.count + 1, earlier.first_ms))
        return written

    def take_unwritten(self, key: EventKey, now_ms: int) -> Unwritten:
        """The reports of an Event that were not written, which the next one that is counts too."""
        return self._unwritten.pop(key, None) or Unwritten(0, now_ms)

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the run, for checkpoints."""
        return [
            cast(dict[Hashable, object], table) for table in (self._similar, self._buckets, self._unwritten)
        ]


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _keep(table: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    table[key] = value
    if len(table) > MAX_KEPT:
        del table[next(iter(table))]
