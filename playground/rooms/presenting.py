"""The commands that only a presenter may give."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

import scheduler_core as core
from playground import limits
from playground.rooms import asking, showing
from playground.rooms import protocol as room_protocol
from playground.rooms.asking import Question
from playground.rooms.protocol import COMMANDS, said
from playground.rooms.services import links, polls, rooms, sandboxes, seats
from playground.rooms.services.polls import PollState
from playground.rooms.sockets import RoomSocket
from playground.runs import stepper
from playground.runs.protocol import ErrorReply, Request, encode, problem
from playground.runs.stepper import ask

Handler = Callable[[RoomSocket, Request], Awaitable[None]]
HANDLERS: dict[str, Handler] = {}

db = database_sync_to_async


def command(name: str) -> Callable[[Handler], Handler]:
    """Marks the function that answers a command of `protocol.COMMANDS`."""
    if COMMANDS[name].needs != "present":
        raise KeyError(name)

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return mark


# --- what everybody sees --------------------------------------------------------------------------


@command("view")
async def view(socket: RoomSocket, request: Request) -> None:
    told = {name: value for name, value in request.args.items() if value is not None}
    if await db(rooms.look)(socket.room_id, told) is None:
        await socket.no(request, "room.ended")
        return
    await socket.ok(request)
    await socket.here.tell(said("view", view=told), but=socket.channel_name)


@command("spot")
async def spot(socket: RoomSocket, request: Request) -> None:
    args = request.args
    x, y = (0.5 if args[name] is None else args[name] for name in ("x", "y"))
    await socket.here.point(said("spot", on=args["on"], x=x, y=y))


@command("gather")
async def gather(socket: RoomSocket, request: Request) -> None:
    await db(seats.gather)(socket.room_id)
    await socket.ok(request)
    await socket.here.publish({"type": "room.gather"})


@command("peek")
async def peek(socket: RoomSocket, request: Request) -> None:
    """What the next step would bring. Nothing is moved, and nobody else is told."""
    await socket.on_stage()
    room = await socket.room(request)
    if room is None:
        return
    at, known = room.at, socket.standing
    leader = await socket.run_of(room.prepared) if room.prepared else None
    if leader is not None and at < leader.head:
        known = leader
    limit = limits.STEP_FRAMES_DEFAULT
    most = known.head if at < known.head else None
    frames = await ask(known, stepper.stepped(at, request.args["size"], None, limit, most))
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
        await socket.tell_room(**showing.timer(room), nowMs=showing.now_ms())


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
    """Everybody hears that the room has ended, and goes."""
    await hub.tell(said("room", room={"ended": True}))
    code = room_protocol.CLOSE_ENDED
    await hub.publish({"type": "room.cut", "seat": None, "link": None, "code": code})


# --- the lesson, the plan -------------------------------------------------------------------------


@command("go")
async def go(socket: RoomSocket, request: Request) -> None:
    if await socket.unrevealed(request):
        return
    room = await socket.room(request)
    if room is None:
        return
    step = request.args["step"]
    kept = await db(asking.lesson_of)(room)
    if kept is None or step > len(kept.stages.steps):
        await socket.no(request, "room.no_lesson")
        return
    stage = kept.stages.steps[step - 1]
    await db(polls.put_away)(socket.room_id)
    columns = {"step": step, "stage_id": stage.run, "at": stage.at, "showing": None, "home_id": None}
    if await socket.change_stage(request, same=False, **columns) is None:
        return
    await socket.ok(request)
    await socket.here.tell(said("lesson", lesson=showing.lesson(kept, step)))
    await tell_poll(socket, None)


@command("plan")
async def plan(socket: RoomSocket, request: Request) -> None:
    room = await socket.change(request, plan=request.args["items"])
    if room:
        await socket.ok(request)
        await socket.here.tell(said("plan", plan=showing.plan(room)), "presenters")


@command("clock")
async def clock(socket: RoomSocket, request: Request) -> None:
    columns: dict[str, Any] = {"plan_item": request.args["item"]}
    if request.args["started"] is not None:
        columns["plan_started"] = timezone.now() if request.args["started"] else None
    room = await socket.change(request, **columns)
    if room:
        await socket.ok(request)
        await socket.here.tell(said("plan", plan=showing.plan(room)), "presenters")


# --- polls ----------------------------------------------------------------------------------------


@command("open-poll")
async def open_poll(socket: RoomSocket, request: Request) -> None:
    room = await socket.room(request)
    if room is None:
        return
    question = await asked(socket, room, request.args)
    if question is None:
        await socket.no(request, "room.no_lesson")
        return
    if not isinstance(question, Question):
        await socket.refuse(request, "poll.cannot", question)
        return
    kind = request.args["kind"]
    await db(polls.put_away)(socket.room_id)
    poll = await db(polls.open_one)(socket.room_id, kind, question.asked, question.about)
    if isinstance(poll, str):
        await socket.no(request, poll, limit=limits.ROOM_POLLS)
        return
    await socket.ok(request)
    await tell_poll(socket, poll, fresh=True)


async def asked(socket: RoomSocket, room: rooms.RoomState, args: Any) -> Question | core.Problem | None:
    if args["kind"] == "lesson":
        return await db(asking.of_lesson)(room)
    if args["kind"] == "number":
        return asking.of_number(args)
    if args["kind"] == "free":
        return asking.free(args)
    snapshot = json.loads(await socket.here.boards.snapshot())
    return asking.of_pod(room, snapshot, args["kind"], args["pod"])


async def tell_poll(socket: RoomSocket, poll: PollState | None, *, fresh: bool = False) -> None:
    """The poll as everybody may see it. `fresh`: nobody has voted in this round yet."""
    text = said("poll", poll=poll and poll.to_json())
    event = {"type": "room.poll", "text": text, "bars": poll is not None and poll.bars, "fresh": fresh}
    await socket.here.publish(event)


async def settle_poll(socket: RoomSocket, request: Request, poll: PollState | str | None) -> None:
    if poll is None or isinstance(poll, str):
        await socket.no(request, poll or "poll.none", limit=limits.POLL_ROUNDS)
        return
    await socket.ok(request)
    shown = None if poll.state in polls.AWAY else poll
    await tell_poll(socket, shown, fresh=request.command.name == "vote-again")


@command("close-poll")
async def close_poll(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.close)(socket.room_id, request.args["poll"]))


@command("vote-again")
async def vote_again(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.vote_again)(socket.room_id, request.args["poll"]))


@command("drop-poll")
async def drop_poll(socket: RoomSocket, request: Request) -> None:
    await settle_poll(socket, request, await db(polls.drop)(socket.room_id, request.args["poll"]))


@command("bars")
async def bars(socket: RoomSocket, request: Request) -> None:
    args = request.args
    await settle_poll(socket, request, await db(polls.bars)(socket.room_id, args["poll"], args["shown"]))


@command("reveal")
async def reveal(socket: RoomSocket, request: Request) -> None:
    """No more votes; then the truth, which is looked for only now."""
    room = await socket.room(request)
    if room is None:
        return
    poll = await db(polls.close)(socket.room_id, request.args["poll"])
    if poll is None or not poll.unfinished:
        await socket.no(request, "poll.none" if poll is None else "poll.closed")
        return
    truth = await truth_of(socket, room, poll, request.args)
    if isinstance(truth, core.Problem):
        await socket.fail(ErrorReply("poll.choice", truth, request.id))
        return
    if truth is None:
        await socket.no(request, "room.no_lesson")
        return
    shown = await db(polls.reveal)(socket.room_id, poll.number, truth)
    await settle_poll(socket, request, shown)
    if poll.kind == "lesson":
        await go_on_to_truth(socket, request, room)


async def truth_of(
    socket: RoomSocket, room: rooms.RoomState, poll: PollState, args: Any
) -> dict[str, Any] | core.Problem | None:
    if poll.kind == "lesson":
        return await db(asking.lesson_truth)(poll)
    if poll.kind in polls.SECRET:
        known = None
        if room.prepared:
            leader = await socket.run_of(room.prepared)
            known = leader if leader is not None and poll.about["at"] < leader.head else None
        known = known or await socket.run_of(poll.about["run"])
        return None if known is None else await asking.played_truth(poll, known)
    right = args["right"]
    if right is not None and any(each >= len(poll.asked["choices"]) for each in right):
        return problem("poll.choice", "right")
    return asking.given_truth(right, args["number"])


async def go_on_to_truth(socket: RoomSocket, request: Request, room: rooms.RoomState) -> None:
    """The lesson's stage now has what follows, and still stands where it stood."""
    kept = await db(asking.lesson_of)(room)
    if kept is None:
        return
    stage = kept.stages.steps[room.step - 1]
    if room.stage == stage.run and stage.shown != stage.run:
        await socket.change_stage(request, same=True, stage_id=stage.shown, at=room.at)


# --- tasks and sandboxes --------------------------------------------------------------------------


@command("open-task")
async def open_task(socket: RoomSocket, request: Request) -> None:
    if await socket.unrevealed(request):
        return
    room = await socket.room(request)
    if room is None:
        return
    kept = await db(asking.lesson_of)(room)
    value: dict[str, Any] = {"text": request.args["text"] or "", "solution": None}
    if request.args["checks"] is not None:
        checks = []
        for place, each in enumerate(request.args["checks"]):
            condition = core.parse_condition(each, f"checks[{place}]")
            if isinstance(condition, core.Problem):
                await socket.refuse(request, "input.invalid", condition)
                return
            checks.append({"name": f"c{place + 1}", "says": encode(each), "holds": condition.to_json()})
        judged = core.Stop(step=0).to_json()
        value |= {"lesson": False, "checks": checks, "judged": judged}
        value |= {"run": room.stage, "at": room.at, "script": None}
    elif kept is not None and kept.lesson.task is not None:
        given = kept.lesson.task
        checks = [
            {"name": each.name, "says": each.says.said("en"), "holds": each.holds.to_json()}
            for each in given.checks
        ]
        value |= {"lesson": True, "checks": checks, "judged": given.judged.to_json()}
        source = await socket.run_of(kept.stages.sandbox)
        at = source.head if source else 0
        value |= {"run": kept.stages.sandbox, "at": at, "script": kept.stages.script}
    else:
        await socket.no(request, "room.no_lesson")
        return
    task = await db(sandboxes.open_task)(socket.room_id, value)
    if task is None:
        await socket.no(request, "room.ended")
        return
    await socket.ok(request)
    await tell_task(socket, task, kept)


async def tell_task(socket: RoomSocket, task: dict[str, Any] | None, kept: Any) -> None:
    text = said("task", task=showing.task(task, kept))
    await socket.here.publish({"type": "room.task", "task": task, "text": text})


@command("close-task")
async def close_task(socket: RoomSocket, request: Request) -> None:
    if await socket.change(request, task=None):
        await socket.ok(request)
        await tell_task(socket, None, None)


@command("reset-task")
async def reset_task(socket: RoomSocket, request: Request) -> None:
    room = await socket.room(request)
    if room is None:
        return
    for box in await db(sandboxes.renew)(room, request.args["seat"]):
        text = said("sandbox", **box.to_json(), at=box.begins, fresh=True)
        event = {"type": "room.sandbox", "seat": box.seat, "run": box.run, "text": text, "but": ""}
        await socket.here.publish(event)
    await socket.ok(request)


@command("solve-task")
async def solve_task(socket: RoomSocket, request: Request) -> None:
    room = await socket.room(request)
    if room is None:
        return
    kept = await db(asking.lesson_of)(room)
    if room.task is None or not room.task["lesson"] or kept is None or kept.lesson.task is None:
        await socket.no(request, "task.none" if room.task is None else "room.no_lesson")
        return
    wanted = request.args["solution"]
    accepted = kept.lesson.task.accepted
    found = next((each for each in accepted if wanted in (None, "", each.name)), None)
    if found is None:
        await socket.no(request, "room.no_lesson")
        return
    says = asking.lines(found.says)
    solution = {"name": found.name, "says": says, "inputs": [each.to_json() for each in found.inputs]}
    changed = await socket.change(request, task={**room.task, "solution": solution})
    if changed:
        await socket.ok(request)
        text = said("task", task=showing.task(changed.task, kept))
        await socket.here.tell(text)


@command("show")
async def show(socket: RoomSocket, request: Request) -> None:
    """A learner's board for all, after the learner agreed; or back to the stage."""
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
    seat = next((each for each in await db(seats.listed)(socket.room_id) if each.number == number), None)
    if seat is None:
        await socket.no(request, "room.no_such_seat")
    elif seat.allow:
        if await show_board(socket, request, number):
            await socket.ok(request)
    else:
        await socket.here.publish({"type": "room.ask_show", "seat": number, "text": said("ask-show")})
        await socket.ok(request)


async def show_board(socket: RoomSocket, request: Request, number: int) -> bool:
    """Brings the sandbox of a seat onto the stage. False after who asked was told why not."""
    room = await socket.room(request)
    if room is None:
        return False
    found = await db(sandboxes.of_task)(socket.room_id, None)
    box = next((each for each in found if each.seat == number), None)
    known = await socket.run_of(box.run) if box else None
    if known is None:
        await socket.no(request, "show.not_allowed")
        return False
    columns: dict[str, Any] = {"stage_id": known.run, "at": known.head, "showing": number}
    if room.home is None:
        columns |= {"home_id": room.stage, "home_at": room.at}
    if await socket.change_stage(request, **columns) is None:
        return False
    await socket.tell_room(showing=number)
    return True


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
    for each in lowered:
        await socket.tell_you(each, hand=False)


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
    await socket.here.bots.rehearse(count)
    await socket.ok(request)


async def tell_links(socket: RoomSocket) -> None:
    await socket.send(said("links", links=socket.links_now(await db(links.listed)(socket.room_id))))
