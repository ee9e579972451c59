"""Rooms: open, find, change, end and delete them."""

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
"""Letters of a room code: no vowels, so that no code is a word, and no two that look alike."""
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
    """A room as stored at one moment. Runs are named by their ids."""

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
        """When the room will be deleted unless it is used before."""
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
    """The open room with a code, upper or lower case; without one the room that had the code last."""
    spelled = code.strip().upper()[:12]
    room = Room.objects.filter(code=spelled).first()
    if room is None:
        room = Room.objects.filter(old_code=spelled).order_by("-ended").first()
    return None if room is None else _state(room)


def code_length(open_rooms: int) -> int:
    """Length of a new code: 4, and one more for every tenfold number of open rooms beyond 100."""
    return 4 if open_rooms <= 100 else 4 + math.ceil(math.log10(open_rooms / 100))


def new_code() -> str:
    length = code_length(Room.objects.filter(code__isnull=False).count())
    return "".join(secrets.choice(LETTERS) for _ in range(length))


@dataclass(frozen=True, slots=True)
class Opened:
    """A newly opened room. `token` is that of its first presenter's link."""

    room: RoomState
    token: str


def open_on_run(standing: Standing, at: int, title: str) -> Opened | Gone | Lost:
    """Opens a room that shows a run from step `at` on. The run's later steps are kept apart in the prepared
    run, so that nobody sees them before the presenter does."""
    owner = access.new_owner()
    stage = new_runs.fork(standing.run, at=at, owner=owner)
    if not isinstance(stage, Standing):
        return stage
    prepared = None
    if standing.head > at:
        fork = new_runs.fork(standing.run, at=standing.head, owner=owner)
        prepared = fork.run if isinstance(fork, Standing) else None
    return _open(title=title or standing.title, owner=owner, stage_id=stage.run, at=at, prepared_id=prepared)


def open_on_lesson(
    digest: str, step: int, stage: str, at: int, title: str, plan: list[dict[str, Any]]
) -> Opened:
    """Opens a room on a lesson; the lesson's step `step` begins at step `at` of run `stage`."""
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
        except IntegrityError:  # another room has this code
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
    """Changes the given parts of the presenter's view."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return None
        room.view = {**room.view, **view}
        room.save(update_fields=["view", "changed"])
        return _state(room)


def move(room_id: str, stage: str, at: int) -> bool:
    """Moves the position; False when another run has come onto the stage or the room has ended."""
    return bool(
        Room.objects.filter(pk=room_id, stage_id=stage, ended=None).update(at=at, changed=timezone.now())
    )


def fork_stage(room: RoomState) -> Standing | None:
    """Copies the stage up to the position into a run that belongs to the room."""
    fork = new_runs.fork(room.stage, at=room.at, owner=room.owner)
    return fork if isinstance(fork, Standing) else None


def end(room_id: str) -> RoomState | None:
    """Ends a room and frees its code. None when it had ended already or does not exist."""
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
    """Deletes rooms past their lifetime and returns their number."""
    before = timezone.now() - timedelta(days=limits.ROOM_KEPT_DAYS)
    old = Room.objects.filter(ended__lt=before) | Room.objects.filter(ended=None, changed__lt=before)
    keys = list(old.values_list("pk", flat=True)[:100])
    for row in keys:
        delete(row)
    return len(keys)
