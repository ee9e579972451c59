"""Moves of a run: steps beyond its newest one, and inputs. Each move is stored, with the hash of its state,
before any client gets it. All code that moves a run calls `move`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakValueDictionary

from playground import limits
from playground.runs import newest_heads, services, stepper
from playground.runs.changes import bounds, news
from playground.runs.changes.input_text import InputText
from playground.runs.services import Gone, Lost, Moved, Standing
from playground.runs.stepper import Frames
from playground.server.database_threads import database_sync_to_async
from playground.workers import pool as workers
from scheduler_core import Problem

T = TypeVar("T")
CATCH_UP_CHARACTERS = 500
"""More than the input has by which controllers catch up with a client."""


@dataclass(frozen=True)
class Move:
    """A stored move: its frames, and the run after it."""

    frames: Frames
    run: Standing


Compute = Callable[[Standing], Awaitable[Frames | T]]
"""Computes the frames of a move from the newest step of a run, or the reason why there are none. The worker
may already hold the input of the move."""

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def run_lock(run: str) -> asyncio.Lock:
    """The lock under which this process moves a run."""
    lock = _locks.get(run)
    if lock is None:
        lock = _locks[run] = asyncio.Lock()
    return lock


@asynccontextmanager
async def newest(standing: Standing, *, fresh: bool = False, end: int = 0) -> AsyncIterator[Standing | None]:
    """The run under its lock; None when it is gone. `fresh`: the caller has just read `standing`, so it is
    read again only if this process has moved the run since. `end` is a step to which the run was moved; when
    this process moved it there, no read is needed.

    Reads need the lock, too: a worker that alternates between two numbers of inputs of one run would replay
    the run each time."""
    async with run_lock(standing.run):
        moved = newest_heads.newest_head(standing.run)
        if fresh and moved <= (standing.head, standing.inputs):
            yield standing
        elif 0 < end <= moved[0]:
            yield standing.moved_to(*moved)
        else:
            yield await database_sync_to_async(services.refresh)(standing)


def stored(run: Standing, frames: Frames) -> Moved | Lost | Gone:
    """Stores a move: an input, or a newer head."""
    if frames.stored:
        return services.record_input(
            run.run, ordinal=run.inputs, seq=frames.start, value=frames.stored, state=frames.hash
        )
    return services.advance_head(run.run, inputs=run.inputs, to=frames.end, state=frames.hash)


async def tell(outcome: Move | Lost | Gone, sender: str = "") -> None:
    """Informs all clients of the run of a successful move, except the socket whose channel is `sender`."""
    if isinstance(outcome, Move) and outcome.frames.end > outcome.frames.start:
        await news.tell_moved(outcome.run.run, outcome.frames, sender)


async def move(
    standing: Standing,
    compute: Compute[T],
    *,
    start: int | None = None,
    fresh: bool = False,
    store: Callable[[Standing, Frames], Moved | Lost | Gone] = stored,
    settle: Callable[[Move | Lost | Gone], Awaitable[None]] = tell,
) -> Move | Lost | Gone | T:
    """Moves a run by the frames of `compute`, or returns the other result of `compute`. All of it happens
    under the run's lock, and so does `settle`, which gets the outcome before anybody else can move the run.

    `Lost`: the newest step is not `start`, or another server was first. For `fresh` see `newest`."""
    outcome: Move | Lost | Gone
    async with newest(standing, fresh=fresh) as run:
        if run is None:
            outcome = Gone()
        elif start not in (None, run.head):
            outcome = Lost(run.head, run.inputs)
        else:
            try:
                frames = await compute(run)
                if not isinstance(frames, Frames):
                    return frames
                kept = await database_sync_to_async(store)(run, frames)
            except BaseException:
                # Cancellation counts, too: the worker may hold an input that is not stored, and another
                # server may store a different one in its place.
                workers.pool().forget(run.run)
                raise
            if isinstance(kept, Moved):
                outcome = Move(frames, run.moved_to(kept.head, kept.inputs))
            else:
                workers.pool().forget(run.run)  # the worker holds a past that was never stored
                outcome = kept
        await settle(outcome)
        return outcome


def move_and_wait(standing: Standing, compute: Compute[T], *, start: int) -> Move | Lost | Gone | T:
    """`move` for code that runs in a thread, as pages do. It raises what `stepper.answered` raises."""
    return stepper.admitted(lambda: move(standing, compute, start=start))


# --- computations of moves ------------------------------------------------------------------------


def step(
    size: str, until: float | None = None, *, limit: int, max_seq: int | None = None
) -> Compute[Problem]:
    """One step of a size, with at most `limit` frames, and not beyond step `max_seq`."""

    async def frames(run: Standing) -> Frames | Problem:
        if too_long := bounds.too_long(run):
            return too_long
        most = min(limit, limits.RUN_FRAMES_MAX - run.head)
        return await stepper.ask(run, stepper.stepped(run.head, size, until, most, max_seq))

    return frames


def due_now(client: str) -> Compute[Standing]:
    """What the controllers of a real cluster would have done at this moment, before `client` gets an answer.
    No virtual time passes. The run itself when there is nothing to do, to which repeated calls come: the core
    bounds what happens at one instant.

    The instant of a client's write is played to its end. At another one an input (`CatchUp`) comes first,
    where controllers are behind."""

    async def frames(run: Standing) -> Frames | Standing:
        if bounds.too_long(run):
            return run
        most = limits.RUN_FRAMES_MAX - run.head
        # Whoever looks often while a board plays leaves half of the inputs to what people do.
        room = run.inputs < limits.RUN_INPUTS_MAX // 2 and not bounds.full(run, CATCH_UP_CHARACTERS)
        return await stepper.ask(run, stepper.settled(run.head, client, most, catches_up=room)) or run

    return frames


def jump(standing: Standing, to: int) -> bool:
    """Moves a new run, which nobody looks at yet, to a step that it has without inputs. Whether it is there.
    Raises what `stepper.answered` raises."""

    async def frames(run: Standing) -> Frames:
        return await stepper.ask(run, stepper.passed(run.head, to))

    async def nobody(outcome: Move | Lost | Gone) -> None:
        """There is no client to be told."""

    moved = stepper.wait_in_time(lambda: move(standing, frames, start=standing.head, settle=nobody))
    return isinstance(moved, Move)


def give(read: InputText) -> Compute[Problem]:
    """An input; a problem when the run is full, the input is invalid or the API server refuses it."""

    async def frames(run: Standing) -> Frames | Problem:
        if too_much := bounds.full(run, len(read.text), "input"):
            return too_much
        answer = await stepper.ask(run, stepper.add_input(run.head, read.text))
        return answer if isinstance(answer, Frames) else read.placed(answer)

    return frames
