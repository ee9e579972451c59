"""Moves of the stage: the run's head and the room's position are stored in one transaction."""

from __future__ import annotations

from django.db import transaction

from playground.classroom.services import rooms
from playground.runs import services as runs
from playground.runs.changes import moves
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames


def stored(room_id: str, standing: Standing, frames: Frames, leader: str | None) -> Moved | Lost | Gone:
    """Stores frames as `moves.stored` does, and the room's position with them; for `leader` see
    `runs.services.catch_up`."""
    with transaction.atomic():
        if leader is None:
            moved = moves.stored(standing, frames)
        else:
            moved = runs.catch_up(standing.run, leader, frames.end, state=frames.hash)
        if isinstance(moved, Moved):
            rooms.move(room_id, standing.run, frames.end)
        return moved
