"""The stage of a room moves: the run's head and the room's position become durable together."""

from __future__ import annotations

from django.db import transaction

from playground.classroom.services import rooms
from playground.runs import services as runs
from playground.runs.services import Gone, Lost, Moved


def advance_head(room_id: str, run: str, *, inputs: int, to: int, state: str) -> Moved | Lost | Gone:
    """As `runs.services.advance_head`."""
    with transaction.atomic():
        return _followed(room_id, run, to, runs.advance_head(run, inputs=inputs, to=to, state=state))


def record_input(
    room_id: str, run: str, *, ordinal: int, seq: int, value: str, state: str
) -> Moved | Lost | Gone:
    """As `runs.services.record_input`."""
    with transaction.atomic():
        moved = runs.record_input(run, ordinal=ordinal, seq=seq, value=value, state=state)
        return _followed(room_id, run, seq + 1, moved)


def catch_up(room_id: str, run: str, leader: str, to: int, *, state: str) -> Moved | Gone:
    """As `runs.services.catch_up`."""
    with transaction.atomic():
        moved = runs.catch_up(run, leader, to, state=state)
        if isinstance(moved, Moved):
            rooms.move(room_id, run, to)
        return moved


def _followed(room_id: str, run: str, to: int, moved: Moved | Lost | Gone) -> Moved | Lost | Gone:
    if isinstance(moved, Moved):
        rooms.move(room_id, run, to)
    return moved
