"""The place of one worker process: calls wait here, one is at work, and a process that dies is replaced.

Only one call at a time is given to the process. So it is known which call takes long and since when, time in
the queue is not time at work, and a call that waits outlives the process that it waited for.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playground import limits
from playground.workers.asker import asker
from playground.workers.fair_queue import FairQueue

log = logging.getLogger("playground.workers")

TRIES = 3
LOOK_SECONDS = 0.5
"""Seconds between two looks at whether the call at work is overdue, while somebody waits."""
GRACE = 3.0
"""How many times its seconds of CPU time a call may take by the clock: the processor is shared."""
GRACE_SECONDS = 5.0


class TooLongError(Exception):
    """A call took more time than its limit of so many `seconds`."""

    def __init__(self, task: str, seconds: float) -> None:
        super().__init__(task, seconds)  # all arguments, so that it comes whole from another process
        self.seconds = seconds


class BusyError(Exception):
    """The call could not be done now. It may be tried again in so many `seconds`."""

    def __init__(self, task: str, seconds: float = limits.BUSY_RETRY_SECONDS) -> None:
        super().__init__(task, seconds)
        self.seconds = seconds


@dataclass(eq=False)
class Ticket:
    """A call that waits or is at work. `seconds` is the CPU time that it may take, `began` the time
    (monotonic, s) at which it came to work, None while it waits. After one with `recycle` the process is
    ended, so that its memory is given back.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    name: str
    seconds: float
    asker: str = field(default_factory=asker.get)
    future: Future[Any] = field(default_factory=Future)
    began: float | None = None
    recycle: bool = False
    overdue: bool = False
    broken: int = 0

    @property
    def ends(self) -> float:
        """The time (monotonic, s) at which the call counts as stuck."""
        return (self.began or 0.0) + self.seconds * GRACE + GRACE_SECONDS


class Seat:
    """One worker process. `make` gives an executor with a single process."""

    def __init__(self, make: Callable[[], ProcessPoolExecutor]) -> None:
        self.make = make
        self.lock = threading.RLock()
        self.queue: FairQueue[Ticket] = FairQueue()
        self.running: Ticket | None = None
        self.executor: ProcessPoolExecutor | None = None
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
                ticket.future.cancel()  # a call that is at work goes on; nobody waits for its answer
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
        """How many calls come before one that waits."""
        with self.lock:
            if ticket.began is not None:
                return 0
            return self.queue.before(ticket, ticket.asker) + (self.running is not None)

    def end(self, ticket: Ticket) -> None:
        """Ends a call, whether it waits or is at work. Those that wait behind it are not touched."""
        if ticket.future.cancel():
            with self.lock:
                self.queue.discard(ticket, ticket.asker)
            return
        with self.lock:
            if self.running is not ticket:
                return
            ticket.overdue = True
        self.replace()

    def _next(self) -> None:
        """Lets the next call begin, when none is at work."""
        while True:
            with self.lock:
                if self.running is not None or self.closed or (ticket := self.queue.pop()) is None:
                    return
                if ticket.began is None and not ticket.future.set_running_or_notify_cancel():
                    continue  # whoever asked has gone
                self.running, ticket.began = ticket, time.monotonic()
            try:
                with self.lock:
                    if self.executor is None:
                        self.executor = self.make()
                    executor = self.executor
                inner = executor.submit(ticket.function, *ticket.args)
            except (BrokenProcessPool, OSError, EOFError, RuntimeError):  # it died since its last call
                self._broke(ticket)
                continue
            inner.add_done_callback(partial(self._ended, ticket))
            return

    def _ended(self, ticket: Ticket, done: Future[Any]) -> None:
        error = BrokenProcessPool() if done.cancelled() else done.exception()
        if isinstance(error, BrokenProcessPool):
            self._broke(ticket)
        else:
            if ticket.recycle:
                self.replace()
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
        elif ticket.broken < TRIES and not self.closed:
            log.warning("a worker ended in the middle of %s, which is tried again", ticket.name)
            with self.lock:
                self.queue.put(ticket.asker, ticket, first=True)
        else:
            log.error("%s failed: its worker ended %d times", ticket.name, ticket.broken)
            ticket.future.set_exception(BusyError(ticket.name))

    # --- the process ------------------------------------------------------------------------------

    def end_overdue(self) -> None:
        """Ends the process when the call at work is stuck."""
        with self.lock:
            ticket = self.running
            if ticket is None or ticket.overdue or time.monotonic() < ticket.ends:
                return
            ticket.overdue = True
        log.warning("a worker is replaced: %s took more than %.0f s", ticket.name, ticket.seconds)
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
        self.closed = True
        self.replace(wait=wait)
        with self.lock:
            while (ticket := self.queue.pop()) is not None:
                if ticket.began is not None or ticket.future.set_running_or_notify_cancel():
                    ticket.future.set_exception(BusyError(ticket.name))

    def process_id(self) -> int | None:
        """The worker's process id, once there is one."""
        executor = self.executor
        processes = getattr(executor, "_processes", None) or {}
        return next(iter(processes), None)
