"""One socket on one run: protocol 2 as `docs/protocol.md` tells it.

Channels handles the messages of one socket one after the other, so a consumer needs no lock for itself.
Whoever moves the head of a run holds the run's lock: compute, make durable, answer, tell the others.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakValueDictionary

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from playground import limits
from playground.lifecycle import state
from playground.runs import protocol, services, stepper
from playground.runs.input_text import InputText, read_input
from playground.runs.protocol import PROTOCOL, Request, WireError, message
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames, ask
from playground.web.buckets import Buckets, TokenBucket
from playground.workers import pool as workers
from playground.workers.engine import Invalid, Ok, Refused

log = logging.getLogger("playground.runs")

#: Inputs of one owner over all of their sockets.
input_buckets = Buckets(limits.INPUTS_PER_SECOND, limits.INPUTS_BURST)

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def run_lock(run: str) -> asyncio.Lock:
    lock = _locks.get(run)
    if lock is None:
        lock = _locks[run] = asyncio.Lock()
    return lock


def group_name(run: str) -> str:
    return f"run.{run}"


class NoSuchSocket(AsyncWebsocketConsumer):
    """Any other socket address: says so with a close code a browser can read."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=protocol.CLOSE_NO_SUCH_RUN)


Handler = Callable[["RunConsumer", Request], Awaitable[None]]
HANDLERS: dict[str, Handler] = {}


def command(name: str) -> Callable[[Handler], Handler]:
    """Marks what does a command of `protocol.COMMANDS`."""
    if name not in protocol.COMMANDS:
        raise KeyError(name)

    def mark(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return mark


class RunConsumer(AsyncWebsocketConsumer):
    standing: Standing
    can_act = False
    owner = False
    greeted = False
    at = 0
    """Where the client stands, as far as it told."""
    told_head = 0
    """The newest head this client was told."""
    carried_from: int | None = None
    """The head from which the last broadcast carried this client along."""
    strikes = 0

    # --- connecting -------------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.accept()
        self.bucket = TokenBucket(limits.SOCKET_MESSAGES_PER_SECOND, limits.SOCKET_BURST)
        run = self.scope["url_route"]["kwargs"]["run_id"]
        if state.draining:
            await self.send(protocol.BYE_TEXT)
            await self.close(code=protocol.CLOSE_RESTART)
            return
        found = await database_sync_to_async(services.standing)(run)
        if found is None:
            await self.close(code=protocol.CLOSE_NO_SUCH_RUN)
            return
        self.standing = found
        rights = found.rights(self.scope.get("cookies", {}))
        self.owner, self.can_act = rights.owner, rights.can_act
        await self.channel_layer.group_add(group_name(run), self.channel_name)

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "standing"):
            await self.channel_layer.group_discard(group_name(self.standing.run), self.channel_name)

    # --- receiving --------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not hasattr(self, "standing"):
            return  # closing already
        if wait_ms := self.bucket.take():
            await self.strike(wait_ms)
            return
        if self.bucket.tokens >= limits.SOCKET_BURST - 1:
            self.strikes = 0
        if text_data is None:
            await self.fail(protocol.bad(message("protocol.binary")))
            return
        if (size := len(text_data.encode("utf-8", "surrogatepass"))) > limits.SOCKET_MESSAGE_BYTES:
            too_big = message("protocol.too_big", limit=limits.SOCKET_MESSAGE_BYTES, got=size)
            await self.fail(protocol.bad(too_big))
            return
        request = protocol.parse(text_data)
        if isinstance(request, WireError):
            await self.fail(request)
            return
        name = request.command.name
        if not self.greeted and name != "hello":
            await self.refuse(request, "protocol.hello_first", message("protocol.hello_first"))
            return
        if request.command.needs == "act" and not self.can_act:
            await self.refuse(request, "run.not_allowed", message("run.not_allowed"))
            return
        try:
            await HANDLERS[name](self, request)
        except workers.TooLongError:
            too_long = message("step.too_long", seconds=limits.STEP_WALL_SECONDS)
            await self.refuse(request, "step.bounded", too_long)
        except workers.BusyError:
            await self.refuse(request, "server.busy", message("server.busy"))
        except Exception:
            log.exception("run %s: %s failed", self.standing.run, name)
            workers.pool().forget(self.standing.run)
            await self.refuse(request, "server.busy", message("server.busy"))

    async def strike(self, wait_ms: int) -> None:
        self.strikes += 1
        slow_down = message("rate.slow_down", seconds=-(-wait_ms // 1000))
        await self.fail(WireError("rate.slow_down", slow_down, retry_ms=wait_ms))
        if self.strikes >= limits.SOCKET_STRIKES:
            await self.close(code=protocol.CLOSE_TOO_MANY)

    # --- saying -----------------------------------------------------------------------------------

    async def fail(self, error: WireError, snapshot: str | None = None) -> None:
        head = self.told_head if self.greeted else None
        await self.send(protocol.error_text(error, head=head, snapshot=snapshot))

    async def refuse(
        self,
        request: Request,
        code: str,
        what: protocol.Message,
        path: str | None = None,
        line: int | None = None,
    ) -> None:
        await self.fail(WireError(code, what, request.id, path, line))

    async def refresh(self, request: Request) -> bool:
        """Reads the newest head; False when the run is gone (which was then said)."""
        found = await database_sync_to_async(services.refresh)(self.standing)
        if found is None:
            await self.gone(request)
            return False
        self.standing = found
        return True

    async def gone(self, request: Request) -> None:
        await self.refuse(request, "run.gone", message("run.gone"))
        await self.close(code=protocol.CLOSE_NO_SUCH_RUN)

    async def out_of_range(self, request: Request, path: str, got: int) -> None:
        self.told_head = self.standing.head
        await self.refuse(
            request, "step.out_of_range", message("step.out_of_range", got=got, head=self.standing.head), path
        )

    async def snapshot(self, seq: int) -> str:
        """JSON text of the state at a step that exists."""
        answer = await ask(self.standing, stepper.at_step(seq, "snapshot", workers.pool().budget, seq=seq))
        assert isinstance(answer, Ok)
        return answer.text

    async def reply(self, request: Request, frames: Frames) -> None:
        head = self.standing.head
        self.at, self.told_head, self.carried_from = frames.end, head, None
        end = frames.end >= head and not self.can_act
        await self.send(protocol.frames_text(request.id, head, end, frames.body))

    async def lost_race(self, request: Request) -> None:
        """Somebody else acted first: says so, with the newest state, where the client then stands."""
        snapshot = await self.snapshot(self.standing.head)
        self.at = self.told_head = self.standing.head
        self.carried_from = None
        error = WireError("input.lost_race", message("input.lost_race"), request.id)
        await self.fail(error, snapshot)

    async def tell_others(self, frames: Frames) -> None:
        await self.channel_layer.group_send(
            group_name(self.standing.run),
            {
                "type": "run.moved",
                "sender": self.channel_name,
                "start": frames.start,
                "end": frames.end,
                "body": frames.body,
            },
        )

    async def run_moved(self, event: dict[str, Any]) -> None:
        """The head moved. Who stood at the old head goes along; others are told how far the run is now."""
        start, end = int(event["start"]), int(event["end"])
        if not self.greeted or event["sender"] == self.channel_name or end <= self.told_head:
            return
        following, before = self.at == self.told_head, self.at
        self.told_head = end
        self.standing = services.replace(self.standing, head=end)
        if not following:
            await self.send(protocol.head_text(end))
            return
        self.at, self.carried_from = end, before
        body = str(event["body"])
        if start != before:  # the layer dropped a message: say it whole
            found = await database_sync_to_async(services.refresh)(self.standing)
            if found is None or end - before > limits.STEP_FRAMES_MAX:
                self.at = before
                await self.send(protocol.head_text(end))
                return
            self.standing = services.replace(found, head=end)
            body = (await ask(found, stepper.recorded(before, end, workers.pool().budget))).body
        await self.send(protocol.frames_text(None, end, not self.can_act, body))

    # --- commands ---------------------------------------------------------------------------------

    @command("hello")
    async def hello(self, request: Request) -> None:
        theirs = request.args["protocol"]
        if theirs != PROTOCOL:
            await self.refuse(
                request,
                "protocol.version",
                message("protocol.version", ours=PROTOCOL, theirs=theirs),
                "protocol",
            )
            await self.close(code=protocol.CLOSE_BAD_PROTOCOL)
            return
        if not await self.refresh(request):
            return
        head = self.standing.head
        at, have = request.args["at"], request.args["have"]
        if at is not None and at > head:
            await self.out_of_range(request, "at", at)
            return
        target = head if at is None else at
        frames = await self.resumed(have, target)
        known = await ask(
            self.standing,
            stepper.at_step(head, "acts", workers.pool().budget, max_seq=head, newest=limits.TIMELINE_ACTS),
        )
        assert isinstance(known, Ok)
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
            "limits": dict(limits.TOLD_TO_CLIENTS),
        }
        self.greeted, self.at, self.told_head, self.carried_from = True, target, head, None
        await self.send(
            f'{{"type":"hello","re":{request.id},"protocol":{PROTOCOL},"run":{protocol.encode(run)},'
            f'"acts":{known.text},{rest}}}'
        )

    async def resumed(self, have: dict[str, Any] | None, target: int) -> Frames | None:
        """The frames a returning client lacks, if what it has is the truth; else None."""
        if have is None or not 0 <= target - have["seq"] <= limits.STEP_FRAMES_MAX:
            return None
        budget = workers.pool().budget
        answer = await ask(self.standing, stepper.at_step(have["seq"], "hash", budget, seq=have["seq"]))
        if not isinstance(answer, Ok) or answer.text != have["hash"]:
            return None
        return await ask(self.standing, stepper.recorded(have["seq"], target, budget))

    @command("step")
    async def step(self, request: Request) -> None:
        start, size, until = (request.args[name] for name in ("from", "size", "until"))
        limit = request.args["limit"] or limits.STEP_FRAMES_DEFAULT
        if limit > limits.STEP_FRAMES_MAX:
            too_many = message("step.too_many_frames", limit=limits.STEP_FRAMES_MAX, got=limit)
            await self.refuse(request, "step.bounded", too_many, "limit")
            return
        if self.can_act and start >= self.standing.head:  # the head never goes back: it cannot be before that
            async with run_lock(self.standing.run):
                await self.go_on(request, start, size, until, limit)
        elif await self.refresh(request):
            await self.replay(request, start, size, until, limit)

    async def replay(self, request: Request, start: int, size: str, until: float | None, limit: int) -> None:
        """A step among frames that exist: anybody may."""
        if start > self.standing.head:
            await self.out_of_range(request, "from", start)
            return
        budget = workers.pool().budget
        talk = stepper.stepped(start, size, until, limit, self.standing.head, budget)
        await self.reply(request, await ask(self.standing, talk))

    async def go_on(self, request: Request, start: int, size: str, until: float | None, limit: int) -> None:
        """A step beyond the head, under the run's lock."""
        if not await self.refresh(request):
            return
        if self.standing.head != start:  # another socket went on while this one waited
            await self.replay(request, start, size, until, limit)
            return
        if start >= limits.RUN_FRAMES_MAX:
            await self.refuse(
                request, "step.bounded", message("step.run_too_long", limit=limits.RUN_FRAMES_MAX), "from"
            )
            return
        limit = min(limit, limits.RUN_FRAMES_MAX - start)
        frames = await ask(
            self.standing, stepper.stepped(start, size, until, limit, None, workers.pool().budget)
        )
        moved = await database_sync_to_async(services.advance_head)(
            self.standing.run, inputs=self.standing.inputs, to=frames.end
        )
        if await self.settled(request, moved):
            await self.reply(request, frames)
            if frames.end > start:
                await self.tell_others(frames)

    async def settled(self, request: Request, moved: Moved | Lost | Gone) -> bool:
        """Takes over what the database decided; False when this socket did not win (which was then said)."""
        if isinstance(moved, Gone):
            workers.pool().forget(self.standing.run)
            await self.gone(request)
            return False
        self.standing = services.replace(self.standing, head=moved.head, inputs=moved.inputs)
        if isinstance(moved, Lost):
            workers.pool().forget(self.standing.run)  # it holds a past that did not happen
            await self.lost_race(request)
            return False
        return True

    @command("seek")
    async def seek(self, request: Request) -> None:
        to = request.args["to"]
        if not await self.refresh(request):
            return
        if to > self.standing.head:
            await self.out_of_range(request, "to", to)
            return
        snapshot = await self.snapshot(to)
        self.at, self.told_head, self.carried_from = to, self.standing.head, None
        await self.send(protocol.snapshot_text(request.id, self.standing.head, snapshot))

    @command("input")
    async def give(self, request: Request) -> None:
        if wait_ms := input_buckets.take(self.standing.owner_digest):
            slow_down = message("rate.slow_down", seconds=-(-wait_ms // 1000))
            await self.fail(WireError("rate.slow_down", slow_down, request.id, retry_ms=wait_ms))
            return
        read = await read_input(request.args["input"])
        if not isinstance(read, InputText):
            await self.refuse(request, "input.invalid", read.message, read.path, read.line)
            return
        async with run_lock(self.standing.run):
            await self.give_locked(request, request.args["from"], read)

    async def give_locked(self, request: Request, start: int, read: InputText) -> None:
        told, carried = self.told_head, self.carried_from
        if not await self.refresh(request):
            return
        head = self.standing.head
        if start > head:
            await self.out_of_range(request, "from", start)
            return
        if start < head:
            # A client that stood at the newest step it knew of lost a race; one that looked at
            # the past did not.
            if start in (told, carried):
                await self.lost_race(request)
            else:
                self.told_head = head
                past = message("input.not_at_head", head=head, at=start)
                await self.refuse(request, "input.not_at_head", past, "from")
            return
        if self.standing.inputs >= limits.RUN_INPUTS_MAX:
            await self.refuse(request, "step.bounded", message("input.too_many", limit=limits.RUN_INPUTS_MAX))
            return
        answer = await ask(self.standing, stepper.given(start, read.text, workers.pool().budget))
        if isinstance(answer, Invalid):
            what = protocol.decode(answer.message)
            await self.refuse(request, "input.invalid", what, answer.path, read.line_of(answer.path))
            return
        if isinstance(answer, Refused):
            what = protocol.decode(answer.message)
            await self.refuse(request, "input.refused", what, answer.path, read.line_of(answer.path))
            return
        moved = await database_sync_to_async(services.record_input)(
            self.standing.run, ordinal=self.standing.inputs, seq=start, value=answer.stored
        )
        if await self.settled(request, moved):
            await self.reply(request, answer)
            await self.tell_others(answer)

    @command("ping")
    async def ping(self, request: Request) -> None:
        await self.send(protocol.pong_text(request.id))


assert set(HANDLERS) == set(protocol.COMMANDS)
