"""How runs stand that the Kubernetes API is asked about. What seldom changes is kept, so that a request costs
one short query.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playground.runs import keeping, services, written
from playground.runs.consumers import run_lock
from playground.runs.services import Standing
from playground.server.database_threads import database_sync_to_async

KEPT = 1_000

_kept: OrderedDict[str, Standing] = OrderedDict()


async def standing(run: str) -> Standing | None:
    """Returns the run as the database knows it now, or None when there is no such run."""
    return await database_sync_to_async(_standing)(run)


def _standing(run: str) -> Standing | None:
    kept = _kept.pop(run, None)
    found = services.standing(run) if kept is None else services.refresh(kept)
    if found is not None:
        _kept[run] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


async def note_opened(known: Standing, *, by_owner: bool) -> None:
    """`services.note_opened`, where that has anything to note."""
    if known.owner_digest and keeping.opened_anew(known.opened, known.shared, by_owner=by_owner):
        await database_sync_to_async(services.note_opened)(known, by_owner=by_owner)
        _kept.pop(known.run, None)


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
