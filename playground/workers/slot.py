"""The place of one worker process: calls are queued, one is running, and a process that dies is replaced.

The process gets only one call at a time. So it is known which call takes long and since when, time in the
queue does not count as working time, and waiting calls survive the end of the process."""

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playground import limits
from playground.server import background
from playground.server.fairness.asker import asker
from playground.server.fairness.fair_queue import FairQueue
from playground.server.refusals import BusyError, TooLargeError, TooLongError, WorkerEndedError

log = logging.getLogger("playground.workers")

PAUSES = (0.05, 0.25, 1.0)
"""Seconds before each retry of a call whose worker ended. A process that was just killed, such as the fork
server, still counts as alive for a moment, so that starting a worker at once may fail."""
LOOK_SECONDS = 0.5
"""Seconds between two checks whether the running call is overdue, while a caller waits."""
GRACE = 3.0
"""The limit of a call's wall-clock time as a multiple of its CPU time, because the processor is shared."""
GRACE_SECONDS = 5.0
START_SECONDS = 60.0
"""The most seconds for starting a process: the first one imports the core, and the processor is shared."""


@dataclass(eq=False)
class Ticket:
    """A waiting or running call. `seconds` is its limit of CPU time, `began` the time (monotonic, s) when it
    began to run, None while it waits. It is `starting` until its process exists. After a call with `recycle`
    the process is ended to free its memory. `run` is the run that it concerns, if any."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    name: str
    seconds: float
    asker: str = field(default_factory=asker.get)
    future: Future[Any] = field(default_factory=Future)
    began: float | None = None
    starting: bool = False
    run: str = ""
    recycle: bool = False
    overdue: bool = False
    broken: int = 0

    @property
    def ends(self) -> float:
        """The time (monotonic, s) after which the call counts as stuck."""
        may_take = START_SECONDS if self.starting else self.seconds * GRACE + GRACE_SECONDS
        return (self.began or 0.0) + may_take


class Slot:
    """One worker process. `make` creates an executor with a single process."""

    def __init__(self, make: Callable[[], ProcessPoolExecutor]) -> None:
        self.make = make
        self.lock = threading.RLock()
        self.queue: FairQueue[Ticket] = FairQueue()
        self.running: Ticket | None = None
        self.executor: ProcessPoolExecutor | None = None
        self.rest: threading.Timer | None = None
        """The timer that ends the pause before a retry; no call begins during the pause."""
        self.closed = False

    # --- calls ------------------------------------------------------------------------------------

    def enqueue(self, ticket: Ticket) -> None:
        """Adds a call to its asker's line. Raises BusyError when that line is full."""
        with self.lock:
            if self.queue.waiting(ticket.asker) >= limits.CALLS_WAITING_PER_ASKER:
                raise BusyError(ticket.name)
            self.queue.put(ticket.asker, ticket)
        self._next()

    async def wait(self, ticket: Ticket, patience: float) -> Any:
        """The result of a call. Raises BusyError when it has not begun to run after `patience` seconds."""
        until = time.monotonic() + patience
        future = asyncio.wrap_future(ticket.future)
        while True:
            try:
                done, _ = await asyncio.wait((future,), timeout=LOOK_SECONDS)
            except asyncio.CancelledError:
                self._withdraw(ticket)  # a running call continues, but nobody waits for its answer
                raise
            if done:
                return future.result()
            self.end_overdue()
            if ticket.began is None and time.monotonic() > until and ticket.future.cancel():
                self.end(ticket)
                raise BusyError(ticket.name)

    def load(self) -> int:
        """The number of calls, waiting and running."""
        return len(self.queue) + (self.running is not None)

    def place(self, ticket: Ticket) -> int:
        """The number of calls before a waiting one, without those about the same run."""

        def other(another: Ticket) -> bool:
            return not ticket.run or another.run != ticket.run

        with self.lock:
            if ticket.began is not None:
                return 0
            at_work = self.running is not None and other(self.running)
            return self.queue.before(ticket, ticket.asker, other) + at_work

    def end(self, ticket: Ticket) -> None:
        """Ends a call, waiting or running. Calls behind it are not affected."""
        if self._withdraw(ticket):
            return
        with self.lock:
            if ticket.future.done():
                return
            ticket.overdue = True  # a call that pauses before its retry ends then
            if self.running is not ticket:
                return
        self.replace()

    def _withdraw(self, ticket: Ticket) -> bool:
        """Removes a waiting call from its line; False when it is running."""
        if not ticket.future.cancel():
            return False
        with self.lock:
            self.queue.discard(ticket, ticket.asker)
        return True

    def _next(self) -> None:
        """Starts the next call if none is running."""
        while True:
            with self.lock:
                if self.running is not None or self.rest is not None or self.closed:
                    return
                if (ticket := self.queue.pop()) is None:
                    return
                if ticket.overdue:
                    ticket.future.set_exception(TooLongError(ticket.name, ticket.seconds))
                    continue
                if ticket.began is None and not ticket.future.set_running_or_notify_cancel():
                    continue  # its caller has gone
                self.running, ticket.began = ticket, time.monotonic()
            try:
                with self.lock:
                    executor = self.executor or self._start(ticket)
                inner = executor.submit(ticket.function, *ticket.args)
            # the process died after its last call
            except (BrokenProcessPool, OSError, EOFError, RuntimeError):
                self._broke(ticket)
                continue
            inner.add_done_callback(partial(self._ended, ticket))
            return

    def _start(self, ticket: Ticket) -> ProcessPoolExecutor:
        """Starts the process for a call; the call's time begins when the process exists."""

        def begin(started: Future[Any]) -> None:
            with self.lock:
                ticket.began, ticket.starting = time.monotonic(), False

        self.executor, ticket.starting = self.make(), True
        self.executor.submit(os.getpid).add_done_callback(begin)
        return self.executor

    def _ended(self, ticket: Ticket, done: Future[Any]) -> None:
        """Handles the end of a call: its result, its failure, or the end of the process."""
        error = BrokenProcessPool() if done.cancelled() else done.exception()
        if isinstance(error, BrokenProcessPool):
            self._broke(ticket)
        else:
            if ticket.recycle or isinstance(error, (TooLargeError, MemoryError)):
                self.replace()  # the process would not return this memory to the system
            self._leave(ticket)
            if error is None:
                ticket.future.set_result(done.result())
            else:
                ticket.future.set_exception(error)
        self._next()

    def _leave(self, ticket: Ticket) -> None:
        """Makes the slot free and counts the call's time for its asker."""
        with self.lock:
            if self.running is ticket:
                self.running = None
            self.queue.served(ticket.asker, time.monotonic() - (ticket.began or 0.0))

    def _broke(self, ticket: Ticket) -> None:
        """Handles the end of the process during a call, which is retried unless it had taken too long."""
        self.replace()
        self._leave(ticket)
        ticket.broken += 1
        if ticket.overdue:
            ticket.future.set_exception(TooLongError(ticket.name, ticket.seconds))
        elif self._tries_again(ticket):
            log.warning("a worker ended in the middle of %s, which is tried again", ticket.name)
        else:
            closed = self.closed  # otherwise the call is not at fault
            ticket.future.set_exception((BusyError if closed else WorkerEndedError)(ticket.name))

    def _tries_again(self, ticket: Ticket) -> bool:
        """Puts a call whose worker ended at the front of its line, and pauses the slot without blocking a
        thread. False: it has been tried often enough."""
        with self.lock:
            if self.closed or ticket.broken > len(PAUSES):
                return False
            self.queue.put(ticket.asker, ticket, first=True)
            self.rest = background.thread_later(PAUSES[ticket.broken - 1], self._go_on)
            self.rest.start()
            return True

    def _go_on(self) -> None:
        """Ends the pause before a retry."""
        with self.lock:
            self.rest = None
        self._next()

    # --- the process ------------------------------------------------------------------------------

    def end_overdue(self) -> None:
        """Ends the process when the running call is stuck."""
        with self.lock:
            ticket = self.running
            if ticket is None or ticket.overdue or time.monotonic() < ticket.ends:
                return
            ticket.overdue = True
        log.warning("a worker is replaced: %s took more than %g s", ticket.name, ticket.seconds)
        self.replace()

    def replace(self, *, wait: bool = False) -> None:
        """Ends the process; the next call starts another. With `wait` it returns after the process has
        ended."""
        with self.lock:
            executor, self.executor = self.executor, None
        if executor is None:
            return
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            with contextlib.suppress(OSError, ValueError):
                process.kill()
        executor.shutdown(wait=wait, cancel_futures=True)

    def close(self, *, wait: bool = True) -> None:
        """Ends the process for good. Waiting calls are refused."""
        with self.lock:
            self.closed = True
        self.replace(wait=wait)
        with self.lock:
            if self.rest is not None:
                self.rest.cancel()
            while (ticket := self.queue.pop()) is not None:
                if ticket.began is not None or ticket.future.set_running_or_notify_cancel():
                    ticket.future.set_exception(BusyError(ticket.name))

    def process_id(self) -> int | None:
        """The worker's process id; None before it exists."""
        executor = self.executor
        processes = getattr(executor, "_processes", None) or {}
        return next(iter(processes), None)
