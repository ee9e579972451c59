"""The presenter's commands for tasks: open and close a task, sandboxes, and a learner's board for all."""

from __future__ import annotations

from typing import Any

import scheduler_core as core
from playground.classroom import descriptions, questions
from playground.classroom.protocol import message_text
from playground.classroom.services import sandboxes, seats
from playground.classroom.socket.commands import command
from playground.classroom.socket.socket import RoomSocket
from playground.classroom.translations import lines
from playground.runs.protocol import Request, encode
from playground.server.database_threads import database_sync_to_async

db = database_sync_to_async


@command("open-task")
async def open_task(socket: RoomSocket, request: Request) -> None:
    if await socket.unrevealed(request):
        return
    room = await socket.room(request)
    if room is None:
        return
    stored = await db(questions.lesson_of)(room)
    value: dict[str, Any] = {"text": request.args["text"] or "", "solution": None, "digest": ""}
    if request.args["checks"] is not None:
        checks = []
        for place, entry in enumerate(request.args["checks"]):
            condition = core.parse_condition(entry, f"checks[{place}]")
            if isinstance(condition, core.Problem):
                await socket.refuse(request, "input.invalid", condition)
                return
            checks.append({"name": f"c{place + 1}", "says": encode(entry), "holds": condition.to_json()})
        judged = core.Stop(step=0).to_json()
        value |= {"lesson": False, "checks": checks, "judged": judged}
        value |= {"run": room.stage, "at": room.at, "script": None}
    elif stored is not None and stored.lesson.task is not None:
        lesson_task = stored.lesson.task
        checks = [
            {"name": check.name, "says": check.says.in_language("en"), "holds": check.holds.to_json()}
            for check in lesson_task.checks
        ]
        value |= {"lesson": True, "checks": checks, "judged": lesson_task.judged.to_json()}
        value["digest"] = stored.digest
        source = await socket.run_of(stored.stages.sandbox)
        at = source.head if source else 0
        value |= {"run": stored.stages.sandbox, "at": at, "script": stored.stages.script}
    else:
        await socket.no(request, "room.no_lesson")
        return
    task = await db(sandboxes.open_task)(socket.room_id, value)
    if task is None:
        await socket.no(request, "room.ended")
        return
    await socket.ok(request)
    await tell_task(socket, task, stored)


async def tell_task(socket: RoomSocket, task: dict[str, Any] | None, stored: Any) -> None:
    text = message_text("task", task=descriptions.task(task, stored))
    await socket.publish({"type": "room.task", "task": task, "text": text})


@command("close-task")
async def close_task(socket: RoomSocket, request: Request) -> None:
    if await socket.change(request, task=None):
        await socket.ok(request)
        await tell_task(socket, None, None)


@command("reset-task")
async def reset_task(socket: RoomSocket, request: Request) -> None:
    """Gives one seat, or all, a new sandbox at the beginning of the task."""
    room = await socket.room(request)
    if room is None:
        return
    for box in await db(sandboxes.renew)(room, request.args["seat"]):
        text = message_text("sandbox", **box.to_json(), at=box.begins, fresh=True)
        event = {"type": "room.sandbox", "seat": box.seat, "run": box.run, "text": text, "but": ""}
        await socket.publish(event)
    await socket.ok(request)


@command("solve-task")
async def solve_task(socket: RoomSocket, request: Request) -> None:
    room = await socket.room(request)
    if room is None:
        return
    stored = await db(questions.lesson_of)(room)
    if room.task is None or not room.task["lesson"] or stored is None or stored.lesson.task is None:
        await socket.no(request, "task.none" if room.task is None else "room.no_lesson")
        return
    name = request.args["solution"]
    accepted = stored.lesson.task.accepted
    chosen = next((way for way in accepted if name in (None, "", way.name)), None)
    if chosen is None:
        await socket.no(request, "room.no_lesson")
        return
    says = lines(chosen.says)
    solution = {"name": chosen.name, "says": says, "inputs": [value.to_json() for value in chosen.inputs]}
    changed = await socket.change(request, task={**room.task, "solution": solution})
    if changed:
        await socket.ok(request)
        text = message_text("task", task=descriptions.task(changed.task, stored))
        await socket.tell(text)


@command("show")
async def show(socket: RoomSocket, request: Request) -> None:
    """Shows a learner's board to all after the learner agreed, or returns to the stage."""
    number = request.args["seat"]
    if number is None:
        room = await socket.room(request)
        if room is None:
            return
        if room.home is not None:
            columns: dict[str, Any] = {
                "stage_id": room.home,
                "at": room.home_at,
                "home_id": None,
                "showing": None,
            }
            if await socket.change_stage(request, **columns) is None:
                return
            await socket.tell_room(showing=None)
        await socket.ok(request)
        return
    if await socket.unrevealed(request):
        return
    seat = next((row for row in await db(seats.listed)(socket.room_id) if row.number == number), None)
    if seat is None:
        await socket.no(request, "room.no_such_seat")
    elif seat.allow:
        if await show_board(socket, request, number):
            await socket.ok(request)
    else:
        await socket.publish({"type": "room.ask_show", "seat": number, "text": message_text("ask-show")})
        await socket.ok(request)


async def show_board(socket: RoomSocket, request: Request, number: int) -> bool:
    """Puts the sandbox of a seat on the stage. False after a refusal."""
    room = await socket.room(request)
    if room is None:
        return False
    boxes = await db(sandboxes.of_task)(socket.room_id, None)
    box = next((sandbox for sandbox in boxes if sandbox.seat == number), None)
    standing = await socket.run_of(box.run) if box else None
    if standing is None:
        await socket.no(request, "show.not_allowed")
        return False
    columns: dict[str, Any] = {"stage_id": standing.run, "at": standing.head, "showing": number}
    if room.home is None:
        columns |= {"home_id": room.stage, "home_at": room.at}
    if await socket.change_stage(request, **columns) is None:
        return False
    await socket.tell_room(showing=number)
    return True
