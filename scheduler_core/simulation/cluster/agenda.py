"""Which actor acts next: the minimum over all actors by (virtual time, rank, serial).

The rank orders components at one instant (the person first, then the scheduler, …); the serial orders actors
of one rank as they were added. So simultaneous acts have the same order in every process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from scheduler_core.actor import Actor
from scheduler_core.objects.hashing import canonical


@dataclass(slots=True)
class Agenda:
    """The actors by name, in the order in which they were added. A serial is never reused."""

    actors: dict[str, Actor] = field(default_factory=dict)
    serials: dict[str, int] = field(default_factory=dict)
    last_serial: int = 0
    # Actor → virtual time (ms) of its next act, as it last answered; and the actors that must be asked again.
    _due: dict[str, int] = field(default_factory=dict)
    _stale: dict[str, None] = field(default_factory=dict)
    # The same as heaps; entries that no longer agree with `_due` are skipped. `_ready` holds (rank, serial,
    # time) of the actors that are due by the last time asked for, `_later` holds (time, rank, serial) of the
    # others.
    _ready: list[tuple[int, int, int]] = field(default_factory=list)
    _later: list[tuple[int, int, int]] = field(default_factory=list)
    _names: dict[int, str] = field(default_factory=dict)
    # The fingerprints of actors about which nothing has changed since they were made.
    _texts: dict[str, str] = field(default_factory=dict)
    # The actors of the last checkpoint, and the names of those about which anything may have changed since.
    _kept: Mapping[str, Actor] = field(default_factory=dict)
    _moved: dict[str, None] = field(default_factory=dict)

    def add(self, actor: Actor) -> None:
        self.last_serial += 1
        self.actors[actor.name] = actor
        self.serials[actor.name] = self.last_serial
        self._names[self.last_serial] = actor.name
        self._stale[actor.name] = None
        self._moved[actor.name] = None

    def remove(self, name: str) -> None:
        del self._names[self.serials[name]]
        del self.actors[name], self.serials[name]
        self._due.pop(name, None)
        self._stale.pop(name, None)
        self._texts.pop(name, None)

    def touched(self, name: str) -> None:
        """Notes that anything about the actor may have changed, so that it must be asked again when it wants
        to act."""
        if name in self.actors:
            self._stale[name] = None
            self._moved[name] = None
            self._texts.pop(name, None)

    def all_touched(self, names: Sequence[str]) -> None:
        """As `touched`, for several actors that exist."""
        touched = dict.fromkeys(names)
        self._stale.update(touched)
        self._moved.update(touched)
        if self._texts:
            for name in names:
                self._texts.pop(name, None)

    def fingerprint(self) -> str:
        """The canonical JSON of all actors in their order; made anew only for actors that have changed."""
        for name, actor in self.actors.items():
            if name not in self._texts:
                self._texts[name] = canonical([name, self.serials[name], actor.fingerprint()])
        return f"[{','.join(self._texts[name] for name in self.actors)}]"

    def wanting(self, now_ms: int) -> Mapping[str, int]:
        """Actor → the time at which it wants to act; a time before `now_ms` means now."""
        for name in self._stale:
            actor = self.actors[name]
            due_ms = actor.next_ms(now_ms)
            if due_ms is None:
                self._due.pop(name, None)
            elif self._due.get(name) != due_ms:
                self._due[name] = due_ms
                heappush(self._later, (due_ms, actor.rank, self.serials[name]))
        self._stale.clear()
        return self._due

    def next(self, now_ms: int) -> tuple[int, Actor] | None:
        """The time of the next act and its actor; None when no actor has anything to do."""
        self.wanting(now_ms)
        later, ready = self._later, self._ready
        while later and later[0][0] <= now_ms:
            due, rank, serial = heappop(later)
            heappush(ready, (rank, serial, due))
        while ready:
            rank, serial, due = ready[0]
            name = self._names.get(serial, "")
            if self._due.get(name) == due:
                return now_ms, self.actors[name]
            heappop(ready)
        while later:
            due, _, serial = later[0]
            name = self._names.get(serial, "")
            if self._due.get(name) == due:
                return due, self.actors[name]
            heappop(later)
        return None

    def copy(self) -> Agenda:
        return self._twin({name: actor.copy() for name, actor in self.actors.items()})

    def checkpoint(self) -> Agenda:
        """A copy that must not be changed. It shares with the last one the actors about which nothing has
        changed since, so a checkpoint of a large cluster costs as much as happened in between.
        """
        kept, moved = self._kept, self._moved
        actors = {
            name: kept[name] if name in kept and name not in moved else actor.copy()
            for name, actor in self.actors.items()
        }
        self._kept, self._moved = actors, {}
        return self._twin(actors)

    def _twin(self, actors: dict[str, Actor]) -> Agenda:
        return Agenda(
            actors,
            dict(self.serials),
            self.last_serial,
            dict(self._due),
            dict(self._stale),
            list(self._ready),
            list(self._later),
            dict(self._names),
            dict(self._texts),
            self._kept,
            dict(self._moved),
        )
