"""What visitors asked for and were answered, and whether one order of all inputs explains it.

A run is a list to which inputs are appended. The database has the one order in which they stand. That order
explains what was seen (it is linearizable) when

- each acknowledged input stands in it exactly once, at the step that was told,
- an input that was refused does not stand in it, and one without an answer at most once,
- of two inputs of which one was answered before the other was sent, the first stands before the other,
- a head that was told is not older than what was acknowledged before it was asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["acknowledged", "refused", "unknown"]


@dataclass
class Operation:
    """An input, or with `mark` "" a look at the head. Times are of one clock (s); `seq` is the step that an
    acknowledgement told. What never was answered has no end.
    """

    run: str
    mark: str
    began: float
    ended: float = float("inf")
    outcome: Outcome = "unknown"
    seq: int = -1


@dataclass(frozen=True)
class Stored:
    """An input as the database has it, in the order of the run."""

    mark: str
    seq: int


def violations(operations: Sequence[Operation], stored: Sequence[Stored]) -> Iterator[str]:
    """What no order explains, for the operations of one run and the inputs that it has."""
    places: dict[str, int] = {}
    for number, row in enumerate(stored):
        if row.mark in places:
            yield f"the input {row.mark} stands twice"
        places[row.mark] = number
    marks = [act for act in operations if act.mark]
    for act in marks:
        place = places.get(act.mark)
        if act.outcome == "acknowledged" and place is None:
            yield f"the input {act.mark} was acknowledged and is lost"
        elif act.outcome == "refused" and place is not None:
            yield f"the input {act.mark} was refused and stands"
        elif act.outcome == "acknowledged" and place is not None and stored[place].seq + 1 != act.seq:
            yield f"the input {act.mark} was told at step {act.seq} and stands at {stored[place].seq + 1}"
    yield from _order(sorted((act for act in marks if act.mark in places), key=_began), places)
    yield from _heads(operations)


def _began(act: Operation) -> float:
    return act.began


def _order(marks: Sequence[Operation], places: dict[str, int]) -> Iterator[str]:
    """Inputs against real time. Answered inputs in the order of their ends meet the others in that of their
    beginnings, so each is looked at once.
    """
    answered = sorted(
        (act for act in marks if act.outcome == "acknowledged"),
        key=lambda act: act.ended,
    )
    last: Operation | None = None
    ready = 0
    for act in marks:
        while ready < len(answered) and answered[ready].ended < act.began:
            if last is None or places[answered[ready].mark] > places[last.mark]:
                last = answered[ready]
            ready += 1
        if last is not None and places[act.mark] < places[last.mark]:
            yield f"the input {act.mark} was sent after {last.mark} was answered, and stands before it"


def _heads(operations: Sequence[Operation]) -> Iterator[str]:
    answered = sorted((act for act in operations if act.seq >= 0), key=lambda act: act.ended)
    looks = sorted((act for act in answered if not act.mark), key=_began)
    newest, ready = -1, 0
    for look in looks:
        while ready < len(answered) and answered[ready].ended < look.began:
            newest = max(newest, answered[ready].seq)
            ready += 1
        if look.seq < newest:
            yield f"the head was told as {look.seq} after {newest} had been acknowledged"
