"""The workers of this machine: processes of low priority, each with its own runs (`slot.Slot`); or, without
processes, the engine in the server itself, in short slices.

Each worker is a `ProcessPoolExecutor(1)`, because a shared pool cannot send a run to the same process again.
Threads are no alternative: a step is pure Python and holds the lock that the event loop needs. The start
method is never `fork`, because Twisted runs in this process."""

import asyncio
import contextlib
import logging
import multiprocessing
import threading
import zlib
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import forkserver
from typing import Any

from playground import limits
from playground.server.refusals import BusyError, TooLargeError, TooLongError
from playground.workers import process
from playground.workers.answers import Answer, Recipe, Replay, Slow
from playground.workers.engine import Engine
from playground.workers.openings import Openings
from playground.workers.slot import Slot, Ticket
from playground.workers.tasks import only_asks

log = logging.getLogger("playground.workers")

#: Seconds of work after which a worker answers with its partial result, so that other runs get their turn.
QUICK_BUDGET = 0.05
SLOW_BUDGET = 0.25
INLINE_BUDGET = 0.001
#: The number of calls remembered as slow.
MOST_SLOW = 2_000


def context() -> multiprocessing.context.BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    chosen = multiprocessing.get_context("forkserver")
    chosen.set_forkserver_preload(["playground.workers.preload"])
    return chosen


def prepare_start() -> None:
    """Starts the process from which workers are forked, but no worker; on a busy machine that takes
    seconds."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        context()
        forkserver.ensure_running()


@cache
def openings() -> Openings:
    """The progress of openings of large runs, as reported by all workers."""
    return Openings(context())


def executor(budget: float, niceness: int = 0) -> ProcessPoolExecutor:
    """One process with an engine."""
    initargs = (limits.LIVE_RUNS_PER_WORKER, budget, limits.LIVE_CHARACTERS, niceness, openings())
    return ProcessPoolExecutor(1, mp_context=context(), initializer=process.start, initargs=initargs)


def quick_executor() -> ProcessPoolExecutor:
    return executor(QUICK_BUDGET)


def slow_executor() -> ProcessPoolExecutor:
    return executor(SLOW_BUDGET)


def question_executor() -> ProcessPoolExecutor:
    return executor(SLOW_BUDGET, limits.LONG_NICENESS)


def opening_seconds(characters: int) -> float:
    """The limit in seconds for a call that opens a run first. It grows with the size of the recipe."""
    return limits.STEP_WALL_SECONDS + characters / limits.OPENED_CHARACTERS_PER_SECOND


class ProcessPool:
    """Worker processes of three classes.

    `count` quick ones serve nearly all runs: a call there may take QUICK_SECONDS of CPU time. Calls that
    prove to take longer, and large runs, go to slow workers, so that quick ones never wait for them. A slow
    step or opening moves its run there. A slow question moves alone, to a worker with lower priority than all
    others."""

    def __init__(
        self, count: int, slow: int = limits.SLOW_WORKERS, questions: int = limits.QUESTION_WORKERS
    ) -> None:
        self.slots = [Slot(quick_executor) for _ in range(count)]
        self.slow_slots = [Slot(slow_executor) for _ in range(slow)]
        self.question_slots = [Slot(question_executor) for _ in range(questions)]
        self.slow: OrderedDict[tuple[str, str], Slot] = OrderedDict()
        """(run, question) → the slot of a slow question; (run, "") → the slot of a slow run."""
        self.waiting: dict[str, tuple[Slot, Ticket]] = {}
        """The newest call of each run."""

    def slot(self, run: str) -> Slot:
        """The quick worker of a run, the same in every server process (Python's `hash` would differ)."""
        return self.slots[zlib.crc32(run.encode()) % len(self.slots)]

    def slot_of(self, run: str, task: str) -> Slot:
        """The slot for a task: the one of a slow run or slow question, else the run's quick one."""
        return self.slow.get((run, "")) or self.slow.get((run, task)) or self.slot(run)

    def make_slow(self, run: str, task: str) -> Slot:
        """Sends such calls to a slow worker from now on, and questions to a question worker: the one that has
        the run, or the one with the least work."""
        slots = self.question_slots if only_asks(task) else self.slow_slots
        theirs = (slot for (name, _), slot in self.slow.items() if name == run and slot in slots)
        slot = next(theirs, None) or min(slots, key=Slot.load)
        self.slow[run, task if only_asks(task) else ""] = slot
        while len(self.slow) > MOST_SLOW:
            self.slow.popitem(last=False)
        return slot

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any], giver: str = ""
    ) -> Answer:
        """The answer of a run's worker. `giver` is the giver of the newest input (`engine.Engine.call`). A
        call that needs more memory than other runs leave is repeated once in a new process."""
        slot = self.slot_of(run, task)
        if slot in self.slots and recipe is not None and recipe.size > limits.QUICK_CHARACTERS:
            slot = self.make_slow(run, "")
        if slot in self.slots:
            try:
                answer = await self.call_at(
                    slot, limits.QUICK_SECONDS, run, inputs, recipe, task, args, giver
                )
            except TooLargeError as error:
                log.warning(
                    "run %s: %s needs more memory than %d MB", run, task, error.arguments["megabytes"]
                )
                answer = Slow()
            if not isinstance(answer, Slow):
                return answer
            slot = self.make_slow(run, task if recipe is None else "")
            if recipe is None:
                return Replay()
        seconds = opening_seconds(recipe.size if recipe is not None else 0)
        try:
            answer = await self.call_at(slot, seconds, run, inputs, recipe, task, args, giver)
        except TooLargeError as error:
            log.warning("run %s: %s needs more memory than %d MB", run, task, error.arguments["megabytes"])
            if error.alone:
                raise
            if recipe is None:
                return Replay()
            answer = await self.call_at(slot, seconds, run, inputs, recipe, task, args, giver)
        if isinstance(answer, Slow):
            log.warning("run %s: %s was given up after %.0f s", run, task, seconds)
            raise TooLongError(task, seconds)
        return answer

    async def call_at(self, slot: Slot, seconds: float, *args: Any) -> Answer:
        ticket = Ticket(process.call, (*args, seconds), f"{args[3]} of run {args[0]}", seconds, run=args[0])
        slot.enqueue(ticket)
        self.waiting[args[0]] = slot, ticket
        try:
            answer: Answer = await slot.wait(ticket, limits.QUEUE_WALL_SECONDS)
            return answer
        finally:
            if self.waiting.get(args[0]) == (slot, ticket):
                del self.waiting[args[0]]

    def before(self, run: str) -> int | None:
        """The number of calls before the newest one about a run; None when none waits."""
        slot, ticket = self.waiting.get(run, (None, None))
        return (slot.place(ticket) or None) if slot is not None and ticket is not None else None

    def open(self, run: str, recipe: Recipe) -> None:
        """Makes a worker open a large run before the first step is requested. Later calls wait and are told
        that the run is being opened, even before the worker has read the request."""
        seconds = opening_seconds(recipe.size)
        args = (run, len(recipe.inputs), recipe, "hash", {"seq": 0}, "", seconds)
        ticket = Ticket(process.call, args, f"opening of run {run}", seconds, run=run)
        openings().tell(run, 0)
        try:
            self.make_slow(run, "").enqueue(ticket)
        except BusyError:
            openings().tell(run, 1)

    def opening(self, run: str) -> float | None:
        """The share (0 to 1) of a large run's opening that is done; None when no worker opens it."""
        return openings().share(run)

    def forget(self, run: str) -> None:
        """Makes the next call bring the recipe, because the input given to a run here may not be stored."""
        for slot in {self.slot(run), *(slot for (name, _), slot in self.slow.items() if name == run)}:
            with contextlib.suppress(BusyError):
                slot.enqueue(Ticket(process.doubt, (run,), f"forgetting run {run}", limits.QUICK_SECONDS))

    def warm_up(self) -> None:
        """Starts the quick workers before the first step needs them."""
        for slot in self.slots:
            slot.enqueue(Ticket(process.process_id, (), "start", limits.STEP_WALL_SECONDS))

    def loads(self) -> list[tuple[str, int, bool]]:
        """For each worker: its class, the number of waiting calls, and whether a call is running."""
        kinds = (("quick", self.slots), ("slow", self.slow_slots), ("slow", self.question_slots))
        return [(kind, len(slot.queue), slot.running is not None) for kind, some in kinds for slot in some]

    def close(self) -> None:
        """Ends all workers. It waits for the threads of their executors, because Python's own exit would
        write to pipes that these threads are closing (`OSError: Bad file descriptor`)."""
        for slot in (*self.slots, *self.slow_slots, *self.question_slots):
            slot.close()


class InlinePool:
    """The engine in the server itself, in slices of a millisecond; for tests and small machines.

    `lock` lets only one thread use the engine."""

    def __init__(self) -> None:
        self.engine = Engine(limits.LIVE_RUNS_PER_WORKER, INLINE_BUDGET)
        self.lock = threading.Lock()

    async def call(
        self, run: str, inputs: int, recipe: Recipe | None, task: str, args: dict[str, Any], giver: str = ""
    ) -> Answer:
        await asyncio.sleep(0)  # other tasks of the event loop get their turn between two slices
        with self.lock:
            return self.engine.call(run, inputs, recipe, task, args, giver)

    def open(self, run: str, recipe: Recipe) -> None:
        """Does nothing: the first call opens the run, in slices."""

    def opening(self, run: str) -> float | None:
        """None: the server itself opens runs and reports no progress."""
        return None

    def before(self, run: str) -> int | None:
        """None: calls never wait for each other."""
        return None

    def forget(self, run: str) -> None:
        with self.lock:
            self.engine.doubt(run)

    def warm_up(self) -> None:
        pass

    def close(self) -> None:
        self.engine.runs.clear()

    def loads(self) -> list[tuple[str, int, bool]]:
        return []
