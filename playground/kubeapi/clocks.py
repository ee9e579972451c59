"""The time of a run while a client of its Kubernetes API waits: it goes on, or it stands still, as the
policy of the run says (`runs.time_policy`).

Many commands of kubectl wait (`delete`, `drain`, `rollout status`, `wait`). As long as somebody who may act
on the run watches it, or asks for the same object again and again, its clock runs and its head moves; a board
that plays the run meanwhile does not make it faster.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from playground import limits
from playground.runs import services, stepper, time_policy
from playground.runs.changes import news
from playground.runs.changes.bounds import too_long
from playground.runs.changes.moves import Move, move
from playground.runs.services import Gone, Standing
from playground.runs.stepper import Frames, ask
from playground.runs.time_policy import Policy
from playground.server import background
from playground.server.database_threads import database_sync_to_async
from playground.server.http.overload import DATABASE_ERRORS
from playground.workers import pool as workers
from playground.workers.kube_tasks import WatchEvents

log = logging.getLogger("playground.kubeapi")
TICK_SECONDS = 0.1
STILL_SECONDS = 1.0
"""Between two looks at a run whose time stands still: whether it still does."""
ANNOUNCE_SECONDS = 5.0
"""Boards are told again after so long: one that has come to another process has not heard it."""
POLLS_SECONDS = 3.0
"""Who asks for the same object again within so many seconds waits for it."""
SURELY_WAITS = 2
POLLS_REMEMBERED = 2_000


@dataclass
class Clock:
    """`waiting` are the watches for which time goes as the policy of the run says, and those that want it to
    stand still; `until` is when the last poll of both counts no longer. `at` is the second of the run at the
    second `since` of the process; `since` is 0 while it stands. Nothing happens after step `seen` (and its
    number of inputs) before second `due`. `policy` is that of the last tick.
    """

    waiting: dict[bool, int] = field(default_factory=lambda: {False: 0, True: 0})
    until: dict[bool, float] = field(default_factory=lambda: {False: 0.0, True: 0.0})
    at: float = 0.0
    since: float = 0.0
    speed: float = 1.0
    seen: tuple[int, int] = (-1, -1)
    due: float = 0.0
    policy: Policy | None = None
    announced: Policy | None = None
    announced_at: float = 0.0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def serves(self, still: bool) -> bool:
        """Whether somebody waits for whom time may go on, or, with `still`, shall not."""
        return self.waiting[still] > 0 or time.monotonic() < self.until[still]

    @property
    def runs(self) -> bool:
        return self.serves(False) or self.serves(True)

    def now(self) -> float:
        return self.at + (time.monotonic() - self.since) * self.speed

    def put_on(self, second: float) -> None:
        self.at, self.since = second, time.monotonic()

    def go_at(self, speed: float) -> None:
        if self.since and speed != self.speed:
            self.put_on(self.now())
        self.speed = speed

    def stop(self) -> None:
        self.since, self.seen = 0.0, (-1, -1)


_clocks: dict[str, Clock] = {}
_polls: OrderedDict[tuple[str, str, str], tuple[float, int]] = OrderedDict()
"""When somebody last asked for an object, and how often within POLLS_SECONDS each."""


def moment_ms(run: str) -> int | None:
    """The moment of a run whose clock runs, in milliseconds."""
    clock = _clocks.get(run)
    return None if clock is None or clock.since == 0.0 else int(clock.now() * 1000)


@contextmanager
def waits(run: str, *, still: bool = False) -> Iterator[None]:
    """Somebody watches the run, who may act on it; with `still` the run does not go on for it."""
    clock = _clock(run)
    clock.waiting[still] += 1
    try:
        yield
    finally:
        clock.waiting[still] -= 1


def polled(run: str, path: str, agent: str, *, still: bool = False) -> bool:
    """Somebody who may act on the run asked for an object. True if it surely waits for it: `kubectl describe`
    asks twice and does not.
    """
    key, now = (run, path, agent), time.monotonic()
    before, times = _polls.pop(key, (0.0, 0))
    times = times + 1 if now - before < POLLS_SECONDS else 1
    _polls[key] = now, times
    while len(_polls) > POLLS_REMEMBERED:
        _polls.popitem(last=False)
    if times > 1:
        holds(run, still=still)
    return times > SURELY_WAITS


def holds(run: str, *, still: bool = False) -> None:
    """Somebody who may act on the run waits, and will ask again."""
    _clock(run).until[still] = time.monotonic() + POLLS_SECONDS


def _clock(run: str) -> Clock:
    clock = _clocks.get(run)
    if clock is None or clock.task is None or clock.task.done():
        clock = _clocks[run] = Clock()
        clock.task = background.start(_drive(run, clock))
    return clock


async def _drive(run: str, clock: Clock) -> None:
    """Moves the run on as its policy says, until nobody waits."""
    try:
        await asyncio.sleep(0)  # whoever waits says so first
        standing = await database_sync_to_async(services.standing)(run)
        while standing is not None and clock.runs:
            standing = await _ticked(standing, clock)
            if standing is not None:
                await asyncio.sleep(STILL_SECONDS if clock.since == 0.0 else TICK_SECONDS)
            if standing is None or not clock.runs:
                await _announce(run, clock, None)  # somebody may begin to wait meanwhile
    except Exception:
        log.exception("run %s: its clock stopped", run)
        with suppress(Exception):
            await news.tell_waiting(run, None)
    finally:
        if _clocks.get(run) is clock:
            del _clocks[run]


async def _ticked(standing: Standing, clock: Clock) -> Standing | None:
    """One tick; None when the run is over or gone."""
    try:
        made = await move(standing, partial(_frames, clock))
        if made is None or isinstance(made, Gone):
            return None
        await _announce(standing.run, clock, clock.policy)
        return made.run if isinstance(made, Move) else standing
    except stepper.StopsError:
        return None
    except (workers.BusyError, workers.BoundedError):
        await asyncio.sleep(limits.BUSY_RETRY_SECONDS)
    except DATABASE_ERRORS as error:  # whoever waits goes on waiting until the database is back
        log.warning("run %s: no answer of the database to its clock: %s", standing.run, error)
        await asyncio.sleep(limits.BUSY_RETRY_SECONDS)
    return standing


async def _frames(clock: Clock, run: Standing) -> Frames | Standing | None:
    """What happens up to the now of the clock; the run itself where nothing does, None where it is over."""
    if too_long(run):
        return None
    clock.policy = policy = time_policy.policy_of(run, still=not clock.serves(still=False))
    clock.go_at(policy.speed)
    if policy.still:
        clock.stop()
        return run
    if (run.head, run.inputs) != clock.seen:
        reached = await _second(run)
        if clock.since == 0.0 or reached > clock.now():  # it begins, or a board was faster
            clock.put_on(reached)
        clock.seen, clock.due = (run.head, run.inputs), 0.0
    if clock.now() < clock.due:
        return run
    limit = limits.RUN_FRAMES_MAX - run.head
    frames = await ask(run, stepper.followed(run.head, "time", clock.now(), limit, None))
    if frames.end > run.head:
        return frames
    clock.due = _due(frames)
    return run


def _due(frames: Frames) -> float:
    """The second of the next act after frames of which there are none."""
    second = json.loads(f"{{{frames.body}}}")["next"]
    return math.inf if second is None else float(second)


async def _second(standing: Standing) -> float:
    answer = await ask(standing, stepper.question("kube_now", seq=standing.head))
    assert isinstance(answer, WatchEvents)
    return float(json.loads(answer.lines))


async def _announce(run: str, clock: Clock, policy: Policy | None) -> None:
    """Tells boards how time goes, where they do not know it."""
    now = time.monotonic()
    if policy != clock.announced or (policy is not None and now - clock.announced_at > ANNOUNCE_SECONDS):
        clock.announced, clock.announced_at = policy, now
        await news.tell_waiting(run, policy)
