"""Runs for requests of the Kubernetes API. Columns that seldom change are cached, so that a request costs one
short query."""

from __future__ import annotations

from collections import OrderedDict

from playground.runs import services
from playground.runs.retention import lifetimes
from playground.runs.services import Standing
from playground.server.database_threads import database_sync_to_async

KEPT = 1_000

_kept: OrderedDict[str, Standing] = OrderedDict()


async def standing(run: str) -> Standing | None:
    """The run as stored now; None when it does not exist."""
    return await database_sync_to_async(_standing)(run)


def _standing(run: str) -> Standing | None:
    cached = _kept.pop(run, None)
    standing = services.standing(run) if cached is None else services.refresh(cached)
    if standing is not None:
        _kept[run] = standing
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return standing


async def note_opened(standing: Standing, *, by_owner: bool) -> None:
    """`services.note_opened`, unless it would write nothing."""
    if standing.owner_digest and lifetimes.opened_anew(standing.opened, standing.shared, by_owner=by_owner):
        await database_sync_to_async(services.note_opened)(standing, by_owner=by_owner)
        _kept.pop(standing.run, None)
