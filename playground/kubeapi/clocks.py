"""The time of a run while a client of its Kubernetes API waits: it passes or stands still by the run's policy
(`runs.time_policy`).

Many commands of kubectl wait (`delete`, `drain`, `rollout status`, `wait`). While a client with the right to
act watches the run, or requests the same object repeatedly, the run's clock runs and its head moves; a board
that plays the run meanwhile does not make it faster."""

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
"""Seconds between two checks of a run whose time stands still."""
ANNOUNCE_SECONDS = 5.0
"""Seconds between two announcements to boards, for boards that connected to another process meanwhile."""
POLLS_SECONDS = 3.0
"""A client that requests the same object again within so many seconds counts as waiting for it."""
SURELY_WAITS = 2
"""A client that has requested an object more often than this certainly waits for it."""
EVICTS_AGAIN_SECONDS = 5.0
"""kubectl drain repeats an eviction that a budget refuses after so many seconds. Source: kubectl pkg/drain
`evictPods` (v0.34)."""
POLLS_REMEMBERED = 2_000


@dataclass
class Clock:
    """`waiting` counts the watches for which time passes by the run's policy, and those that want it to stand
    still; `until` is when the last poll of each kind expires. `at` is the run's second at the process's
    second `since`; `since` is 0 while the clock stands. Nothing happens after step `quiet_after` (with its
    number of inputs) before second `due`. `policy` is that of the last tick."""

    waiting: dict[bool, int] = field(default_factory=lambda: {False: 0, True: 0})
    until: dict[bool, float] = field(default_factory=lambda: {False: 0.0, True: 0.0})
    at: float = 0.0
    since: float = 0.0
    speed: float = 1.0
    quiet_after: tuple[int, int] = (-1, -1)
    due: float = 0.0
    policy: Policy | None = None
    announced: Policy | None = None
    announced_at: float = 0.0
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def serves(self, still: bool) -> bool:
        """Whether a client waits for which time may pass or, with `still`, must stand."""
        return self.waiting[still] > 0 or time.monotonic() < self.until[still]

    @property
    def runs(self) -> bool:
        return self.serves(False) or self.serves(True)

    def now(self) -> float:
        return self.at + (time.monotonic() - self.since) * self.speed

    def set_second(self, second: float) -> None:
        self.at, self.since = second, time.monotonic()

    def set_speed(self, speed: float) -> None:
        if self.since and speed != self.speed:
            self.set_second(self.now())
        self.speed = speed

    def stop(self) -> None:
        self.since, self.quiet_after = 0.0, (-1, -1)


_clocks: dict[str, Clock] = {}
_polls: OrderedDict[tuple[str, str, str], tuple[float, int]] = OrderedDict()
"""The last request of each object, and the number of requests less than POLLS_SECONDS apart."""


def moment_ms(run: str) -> int | None:
    """The present moment in milliseconds of a run whose clock runs; None for others."""
    clock = _clocks.get(run)
    return None if clock is None or clock.since == 0.0 else int(clock.now() * 1000)


@contextmanager
def waits(run: str, *, still: bool = False) -> Iterator[None]:
    """Counts a watch by a client that may act on the run; with `still` time does not pass for it."""
    clock = _clock(run)
    clock.waiting[still] += 1
    try:
        yield
    finally:
        clock.waiting[still] -= 1


def note_poll(run: str, path: str, agent: str, *, still: bool = False) -> bool:
    """Notes a request for an object by a client that may act on the run. True when the client certainly waits
    for it; `kubectl describe` asks twice without waiting."""
    key, now = (run, path, agent), time.monotonic()
    before, times = _polls.pop(key, (0.0, 0))
    times = times + 1 if now - before < POLLS_SECONDS else 1
    _remember(key, now, times)
    if times > 1:
        keep_running(run, still=still)
    return times > SURELY_WAITS


def _remember(key: tuple[str, str, str], now: float, times: int) -> None:
    _polls[key] = now, times
    while len(_polls) > POLLS_REMEMBERED:
        _polls.popitem(last=False)


def note_refusal(run: str, path: str, agent: str, *, still: bool = False) -> bool:
    """Notes that a budget refuses an eviction for now (429). True when the client waits for the budget: it
    asks again, as kubectl does after each refusal."""
    key, now, again = (run, path, agent), time.monotonic(), EVICTS_AGAIN_SECONDS + POLLS_SECONDS
    before, times = _polls.pop(key, (0.0, 0))
    times = times + 1 if now - before < again else 1
    _remember(key, now, times)
    waiting = times > 1 or agent.startswith("kubectl/")
    if waiting:
        keep_running(run, still=still, seconds=again)
    return waiting


def keep_running(run: str, *, still: bool = False, seconds: float = POLLS_SECONDS) -> None:
    """Lets time pass for a client that may act on the run, waits and will ask again within these seconds."""
    until = _clock(run).until
    until[still] = max(until[still], time.monotonic() + seconds)


def _clock(run: str) -> Clock:
    """The running clock of a run, started if necessary."""
    clock = _clocks.get(run)
    if clock is None or clock.task is None or clock.task.done():
        clock = _clocks[run] = Clock()
        clock.task = background.start(_drive(run, clock))
    return clock


async def _drive(run: str, clock: Clock) -> None:
    """Moves the run by its policy until no client waits."""
    try:
        await asyncio.sleep(0)  # the waiting client registers first
        standing = await database_sync_to_async(services.standing)(run)
        while standing is not None and clock.runs:
            standing = await _tick(standing, clock)
            if standing is not None:
                await asyncio.sleep(STILL_SECONDS if clock.since == 0.0 else TICK_SECONDS)
            if standing is None or not clock.runs:
                await _announce(run, clock, None)  # another client may begin to wait meanwhile
    except Exception:
        log.exception("run %s: its clock stopped", run)
        with suppress(Exception):
            await news.tell_waiting(run, None)
    finally:
        if _clocks.get(run) is clock:
            del _clocks[run]


async def _tick(standing: Standing, clock: Clock) -> Standing | None:
    """One tick; None when the run is over or gone."""
    try:
        outcome = await move(standing, partial(_frames, clock))
        if outcome is None or isinstance(outcome, Gone):
            return None
        await _announce(standing.run, clock, clock.policy)
        return outcome.run if isinstance(outcome, Move) else standing
    except stepper.StopsError:
        return None
    except (workers.BusyError, workers.BoundedError):
        await asyncio.sleep(limits.BUSY_RETRY_SECONDS)
    except DATABASE_ERRORS as error:  # clients keep waiting until the database is back
        log.warning("run %s: no answer of the database to its clock: %s", standing.run, error)
        await asyncio.sleep(limits.BUSY_RETRY_SECONDS)
    return standing


async def _frames(clock: Clock, run: Standing) -> Frames | Standing | None:
    """The frames up to the clock's present moment; the run itself when there are none, None when it is
    over."""
    if too_long(run):
        return None
    clock.policy = policy = time_policy.policy_of(run, still=not clock.serves(still=False))
    clock.set_speed(policy.speed)
    if policy.still:
        clock.stop()
        return run
    if (run.head, run.inputs) != clock.quiet_after:
        reached = await _second(run)
        if clock.since == 0.0 or reached > clock.now():  # the clock has just started, or a board was faster
            clock.set_second(reached)
        clock.quiet_after, clock.due = (run.head, run.inputs), 0.0
    if clock.now() < clock.due:
        return run
    limit = limits.RUN_FRAMES_MAX - run.head
    frames = await ask(run, stepper.followed(run.head, "time", clock.now(), limit, None))
    if frames.end > run.head:
        return frames
    clock.due = _due(frames)
    return run


def _due(frames: Frames) -> float:
    """The second of the next act after an empty list of frames."""
    second = json.loads(f"{{{frames.body}}}")["next"]
    return math.inf if second is None else float(second)


async def _second(standing: Standing) -> float:
    answer = await ask(standing, stepper.question("kube_now", seq=standing.head))
    assert isinstance(answer, WatchEvents)
    return float(json.loads(answer.lines))


async def _announce(run: str, clock: Clock, policy: Policy | None) -> None:
    """Publishes to boards how time passes, if that has changed."""
    now = time.monotonic()
    if policy != clock.announced or (policy is not None and now - clock.announced_at > ANNOUNCE_SECONDS):
        clock.announced, clock.announced_at = policy, now
        await news.tell_waiting(run, policy)
