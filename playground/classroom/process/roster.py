"""The roster that presenters see. Presence comes from sockets, the rest from the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from playground.classroom.services.seats import SeatState

#: Order of the roster: people who need help come first.
NEEDS = ("hand", "lost", "offline", "explores", "alone", "follows", "done")
STATES = {"follow": "follows", "explore": "explores", "alone": "alone"}


@dataclass(frozen=True, slots=True)
class Presence:
    """The sockets of one seat in one process: their number, and the mode of the newest one. `at` is the step
    at which it explores."""

    places: int
    mode: str
    at: int | None = None

    def to_json(self) -> list[Any]:
        return [self.places, self.mode, self.at]


GONE = Presence(0, "follow")


@dataclass
class Roster:
    """`here` is the presence in this process; `others` maps each other process to the presence there."""

    seats: dict[int, SeatState] = field(default_factory=dict)
    loaded: bool = False
    """Whether `seats` holds all seats of the room; before, it holds only those that an event named."""
    here: dict[int, Presence] = field(default_factory=dict)
    others: dict[str, dict[int, Presence]] = field(default_factory=dict)
    voted: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    """Seats whose change presenters have not received yet."""
    gone: set[int] = field(default_factory=set)
    unsaid: set[int] = field(default_factory=set)
    """Seats whose presence other processes have not received yet."""

    def hear(self, seat: SeatState) -> None:
        self.seats[seat.number] = seat
        self.changed.add(seat.number)

    def forget(self, number: int) -> None:
        if self.seats.pop(number, None) is not None:
            self.gone.add(number)
        self.changed.discard(number)

    def set_presence(self, number: int, presence: Presence) -> None:
        """Notes the presence of a seat in this process."""
        before = self.here.get(number, GONE)
        if presence.places:
            self.here[number] = presence
        else:
            self.here.pop(number, None)
        if before != presence:
            self.changed.add(number)
            self.unsaid.add(number)

    def take_unsaid(self, everyone: bool) -> dict[str, list[Any]]:
        """Returns the presence that other processes have not received yet and marks it as sent."""
        numbers = set(self.here) if everyone else self.unsaid
        self.unsaid = set()
        return {str(number): self.here.get(number, GONE).to_json() for number in numbers}

    def hear_presence(self, process: str, news: dict[str, list[Any]]) -> None:
        presences = self.others.setdefault(process, {})
        for number, (places, mode, at) in news.items():
            presences[int(number)] = Presence(places, mode, at)
            self.changed.add(int(number))

    def forget_process(self, process: str) -> None:
        """Drops the presence of another process."""
        self.changed |= self.others.pop(process, {}).keys()

    def presence(self, number: int) -> Presence:
        """The presence of a seat in all processes together; the mode is that of a process with sockets."""
        presences = [
            self.here.get(number, GONE),
            *(other.get(number, GONE) for other in self.others.values()),
        ]
        newest = next((presence for presence in presences if presence.places), GONE)
        return Presence(sum(presence.places for presence in presences), newest.mode, newest.at)

    def row(self, seat: SeatState, now: datetime) -> dict[str, Any]:
        """The row of a seat. `need` is the first reason in NEEDS why it is shown near the top."""
        there = self.presence(seat.number)
        state = STATES[there.mode] if there.places else "offline"
        if there.places and seat.number in self.done:
            state = "done"
        need = "hand" if seat.hand else "lost" if seat.mood == "lost" and there.places else state
        return {
            "seat": seat.number,
            "name": seat.name,
            "state": state,
            "need": NEEDS.index(need),
            "hand": seat.hand is not None,
            "since": max(0, round((now - seat.hand).total_seconds())) if seat.hand else None,
            "mood": seat.mood or None,
            "places": there.places,
            "bot": seat.bot,
            "allow": seat.allow,
            "voted": seat.number in self.voted,
            "at": there.at,
        }

    def whole(self) -> dict[str, Any]:
        """The members of a full `roster` message; people who need help come first."""
        now = timezone.now()
        rows = [self.row(seat, now) for seat in self.seats.values()]
        rows.sort(key=lambda row: (row["need"], -(row["since"] or 0), row["seat"]))
        return {"all": True, "seats": rows, "gone": [], "counts": counts(rows)}

    def changes(self) -> dict[str, Any] | None:
        """The members of a `roster` message with the changes; None without any."""
        if not self.changed and not self.gone:
            return None
        now = timezone.now()
        rows = [self.row(self.seats[number], now) for number in sorted(self.changed) if number in self.seats]
        members = {
            "all": False,
            "seats": rows,
            "gone": sorted(self.gone),
            "counts": counts(self.row(seat, now) for seat in self.seats.values()),
        }
        self.changed, self.gone = set(), set()
        return members


def counts(rows: Any) -> dict[str, int]:
    """The number of seats by state, mood and raised hand."""
    numbers: Counter[str] = Counter()
    for row in rows:
        numbers[row["state"]] += 1
        numbers["hand"] += row["hand"]
        numbers[row["mood"] or "none"] += 1
    names = ("follows", "explores", "alone", "offline", "done", "hand", "with", "lost")
    return {name: numbers[name] for name in names}
