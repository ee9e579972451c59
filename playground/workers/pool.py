"""The pool of workers: processes of low priority, each with its own runs; or the engine in the server itself,
in short slices, when there are no processes.

Each worker is a `ProcessPoolExecutor(1)`, because a shared pool cannot give a run to the same process again.
Threads would not do: a step is pure Python and holds the lock that the event loop needs. The start method is
never `fork`, because Twisted runs in this process.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from django.conf import settings

from playground import limits
from playground.workers import engine
from playground.workers.engine import Answer, Recipe

NICENESS = 5
TRIES = 3
#: Seconds of work after which a worker answers with what it has, so that other runs get their turn.
WORKER_BUDGET = 0.25
INLINE_BUDGET = 0.001


class TooLongError(Exception):
    """A call took longer than the wall limit of so many `seconds`, and its worker was replaced."""

    def __init__(self, task: str, seconds: float) -> None:
        super().__init__(task)
        self.seconds = seconds


class BusyError(Exception):
    """The worker did not begin with this call within the wall limit, because other calls were before it."""


def context() -> multiprocessing.context.BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    chosen = multiprocessing.get_context("forkserver")
    chosen.set_forkserver_preload([engine.__name__])
    return chosen


class Seat:
    """The place of one worker process, whose process is replaced when it died or is stuck.

    `pid` is the process id, once the process has started. `done_at` is the time (monotonic, s) at which a
    call last ended; it tells a worker that is stuck from one that is busy with other calls. Until
    `opens_until` (monotonic, s) the worker may be busy with opening a large run. `opens` names the run that
    it was last let open beforehand, whose calls wait as long.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.executor: ProcessPoolExecutor | None = None
        self.pid: Future[int] | None = None
        self.done_at = time.monotonic()
        self.opens_until = 0.0
        self.opens = ""

    def note_done(self, _: Future[Any]) -> None:
        self.done_at = time.monotonic()

    def submit(self, function: Callable[..., Any], *args: Any) -> tuple[ProcessPoolExecutor, Future[Any]]:
        with self.lock:
            if self.executor is None:
                self.executor = ProcessPoolExecutor(
                    1,
                    mp_context=context(),
                    initializer=engine.start,
                    initargs=(limits.LIVE_RUNS_PER_WORKER, WORKER_BUDGET, NICENESS),
                )
                self.pid = self.executor.submit(engine.process_id)
            future = self.executor.submit(function, *args)
            future.add_done_callback(self.note_done)
            return self.executor, future

    def submit_surely(
        self, function: Callable[..., Any], *args: Any
    ) -> tuple[ProcessPoolExecutor, Future[Any]]:
        """As `submit`, with a new worker if the last one has died since its last call."""
        seen = self.executor
        try:
            return self.submit(function, *args)
        except BrokenProcessPool:
            self.replace(seen)
            return self.submit(function, *args)

    def give_up(
        self, executor: ProcessPoolExecutor, future: Future[Any], task: str, seconds: float
    ) -> Exception:
        """The error for a call that took longer than `seconds`: busy when other calls were before it, else
        too long, and then the worker is replaced.
        """
        now = time.monotonic()
        if now < self.opens_until:  # the call waits for the opening of another run, which may take this long
            future.cancel()
            return BusyError(task)
        if now - self.done_at < limits.STEP_WALL_SECONDS * 0.9 and future.cancel():
            return BusyError(task)
        self.opens_until = 0.0
        self.replace(executor)
        return TooLongError(task, seconds)

    def replace(self, broken: ProcessPoolExecutor | None, *, wait: bool = False) -> None:
        """Ends the worker. `broken` is the executor that the caller saw fail; one that was replaced meanwhile
        stays. With `wait` it returns when nothing of the executor is left.
        """
        with self.lock:
            if self.executor is None or (broken is not None and self.executor is not broken):
                return
            executor, self.executor, pid, self.pid = self.executor, None, self.pid, None
        if pid is not None and pid.done() and not pid.cancelled() and pid.exception() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid.result(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        executor.shutdown(wait=wait, cancel_futures=True)

    def process_id(self) -> int | None:
        """The worker's process id, once it has started."""
        pid = self.pid
        return pid.result() if pid is not None and pid.done() and pid.exception() is None else None


def wall_seconds(recipe: Recipe | None) -> float:
    """The seconds that a call may take. A call with a recipe opens the run first, and has more time the
    larger the scenario is.
    """
    if recipe is None:
        return limits.STEP_WALL_SECONDS
    return limits.STEP_WALL_SECONDS + len(recipe.scenario) / limits.OPENED_CHARACTERS_PER_SECOND


class ProcessPool:
    """Worker processes, as many as `count`."""

    def __init__(self, count: int) -> None:
        self.seats = [Seat() for _ in range(count)]

    def seat(self, run: str) -> Seat:
        """Always the same worker for a run, in every server process (Python's `hash` would differ)."""
        return self.seats[zlib.crc32(run.encode()) % len(self.seats)]

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any]
    ) -> Answer:
        seat, seconds = self.seat(run), wall_seconds(recipe)
        if seat.opens == run:
            seconds = max(seconds, seat.opens_until - time.monotonic())
        for attempt in range(TRIES):
            executor, future = seat.submit_surely(engine.call, run, inputs, recipe, task, args)
            opens_until = time.monotonic() + seconds if recipe is not None else 0.0
            seat.opens_until = max(seat.opens_until, opens_until)
            try:
                answer: Answer = await asyncio.wait_for(asyncio.wrap_future(future), seconds)
            except TimeoutError:
                raise seat.give_up(executor, future, task, seconds) from None
            except BrokenProcessPool:
                seat.replace(executor)
                if attempt == TRIES - 1:
                    raise
            else:
                if seat.opens_until == opens_until:
                    seat.opens_until = 0.0
                return answer
        raise AssertionError

    def open(self, run: str, recipe: Recipe) -> None:
        """Lets the worker of a run begin to open it, before anybody asks for a step. Calls meanwhile wait."""
        seat = self.seat(run)
        _, future = seat.submit_surely(engine.call, run, len(recipe.inputs), recipe, "hash", {"seq": 0})
        opens_until = time.monotonic() + wall_seconds(recipe)
        seat.opens, seat.opens_until = run, max(seat.opens_until, opens_until)

        def opened(_: Future[Any]) -> None:
            if seat.opens_until == opens_until:
                seat.opens_until = 0.0

        future.add_done_callback(opened)

    def forget(self, run: str) -> None:
        with contextlib.suppress(BrokenProcessPool):  # a dead worker has forgotten all its runs
            self.seat(run).submit(engine.forget, run)

    def warm_up(self) -> None:
        """Starts the workers before the first step needs them."""
        for seat in self.seats:
            seat.submit(engine.process_id)

    def close(self) -> None:
        """Ends all workers. It waits for the threads of their executors, because Python's own exit would
        write to pipes that these threads are closing (`OSError: Bad file descriptor`).
        """
        for seat in self.seats:
            seat.replace(None, wait=True)


class InlinePool:
    """The engine in the server itself, in slices of a millisecond; for tests and small machines.

    `lock` lets only one thread use the engine.
    """

    def __init__(self) -> None:
        self.engine = engine.Engine(limits.LIVE_RUNS_PER_WORKER, INLINE_BUDGET)
        self.lock = threading.Lock()

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any]
    ) -> Answer:
        await asyncio.sleep(0)  # other tasks of the event loop get their turn between two slices
        with self.lock:
            return self.engine.call(run, inputs, recipe, task, args)

    def open(self, run: str, recipe: Recipe) -> None:
        """Nothing: the run is opened by the first call, in slices."""

    def forget(self, run: str) -> None:
        with self.lock:
            self.engine.forget(run)

    def warm_up(self) -> None:
        pass

    def close(self) -> None:
        self.engine.runs.clear()


Pool = ProcessPool | InlinePool
_pool: Pool | None = None


def pool() -> Pool:
    """The pool of this process, made at first use."""
    global _pool
    if _pool is None:
        _pool = ProcessPool(settings.PODIUM_WORKERS) if settings.PODIUM_WORKERS else InlinePool()
    return _pool


def close_pool() -> None:
    global _pool
    if _pool is not None:
        _pool.close()
        _pool = None
