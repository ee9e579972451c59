"""What was written at each step of a run, so that watches can go on from where they stand.

It is bounded, as the watch cache of a real API server: who stands before its beginning has to list again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.storage.events import Event
from scheduler_core.apiserver.storage.watch import WatchEvent
from scheduler_core.objects.kinds import Object

CHANGES_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Change:
    """One write to the store: the object before it and after it, and the resourceVersion that it made."""

    kind: str
    version: int
    old: Object | None
    new: Object | None


@dataclass(frozen=True, slots=True)
class StepWrites:
    """The writes of step `seq`, the Events that it recorded, and both counters after it."""

    seq: int
    version: int
    recorded: int
    changes: tuple[Change, ...]
    events: tuple[tuple[Event, bool], ...]
    """Each with whether it is a new one."""


def changes_of(writes: Sequence[WatchEvent], version: int) -> tuple[Change, ...]:
    """Writes that came one after the other, the last of which made `version`."""
    numbered = enumerate(writes, version - len(writes) + 1)
    return tuple(Change(write.kind, number, write.old, write.new) for number, write in numbered)


class WatchLog:
    """The writes of the last steps, in order. `version` and `recorded` are the counters at its beginning."""

    def __init__(self, version: int, recorded: int) -> None:
        self.version, self.recorded = version, recorded
        self._steps: deque[StepWrites] = deque()
        self._size = 0

    def note(self, step: StepWrites) -> None:
        self._steps.append(step)
        self._size += len(step.changes) + len(step.events)
        while self._size > CHANGES_KEPT and len(self._steps) > 1:
            oldest = self._steps.popleft()
            self._size -= len(oldest.changes) + len(oldest.events)
            self.version, self.recorded = oldest.version, oldest.recorded

    def forget_after(self, seq: int) -> None:
        while self._steps and self._steps[-1].seq > seq:
            newest = self._steps.pop()
            self._size -= len(newest.changes) + len(newest.events)

    def at(self, seq: int) -> StepWrites | None:
        """The writes of step `seq`; None where they are not kept, or not played yet."""
        place = seq - self._steps[0].seq if self._steps else -1
        return self._steps[place] if 0 <= place < len(self._steps) else None

    def upto(self, seq: int) -> Iterator[StepWrites]:
        """The steps up to step `seq`, in order."""
        for step in self._steps:
            if step.seq > seq:
                return
            yield step
