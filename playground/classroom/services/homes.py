"""What remains of a room: the page that everybody takes home, and the teacher's record."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.db.models import Count
from django.utils.crypto import constant_time_compare, salted_hmac

from playground.classroom.models import Poll, Seat, Vote
from playground.classroom.services import polls, sandboxes
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.services.seats import SeatState

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that a spreadsheet would read as the start of a formula."""


def token_of(room_id: str, number: int) -> str:
    """A signed token that names a seat in a link, so that the link needs no cookie."""
    mac = salted_hmac("podium.seat", f"{room_id}:{number}", algorithm="sha256").hexdigest()
    return f"{number}-{mac[:32]}"


def seat_of_token(room_id: str, token: str) -> SeatState | None:
    number = token.partition("-")[0]
    if not (number.isascii() and number.isdecimal()) or len(number) > 6:
        return None
    if not constant_time_compare(token, token_of(room_id, int(number))):
        return None
    row = Seat.objects.filter(room_id=room_id, number=int(number), removed=False).first()
    if row is None:
        return None
    return SeatState(
        pk=row.pk,
        number=row.number,
        name=row.name,
        mode=row.mode,
        hand=row.hand,
        mood=row.mood,
        allow=row.allow,
        removed=row.removed,
        bot=row.bot,
        left=row.left,
    )


def predictions(room_id: str, seat: SeatState | None) -> list[dict[str, Any]]:
    """Every poll except dropped ones: its public part with the bars, and the seat's votes by round.

    The true answer is there only after the reveal; polls that were not revealed have no bars either."""
    predictions = []
    rows = Poll.objects.filter(room_id=room_id).exclude(state="dropped").order_by("number")
    for row in rows:
        poll = polls.state_of(row)
        if poll.state == "past":
            poll = polls.state_of(row, state="revealed")
        revealed = poll.state == "revealed"
        votes = polls.votes_of(seat.pk, poll) if seat else {}
        predictions.append(
            {
                **poll.to_json(),
                "rounds": polls.tally(room_id, poll)["rounds"] if revealed else [],
                "votes": votes.get(str(poll.number), {}),
            }
        )
    return predictions


def record(room: RoomState) -> dict[str, Any]:
    """The teacher's record of the room as JSON values."""
    boxes = {box.seat: box for box in sandboxes.of_task(room.id, None)}
    counts = dict(
        Vote.objects.filter(poll__room_id=room.id).values_list("seat_id").annotate(votes=Count("pk"))
    )
    people = []
    for row in Seat.objects.filter(room_id=room.id, bot=False).order_by("number"):
        people.append(
            {
                "seat": row.number,
                "name": row.name,
                "joined": row.joined.isoformat(timespec="seconds"),
                "removed": row.removed,
                "mood": row.mood or None,
                "votes": counts.get(row.pk, 0),
                "sandbox": _box(boxes.get(row.number)),
            }
        )
    questions = []
    for poll_row in Poll.objects.filter(room_id=room.id).order_by("number"):
        votes = Vote.objects.filter(poll=poll_row, seat__bot=False).order_by("round", "seat__number")
        questions.append(
            {
                **polls.state_of(poll_row).to_json(),
                "truth": poll_row.truth,
                "votes": [
                    {"round": number, "seat": seat, "value": value}
                    for number, seat, value in votes.values_list("round", "seat__number", "value")
                ],
            }
        )
    return {
        "room": {
            "id": room.id,
            "title": room.title,
            "ended": room.ended.isoformat(timespec="seconds") if room.ended else None,
        },
        "seats": people,
        "polls": questions,
    }


def _box(box: SandboxState | None) -> dict[str, Any] | None:
    """The record of a sandbox; None when the seat never had one."""
    if box is None:
        return None
    result = box.result or {}
    done = round((box.done - box.created).total_seconds()) if box.done else None
    return {
        "run": box.run,
        "task": box.task,
        "seconds": done,
        "inputs": result.get("inputs"),
        "checks": {check["name"]: check["holds"] for check in result.get("checks", [])},
    }


def table(room: RoomState) -> str:
    """The record as CSV: a row for each seat, a column for each round of each poll."""
    whole = record(room)
    columns = [(poll, number) for poll in whole["polls"] for number in range(1, poll["round"] + 1)]
    votes = {
        (poll["poll"], vote["round"], vote["seat"]): vote["value"]
        for poll in whole["polls"]
        for vote in poll["votes"]
    }
    out = io.StringIO()
    writer = csv.writer(out)
    heads = [f"poll {poll['poll']} round {number}" for poll, number in columns]
    writer.writerow(["seat", "name", "joined", *heads, "task", "seconds", "inputs"])
    for seat in whole["seats"]:
        cells = [_answer(poll, votes.get((poll["poll"], number, seat["seat"]))) for poll, number in columns]
        box = seat["sandbox"] or {}
        ends = [box.get(name) for name in ("task", "seconds", "inputs")]
        row = [seat["seat"], seat["name"], seat["joined"], *cells, *ends]
        writer.writerow(["" if cell is None else _harmless(str(cell)) for cell in row])
    return out.getvalue()


def _answer(poll: dict[str, Any], value: Any) -> str | None:
    """A vote as the letters of the choices or as a number; None without a vote."""
    if value is None or poll["number"] is not None:
        return None if value is None else f"{value:g}"
    chosen = value if isinstance(value, list) else [value]
    return " ".join(poll["choices"][place]["letter"] for place in chosen)


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
