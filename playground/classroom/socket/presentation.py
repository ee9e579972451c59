"""The presenter's commands for everybody: the view, the lesson, the room and its people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from playground import limits
from playground.classroom import descriptions, questions
from playground.classroom import protocol as room_protocol
from playground.classroom.protocol import message_text
from playground.classroom.services import polls, rooms, seats
from playground.classroom.socket.commands import command
from playground.classroom.socket.polls import tell_poll
from playground.classroom.socket.socket import RoomSocket
from playground.lessons.texts import Text
from playground.runs import stepper
from playground.runs.protocol import Request
from playground.runs.stepper import ask
from playground.server.database_threads import database_sync_to_async

db = database_sync_to_async


# --- what everybody sees --------------------------------------------------------------------------


@command("view")
async def view(socket: RoomSocket, request: Request) -> None:
    changes = {name: value for name, value in request.args.items() if value is not None}
    if await db(rooms.look)(socket.room_id, changes) is None:
        await socket.no(request, "room.ended")
        return
    await socket.ok(request)
    await socket.tell(message_text("view", view=changes), but=socket.channel_name)


@command("spot")
async def spot(socket: RoomSocket, request: Request) -> None:
    args = request.args
    x, y = (0.5 if args[name] is None else args[name] for name in ("x", "y"))
    await socket.here.point(message_text("spot", on=args["on"], x=x, y=y))


@command("gather")
async def gather(socket: RoomSocket, request: Request) -> None:
    await db(seats.gather)(socket.room_id)
    await socket.ok(request)
    await socket.publish({"type": "room.gather"})


@command("peek")
async def peek(socket: RoomSocket, request: Request) -> None:
    """Answers with the next step without moving anything and without publishing it."""
    await socket.on_stage()
    room = await socket.room(request)
    if room is None:
        return
    at, standing = room.at, socket.standing
    leader = await socket.run_of(room.prepared) if room.prepared else None
    if leader is not None and at < leader.head:
        standing = leader
    limit = limits.STEP_FRAMES_DEFAULT
    most = standing.head if at < standing.head else None
    frames = await ask(standing, stepper.stepped(at, request.args["size"], None, limit, most))
    await socket.send(
        f'{{"type":"peek","re":{request.id},"from":{frames.start},"to":{frames.end},"frames":{frames.frames}}}'
    )


@command("pause")
async def pause(socket: RoomSocket, request: Request) -> None:
    if await socket.change(request, paused=request.args["on"]):
        await socket.ok(request)
        await socket.tell_room(paused=request.args["on"])


@command("say")
async def say(socket: RoomSocket, request: Request) -> None:
    notice = request.args["text"].strip()
    if await socket.change(request, notice=notice):
        await socket.ok(request)
        await socket.tell_room(say=notice)


@command("discuss")
async def discuss(socket: RoomSocket, request: Request) -> None:
    seconds = min(request.args["seconds"], limits.DISCUSS_SECONDS)
    until = timezone.now() + timedelta(seconds=seconds) if seconds else None
    room = await socket.change(request, discuss_until=until, discuss_seconds=seconds)
    if room:
        await socket.ok(request)
        await socket.tell_room(**descriptions.timer(room), nowMs=descriptions.now_ms())


@command("lock")
async def lock(socket: RoomSocket, request: Request) -> None:
    if await socket.change(request, locked=request.args["on"]):
        await socket.ok(request)
        await socket.tell_room(locked=request.args["on"])


@command("names")
async def names(socket: RoomSocket, request: Request) -> None:
    if await socket.change(request, names_hidden=request.args["hidden"]):
        await socket.ok(request)
        await socket.tell_room(namesHidden=request.args["hidden"])


@command("end")
async def end(socket: RoomSocket, request: Request) -> None:
    room = await db(rooms.end)(socket.room_id)
    if room is None:
        await socket.no(request, "room.ended")
        return
    await socket.ok(request)
    await tell_end(socket.here)


async def tell_end(hub: Any) -> None:
    """Publishes the end of the room and closes all its sockets."""
    await hub.subscription.tell(message_text("room", room={"ended": True}))
    code = room_protocol.CLOSE_ENDED
    await hub.subscription.publish({"type": "room.cut", "seat": None, "link": None, "code": code})


# --- the lesson, the plan -------------------------------------------------------------------------


@command("go")
async def go(socket: RoomSocket, request: Request) -> None:
    if await socket.unrevealed(request):
        return
    room = await socket.room(request)
    if room is None:
        return
    step = request.args["step"]
    stored = await db(questions.lesson_of)(room)
    if stored is None or step > len(stored.stages.steps):
        await socket.no(request, "room.no_lesson")
        return
    stage = stored.stages.steps[step - 1]
    await db(polls.put_away)(socket.room_id)
    columns = {"step": step, "stage_id": stage.run, "at": stage.at, "showing": None, "home_id": None}
    item = plan_item(room.plan, stored.lesson.steps[step - 1].title)
    if item is not None:
        columns["plan_item"] = item
    changed = await socket.change_stage(request, same=False, **columns)
    if changed is None:
        return
    await socket.ok(request)
    await socket.tell(message_text("lesson", lesson=descriptions.lesson(stored, step)))
    await tell_poll(socket, None)
    if item is not None:
        await socket.tell(message_text("plan", plan=descriptions.plan(changed)), "presenters")


def plan_item(plan: list[dict[str, Any]], title: Text) -> int | None:
    """The index of the plan item whose title is that of a lesson's step in any language; None without one."""
    titles = {words[: limits.PLAN_TITLE] for words in title.words.values()}
    return next((place for place, item in enumerate(plan) if item["title"] in titles), None)


@command("plan")
async def plan(socket: RoomSocket, request: Request) -> None:
    room = await socket.change(request, plan=request.args["items"])
    if room:
        await socket.ok(request)
        await socket.tell(message_text("plan", plan=descriptions.plan(room)), "presenters")


@command("clock")
async def clock(socket: RoomSocket, request: Request) -> None:
    columns: dict[str, Any] = {"plan_item": request.args["item"]}
    if request.args["started"] is not None:
        columns["plan_started"] = timezone.now() if request.args["started"] else None
    room = await socket.change(request, **columns)
    if room:
        await socket.ok(request)
        await socket.tell(message_text("plan", plan=descriptions.plan(room)), "presenters")


# --- people ---------------------------------------------------------------------------------------


@command("lower")
async def lower(socket: RoomSocket, request: Request) -> None:
    number = request.args["seat"]
    if number is None:
        lowered = await db(seats.lower_all)(socket.room_id)
    else:
        seat = await db(seats.hand)(socket.room_id, number, False)
        if seat is None:
            await socket.no(request, "room.no_such_seat")
            return
        lowered = [seat]
    await socket.ok(request)
    for lowered_seat in lowered:
        await socket.tell_you(lowered_seat, hand=False)


@command("remove")
async def remove(socket: RoomSocket, request: Request) -> None:
    seat = await db(seats.change)(socket.room_id, request.args["seat"], removed=True, hand=None)
    if seat is None:
        await socket.no(request, "room.no_such_seat")
        return
    await socket.ok(request)
    await socket.close_for(room_protocol.CLOSE_REMOVED, seat=seat.number)


@command("bots")
async def rehearse(socket: RoomSocket, request: Request) -> None:
    count = request.args["count"]
    if count > limits.ROOM_BOTS:
        await socket.no(request, "room.full", limit=limits.ROOM_BOTS)
        return
    await socket.here.bots.replace(count)
    await socket.ok(request)
