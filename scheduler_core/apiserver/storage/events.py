"""Events (core/v1 Event): what components report about objects, counted instead of repeated.

Source: client-go tools/record `EventCorrelator` (v0.34): an event equal in object, type, reason, message and
source raises `count` and `lastTimestamp` of the stored one. Events that differ in their message alone are
combined from the tenth message within ten minutes on (`EventAggregator`).
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from hashlib import sha256
from sys import intern
from typing import cast

from scheduler_core.objects.kinds import Object
from scheduler_core.objects.manifest import Json, Manifest
from scheduler_core.objects.meta import kind_of
from scheduler_core.objects.replacing import State, replace
from scheduler_core.objects.scalars.times import format_time

MAX_EVENTS = 5_000
"""The largest number of stored Events. Beyond it the oldest by lastTimestamp are dropped, as if their hour of
retention were over.
"""

COMBINED = "(combined from similar events): "
MAX_SIMILAR = 10
"""The number of different messages of similar Events from which on they are combined. Source:
defaultAggregateMaxEvents."""
SIMILAR_MS = 600_000
"""Similar Events count together when no longer than this lies between them. Source:
defaultAggregateIntervalInSeconds."""
_MAX_GROUPS = 4_096

EventKey = tuple[str, str, str, str, str, str]
_GroupKey = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What a component reports about an object; equal occurrences are counted in one Event.

    `type` is Normal or Warning, `component` becomes `source.component`, `host` is the node when a kubelet
    reports it, and `annotations` go into the metadata of the Event. `combines` means that similar ones are
    combined; the recorder of the scheduler (tools/events) does not.
    """

    involved: Object
    type: str
    reason: str
    message: str
    component: str
    host: str = ""
    annotations: Manifest = field(default_factory=dict)
    combines: bool = True


@dataclass(frozen=True, slots=True)
class _Similar:
    """The different messages of similar Events, the oldest first, and the time of the last one."""

    messages: tuple[str, ...]
    last_ms: int


@dataclass(frozen=True, slots=True)
class Event:
    """A stored Event. Times are virtual milliseconds; the other fields are those of its `Occurrence`."""

    name: str
    involved_kind: str
    involved_namespace: str
    involved_name: str
    involved_uid: str
    type: str
    reason: str
    message: str
    component: str
    host: str
    count: int
    first_ms: int
    last_ms: int
    annotations: Manifest = field(default_factory=dict)
    recorded: int = 0
    """Which of all reports was the last one about it: its resourceVersion."""

    @property
    def uid(self) -> str:
        """The uid of the Event itself, which is always the same for the same Event."""
        digest = sha256(f"event/{self.involved_namespace}/{self.name}".encode()).hexdigest()
        return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"

    @property
    def involved_key(self) -> str:
        """`namespace/name` (or `name`) of the object that the Event is about."""
        return (
            f"{self.involved_namespace}/{self.involved_name}"
            if self.involved_namespace
            else self.involved_name
        )

    def to_manifest(self, start_at: int) -> Manifest:
        """The core/v1 Event; `start_at` is the epoch millisecond of virtual time 0."""
        involved: dict[str, Json] = {"kind": self.involved_kind, "name": self.involved_name}
        if self.involved_namespace:
            involved["namespace"] = self.involved_namespace
        if self.involved_uid:
            involved["uid"] = self.involved_uid
        source: dict[str, Json] = {"component": self.component}
        if self.host:
            source["host"] = self.host
        metadata: dict[str, Json] = {"name": self.name, "namespace": self.involved_namespace or "default"}
        if self.annotations:
            metadata["annotations"] = dict(self.annotations)
        return {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": metadata,
            "involvedObject": involved,
            "type": self.type,
            "reason": self.reason,
            "message": self.message,
            "source": source,
            "count": self.count,
            "firstTimestamp": format_time(start_at + self.first_ms),
            "lastTimestamp": format_time(start_at + self.last_ms),
        }


class EventLog(State):
    """The stored Events, the one reported last at the end."""

    def __init__(self) -> None:
        self._events: dict[EventKey, Event] = {}
        self._similar: dict[_GroupKey, _Similar] = {}
        self._serial = 0
        self._recorded = 0
        self._chain = b""
        self._fresh: list[Event] = []

    @property
    def recorded(self) -> int:
        """How many reports there were, repeated ones included."""
        return self._recorded

    def drain(self) -> list[Event]:
        """The Events recorded since the last drain, in order; one that was repeated comes again."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def record(self, what: Occurrence, now_ms: int, *, combines: bool = False) -> Event:
        """Counts the Event if an equal one is stored, or else stores it as a new one. `combines` means that
        recorders combine similar ones, as those of client-go do; v1.34 is played without that.
        """
        kind, meta = kind_of(what.involved), what.involved.meta
        about = f"{kind}/{meta.key}/{meta.uid}"
        note = words = intern(what.message)
        group = (about, what.type, what.reason, what.component, what.host)
        if combines and what.combines and self._combined(group, note, now_ms):
            note, words = COMBINED, COMBINED + note
        key = (about, what.type, what.reason, note, what.component, what.host)
        earlier = self._events.pop(key, None)
        self._recorded += 1
        if earlier is not None:
            event = replace(
                earlier, message=words, count=earlier.count + 1, last_ms=now_ms, recorded=self._recorded
            )
        else:
            self._serial += 1
            event = Event(
                name=f"{meta.name}.{self._serial:016x}",
                involved_kind=kind,
                involved_namespace=meta.namespace,
                involved_name=meta.name,
                involved_uid=meta.uid,
                type=what.type,
                reason=what.reason,
                message=words,
                component=what.component,
                host=what.host,
                count=1,
                first_ms=now_ms,
                last_ms=now_ms,
                annotations=what.annotations,
                recorded=self._recorded,
            )
        self._events[key] = event
        self._fresh.append(event)
        if len(self._fresh) > 2 * MAX_EVENTS:  # without a reader
            del self._fresh[:MAX_EVENTS]
        line = "\x00".join((*key, str(event.count), str(event.first_ms), str(now_ms)))
        self._chain = sha256(self._chain + line.encode()).digest()
        while len(self._events) > MAX_EVENTS:
            del self._events[next(iter(self._events))]
        return event

    def _combined(self, group: _GroupKey, words: str, now_ms: int) -> bool:
        """Whether a message is combined with others of its group. The group keeps at most nine messages: of
        ten the oldest one goes, where upstream lets a random one go. Source: EventAggregate."""
        similar = self._similar.pop(group, None)
        fresh = similar is None or now_ms - similar.last_ms > SIMILAR_MS
        messages = () if fresh or similar is None else similar.messages
        if words not in messages:
            messages = (*messages, words)
        combined = len(messages) >= MAX_SIMILAR
        self._similar[group] = _Similar(messages[1:] if combined else messages, now_ms)
        if len(self._similar) > _MAX_GROUPS:
            del self._similar[next(iter(self._similar))]
        return combined

    def all(self) -> tuple[Event, ...]:
        return tuple(self._events.values())

    def about(self, kind: str, key: str) -> tuple[Event, ...]:
        """Events of one object, the one reported last at the end."""
        return tuple(
            event
            for event in self._events.values()
            if event.involved_kind == kind and event.involved_key == key
        )

    def large_tables(self) -> list[dict[Hashable, object]]:
        """The tables that grow with the run, for checkpoints."""
        return [cast(dict[Hashable, object], self._events), cast(dict[Hashable, object], self._similar)]

    def fingerprint(self) -> Json:
        """A hash over all Events ever recorded, in order; it is cheap, and equal logs have equal hashes."""
        return self._chain.hex()
