"""Watch events that were sent on slow connections and have not arrived, in the order of sending."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.replacing import State


@dataclass(frozen=True, slots=True)
class DelayedEvent:
    """One watch event in transit; it arrives at `due_ms`. Events of one `stream` never overtake each
    other."""

    due_ms: int
    stream: str
    event: WatchEvent


@dataclass
class DelayedEvents(State):
    """Events in transit, by the name of the receiving actor. A tuple is replaced, never changed, so copies
    share it."""

    boxes: dict[str, tuple[DelayedEvent, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.boxes)

    def send(self, name: str, event: WatchEvent, due_ms: int, stream: str = "") -> None:
        """Sends the event, which arrives at `due_ms`, or with the last event of its stream if that
        is later.
        """
        waiting = self.boxes.get(name, ())
        last = max((delayed.due_ms for delayed in waiting if delayed.stream == stream), default=due_ms)
        self.boxes[name] = (*waiting, DelayedEvent(max(due_ms, last), stream, event))

    def waits_for(self, name: str, stream: str = "") -> bool:
        """Whether an event of the stream is in transit to `name`."""
        return any(delayed.stream == stream for delayed in self.boxes.get(name, ()))

    def drop(self, name: str) -> None:
        """Drops all events in transit to `name`."""
        self.boxes.pop(name, None)

    def open(self, name: str) -> list[WatchEvent]:
        """Takes all events in transit to `name`, regardless of their arrival times."""
        return [delayed.event for delayed in self.boxes.pop(name, ())]

    def next_ms(self) -> int | None:
        if not self.boxes:
            return None
        return min(delayed.due_ms for events in self.boxes.values() for delayed in events)

    def take(self, now_ms: int) -> list[tuple[str, WatchEvent]]:
        """The events that have arrived by `now_ms`, with their receivers: by actor, then in the order of
        sending."""
        arrived: list[tuple[str, WatchEvent]] = []
        for name, events in list(self.boxes.items()):
            due = [delayed for delayed in events if delayed.due_ms <= now_ms]
            if not due:
                continue
            arrived += [(name, delayed.event) for delayed in due]
            self._keep(name, (delayed for delayed in events if delayed.due_ms > now_ms))
        return arrived

    def _keep(self, name: str, events: Iterable[DelayedEvent]) -> None:
        kept = tuple(events)
        if kept:
            self.boxes[name] = kept
        else:
            del self.boxes[name]

    def fingerprint(self) -> Json:
        return {name: [_spelled(delayed) for delayed in events] for name, events in self.boxes.items()}


def _spelled(delayed: DelayedEvent) -> Json:
    event = delayed.event
    value = event.old if event.new is None else event.new
    version = "" if value is None else value.meta.resource_version
    return [delayed.due_ms, delayed.stream, event.type.value, event.kind, event.key, version]
