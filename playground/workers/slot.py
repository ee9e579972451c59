"""The place of one worker process: calls wait here, one is at work, and a process that dies is replaced.

Only one call at a time is given to the process. So it is known which call takes long and since when, time in
the queue is not time at work, and a call that waits outlives the process that it waited for.
"""

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
"""Seconds before each further try of a call whose worker ended. A process that was just killed, the fork
server too, counts as alive for a moment still, so that a worker that is asked for at once may not be made.
"""
LOOK_SECONDS = 0.5
"""Seconds between two looks at whether the call at work is overdue, while somebody waits."""
GRACE = 3.0
"""How many times its seconds of CPU time a call may take by the clock: the processor is shared."""
GRACE_SECONDS = 5.0
START_SECONDS = 60.0
"""How long the start of a process may take: the first one imports the core, and the processor is shared."""


@dataclass(eq=False)
class Ticket:
    """A call that waits or is at work. `seconds` is the CPU time that it may take, `began` the time
    (monotonic, s) at which it came to work, None while it waits. It is `starting` until its process is there.
    After one with `recycle` the process is ended, so that its memory is given back. `run` is the run that it
    is about, if it is about one.
    """

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
        """The time (monotonic, s) at which the call counts as stuck."""
        may_take = START_SECONDS if self.starting else self.seconds * GRACE + GRACE_SECONDS
        return (self.began or 0.0) + may_take


class Slot:
    """One worker process. `make` gives an executor with a single process."""

    def __init__(self, make: Callable[[], ProcessPoolExecutor]) -> None:
        self.make = make
        self.lock = threading.RLock()
        self.queue: FairQueue[Ticket] = FairQueue()
        self.running: Ticket | None = None
        self.executor: ProcessPoolExecutor | None = None
        self.rest: threading.Timer | None = None
        """Ends the pause before the next try; meanwhile nothing comes to work here."""
        self.closed = False

    # --- calls ------------------------------------------------------------------------------------

    def enqueue(self, ticket: Ticket) -> None:
        """Puts a call into the line of its asker. BusyError: that line is full."""
        with self.lock:
            if self.queue.waiting(ticket.asker) >= limits.CALLS_WAITING_PER_ASKER:
                raise BusyError(ticket.name)
            self.queue.put(ticket.asker, ticket)
        self._next()

    async def wait(self, ticket: Ticket, patience: float) -> Any:
        """The result of a call. BusyError: it waited for so many seconds, and has not come to work."""
        until = time.monotonic() + patience
        future = asyncio.wrap_future(ticket.future)
        while True:
            try:
                done, _ = await asyncio.wait((future,), timeout=LOOK_SECONDS)
            except asyncio.CancelledError:
                self._withdraw(ticket)  # a call that is at work goes on; nobody waits for its answer
                raise
            if done:
                return future.result()
            self.end_overdue()
            if ticket.began is None and time.monotonic() > until and ticket.future.cancel():
                self.end(ticket)
                raise BusyError(ticket.name)

    def load(self) -> int:
        """How many calls are here."""
        return len(self.queue) + (self.running is not None)

    def place(self, ticket: Ticket) -> int:
        """How many calls come before one that waits. Those about the same run do not count."""

        def other(another: Ticket) -> bool:
            return not ticket.run or another.run != ticket.run

        with self.lock:
            if ticket.began is not None:
                return 0
            at_work = self.running is not None and other(self.running)
            return self.queue.before(ticket, ticket.asker, other) + at_work

    def end(self, ticket: Ticket) -> None:
        """Ends a call, whether it waits or is at work. Those that wait behind it are not touched."""
        if self._withdraw(ticket):
            return
        with self.lock:
            if ticket.future.done():
                return
            ticket.overdue = True  # one that rests before its next try ends there
            if self.running is not ticket:
                return
        self.replace()

    def _withdraw(self, ticket: Ticket) -> bool:
        """Takes a call that waits out of its line; False when it has come to work."""
        if not ticket.future.cancel():
            return False
        with self.lock:
            self.queue.discard(ticket, ticket.asker)
        return True

    def _next(self) -> None:
        """Lets the next call begin, when none is at work."""
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
                    continue  # whoever asked has gone
                self.running, ticket.began = ticket, time.monotonic()
            try:
                with self.lock:
                    executor = self.executor or self._start(ticket)
                inner = executor.submit(ticket.function, *ticket.args)
            except (BrokenProcessPool, OSError, EOFError, RuntimeError):  # it died since its last call
                self._broke(ticket)
                continue
            inner.add_done_callback(partial(self._ended, ticket))
            return

    def _start(self, ticket: Ticket) -> ProcessPoolExecutor:
        """Starts the process for a call, whose time begins when the process is there."""

        def begin(started: Future[Any]) -> None:
            with self.lock:
                ticket.began, ticket.starting = time.monotonic(), False

        self.executor, ticket.starting = self.make(), True
        self.executor.submit(os.getpid).add_done_callback(begin)
        return self.executor

    def _ended(self, ticket: Ticket, done: Future[Any]) -> None:
        error = BrokenProcessPool() if done.cancelled() else done.exception()
        if isinstance(error, BrokenProcessPool):
            self._broke(ticket)
        else:
            if ticket.recycle or isinstance(error, (TooLargeError, MemoryError)):
                self.replace()  # what it got from the system it would not give back
            self._leave(ticket)
            if error is None:
                ticket.future.set_result(done.result())
            else:
                ticket.future.set_exception(error)
        self._next()

    def _leave(self, ticket: Ticket) -> None:
        with self.lock:
            if self.running is ticket:
                self.running = None
            self.queue.served(ticket.asker, time.monotonic() - (ticket.began or 0.0))

    def _broke(self, ticket: Ticket) -> None:
        """The process ended under a call. It is tried again in the next one, unless it was what took long."""
        self.replace()
        self._leave(ticket)
        ticket.broken += 1
        if ticket.overdue:
            ticket.future.set_exception(TooLongError(ticket.name, ticket.seconds))
        elif self._tries_again(ticket):
            log.warning("a worker ended in the middle of %s, which is tried again", ticket.name)
        else:
            closed = self.closed  # then nothing is wrong with the call
            ticket.future.set_exception((BusyError if closed else WorkerEndedError)(ticket.name))

    def _tries_again(self, ticket: Ticket) -> bool:
        """Puts a call whose worker ended first into its line, and lets nothing come to work here for a while.
        No thread waits for it that has anything else to do. False: it was tried often enough.
        """
        with self.lock:
            if self.closed or ticket.broken > len(PAUSES):
                return False
            self.queue.put(ticket.asker, ticket, first=True)
            self.rest = background.thread_later(PAUSES[ticket.broken - 1], self._go_on)
            self.rest.start()
            return True

    def _go_on(self) -> None:
        with self.lock:
            self.rest = None
        self._next()

    # --- the process ------------------------------------------------------------------------------

    def end_overdue(self) -> None:
        """Ends the process when the call at work is stuck."""
        with self.lock:
            ticket = self.running
            if ticket is None or ticket.overdue or time.monotonic() < ticket.ends:
                return
            ticket.overdue = True
        log.warning("a worker is replaced: %s took more than %g s", ticket.name, ticket.seconds)
        self.replace()

    def replace(self, *, wait: bool = False) -> None:
        """Ends the process; the next call starts another. With `wait` it returns when nothing is left."""
        with self.lock:
            executor, self.executor = self.executor, None
        if executor is None:
            return
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            with contextlib.suppress(OSError, ValueError):
                process.kill()
        executor.shutdown(wait=wait, cancel_futures=True)

    def close(self, *, wait: bool = True) -> None:
        """Ends the process for good. Calls that wait are refused."""
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
        """The worker's process id, once there is one."""
        executor = self.executor
        processes = getattr(executor, "_processes", None) or {}
        return next(iter(processes), None)
