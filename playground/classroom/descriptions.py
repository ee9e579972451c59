"""JSON parts of a room's messages; some are the same for everybody, some are for one seat."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from playground import limits
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.services.seats import SeatState
from playground.classroom.translations import lines, pages, typed
from playground.lessons.services import StoredLesson
from playground.runs.services import Standing


def ms(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def now_ms() -> int:
    return round(timezone.now().timestamp() * 1000)


def room(state: RoomState, people: int) -> dict[str, Any]:
    """The part of a room that every client gets. `people` is the number of seats."""
    return {
        "id": state.id,
        "code": state.code,
        "title": state.title,
        "locked": state.locked,
        "paused": state.paused,
        "namesHidden": state.names_hidden,
        "say": state.notice,
        **timer(state),
        "ended": state.ended is not None,
        "deletedMs": ms(state.deleted),
        "people": people,
        "showing": state.showing,
    }


def timer(state: RoomState) -> dict[str, Any]:
    return {"discussUntilMs": ms(state.discuss_until), "discussSeconds": state.discuss_seconds}


def you(seat: SeatState, places: int, box: SandboxState | None, votes: dict[str, Any]) -> dict[str, Any]:
    """The part of a hello about the client's own seat."""
    return {
        "seat": seat.number,
        "name": seat.name,
        "sameName": seat.same_name,
        "places": places,
        "hand": seat.hand is not None,
        "mood": seat.mood or None,
        "mode": seat.mode,
        "allow": seat.allow,
        "sandbox": box.to_json() if box else None,
        "votes": votes,
    }


def lesson(stored: StoredLesson | None, step: int) -> dict[str, Any] | None:
    """The lesson's step on the stage; None when the room has no lesson or no such step."""
    if stored is None or not 1 <= step <= len(stored.lesson.steps):
        return None
    shown = stored.lesson.steps[step - 1]
    return {
        "slug": stored.slug,
        "title": lines(stored.lesson.title),
        "step": step,
        "steps": [lines(other.title) for other in stored.lesson.steps],
        "stepTitle": lines(shown.title),
        "text": pages(shown.text),
        "lit": shown.lit.to_json(),
        "asks": shown.ask is not None,
        "task": stored.lesson.task is not None,
    }


def notes(stored: StoredLesson | None) -> dict[str, str]:
    """The teacher's notes of a lesson, for the desk only."""
    return pages(stored.lesson.teacher) if stored else {}


def task(value: dict[str, Any] | None, stored: StoredLesson | None) -> dict[str, Any] | None:
    """The open task for clients: the sentence of each condition, but not the condition itself."""
    if value is None:
        return None
    members: dict[str, Any] = {
        "task": value["number"],
        "state": "open",
        "text": typed(value["text"]),
        "checks": [{"name": check["name"], "says": typed(check["says"])} for check in value["checks"]],
        "fewest": 0,
        "hints": 0,
        "solution": value["solution"],
    }
    if value["lesson"] and stored is not None and stored.lesson.task is not None:
        lesson_task = stored.lesson.task
        members["text"] = pages(lesson_task.text)
        members["checks"] = [{"name": check.name, "says": lines(check.says)} for check in lesson_task.checks]
        members |= {"fewest": lesson_task.fewest, "hints": len(lesson_task.hints)}
    return members


def plan(state: RoomState) -> dict[str, Any]:
    return {"items": state.plan, "item": state.plan_item, "startedMs": ms(state.plan_started)}


def run(standing: Standing, *, can_act: bool) -> dict[str, Any]:
    """The run on the stage, in the form that a run's own hello has."""
    return {
        "id": standing.run,
        "title": standing.title,
        "slug": None,
        "canAct": can_act,
        "owner": False,
        "head": standing.head,
        "limits": dict(limits.LIMITS_OF_CLIENTS),
    }
