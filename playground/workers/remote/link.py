"""A server's connection to the workers on other machines: an event loop in its own thread, because pages and
sockets ask in different threads."""

import asyncio
import contextlib
import itertools
import logging
import secrets
import time
from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from redis import RedisError
from redis.exceptions import NoPermissionError

from playground.server import background
from playground.server.refusals import BusyError, TooLargeError, TooLongError, WorkerEndedError
from playground.workers.answers import Answer, Recipe
from playground.workers.remote.build import build
from playground.workers.remote.lists import KEPT_SECONDS, READ_SECONDS, answers, calls, connected, raw
from playground.workers.remote.roster import WORKERS, Announced, NobodyError, Roster, announcement
from playground.workers.remote.wire import Channel, ForgedError, Header, answer_in, recipe_out

log = logging.getLogger("playground.workers")
T = TypeVar("T")

WATCH_SECONDS = 0.25
"""Seconds between two checks of which workers are alive."""
LOOK_SECONDS = 0.5
"""Seconds without an answer after which the worker is asked about a call, repeatedly."""
BROKER_SECONDS = 2.0
"""Seconds without an answer after which a broker counts as unreachable."""
TRIES = 3
"""The most workers that may end during one call."""


class GoneError(Exception):
    """The worker ended during a call."""


class RemoteFailedError(RuntimeError):
    """The call raised an error in the worker; the text ends with its traceback there."""


@dataclass(eq=False)
class Pending:
    """A call sent to a worker. `looked` is the time (monotonic, s) of the last check, `sent` whether the
    broker has it."""

    run: str
    task: str
    worker: str
    message: bytes
    looked: float
    sent: bool = False
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    before: int | None = None
    """The number of calls before it in the worker; None while unknown."""


class Link:
    def __init__(self, url: str, key: str, *, build_of: str = "") -> None:
        self.channel, self.name = Channel.of(key), secrets.token_hex(8)
        self.roster = Roster(self.channel, build_of or build())
        self.place = self.channel.name(answers(self.name))
        self.numbers = itertools.count(1)
        self.pending: dict[str, Pending] = {}
        self.opened: dict[str, tuple[float, float]] = {}
        """Run → the share of its opening that is done, and the time (monotonic, s) of that report."""
        self.reached: bool | None = None
        """Whether a worker is reachable; None before the first check."""
        self.lists_clients = True
        """Whether the broker lets this server list its connections."""
        self.url = url
        self.loop = asyncio.new_event_loop()
        self.looked = asyncio.Event()
        self.thread = background.thread("workers", self._run)
        self.thread.start()

    # --- from other threads -----------------------------------------------------------------------

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Starts work in the thread. Raises BusyError when the connection is closed."""
        if self.loop.is_closed():
            work.close()
            raise BusyError("what is asked at the end")
        return background.start_on(self.loop, work)

    def before(self, run: str) -> int | None:
        """The number of calls before those about a run in its worker; None when none waits."""
        places = [call.before for call in list(self.pending.values()) if call.run == run]
        return max((place for place in places if place), default=None)

    def opening(self, run: str) -> float | None:
        share, moment = self.opened.get(run, (1.0, 0.0))
        return share if time.monotonic() - moment < 4 * LOOK_SECONDS else None

    def close(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._stop)
            self.thread.join()

    # --- the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            with contextlib.suppress(asyncio.CancelledError):
                self.main = background.start(self._work(), loop=self.loop)
                self.loop.run_until_complete(self.main)
        finally:
            self.loop.close()

    def _stop(self) -> None:
        self.main.cancel()

    async def _work(self) -> None:
        self.redis, self.reader = connected(self.url)
        work = [background.start_child(part()) for part in (self._watch, self._read)]
        try:
            await asyncio.gather(*work)
        finally:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            for client in (self.redis, self.reader):
                with contextlib.suppress(RedisError, OSError):
                    await client.aclose()

    async def _watch(self) -> None:
        """Regularly checks which workers are alive, and calls that take long."""
        while True:
            try:
                async with asyncio.timeout(BROKER_SECONDS):
                    gone = self.roster.update(*await self._announced())
                    await self._look()
            except (RedisError, OSError) as error:
                log.debug("the broker cannot be reached: %s", error)
                gone = self.roster.update({}, None)
            self._lose(gone)
            self._tell_of_workers()
            self.looked.set()
            await asyncio.sleep(WATCH_SECONDS)

    async def _announced(self) -> tuple[dict[str, bytes], set[int] | None]:
        names = sorted(
            raw(smember).decode() for smember in await self.redis.smembers(self.channel.name(WORKERS))
        )
        if not names:
            return {}, None
        texts = await self.redis.mget([self.channel.name(announcement(name)) for name in names])
        announcements = {name: raw(text) for name, text in zip(names, texts, strict=True) if text is not None}
        if gone := set(names) - announcements.keys():
            await self.redis.srem(self.channel.name(WORKERS), *gone)
        if not self.lists_clients:
            return announcements, None
        try:
            listed = await self.redis.client_list()
        # without these rights, a killed worker is noticed when its announcement expires
        except NoPermissionError:
            self.lists_clients = False
            return announcements, None
        return announcements, {int(entry["id"]) for entry in listed}

    def _lose(self, gone: set[str]) -> None:
        """Fails the calls of workers that have gone."""
        for call in self.pending.values():
            if call.worker in gone and not call.answer.done():
                call.answer.set_exception(GoneError())
                # raised again in every waiting caller; reading it here prevents a warning when there is none
                call.answer.exception()

    def _tell_of_workers(self) -> None:
        reached = bool(self.roster.alive)
        if reached != self.reached and (reached or self.reached is not None or self.looked.is_set()):
            if reached:
                log.info("runs are stepped by workers: %s", ", ".join(sorted(self.roster.alive)))
            else:
                log.warning("no worker can be reached: this server steps runs itself")
        self.reached = reached

    # --- calls ------------------------------------------------------------------------------------

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: Header, asker: str, giver: str
    ) -> Answer:
        """The worker's answer. Raises NobodyError when there is no worker, and BusyError when worker after
        worker ended during the call."""
        if not self.looked.is_set():
            await self.looked.wait()
        digest, text = recipe_out(recipe)
        header = {"run": run, "inputs": inputs, "recipe": digest, "task": task, "args": args}
        header |= {"asker": asker, "giver": giver}
        for _ in range(TRIES):
            worker = self.roster.best(run)
            if worker is None:
                raise NobodyError
            try:
                return await self._ask(worker, header | {"what": "call"}, text)
            except GoneError:
                log.warning("a worker went in the middle of %s of run %s, which is tried again", task, run)
        raise BusyError(f"{task} of run {run}")

    async def _ask(self, worker: Announced, header: Header, text: str) -> Answer:
        """Sends a call to a worker and waits for the answer."""
        number = f"{self.name}.{next(self.numbers)}"
        place = self.channel.name(calls(worker.name))
        message = self.channel.packed(place, header | {"id": number, "server": self.name}, text)
        call = Pending(header["run"], header["task"], worker.name, message, time.monotonic())
        self.pending[number] = call
        try:
            await self._push(worker.name, message)
            call.looked, call.sent = time.monotonic(), True
            return await call.answer
        except asyncio.CancelledError:
            await self._tell(worker.name, {"what": "cancel", "id": number})
            raise
        finally:
            del self.pending[number]
            call.answer.cancel()  # nobody waits for it any more

    async def _push(self, worker: str, message: bytes) -> None:
        """Sends a message. Raises GoneError when the broker did not take it."""
        place = self.channel.name(calls(worker))
        pipe = self.redis.pipeline(transaction=False)
        pipe.rpush(place, message)
        pipe.expire(place, KEPT_SECONDS)
        try:
            async with asyncio.timeout(BROKER_SECONDS):
                await pipe.execute()
        except (RedisError, OSError) as error:
            self._lose(self.roster.update({}, None))
            raise GoneError from error

    async def _tell(self, worker: str, header: Header, text: str = "") -> None:
        """Sends a message that has no answer and may be lost."""
        with contextlib.suppress(GoneError):
            place = self.channel.name(calls(worker))
            await self._push(worker, self.channel.packed(place, header | {"server": self.name}, text))

    async def tell(self, run: str, header: Header, recipe: Recipe | None = None) -> None:
        """Sends such a message to the worker of a run."""
        if (worker := self.roster.best(run)) is not None:
            digest, text = recipe_out(recipe)
            await self._tell(worker.name, header | {"run": run, "recipe": digest}, text)

    async def _look(self) -> None:
        """Asks workers about calls that take long, because messages may be lost."""
        now = time.monotonic()
        overdue: dict[str, list[str]] = {}
        for number, call in self.pending.items():
            if call.sent and now - call.looked >= LOOK_SECONDS:
                call.looked = now
                overdue.setdefault(call.worker, []).append(number)
        for worker, numbers in overdue.items():
            await self._tell(worker, {"what": "look", "ids": numbers})

    # --- answers ----------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            try:
                entry = await self.reader.blpop([self.place], READ_SECONDS)
            except (RedisError, OSError):
                await asyncio.sleep(WATCH_SECONDS)
                continue
            if entry is None:
                continue
            try:
                header, text = self.channel.unpacked(self.place, raw(entry[1]))
            except ForgedError:
                log.warning("an answer is left aside: it is not signed with this key")
                continue
            if header["what"] == "answer":
                self._answered(header, text)
            else:
                await self._take_report(header)

    def _answered(self, header: Header, text: str) -> None:
        """Passes an answer to the caller that waits for it."""
        call = self.pending.get(header["id"])
        if call is None or call.answer.done():
            return
        name = f"{call.task} of run {call.run}"
        if header["kind"] == "Ended":
            call.answer.set_exception(WorkerEndedError(name))
        elif header["kind"] == "Busy":
            call.answer.set_exception(BusyError(name, header["seconds"]))
        elif header["kind"] == "TooLong":
            call.answer.set_exception(TooLongError(name, header["seconds"]))
        elif header["kind"] == "TooLarge":
            call.answer.set_exception(TooLargeError(name, header["limit"]))
        elif header["kind"] == "Failed":
            call.answer.set_exception(
                RemoteFailedError(f"{name}, in worker {call.worker}:\n{header['error']}")
            )
        else:
            call.answer.set_result(answer_in(header, text))

    async def _take_report(self, header: Header) -> None:
        """Handles a worker's report on calls. A call that the worker does not know is sent again."""
        now = time.monotonic()
        self.opened = {run: entry for run, entry in self.opened.items() if now - entry[1] < KEPT_SECONDS}
        self.opened |= {run: (share, now) for run, share in header["opened"].items()}
        for number in header["ids"]:
            call = self.pending.get(number)
            if call is None or call.worker != header["worker"]:
                continue
            if number in header["before"]:
                call.before = header["before"][number]
            else:
                with contextlib.suppress(GoneError):
                    await self._push(call.worker, call.message)
