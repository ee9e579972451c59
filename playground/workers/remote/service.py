"""A worker on another machine: takes calls of all servers from a list in Redis, passes them to its own
processes, and puts the answers into the list of the asking server. It holds no state that must not be
lost."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from redis import RedisError

from playground.server import background
from playground.server.fairness.asker import asker
from playground.server.refusals import BusyError, TooLargeError, TooLongError, WorkerEndedError
from playground.workers.local import ProcessPool
from playground.workers.remote.beat import Beat
from playground.workers.remote.build import build
from playground.workers.remote.lists import KEPT_SECONDS, READ_SECONDS, answers, calls, connected, raw
from playground.workers.remote.roster import BEAT_SECONDS, Announced
from playground.workers.remote.wire import Channel, ForgedError, Header, answer_out, recipe_in

log = logging.getLogger("playground.workers")

MOST_TRACE = 20_000
"""The most characters of a traceback sent to a server."""
LOST_SECONDS = 0.5
"""Seconds between two attempts to reach an unreachable broker."""
LEAVE_SECONDS = 1.5
"""Seconds until all servers have noticed that a worker leaves."""
DRAIN_SECONDS = 30.0


def new_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"


@dataclass
class Held:
    """A call in progress."""

    run: str
    task: asyncio.Task[None]


class Worker:
    """Serves until `leave` is set and all calls are answered."""

    def __init__(self, url: str, key: str, pool: ProcessPool, *, build_of: str = "") -> None:
        self.channel, self.pool = Channel.of(key), pool
        self.redis, self.reader = connected(url)
        announced = Announced(new_name(), socket.gethostname(), build_of or build(), len(pool.slots), 0)
        self.name, self.beat = announced.name, Beat(url, self.channel, announced)
        self.place = self.channel.name(calls(self.name))
        self.held: dict[str, Held] = {}
        self.leave = asyncio.Event()

    async def serve(self) -> None:
        work = [background.start_child(task) for task in (self.again(self.take), self.pulse())]
        self.beat.start()
        try:
            await self.leave.wait()
            self.beat.leave()
            await asyncio.sleep(LEAVE_SECONDS)
            if self.held:
                await asyncio.wait([item.task for item in self.held.values()], timeout=DRAIN_SECONDS)
        finally:
            for task in (*work, *(held.task for held in self.held.values())):
                task.cancel()
            await asyncio.to_thread(self.beat.end)
            for client in (self.redis, self.reader):
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()

    async def pulse(self) -> None:
        """Regularly records that this loop is alive."""
        while True:
            self.beat.pulse = time.monotonic()
            await asyncio.sleep(BEAT_SECONDS)

    async def again(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeats a step for ever. While the broker is unreachable it logs that once and retries."""
        lost = False
        while True:
            try:
                await step()
                if lost:
                    log.info("the broker is reached again")
                lost = False
            except (RedisError, OSError) as error:
                if not lost:
                    log.warning("the broker cannot be reached: %s", error)
                lost = True
                await asyncio.sleep(LOST_SECONDS)

    # --- incoming messages ----------------------------------------------------------------------------

    async def take(self) -> None:
        """Takes one message from the list."""
        entry = await self.reader.blpop([self.place], READ_SECONDS)
        if entry is None:
            return
        try:
            header, text = self.channel.unpacked(self.place, raw(entry[1]))
        except ForgedError:
            log.warning("a message is left aside: it is not signed with this key")
            return
        handle = {
            "call": self.call,
            "cancel": self.cancel,
            "look": self.look,
            "open": self.open,
            "forget": self.forget,
        }[header["what"]]
        await handle(header, text)

    async def call(self, header: Header, text: str) -> None:
        if header["id"] not in self.held:  # a server without an answer repeats its call
            task = background.start(self.answer(header, text))
            self.held[header["id"]] = Held(header["run"], task)

    async def answer(self, header: Header, text: str) -> None:
        """Does a call and sends its answer to the server."""
        try:
            asker.set(header["asker"])
            reply, long = await self.done(header, text)
            # the server repeats the call, or another worker gets it
            with contextlib.suppress(RedisError, OSError):
                await self.send(header["server"], {"what": "answer", "id": header["id"], **reply}, long)
        finally:
            self.held.pop(header["id"], None)

    async def done(self, header: Header, text: str) -> tuple[Header, str]:
        """The result of a call: an answer, or the failure."""
        run, task = header["run"], header["task"]
        recipe = recipe_in(header["recipe"], text)
        try:
            call = run, header["inputs"], recipe, task, header["args"], header["giver"]
            return answer_out(await self.pool.call(*call))
        except WorkerEndedError:
            return {"kind": "Ended"}, ""
        except BusyError as error:
            return {"kind": "Busy", "seconds": error.seconds}, ""
        except TooLongError as error:
            return {"kind": "TooLong", "seconds": error.seconds}, ""
        except TooLargeError as error:
            return {"kind": "TooLarge", "limit": error.limit}, ""
        except Exception as error:  # the asking server logs it
            log.warning("%s of run %s failed: %s", task, run, type(error).__name__)
            return {"kind": "Failed", "error": "".join(traceback.format_exception(error))[-MOST_TRACE:]}, ""

    async def cancel(self, header: Header, text: str) -> None:
        held = self.held.get(header["id"])
        if held is not None:
            held.task.cancel()

    async def look(self, header: Header, text: str) -> None:
        """Reports to a server which of its calls are held here, how many calls come before each, and the
        progress of opening their runs."""
        held = {id_: self.held[id_].run for id_ in header["ids"] if id_ in self.held}
        before = {request: self.pool.before(run) for request, run in held.items()}
        opened = {run: share for run in held.values() if (share := self.pool.opening(run)) is not None}
        members = {"what": "seen", "ids": header["ids"], "before": before, "opened": opened}
        await self.send(header["server"], members)

    async def open(self, header: Header, text: str) -> None:
        asker.set(header["asker"])
        recipe = recipe_in(header["recipe"], text)
        assert recipe is not None
        self.pool.open(header["run"], recipe)

    async def forget(self, header: Header, text: str) -> None:
        self.pool.forget(header["run"])

    async def send(self, server: str, header: Header, text: str = "") -> None:
        place = self.channel.name(answers(server))
        pipe: Any = self.redis.pipeline(transaction=False)
        pipe.rpush(place, self.channel.packed(place, header | {"worker": self.name}, text))
        pipe.expire(place, KEPT_SECONDS)
        await pipe.execute()
