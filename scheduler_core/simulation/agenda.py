"""Who is next: the minimum over all actors by (virtual time, rank, serial).

The rank orders components at one instant (the person first, then the scheduler, …), the serial those of one
rank by the order in which they came, so simultaneous acts have one order in every process.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_core.apiserver.actor import Actor


@dataclass(slots=True)
class Agenda:
    """The actors by name, in the order in which they came. The serial is never reused."""

    actors: dict[str, Actor] = field(default_factory=dict)
    serials: dict[str, int] = field(default_factory=dict)
    last_serial: int = 0
    # What `next_ms` answered last; forgotten when the actor observes or acts.
    _due: dict[str, int | None] = field(default_factory=dict)

    def add(self, actor: Actor) -> None:
        self.last_serial += 1
        self.actors[actor.name] = actor
        self.serials[actor.name] = self.last_serial

    def remove(self, name: str) -> None:
        del self.actors[name], self.serials[name]
        self._due.pop(name, None)

    def touched(self, name: str) -> None:
        """The actor may want something else now."""
        self._due.pop(name, None)

    def touched_all(self) -> None:
        self._due.clear()

    def due(self, name: str, now_ms: int) -> int | None:
        """When the actor wants to act next, never before now; None: not without news."""
        try:
            wanted = self._due[name]
        except KeyError:
            wanted = self._due[name] = self.actors[name].next_ms(now_ms)
        return wanted if wanted is None or wanted > now_ms else now_ms

    def next(self, now_ms: int) -> tuple[int, Actor] | None:
        """The time of the next act and its actor; None: nobody has anything to do."""
        best: tuple[int, int, int] | None = None
        chosen: Actor | None = None
        for name, actor in self.actors.items():
            at_ms = self.due(name, now_ms)
            if at_ms is None:
                continue
            key = (at_ms, actor.rank, self.serials[name])
            if best is None or key < best:
                best, chosen = key, actor
        return None if best is None or chosen is None else (best[0], chosen)

    def copy(self) -> Agenda:
        return Agenda(
            {name: actor.copy() for name, actor in self.actors.items()},
            dict(self.serials),
            self.last_serial,
            dict(self._due),
        )
