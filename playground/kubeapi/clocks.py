"""The time of a run while a client of its Kubernetes API waits: it goes on, one second a second.

Many commands of kubectl wait (`delete`, `drain`, `rollout status`, `wait`). As long as somebody who may act
on the run watches it, or asks for the same object again and again, its clock runs and its head moves; a board
that plays the run meanwhile does not make it faster.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from channels.db import database_sync_to_async

from playground import limits
from playground.runs import services, stepper
from playground.runs.consumers import run_lock
from playground.runs.services import Moved, Standing
from playground.runs.stepper import ask
from playground.runs.telling import tell
from playground.workers import pool as workers
from playground.workers.kube_tasks import Told

log = logging.getLogger("playground.kubeapi")
TICK_SECONDS = 0.1
POLLS_SECONDS = 3.0
"""Who asks for the same object again within so many seconds waits for it."""
POLLS_REMEMBERED = 2_000


@dataclass
class Clock:
    """`at` is the second of the run at the second `since` of the process; `until` is when the last poll
    counts no longer.
    """

    waiting: int = 0
    until: float = 0.0
    at: float = 0.0
    since: float = 0.0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def runs(self) -> bool:
        return self.waiting > 0 or time.monotonic() < self.until

    def now(self) -> float:
        return self.at + time.monotonic() - self.since

    def put_on(self, second: float) -> None:
        self.at, self.since = second, time.monotonic()


_clocks: dict[str, Clock] = {}
_polls: OrderedDict[tuple[str, str, str], float] = OrderedDict()


def moment_ms(run: str) -> int | None:
    """The moment of a run whose clock runs, in milliseconds."""
    clock = _clocks.get(run)
    return None if clock is None or clock.since == 0.0 else int(clock.now() * 1000)


@contextmanager
def waits(run: str) -> Iterator[None]:
    """Somebody watches the run, who may act on it."""
    clock = _clock(run)
    clock.waiting += 1
    try:
        yield
    finally:
        clock.waiting -= 1


def polled(run: str, path: str, agent: str) -> None:
    """Somebody who may act on the run asked for an object."""
    key, now = (run, path, agent), time.monotonic()
    before = _polls.pop(key, 0.0)
    _polls[key] = now
    while len(_polls) > POLLS_REMEMBERED:
        _polls.popitem(last=False)
    if now - before < POLLS_SECONDS:
        holds(run)


def holds(run: str) -> None:
    """Somebody who may act on the run waits, and will ask again."""
    _clock(run).until = time.monotonic() + POLLS_SECONDS


def _clock(run: str) -> Clock:
    clock = _clocks.get(run)
    if clock is None or clock.task is None or clock.task.done():
        clock = _clocks[run] = Clock()
        clock.task = asyncio.get_running_loop().create_task(_drive(run, clock))
    return clock


async def _drive(run: str, clock: Clock) -> None:
    """Moves the run on as its clock says, until nobody waits."""
    try:
        await asyncio.sleep(0)  # whoever waits says so first
        while clock.runs:
            known = await database_sync_to_async(services.standing)(run)
            if known is None or not await _moved(known, clock):
                return
            await asyncio.sleep(TICK_SECONDS)
    except Exception:
        log.exception("run %s: its clock stopped", run)
        workers.pool().forget(run)
    finally:
        if _clocks.get(run) is clock:
            del _clocks[run]


async def _moved(known: Standing, clock: Clock) -> bool:
    """One tick; False when the run is over or gone."""
    try:
        async with run_lock(known.run):
            found = await database_sync_to_async(services.refresh)(known)
            if found is None or found.head >= limits.RUN_FRAMES_MAX:
                return False
            reached = await _second(found)
            if clock.since == 0.0 or reached > clock.now():  # it begins, or a board was faster
                clock.put_on(reached)
            limit = limits.RUN_FRAMES_MAX - found.head
            frames = await ask(found, stepper.followed(found.head, "time", clock.now(), limit, None))
            if frames.end == found.head:
                return True
            kept = await database_sync_to_async(services.advance_head)(
                found.run, inputs=found.inputs, to=frames.end, state=frames.hash
            )
            if isinstance(kept, Moved):
                await tell(found.run, frames)
            else:
                workers.pool().forget(found.run)
    except (workers.BusyError, workers.TooLongError):
        await asyncio.sleep(limits.BUSY_RETRY_SECONDS)
    return True


async def _second(known: Standing) -> float:
    told = await ask(known, stepper.one("kube_now", seq=known.head))
    assert isinstance(told, Told)
    return float(json.loads(told.lines))
