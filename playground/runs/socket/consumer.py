"""The commands of a socket on a run; `docs/protocol.md` describes them.

Channels handles the messages of one socket one after another, so a consumer needs no lock for itself. A
command that moves the head of a run calls `moves.move`."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from playground import limits
from playground.runs import protocol, services, stepper, time_policy
from playground.runs.changes import bounds, moves, news
from playground.runs.changes.input_text import InputText, read_input
from playground.runs.changes.moves import Move
from playground.runs.protocol import PROTOCOL, Request
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.socket.listener import HearingSocket
from playground.runs.stepper import Frames, Talk, ask
from playground.server.database_threads import database_sync_to_async
from playground.server.fairness import throttle
from playground.texts.messages import problem
from scheduler_core import Refused

#: Limits the inputs of one owner across all sockets.
input_buckets = throttle.buckets("inputs", limits.INPUTS_PER_SECOND, limits.INPUTS_BURST)

Handler = Callable[["RunConsumer", Request], Awaitable[None]]
HANDLERS: dict[str, Handler] = {}


def command(name: str) -> Callable[[Handler], Handler]:
    """Marks the method that answers a command of `protocol.COMMANDS`."""
    if name not in protocol.COMMANDS:
        raise KeyError(name)

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return mark


class RunConsumer(HearingSocket):
    """A socket with its commands: each method marked with `command` answers one."""

    async def handle(self, request: Request) -> None:
        await HANDLERS[request.command.name](self, request)

    @command("hello")
    async def hello(self, request: Request) -> None:
        theirs = request.args["protocol"]
        if theirs != PROTOCOL:
            version = problem("protocol.version", "protocol", ours=PROTOCOL, theirs=theirs)
            await self.refuse(request, "protocol.version", version)
            await self.close(code=protocol.CLOSE_BAD_PROTOCOL)
            return
        self.stops = None
        if not await self.refresh(request):
            return
        standing, stops = await self.timeline()
        head = self.standing.head
        at, have = request.args["at"], request.args["have"]
        # A client may know steps that the server lost in a power failure. It continues from the newest stored
        # one.
        target = head if at is None else min(at, head)
        frames = await self.resumed(have, target)
        if frames is not None:
            rest = f'"resumed":true,"frames":{frames.frames}'
        else:
            rest = f'"snapshot":{await self.snapshot(target)}'
        run = {
            "id": self.standing.run,
            "title": self.standing.title,
            "slug": self.standing.slug,
            "canAct": self.can_act,
            "owner": self.owner,
            "head": head,
            "limits": dict(limits.LIMITS_OF_CLIENTS),
            "speed": self.standing.speed,
            "waits": news.waiting_for(self.standing.run),
        }
        self.greeted, self.at, self.sent_head, self.carried_from = True, target, head, None
        await self.send(
            f'{{"type":"hello","re":{request.id},"protocol":{PROTOCOL},"run":{protocol.encode(run)},'
            f'"acts":{standing},{rest}}}'
        )
        if stops is not None:
            await self.fail(protocol.ErrorReply("run.stops", stops.problem))

    async def timeline(self) -> tuple[str, stepper.StopsError | None]:
        """JSON text of the acts up to the head, and None. For a run that ends earlier under today's rules:
        the acts up to that end and the reason; the end is then this client's head, and the client may not
        act."""
        try:
            return await self.acts_to(self.standing.head), None
        except stepper.StopsError as stops:
            self.stops, self.can_act = stops, False
            self.standing = self.standing.moved_to(stops.seq)
            return await self.acts_to(stops.seq), stops

    async def acts_to(self, seq: int) -> str:
        return await stepper.text_of(self.standing, "acts", seq, newest=limits.TIMELINE_ACTS)

    async def resumed(self, have: dict[str, Any] | None, target: int) -> Frames | None:
        """The frames that a returning client lacks; None when its state does not belong to this run."""
        if have is None or not 0 <= target - have["seq"] <= limits.STEP_FRAMES_MAX:
            return None
        if have["hash"] != await stepper.text_of(self.standing, "hash", have["seq"]):
            return None
        return await ask(self.standing, stepper.recorded(have["seq"], target))

    @command("step")
    async def step(self, request: Request) -> None:
        start = request.args["from"]
        limit = request.args["limit"] or limits.STEP_FRAMES_DEFAULT
        if limit > limits.STEP_FRAMES_MAX:
            too_many = problem("step.too_many_frames", "limit", limit=limits.STEP_FRAMES_MAX, got=limit)
            await self.refuse(request, "step.bounded", too_many)
            return
        if request.args["union"]:
            await self.rest()
        if (
            self.can_act and start >= self.standing.head
        ):  # the head never goes back, so it is not below `start` now
            await self.move(request, partial(self.go_on, request, start, limit))
        elif await self.refresh(request):
            await self.replay(request, start, limit)

    def talk_of(self, request: Request, start: int, limit: int, max_seq: int | None) -> Talk[Frames]:
        """The requested step, as frames or as a union; a union has only the run's own limit."""
        size, until = request.args["size"], request.args["until"]
        if request.args["union"]:
            return stepper.followed(start, size, until, limits.RUN_FRAMES_MAX - start, max_seq)
        return stepper.stepped(start, size, until, min(limit, limits.RUN_FRAMES_MAX - start), max_seq)

    async def replay(self, request: Request, start: int, limit: int) -> None:
        """Sends a step among existing frames, which every client may take."""
        if start > self.standing.head:
            await self.out_of_range(request, "from", start)
            return
        talk = self.talk_of(request, start, limit, self.standing.head)
        await self.reply(request, await ask(self.standing, talk))

    async def move(self, request: Request, compute: Callable[[], Awaitable[Frames | None]]) -> None:
        """Moves the run. `compute` finds the newest head in `self.standing` and returns None after it refused
        the request. The sender gets its answer before others are informed."""

        async def allowed(standing: Standing) -> Frames | None:
            return await compute() if await self.take(request, standing) else None

        await moves.move(self.standing, allowed, store=self.stored, settle=partial(self.settle, request))

    async def settle(self, request: Request, outcome: Move | Lost | Gone) -> None:
        """Sends the outcome of a move to the sender and then to others."""
        match outcome:
            case Gone():
                await self.gone(request)
            case Lost(head, inputs):
                self.standing = self.standing.moved_to(head, inputs)
                await self.lost_race(request)
            case Move(frames, run):
                self.standing = run
                await self.reply(request, frames)
                await moves.tell(outcome, self.channel_name)

    def stored(self, standing: Standing, frames: Frames) -> Moved | Lost | Gone:
        return moves.stored(standing, frames)

    async def go_on(self, request: Request, start: int, limit: int) -> Frames | None:
        """A step beyond the head."""
        # Meanwhile another socket may have moved the head, or the right to act may have been revoked.
        if self.standing.head != start or not self.can_act:
            await self.replay(request, start, limit)
            return None
        if too_long := bounds.too_long(self.standing):
            await self.refuse(request, "step.bounded", too_long)
            return None
        return await ask(self.standing, self.talk_of(request, start, limit, None))

    @command("seek")
    async def seek(self, request: Request) -> None:
        to = request.args["to"]
        if not await self.refresh(request):
            return
        if to > self.standing.head:
            await self.out_of_range(request, "to", to)
            return
        snapshot = await self.snapshot(to)
        self.at, self.sent_head, self.carried_from = to, self.standing.head, None
        await self.send(protocol.snapshot_text(request.id, self.standing.head, snapshot))

    @command("decision")
    async def decision(self, request: Request) -> None:
        """Sends the decision that a client opens. The client's position does not change."""
        seq = request.args["seq"]
        if not await self.refresh(request):
            return
        if seq > self.standing.head:
            await self.out_of_range(request, "seq", seq)
            return
        decision = await stepper.text_of(self.standing, "decision", seq)
        await self.send(protocol.decision_text(request.id, seq, decision))

    @command("input")
    async def give(self, request: Request) -> None:
        if wait_ms := await throttle.take(input_buckets, self.standing.owner_digest):
            await self.slow_down(wait_ms, request.id)
            return
        read = await read_input(request.args["input"])
        if not isinstance(read, InputText):
            await self.refuse(request, "input.invalid", read)
            return
        await self.move(request, partial(self.frame_of, request, request.args["from"], read))

    async def frame_of(self, request: Request, start: int, read: InputText) -> Frames | None:
        """The frame of an input at the head."""
        head = self.standing.head
        if start > head:
            await self.out_of_range(request, "from", start)
        elif start < head:
            if await self.stands_already():
                frames = await ask(self.standing, stepper.recorded(start, start + 1))
                await self.settle(request, Move(frames, self.standing))
            # A client that acted at the newest step it knew has lost a race; one that looked at the past has
            # not.
            elif start in (self.sent_head, self.carried_from):
                await self.lost_race(request)
            else:
                self.sent_head = head
                past = problem("input.not_at_head", "from", head=head, at=start)
                await self.refuse(request, "input.not_at_head", past)
        elif too_much := bounds.full(self.standing, len(read.text)):
            await self.refuse(request, "step.bounded", too_much)
        else:
            answer = await ask(self.standing, stepper.add_input(start, read.text))
            if isinstance(answer, Frames):
                self.given = self.standing.inputs, start, answer.stored
                return answer
            code = "input.refused" if isinstance(answer, Refused) else "input.invalid"
            await self.refuse(request, code, read.placed(answer))
        return None

    async def stands_already(self) -> bool:
        """Whether the input of this request was stored although the database connection broke before its
        answer."""
        if self.given is None:
            return False
        (ordinal, seq, value), run = self.given, self.standing.run
        stands = database_sync_to_async(services.input_stands)
        return await stands(run, ordinal=ordinal, seq=seq, value=value)

    @command("pace")
    async def pace(self, request: Request) -> None:
        """Stores the board's speed, which applies while a client of the Kubernetes API waits."""
        await database_sync_to_async(time_policy.note_speed)(self.standing.run, request.args["speed"])
        await self.send(protocol.pong_text(request.id))

    @command("ping")
    async def ping(self, request: Request) -> None:
        await self.send(protocol.pong_text(request.id))


assert set(HANDLERS) == set(protocol.COMMANDS)
