"""The database reads at the arrival of a socket in a room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.classroom import questions
from playground.classroom.services import links, polls, rooms, sandboxes, seats
from playground.classroom.services.links import Link
from playground.classroom.services.polls import PollState
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.services.seats import SeatState
from playground.lessons.services import StoredLesson
from playground.runs import services as runs


@dataclass(frozen=True, slots=True)
class Entering:
    """A room with the visitor's seat and presenter's link; None for each that the visitor lacks."""

    room: RoomState
    seat: SeatState | None
    link: Link | None


def entering(room_id: str, cookies: Mapping[str, str]) -> Entering | None:
    room = rooms.find(room_id)
    if room is None:
        return None
    return Entering(room, seats.of_cookies(room_id, cookies), links.of_cookies(room_id, cookies))


@dataclass(frozen=True, slots=True)
class HelloState:
    """The content of a hello message apart from the board."""

    room: RoomState
    kept: StoredLesson | None
    seat: SeatState | None
    box: SandboxState | None
    poll: PollState | None
    votes: dict[str, Any]
    tally: dict[str, Any] | None
    links: list[dict[str, Any]] | None


def hello_state(room_id: str, cookies: Mapping[str, str], presenter: bool) -> HelloState | None:
    """Reads the hello state. The number of queries does not grow with the room, except for presenters."""
    room = rooms.find(room_id)
    if room is None:
        return None
    seat = seats.of_cookies(room_id, cookies)
    seat = None if seat is None or seat.removed or presenter else seat
    if seat is not None and seat.left:
        seats.change(room_id, seat.number, left=False)
    poll = polls.current(room_id)
    stage = runs.standing(room.stage) if presenter else None
    if stage is not None:
        runs.note_opened(stage, by_owner=True)
    return HelloState(
        room=room,
        kept=questions.lesson_of(room),
        seat=seat,
        box=sandboxes.newest(seat) if seat else None,
        poll=poll,
        votes=polls.votes_of(seat.pk, poll) if seat else {},
        tally=polls.tally(room_id, poll) if poll and (presenter or poll.bars) else None,
        links=links.listed(room_id) if presenter else None,
    )
