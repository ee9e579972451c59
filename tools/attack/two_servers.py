"""Two servers in one process, with the real services and a real database, and no network.

What a server process has for itself (its pool of workers, locks, and what it remembers of runs) belongs here
to a `Server`, and each task has the one of the server in which it runs. A server can be stopped at two points
of each write: when what is to be stored was computed, and when it was stored and nobody was told.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, cast
from unittest import mock
from weakref import WeakValueDictionary

from channels.db import DatabaseSyncToAsync
from django.db import OperationalError

from playground import limits
from playground.kubeapi import app, standings
from playground.runs import newest_heads, questions
from playground.runs.answers import Answers
from playground.runs.changes import moves
from playground.runs.socket import consumer
from playground.server import background, database_threads
from playground.server.sockets.socket_gate import visitors
from playground.workers import pool as pools
from playground.workers.answers import Answer, Recipe
from playground.workers.engine import Engine
from playground.workers.local import InlinePool
from playground.workers.remote.link import Link
from playground.workers.remote.pool import RemotePool

T = TypeVar("T")
WRITES = frozenset(("stored",))
Point = Literal["store", "tell"]
"""Before it is stored, and after that, before anybody is told."""
Fate = Literal["killed", "held", "left", "cut off"]
"""What befalls a server there: it is killed; it waits; its client leaves; it loses the database."""
RUNS_KEPT = 2
"""A worker keeps few runs alive, so that it opens them again and again."""
NEVER_SECONDS = 1e6

SERVER: ContextVar[Server | None] = background.carried(ContextVar("server", default=None))
"""Work that outlives its caller goes on in the server of its caller."""


class Worker(InlinePool):
    """A worker that keeps few runs. It is not cut into slices: all that is random here comes from a seed."""

    def __init__(self) -> None:
        super().__init__()
        self.restart()

    def restart(self) -> None:
        """As if its process had been killed."""
        with self.lock:
            self.engine = Engine(RUNS_KEPT, NEVER_SECONDS)


@dataclass
class Wire:
    """The line of a `RemotePool` to workers in this process; the run is stepped by the first of them."""

    name: str
    workers: list[Worker]

    def begin(self, doing: Coroutine[Any, Any, T]) -> Future[T]:
        future: Future[T] = Future()
        try:
            doing.send(None)
        except StopIteration as end:
            future.set_result(end.value)
        except BaseException as error:
            future.set_exception(error)
        return future

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: Any, asker: str, giver: str
    ) -> Answer:
        worker = self.workers[0]
        with worker.lock:
            return worker.engine.call(run, inputs, recipe, task, args, giver)

    async def tell(self, run: str, header: dict[str, Any], recipe: Recipe | None = None) -> None:
        if header["what"] == "forget":
            self.workers[0].forget(run)

    def close(self) -> None:
        pass


@dataclass
class Gate:
    """Where a server stops at its next write, and what befalls it there. `reached` comes when it does, and
    who is held goes on after `opened`.
    """

    point: Point
    fate: Fate
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Server:
    """One server process. With `workers` its runs are stepped there, else by itself."""

    name: str
    workers: list[Worker] | None = None
    gate: Gate | None = None
    heads: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)
    standings: OrderedDict[str, Any] = field(default_factory=OrderedDict)
    locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    answers: Answers = field(default_factory=lambda: Answers(limits.ANSWERS_KEPT_CHARACTERS))

    def __post_init__(self) -> None:
        self.own = Worker()
        self.pool: RemotePool | InlinePool = self.own
        if self.workers is not None:
            self.pool = RemotePool(cast(Link, Wire(self.name, self.workers)), Worker)

    @property
    def context(self) -> Context:
        made = copy_context()
        made.run(SERVER.set, self)
        return made

    def serves(self, application: Any) -> Any:
        """An ASGI application as this server has it. (Communicators of tests begin in an empty context.)"""

        async def here(scope: Any, receive: Any, send: Any) -> None:
            SERVER.set(self)
            await application(scope, receive, send)

        return here

    async def comes_to(self, point: Point) -> None:
        gate = self.gate
        if gate is None or gate.point != point:
            return
        self.gate = None
        gate.reached.set()
        match gate.fate:
            case "killed":
                await asyncio.Event().wait()
            case "held":
                await gate.opened.wait()
            case "left":
                task = asyncio.current_task()
                assert task is not None
                task.cancel()
                await asyncio.sleep(0)
            case "cut off":
                raise OperationalError("the connection is lost")


class Stops(DatabaseSyncToAsync):
    """Calls that use the database, of which writes of runs come to the gate of their server."""

    async def __call__(self, *args: Any, **kwargs: Any) -> Any:
        server = SERVER.get()
        if server is None or getattr(self.func, "__name__", "") not in WRITES:
            return await super().__call__(*args, **kwargs)
        await server.comes_to("store")
        done = await super().__call__(*args, **kwargs)
        await server.comes_to("tell")
        return done


def server_here() -> Server:
    server = SERVER.get()
    assert server is not None, "no server does this: the work was started outside of both"
    return server


class OfServer:
    """Stands in the place of a module's table, and is that of the server whose code runs."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(server_here(), self._name), name)

    def __getitem__(self, key: str) -> Any:
        return getattr(server_here(), self._name)[key]

    def __setitem__(self, key: str, value: Any) -> None:
        getattr(server_here(), self._name)[key] = value

    def __len__(self) -> int:
        return len(getattr(server_here(), self._name))


def pool_here() -> Any:
    return server_here().pool


@contextmanager
def apart() -> Iterator[None]:
    """Within it each server has its own pool and tables."""
    with ExitStack() as stack:
        for owner, name, value in (
            (pools, "pool", pool_here),
            (newest_heads, "_heads", OfServer("heads")),
            (standings, "_kept", OfServer("standings")),
            (moves, "_locks", OfServer("locks")),
            (questions, "answers", OfServer("answers")),
            (database_threads, "DatabaseSyncToAsync", Stops),
        ):
            stack.enter_context(mock.patch.object(owner, name, value))
        for limit in ("SOCKET_BURST", "UPDATES_PER_SECOND"):
            stack.enter_context(mock.patch.object(limits, limit, 10**6))
        for bucket in (consumer.input_buckets, app.request_buckets):
            stack.enter_context(mock.patch.object(bucket, "take", return_value=0))
        stack.enter_context(mock.patch.object(visitors, "wait_s", return_value=0.0))
        yield
