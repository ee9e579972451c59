"""Controllers are never behind a client of the Kubernetes API: what is due at the present moment of a run is
done before its next request is answered. Virtual time does not pass."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress

from playground.kubeapi import clocks
from playground.runs.changes.moves import Move, due_now, move
from playground.runs.services import Standing
from playground.runs.stepper import StopsError
from playground.server.http.overload import DATABASE_ERRORS
from playground.workers import pool as workers

MOVES = 3
"""An input by which controllers catch up, the acts of that instant, and the look that finds no more."""
REMEMBERED = 1_000

_settled: OrderedDict[str, tuple[int, int]] = OrderedDict()
"""By run, the head and its number of inputs at which nothing is due, so that most requests need no look."""


async def settled(standing: Standing, client: str, *, fresh: bool = False) -> Standing:
    """The run once everything that is due now is done. For `fresh` see `moves.newest`."""
    if _settled.get(standing.run) == (standing.head, standing.inputs):
        return standing
    for attempt in range(MOVES):
        outcome = await move(standing, due_now(client), fresh=fresh and attempt == 0)
        if isinstance(outcome, Standing):
            _note(outcome)
            return outcome
        if not isinstance(outcome, Move):
            break  # it is gone, or another server was first; the request itself meets that
        standing = outcome.run
    return standing


async def settled_before(standing: Standing, client: str, *, fresh: bool = False) -> Standing:
    """`settled` before a request is answered. While the clock of the run goes for a client that waits,
    controllers act in their time."""
    if clocks.moment_ms(standing.run) is not None:
        return standing
    return await settled(standing, client, fresh=fresh)


async def settle_after(standing: Standing, client: str) -> None:
    """`settled` after a write, which is stored: where there is no worker or no database for it now, the next
    request does it."""
    with suppress(workers.BusyError, workers.BoundedError, StopsError, *DATABASE_ERRORS):
        await settled(standing, client)


def _note(standing: Standing) -> None:
    _settled.pop(standing.run, None)
    _settled[standing.run] = standing.head, standing.inputs
    while len(_settled) > REMEMBERED:
        _settled.popitem(last=False)
