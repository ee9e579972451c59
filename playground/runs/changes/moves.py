"""A run moves: steps beyond its newest one, and inputs. Each move is durable, with the hash of its state,
before anybody is told of it. Whoever moves a run does it by `move`.
"""

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


@dataclass(frozen=True)
class Move:
    """A move that is durable: its frames, and the run after it."""

    frames: Frames
    run: Standing


Compute = Callable[[Standing], Awaitable[Frames | T]]
"""The frames of a move from the newest step of a run, or why there is none. It may let the worker have the
input of the move.
"""

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def run_lock(run: str) -> asyncio.Lock:
    lock = _locks.get(run)
    if lock is None:
        lock = _locks[run] = asyncio.Lock()
    return lock


@asynccontextmanager
async def newest(standing: Standing, *, fresh: bool = False, end: int = 0) -> AsyncIterator[Standing | None]:
    """The run under its lock; None when it is gone. `fresh` says that `standing` was read just now: then it
    is read again only if this process has moved it since. `end` is a step to which it was moved: if this
    process did so, that is known.

    The lock is needed for reads, too: a worker that is asked about one run with two numbers of inputs in turn
    would open it anew each time.
    """
    async with run_lock(standing.run):
        moved = newest_heads.known_head(standing.run)
        if fresh and moved <= (standing.head, standing.inputs):
            yield standing
        elif 0 < end <= moved[0]:
            yield standing.moved_to(*moved)
        else:
            yield await database_sync_to_async(services.refresh)(standing)


def stored(run: Standing, frames: Frames) -> Moved | Lost | Gone:
    """Makes a move durable: an input, or a newer head."""
    if frames.stored:
        return services.record_input(
            run.run, ordinal=run.inputs, seq=frames.start, value=frames.stored, state=frames.hash
        )
    return services.advance_head(run.run, inputs=run.inputs, to=frames.end, state=frames.hash)


async def tell(outcome: Move | Lost | Gone, sender: str = "") -> None:
    """Tells all who look at the run, where it has moved; not the socket whose channel is `sender`."""
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
    """Moves a run as `compute` says, or gives what that answers instead of frames. All of it happens under
    the run's lock: `settle` is given the outcome there, before anybody else can move the run.

    `Lost`: the newest step is not `start`, where that is given; or another server was first. For `fresh` see
    `newest`.
    """
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
                # Also because the client leaves: the worker may hold an input that is not stored, and another
                # server may store another one in its place.
                workers.pool().forget(run.run)
                raise
            if isinstance(kept, Moved):
                outcome = Move(frames, run.moved_to(kept.head, kept.inputs))
            else:
                workers.pool().forget(run.run)  # the worker holds a past that did not happen
                outcome = kept
        await settle(outcome)
        return outcome


def move_and_wait(standing: Standing, compute: Compute[T], *, start: int) -> Move | Lost | Gone | T:
    """`move` for code that runs in a thread, as pages do. For what it raises see `stepper.answered`."""
    return stepper.admitted(lambda: move(standing, compute, start=start))


# --- what a run is moved by ---------------------------------------------------------------------------


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


def give(read: InputText) -> Compute[Problem]:
    """An input, unless the run has no room for it, or it is not valid, or the API server refuses it."""

    async def frames(run: Standing) -> Frames | Problem:
        if too_much := bounds.full(run, len(read.text), "input"):
            return too_much
        answer = await stepper.ask(run, stepper.given(run.head, read.text))
        return answer if isinstance(answer, Frames) else read.placed(answer)

    return frames
