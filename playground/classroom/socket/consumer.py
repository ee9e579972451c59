"""The commands of a socket in a room; `docs/rooms.md` describes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playground.classroom import questions
from playground.classroom.process.boards import NOWHERE, Position
from playground.classroom.protocol import COMMANDS, message_text
from playground.classroom.services import rooms as room_services
from playground.classroom.services import sandboxes, seats, stages
from playground.classroom.services.polls import Cast
from playground.classroom.services.sandboxes import SandboxState
from playground.classroom.services.seats import SeatState
from playground.classroom.socket import (
    commands,
    polls,  # noqa: F401  (marks its commands)
    presentation,  # noqa: F401  (marks its commands)
    tasks,
)
from playground.classroom.socket.socket import RoomSocket
from playground.runs.changes.moves import run_lock
from playground.runs.protocol import Request
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.socket.consumer import HANDLERS as RUN_HANDLERS
from playground.runs.stepper import Frames, ask
from playground.server.database_threads import database_sync_to_async

Handler = Callable[["RoomConsumer", Request], Awaitable[None]]
HANDLERS: dict[str, Handler] = {}


def command(name: str) -> Callable[[Handler], Handler]:
    """Marks the method that answers a command of `protocol.COMMANDS`."""
    if name not in COMMANDS:
        raise KeyError(name)

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return mark


#: Commands that reveal more of a run than the position.
LOOKS_FURTHER = frozenset({"step", "seek", "decision", "input", "peek", "reveal"})


class RoomConsumer(RoomSocket):
    """A socket with its commands. The presenter's commands are in `presentation`, `polls` and `tasks`."""

    async def handle(self, request: Request) -> None:
        name = request.command.name
        if name in LOOKS_FURTHER and await self.waits(request):
            return
        if name in HANDLERS:
            await HANDLERS[name](self, request)
        else:
            await commands.HANDLERS[name](self, request)

    # --- the board --------------------------------------------------------------------------------

    @command("hello")
    async def hello(self, request: Request) -> None:
        await self.greet(request)

    @command("step")
    async def step(self, request: Request) -> None:
        await self.on_stage()
        await self.set_mode("explore")
        if await self.goes_beyond_the_answer(request) and not await self.copy_stage(request):
            return
        await RUN_HANDLERS["step"](self, request)

    async def goes_beyond_the_answer(self, request: Request) -> bool:
        """True when a presenter steps beyond the end of the run that showed a lesson's answer. All rooms
        with this lesson share that run, and it ends with the answer."""
        start = request.args["from"]
        if not self.presenter or self.can_act or start < self.standing.head:
            return False
        room = await self.room(request)
        if room is None or room.showing is not None or start != room.at:
            return False
        stored = await database_sync_to_async(questions.lesson_of)(room)
        return stored is not None and room.stage != stored.stages.steps[room.step - 1].run

    async def copy_stage(self, request: Request) -> bool:
        """Puts a copy that belongs to the room onto the stage; False when there is none."""
        room = await self.room(request)
        copy = None if room is None else await database_sync_to_async(room_services.fork_stage)(room)
        if room is None or copy is None:
            return False
        columns = {"stage_id": copy.run, "at": copy.head, "prepared_id": None}
        if await self.change_stage(request, same=True, **columns, showing=None) is None:
            return False
        self.standing, self.can_act, self.sent_head = copy, True, copy.head
        return True

    async def go_on(self, request: Request, start: int, limit: int) -> Frames | None:
        """Steps beyond the stage's head: first through the prepared run, then by simulating further."""
        if await self.unrevealed(request):
            return None
        room = await self.room(request)
        if room is None:
            return None
        leader = await self.run_of(room.prepared) if room.prepared else None
        if leader is None or self.standing.head != start or start >= leader.head:
            if leader is not None and start >= leader.head:
                await database_sync_to_async(room_services.change)(self.room_id, prepared_id=None)
            return await super().go_on(request, start, limit)
        frames = await ask(leader, self.talk_of(request, start, limit, leader.head))
        self.led = frames, leader.run
        return frames

    def stored(self, standing: Standing, frames: Frames) -> Moved | Lost | Gone:
        """Also stores the room's position."""
        self.kept = frames.end
        leading, leader = self.led
        return stages.stored(self.room_id, standing, frames, leader if frames is leading else None)

    @command("seek")
    async def seek(self, request: Request) -> None:
        await self.on_stage()
        await self.set_mode("explore")
        if not await self.refresh(request):
            return
        to = request.args["to"]
        if to > self.standing.head:
            await self.out_of_range(request, "to", to)
            return
        snapshot = await self.snapshot(to)
        self.at, self.sent_head, self.carried_from = to, self.standing.head, None
        if self.presenter:
            self.here.stage.boards.keep_snapshot(self.standing.run, to, snapshot)
            await self.moved(to)
        else:
            self.stands = Position(self.standing.run, to, self.standing.head)
            self.here.attendance.note(self.number)
        head = self.standing.head
        await self.send(f'{{"type":"snapshot","re":{request.id},"head":{head},"snapshot":{snapshot}}}')
        if self.presenter:
            await self.tell_moved(to, to, "jump", "")

    @command("decision")
    async def decision(self, request: Request) -> None:
        await self.on_stage()
        await RUN_HANDLERS["decision"](self, request)

    @command("input")
    async def give(self, request: Request) -> None:
        """Applies a presenter's action; when the stage is not the room's own run, to a copy of it."""
        if await self.unrevealed(request):
            return
        await self.on_stage()
        if not self.can_act and not await self.copy_stage(request):
            return
        before = self.standing.inputs
        await RUN_HANDLERS["input"](self, request)
        if self.standing.inputs > before:
            await database_sync_to_async(room_services.change)(self.room_id, prepared_id=None)

    @command("ping")
    async def ping(self, request: Request) -> None:
        await RUN_HANDLERS["ping"](self, request)

    @command("follow")
    async def follow(self, request: Request) -> None:
        """Brings the sender back to the position of the room."""
        self.catching = True
        try:
            if self.mode == "alone":
                self.stands = NOWHERE  # its page has shown another run
            await self.set_mode("follow")
            have = request.args["have"]
            if have is not None:
                self.stands = await self.here.stage.boards.stands(have)
        finally:
            self.catching = False
        await self.here.stage.catch_up(self, request.id)
        self.standing = self.here.stage.boards.standing
        self.at, self.sent_head = self.stands.at, self.stands.head
        self.here.attendance.note(self.number)

    # --- the own seat ------------------------------------------------------------------------------

    async def my(self, request: Request, call: Callable[..., Any], *args: Any, **fields: Any) -> None:
        """Changes the sender's own seat and confirms it."""
        assert self.seat is not None
        seat: SeatState | None = await database_sync_to_async(call)(
            self.room_id, self.seat.number, *args, **fields
        )
        if seat is None:
            await self.no(request, "room.no_such_seat")
            return
        self.seat = seat
        await self.ok(request)

    @command("name")
    async def name(self, request: Request) -> None:
        await self.my(request, seats.change, name=seats.tidy(request.args["name"]))
        await self.tell_mine("name", "same_name")

    @command("hand")
    async def hand(self, request: Request) -> None:
        await self.my(request, seats.hand, request.args["up"])
        await self.tell_mine("hand")

    @command("mood")
    async def mood(self, request: Request) -> None:
        await self.my(request, seats.change, mood=request.args["mood"] or "")
        await self.tell_mine("mood")

    @command("allow")
    async def allow(self, request: Request) -> None:
        show = request.args["show"]
        await self.my(request, seats.change, allow=show)
        await self.tell_mine("allow")
        if self.wants_show:
            self.wants_show = False
            if show:
                assert self.seat is not None
                await tasks.show_board(self, request, self.seat.number)

    async def tell_mine(self, *names: str) -> None:
        """Publishes the changed members of the sender's own seat."""
        assert self.seat is not None
        members = {"name": self.seat.name, "sameName": self.seat.same_name, "allow": self.seat.allow}
        members |= {"hand": self.seat.hand is not None, "mood": self.seat.mood or None}
        keys = {"same_name": "sameName"}
        await self.tell_you(
            self.seat, **{keys.get(name, name): members[keys.get(name, name)] for name in names}
        )

    @command("bye")
    async def bye(self, request: Request) -> None:
        await self.my(request, seats.change, left=True)
        await self.close()

    @command("vote")
    async def vote(self, request: Request) -> None:
        assert self.seat is not None
        args = request.args
        choice, choices, number = args["choice"], args["choices"], args["number"]
        vote = Cast(self.seat.pk, args["poll"], args["round"], choice, choices, number)
        if code := await self.here.votes.cast(vote):
            await self.no(request, code)
            return
        value_of = {name: args[name] for name in ("choice", "choices", "number") if args[name] is not None}
        await self.send(message_text("voted", request.id, poll=vote.poll, round=vote.round, vote=value_of))
        await self.publish({"type": "room.voted", "seat": self.seat.number})
        if self.here.attendance.roster.presence(self.seat.number).places > 1:
            value = next(iter(value_of.values()))
            mine = {"votes": {str(vote.poll): {str(vote.round): value}}}
            await self.tell(message_text("you", you=mine), seat=self.seat.number, but=self.channel_name)

    # --- alone ------------------------------------------------------------------------------------

    @command("alone")
    async def alone(self, request: Request) -> None:
        """Sends the sender's sandbox, a new one when the seat has none for the open task."""
        assert self.seat is not None
        room = await self.room(request)
        if room is None:
            return
        box = await database_sync_to_async(sandboxes.newest)(self.seat)
        open_task = room.task["number"] if room.task else None
        fresh = (
            box is None or bool(request.args["fresh"]) or (open_task is not None and box.task != open_task)
        )
        if fresh:
            if await self.unrevealed(request):
                return
            async with run_lock(f"room.{self.room_id}.{self.seat.number}"):
                new_box = await database_sync_to_async(sandboxes.make)(room, self.seat, self.owner_name())
            if isinstance(new_box, str):
                await self.no(request, new_box)
                return
            box = new_box
        assert box is not None
        await self.set_mode("alone")
        await self.here.judge.watch(self.seat.number, box.run)
        await self.send(message_text("sandbox", request.id, **box_members(box, fresh)))
        if fresh:
            event = {"type": "room.sandbox", "seat": self.seat.number, "run": box.run}
            text = message_text("sandbox", **box_members(box, True))
            await self.publish({**event, "text": text, "but": self.channel_name})


def box_members(box: SandboxState, fresh: bool) -> dict[str, Any]:
    """The members of a `sandbox` message."""
    return {**box.to_json(), "at": box.begins, "fresh": fresh}


assert set(HANDLERS) | set(commands.HANDLERS) == set(COMMANDS)
