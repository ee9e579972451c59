"""Sandboxes: the runs in which learners work alone, and their results in a task."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from playground import limits
from playground.classroom.models import Room, Sandbox
from playground.classroom.services.rooms import RoomState
from playground.classroom.services.seats import SeatState
from playground.runs import access, new_runs
from playground.runs import services as runs
from playground.runs.models import Run
from playground.runs.services import Standing
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class SandboxState:
    """A sandbox as stored. `given` is its number of inputs at step `begins`, where the learner began."""

    seat: int
    seat_pk: int
    run: str
    task: int | None
    begins: int
    given: int
    result: dict[str, Any] | None
    done: datetime | None
    created: datetime

    def to_json(self) -> dict[str, Any]:
        """The sandbox's members in a `you` message."""
        return {"run": self.run, "url": f"/r/{self.run}", "task": self.task}


def _state(row: Sandbox) -> SandboxState:
    return SandboxState(
        seat=row.seat.number,
        seat_pk=row.seat_id,
        run=row.run_id,
        task=row.task,
        begins=row.begins,
        given=row.given,
        result=messages.with_present_arguments(row.result),
        done=row.done,
        created=row.created,
    )


def newest(seat: SeatState) -> SandboxState | None:
    row = Sandbox.objects.filter(seat_id=seat.pk).select_related("seat").order_by("-pk").first()
    return None if row is None else _state(row)


def of_run(room_id: str, run: str) -> SandboxState | None:
    row = Sandbox.objects.filter(seat__room_id=room_id, run_id=run).select_related("seat").first()
    return None if row is None else _state(row)


def make(room: RoomState, seat: SeatState, owner: str) -> SandboxState | str:
    """Creates a sandbox for a seat, owned by `owner` (an owner name). It starts at the position, or where the
    open task begins. Returns a problem's code when it cannot."""
    if Sandbox.objects.filter(seat_id=seat.pk).count() >= limits.SEAT_SANDBOXES:
        return "room.full"
    return _make(room, seat.pk, access.digest(owner))


def _make(room: RoomState, seat_pk: int, owner_digest: str) -> SandboxState | str:
    task = room.task
    source, at, script = (task["run"], task["at"], task["script"]) if task else (room.stage, room.at, None)
    with transaction.atomic():
        fork = new_runs.fork(source, at=at, owner="", script=script)
        if not isinstance(fork, Standing):
            return "run.gone"
        # The presenter who hands out new sandboxes knows only the digest of the owner's cookie.
        Run.objects.filter(pk=fork.run).update(owner_digest=owner_digest)
        row = Sandbox.objects.create(
            seat_id=seat_pk,
            run_id=fork.run,
            task=task["number"] if task else None,
            begins=fork.head,
            given=fork.inputs,
        )
        return _state(row)


def renew(room: RoomState, seat: int | None) -> list[SandboxState]:
    """Creates new sandboxes for one seat, or for all seats that have one."""
    rows = Sandbox.objects.filter(seat__room_id=room.id, seat__removed=False).order_by("pk")
    if seat is not None:
        rows = rows.filter(seat__number=seat)
    renewed = []
    latest = {row.seat_id: row for row in rows.select_related("run")}
    for row in latest.values():
        fresh = _make(room, row.seat_id, row.run.owner_digest)
        if isinstance(fresh, SandboxState):
            renewed.append(fresh)
    return renewed


def of_task(room_id: str, task: int | None) -> list[SandboxState]:
    """The newest sandbox of each seat; only those of the task when one is given."""
    rows = Sandbox.objects.filter(seat__room_id=room_id, seat__removed=False).select_related("seat")
    if task is not None:
        rows = rows.filter(task=task)
    latest = {row.seat_id: row for row in rows.order_by("pk")}
    return [_state(row) for row in latest.values()]


def judged(run: str, result: dict[str, Any]) -> SandboxState | None:
    """Stores the result of a sandbox; `done` stays the first time at which it passed."""
    with transaction.atomic():
        row = Sandbox.objects.select_for_update().filter(run_id=run).select_related("seat").first()
        if row is None:
            return None
        row.result = result
        if result["done"] and row.done is None:
            row.done = timezone.now()
        row.save(update_fields=["result", "done"])
        return _state(row)


def inputs_of(run: str) -> list[dict[str, Any]]:
    """The inputs of a sandbox as JSON objects."""
    standing = runs.standing(run)
    return [] if standing is None else [value for _, value in runs.inputs_of(standing)]


def open_task(room_id: str, task: dict[str, Any]) -> dict[str, Any] | None:
    """Stores a task as the room's open one with the next number; None when the room has ended."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id, ended=None).first()
        if room is None:
            return None
        room.tasks += 1
        room.task = {**task, "number": room.tasks}
        room.save(update_fields=["task", "tasks", "changed"])
        return dict(room.task)
