"""Whoever moves a run, or asks a worker about its newest step, holds the lock of the run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from playground.runs import services, written
from playground.runs.services import Standing
from playground.web.database_threads import database_sync_to_async

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def run_lock(run: str) -> asyncio.Lock:
    lock = _locks.get(run)
    if lock is None:
        lock = _locks[run] = asyncio.Lock()
    return lock


@asynccontextmanager
async def newest(known: Standing, *, fresh: bool = False, end: int = 0) -> AsyncIterator[Standing | None]:
    """The run under its lock; None when it is gone. `fresh` says that `known` was read just now: then it is
    read again only if this process has moved it since. `end` is a step to which it was moved: if this process
    did so, that is known.

    The lock is needed for reads, too: a worker that is asked about one run with two numbers of inputs in turn
    would open it anew each time.
    """
    async with run_lock(known.run):
        moved = written.known(known.run)
        if fresh and moved <= (known.head, known.inputs):
            yield known
        elif 0 < end <= moved[0]:
            yield known.moved_to(*moved)
        else:
            yield await database_sync_to_async(services.refresh)(known)
