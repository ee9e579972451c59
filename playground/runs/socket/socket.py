"""A socket on a run: connecting, receiving, answering. `listener` adds the moves of others, `consumer` the
commands."""

import asyncio
import logging
import math
from collections.abc import Mapping

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import InterfaceError, OperationalError

from playground import limits
from playground.runs import protocol, services, stepper
from playground.runs.changes.news import group_name
from playground.runs.protocol import Command, ErrorReply, Request
from playground.runs.services import Standing
from playground.runs.socket import progress
from playground.runs.stepper import Frames
from playground.server.database_threads import database_sync_to_async
from playground.server.fairness.buckets import TokenBucket
from playground.server.fairness.gate import Place
from playground.server.http.failures import reference_of
from playground.server.lifecycle import state
from playground.server.sockets.close_codes import BYE_TEXT, CLOSE_RESTART, CLOSE_TOO_MANY
from playground.server.sockets.lines import LINE, Line
from playground.server.sockets.socket_gate import greetings
from playground.server.telemetry import metrics
from playground.texts.messages import problem
from playground.workers import pool as workers
from scheduler_core import Problem

log = logging.getLogger("playground.runs")


class NoSuchSocket(AsyncWebsocketConsumer):
    """The socket at any unknown address. It accepts before it closes, because a browser can read only the
    close code."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(code=protocol.CLOSE_NO_SUCH_RUN)


def was_cancelled() -> bool:
    """Whether the running task itself is cancelled, and not only something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class RunSocket(AsyncWebsocketConsumer):
    """A socket on a run: the client's rights, what the client has received, and the messages to it."""

    commands: Mapping[str, Command] = protocol.COMMANDS
    standing: Standing
    """The run as this socket last read it."""
    owner = False
    can_act = False
    acts_by_cookie = True
    """Whether the right to act comes from a cookie; such a right may be revoked meanwhile."""
    stops: stepper.StopsError | None = None
    """Where the run ends under today's rules, if before its head; the client may look at steps up to
    there."""
    greeted = False
    """True after the client's hello was answered."""
    at = 0
    """The client's step, as far as this socket knows."""
    sent_head = 0
    """The newest head that the client has received."""
    carried_from: int | None = None
    """The step from which the last broadcast moved the client; None after the client moved by itself."""
    line: Line
    greeting: Place | None = None
    """The place in the visitor's queue of greetings, until hello is answered."""
    given: tuple[int, int, str] | None = None
    """Ordinal, step and text of this request's input, until its storing is published; None otherwise."""
    unions: TokenBucket
    """Limits the characters of unions sent to the client."""
    messages_sent = 0
    """The number of messages sent."""
    strikes = 0
    """Consecutive messages above the limit; `limits.SOCKET_STRIKES` of them close the socket."""

    # --- connecting -------------------------------------------------------------------------------

    async def connect(self) -> None:
        await self.accept()
        self.bucket = TokenBucket(limits.SOCKET_MESSAGES_PER_SECOND, limits.SOCKET_BURST)
        self.unions = TokenBucket(limits.UNION_CHARACTERS_PER_SECOND, limits.UNION_CHARACTERS_AT_ONCE)
        self.line = self.scope.get("extensions", {}).get(LINE) or Line()
        run = self.scope["url_route"]["kwargs"]["run_id"]
        if state.draining:
            await self.send(BYE_TEXT)
            await self.close(code=CLOSE_RESTART)
            return
        self.greeting = await greetings.enter()
        standing = await database_sync_to_async(services.standing)(run)
        if standing is None:
            self.greeting.leave()
            await self.close(code=protocol.CLOSE_NO_SUCH_RUN)
            return
        self.standing = standing
        rights = standing.rights(self.scope.get("cookies", {}))
        self.owner, self.can_act = rights.owner, rights.can_act
        await database_sync_to_async(services.note_opened)(standing, by_owner=rights.owner)
        await self.channel_layer.group_add(group_name(run), self.channel_name)

    async def disconnect(self, code: int) -> None:
        if self.greeting is not None:
            self.greeting.leave()
        if hasattr(self, "standing"):
            await self.channel_layer.group_discard(group_name(self.standing.run), self.channel_name)

    # --- receiving --------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not hasattr(self, "standing"):
            return  # the socket is closing already
        if not await self.line.emptied():
            return
        if wait_ms := self.bucket.take():
            await self.strike(wait_ms)
            return
        if self.bucket.tokens >= limits.SOCKET_BURST - 1:
            self.strikes = 0
        if text_data is None:
            await self.fail(protocol.bad("protocol.binary"))
            return
        if (size := len(text_data.encode("utf-8", "surrogatepass"))) > limits.SOCKET_MESSAGE_BYTES:
            await self.fail(protocol.bad("protocol.too_big", limit=limits.SOCKET_MESSAGE_BYTES, got=size))
            return
        request = protocol.parse(text_data, self.commands)
        if isinstance(request, ErrorReply):
            await self.fail(request)
            return
        name = request.command.name
        if not self.greeted and name != "hello":
            await self.refuse(request, "protocol.hello_first")
            return
        if code := self.forbids(request.command):
            await self.refuse(request, code, self.stops.problem if self.stops else None)
            return
        try:
            run = self.standing.run
            with metrics.commands.labels(name).time():
                pool = workers.pool()
                async with progress.reported(
                    self.send, request.id, lambda: pool.opening(run), lambda: pool.before(run)
                ):
                    await self.handle_again(request)
        except workers.BoundedError as error:
            await self.refuse(request, "step.bounded", problem(error.code, **error.arguments))
        except workers.WorkerEndedError as error:
            await self.failed(request, error)
        except workers.BusyError as error:
            await self.busy(request, error.seconds)
        except stepper.StopsError as error:
            await self.refuse(request, "run.stops", error.problem)
        except (OperationalError, InterfaceError) as error:
            log.warning("run %s: the database did not answer to %s: %s", self.standing.run, name, error)
            workers.pool().forget(self.standing.run)
            await self.busy(request, limits.BUSY_RETRY_SECONDS)
        except asyncio.CancelledError:
            if was_cancelled():
                raise  # this socket's own task is cancelled
            log.exception("run %s: what %s waited for was given up", self.standing.run, name)
            workers.pool().forget(self.standing.run)
            await self.busy(request, limits.BUSY_RETRY_SECONDS)
        except Exception as error:
            await self.failed(request, error)
        finally:
            if self.greeting is not None:
                self.greeting.leave()

    async def handle_again(self, request: Request) -> None:
        """Handles a message; a second time if the database connection broke before anything was sent."""
        sent, self.given = self.messages_sent, None
        try:
            await self.handle(request)
        except (OperationalError, InterfaceError):
            if self.messages_sent != sent:
                raise
            workers.pool().forget(self.standing.run)  # the worker's state may differ from the stored one
            await self.handle(request)

    def forbids(self, command: Command) -> str:
        """The error code when this client may not send the command; "" when it may."""
        if command.needs != "act" or self.can_act:
            return ""
        return "run.stops" if self.stops else "run.not_allowed"

    async def handle(self, request: Request) -> None:
        """Handles a well-formed and permitted message."""
        raise NotImplementedError

    async def busy(self, request: Request, seconds: float) -> None:
        """Answers that the server is busy, and when to try again."""
        wait_ms = math.ceil(seconds * 1000)
        await self.fail(ErrorReply("server.busy", problem("server.busy"), request.id, wait_ms))

    async def failed(self, request: Request, error: Exception) -> None:
        """Answers that the server failed, with the id of the error in its log. Clients do not repeat such a
        request."""
        run = self.standing.run
        reference = reference_of(error, log, f"run {run}: {request.command.name}")
        workers.pool().forget(run)
        await self.refuse(request, "server.error", problem("server.error", reference=reference))

    async def strike(self, wait_ms: int) -> None:
        """Counts a message above the limit, and closes the socket after too many."""
        self.strikes += 1
        await self.slow_down(wait_ms)
        if self.strikes >= limits.SOCKET_STRIKES:
            await self.close(code=CLOSE_TOO_MANY)

    # --- saying -----------------------------------------------------------------------------------

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Sends a message. A large one is announced first, because it may take long to arrive."""
        self.messages_sent += 1
        if text_data is not None and len(text_data) > limits.ANNOUNCED_CHARACTERS:
            await super().send(protocol.coming_text(len(text_data)))
        await super().send(text_data, bytes_data, close)

    async def fail(self, error: ErrorReply, snapshot: str | None = None) -> None:
        metrics.refusals.labels(error.code).inc()
        head = self.sent_head if self.greeted else None
        await self.send(protocol.error_text(error, head=head, snapshot=snapshot))

    async def refuse(self, request: Request, code: str, why: Problem | None = None) -> None:
        """Answers that the request failed; without `why`, with only the sentence of the code."""
        await self.fail(ErrorReply(code, why or problem(code), request.id))

    async def slow_down(self, wait_ms: int, re: int | None = None) -> None:
        too_often = problem("rate.slow_down", seconds=-(-wait_ms // 1000))
        await self.fail(ErrorReply("rate.slow_down", too_often, re, wait_ms))

    async def refresh(self, request: Request) -> bool:
        """Reads the newest head and whether the client may still act. False when the run is gone, or when
        `take` returns False."""
        standing = await database_sync_to_async(services.refresh)(self.standing)
        if standing is None:
            await self.gone(request)
            return False
        return await self.take(request, standing)

    async def take(self, request: Request, standing: Standing) -> bool:
        """Takes over the stored run. False after a refusal because the command needs a right that was
        revoked."""
        self.standing = (
            standing if self.stops is None else standing.moved_to(min(standing.head, self.stops.seq))
        )
        if not self.can_act or not self.acts_by_cookie:
            return True
        rights = standing.rights(self.scope.get("cookies", {}))
        self.owner, self.can_act = rights.owner, rights.can_act
        if self.can_act or request.command.needs != "act":
            return True
        await self.refuse(request, "run.not_allowed")
        return False

    async def gone(self, request: Request) -> None:
        """Answers that the run was removed, and closes the socket."""
        await self.refuse(request, "run.gone")
        await self.close(code=protocol.CLOSE_NO_SUCH_RUN)

    async def out_of_range(self, request: Request, path: str, got: int) -> None:
        self.sent_head = self.standing.head
        outside = problem("step.out_of_range", path, got=got, head=self.standing.head)
        await self.refuse(request, "step.out_of_range", outside)

    async def snapshot(self, seq: int) -> str:
        """JSON text of the state at an existing step."""
        return await stepper.text_of(self.standing, "snapshot", seq)

    async def reply(self, request: Request, frames: Frames) -> None:
        head = self.standing.head
        self.at, self.sent_head, self.carried_from = frames.end, head, None
        end = frames.end >= head and not self.can_act
        await self.say_moves(frames.kind, request.id, end, frames.body)

    async def say_moves(self, kind: str, re: int | None, end: bool, body: str) -> None:
        """Sends frames or a union; the characters of a union count against the client's limit."""
        if kind == "union":
            self.unions.owe(len(body))
        await self.send(protocol.frames_text(kind, re, self.sent_head, end, body))

    async def rest(self) -> None:
        """Waits until the client may get another union."""
        if seconds := self.unions.rest_s():
            await asyncio.sleep(seconds)

    async def lost_race(self, request: Request) -> None:
        """Answers that another client acted first, with the newest state, which becomes the client's
        position."""
        snapshot = await self.snapshot(self.standing.head)
        self.at = self.sent_head = self.standing.head
        self.carried_from = None
        lost = ErrorReply("input.lost_race", problem("input.lost_race"), request.id)
        await self.fail(lost, snapshot)
