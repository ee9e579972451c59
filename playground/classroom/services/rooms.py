"""Rooms themselves: how one is opened, found, changed, ended and deleted."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from playground import limits
from playground.classroom.models import Room, Sandbox
from playground.classroom.services.links import new_link
from playground.runs import access, new_runs
from playground.runs.models import Run
from playground.runs.services import Gone, Lost, Standing

LETTERS = "CDFGHJKLMNPQRTVWXY3479"
"""Of a code: no vowels, so that it is no word, and no two that look alike."""
NO_VIEW: dict[str, Any] = {
    "selected": "",
    "tab": "",
    "zoom": "",
    "highlight": "",
    "playing": False,
    "speed": 1,
    "size": "act",
    "into": "",
}


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room as the database knows it at one moment. Runs are named by their ids."""

    id: str
    code: str | None
    old_code: str
    title: str
    stage: str
    at: int
    prepared: str | None
    owner: str
    home: str | None
    home_at: int
    lesson: str
    step: int
    view: dict[str, Any]
    notice: str
    locked: bool
    paused: bool
    names_hidden: bool
    discuss_until: datetime | None
    discuss_seconds: int
    showing: int | None
    task: dict[str, Any] | None
    plan: list[dict[str, Any]]
    plan_item: int
    plan_started: datetime | None
    ended: datetime | None
    changed: datetime

    @property
    def deleted(self) -> datetime:
        """When the room will be deleted, if nothing happens."""
        return (self.ended or self.changed) + timedelta(days=limits.ROOM_KEPT_DAYS)


def _state(room: Room) -> RoomState:
    return RoomState(
        id=room.pk,
        code=room.code,
        old_code=room.old_code,
        title=room.title,
        stage=room.stage_id,
        at=room.at,
        prepared=room.prepared_id,
        owner=room.owner,
        home=room.home_id,
        home_at=room.home_at,
        lesson=room.lesson,
        step=room.step,
        view={**NO_VIEW, **room.view},
        notice=room.notice,
        locked=room.locked,
        paused=room.paused,
        names_hidden=room.names_hidden,
        discuss_until=room.discuss_until,
        discuss_seconds=room.discuss_seconds,
        showing=room.showing,
        task=room.task,
        plan=room.plan,
        plan_item=room.plan_item,
        plan_started=room.plan_started,
        ended=room.ended,
        changed=room.changed,
    )


def find(room_id: str) -> RoomState | None:
    room = Room.objects.filter(pk=room_id).first()
    return None if room is None else _state(room)


def by_code(code: str) -> RoomState | None:
    """The open room of a code in any letters, or else the room that had it last."""
    spelled = code.strip().upper()[:12]
    room = Room.objects.filter(code=spelled).first()
    if room is None:
        room = Room.objects.filter(old_code=spelled).order_by("-ended").first()
    return None if room is None else _state(room)


def code_length(open_rooms: int) -> int:
    """4, and one more for every ten times as many open rooms beyond 100."""
    return 4 if open_rooms <= 100 else 4 + math.ceil(math.log10(open_rooms / 100))


def new_code() -> str:
    length = code_length(Room.objects.filter(code__isnull=False).count())
    return "".join(secrets.choice(LETTERS) for _ in range(length))


@dataclass(frozen=True, slots=True)
class Opened:
    """A room that was opened. `token` is that of its first presenter's link."""

    room: RoomState
    token: str


def open_on_run(standing: Standing, at: int, title: str) -> Opened | Gone | Lost:
    """A room that shows run `standing` from step `at` on. What comes later in the run is prepared: it is kept
    apart, so that nobody sees it before the presenter.
    """
    owner = access.new_owner()
    stage = new_runs.fork(standing.run, at=at, owner=owner)
    if not isinstance(stage, Standing):
        return stage
    prepared = None
    if standing.head > at:
        made = new_runs.fork(standing.run, at=standing.head, owner=owner)
        prepared = made.run if isinstance(made, Standing) else None
    return _open(title=title or standing.title, owner=owner, stage_id=stage.run, at=at, prepared_id=prepared)


def open_on_lesson(
    digest: str, step: int, stage: str, at: int, title: str, plan: list[dict[str, Any]]
) -> Opened:
    """A room that goes through a lesson, whose step `step` stands at step `at` of run `stage`."""
    return _open(
        title=title,
        owner=access.new_owner(),
        stage_id=stage,
        at=at,
        lesson=digest,
        step=step,
        plan=plan,
        plan_item=step - 1,
    )


def _open(**columns: Any) -> Opened:
    delete_old()
    columns["title"] = columns["title"][:200]
    while True:
        try:
            with transaction.atomic():
                room = Room.objects.create(code=new_code(), **columns)
                _, token = new_link(room.pk, "")
            break
        except IntegrityError:  # the code was taken
            continue
    return Opened(_state(room), token)


def change(room_id: str, **columns: Any) -> RoomState | None:
    """Changes columns of an open room and returns it; None when there is none."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return None
        for name, value in columns.items():
            setattr(room, name, value)
        room.save(update_fields=[*columns, "changed"])
        return _state(room)


def look(room_id: str, view: dict[str, Any]) -> RoomState | None:
    """Changes what is named of the presenter's view."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return None
        room.view = {**room.view, **view}
        room.save(update_fields=["view", "changed"])
        return _state(room)


def move(room_id: str, stage: str, at: int) -> bool:
    """The position moved on the stage; False when another run has come onto it, or the room has ended."""
    return bool(
        Room.objects.filter(pk=room_id, stage_id=stage, ended=None).update(at=at, changed=timezone.now())
    )


def fork_stage(room: RoomState) -> Standing | None:
    """The room's own copy of what the stage shows, up to the position."""
    made = new_runs.fork(room.stage, at=room.at, owner=room.owner)
    return made if isinstance(made, Standing) else None


def end(room_id: str) -> RoomState | None:
    """Ends a room. Its code may be given again. None when it had ended, or there is none."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return None
        room.old_code, room.code, room.ended = room.code or "", None, timezone.now()
        room.discuss_until, room.task = None, None
        room.save()
        return _state(room)


def delete(room_id: str) -> None:
    """Deletes a room with its seats, votes, sandboxes and runs."""
    with transaction.atomic():
        room = Room.objects.filter(pk=room_id).first()
        if room is None:
            return
        own = list(Run.objects.filter(owner_digest=access.digest(room.owner)).values_list("pk", flat=True))
        boxes = list(Sandbox.objects.filter(seat__room=room).values_list("run_id", flat=True))
        room.delete()
        Run.objects.filter(pk__in=[*own, *boxes]).delete()


def delete_old() -> int:
    """Deletes rooms whose time is over; returns how many."""
    before = timezone.now() - timedelta(days=limits.ROOM_KEPT_DAYS)
    old = Room.objects.filter(ended__lt=before) | Room.objects.filter(ended=None, changed__lt=before)
    keys = list(old.values_list("pk", flat=True)[:100])
    for row in keys:
        delete(row)
    return len(keys)
