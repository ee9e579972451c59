"""Events (core/v1 Event): what components report about objects, counted instead of repeated.

Source: client-go tools/record `EventCorrelator` (v0.34): an event equal in object, type, reason, message and
source raises `count` and `lastTimestamp` of the stored one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from hashlib import sha256
from sys import intern
from typing import cast

from scheduler_core.apiserver.storage.event_correlator import EventCorrelator, EventKey, Unwritten
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


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What a component reports about an object; equal occurrences are counted in one Event.

    `type` is Normal or Warning, `component` becomes `source.component`, `host` is the node when a kubelet
    reports it, and `annotations` go into the metadata of the Event. `correlates` means that the recorder
    combines similar ones and limits their number; that of the scheduler (tools/events) does not.
    """

    involved: Object
    type: str
    reason: str
    message: str
    component: str
    host: str = ""
    annotations: Manifest = field(default_factory=dict)
    correlates: bool = True


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
    new: bool = True
    """Whether that report stored it. It is otherwise one that was there before."""

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
        self._correlator = EventCorrelator()
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

    def record(self, what: Occurrence, now_ms: int, *, correlates: bool = False) -> None:
        """Counts the Event if an equal one is stored, or else stores it as a new one. `correlates` means that
        recorders combine similar ones and leave out what is too much, as those of client-go do; v1.34 is
        played without that.
        """
        kind, meta = kind_of(what.involved), what.involved.meta
        about = f"{kind}/{meta.key}/{meta.uid}"
        note = words = intern(what.message)
        unwritten = Unwritten(0, now_ms)
        correlated = correlates and what.correlates
        group = (about, what.type, what.reason, what.component, what.host)
        if correlated and self._correlator.combines(group, note, now_ms):
            note, words = COMBINED, COMBINED + note
        key = (about, what.type, what.reason, note, what.component, what.host)
        if correlated:
            if not self._correlator.writes(key, now_ms):
                return
            unwritten = self._correlator.take_unwritten(key, now_ms)
        earlier = self._events.pop(key, None)
        self._recorded += 1
        if earlier is not None:
            event = replace(
                earlier,
                message=words,
                count=earlier.count + unwritten.count + 1,
                last_ms=now_ms,
                recorded=self._recorded,
                new=False,
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
                count=unwritten.count + 1,
                first_ms=unwritten.first_ms,
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
        return [cast(dict[Hashable, object], self._events), *self._correlator.large_tables()]

    def fingerprint(self) -> Json:
        """A hash over all Events ever recorded, in order; it is cheap, and equal logs have equal hashes."""
        return self._chain.hex()
