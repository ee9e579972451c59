"""What can go wrong between servers, PostgreSQL and Redis. Each fault begins, and its answer ends it."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tools.chaos.installation import Installation

Mend = Callable[[], None]
Fault = Callable[[Installation, int], Mend]


def _nothing() -> None:
    """What needs no mending."""


def kill_server(of: Installation, number: int) -> Mend:
    of.servers[number].kill()
    return of.servers[number].start


def restart_server(of: Installation, number: int) -> Mend:
    of.servers[number].stop()
    return of.servers[number].start


def freeze_server(of: Installation, number: int) -> Mend:
    pid = of.servers[number].pid
    of.signal(pid, signal.SIGSTOP)
    return partial(of.signal, pid, signal.SIGCONT)


def kill_worker(of: Installation, number: int) -> Mend:
    for pid in of.workers(number)[:1]:
        of.signal(pid, signal.SIGKILL)
    return _nothing


def freeze_worker(of: Installation, number: int) -> Mend:
    pids = of.workers(number)[:1]
    for pid in pids:
        of.signal(pid, signal.SIGSTOP)

    def mend() -> None:
        for pid in pids:
            of.signal(pid, signal.SIGCONT)

    return mend


def kill_stepper(of: Installation, number: int) -> Mend:
    stepper = of.steppers[number % len(of.steppers)]
    stepper.kill()
    return stepper.start


def restart_stepper(of: Installation, number: int) -> Mend:
    stepper = of.steppers[number % len(of.steppers)]
    stepper.stop()
    return stepper.start


def freeze_stepper(of: Installation, number: int) -> Mend:
    pid = of.steppers[number % len(of.steppers)].pid
    of.signal(pid, signal.SIGSTOP)
    return partial(of.signal, pid, signal.SIGCONT)


def cut_stepper(of: Installation, number: int) -> Mend:
    line = of.lines[len(of.servers) + number % len(of.steppers)]["redis"]
    line.cut()
    return line.mend


def kill_postgres(of: Installation, number: int) -> Mend:
    of.postgres.kill()
    return of.postgres.start


def restart_postgres(of: Installation, number: int) -> Mend:
    of.postgres.stop()
    return of.postgres.start


def kill_redis(of: Installation, number: int) -> Mend:
    of.redis.kill()
    return of.redis.start


def flush_redis(of: Installation, number: int) -> Mend:
    of.redis.flush()
    return _nothing


def cut(line: str, of: Installation, number: int) -> Mend:
    of.lines[number][line].cut()
    return of.lines[number][line].mend


def stall(line: str, of: Installation, number: int) -> Mend:
    of.lines[number][line].stall()
    return of.lines[number][line].mend


FAULTS: dict[str, tuple[int, Fault]] = {
    "kill a server": (3, kill_server),
    "restart a server": (2, restart_server),
    "freeze a server": (2, freeze_server),
    "kill a worker": (4, kill_worker),
    "freeze a worker": (1, freeze_worker),
    "kill PostgreSQL": (2, kill_postgres),
    "restart PostgreSQL": (2, restart_postgres),
    "kill Redis": (2, kill_redis),
    "flush Redis": (2, flush_redis),
    "cut server - PostgreSQL": (4, partial(cut, "postgres")),
    "stall server - PostgreSQL": (2, partial(stall, "postgres")),
    "cut server - Redis": (4, partial(cut, "redis")),
    "stall server - Redis": (2, partial(stall, "redis")),
}
"""Name → (how often it is drawn, what it does)."""
OF_STEPPERS: dict[str, tuple[int, Fault]] = {
    "kill a podium worker": (4, kill_stepper),
    "restart a podium worker": (2, restart_stepper),
    "freeze a podium worker": (2, freeze_stepper),
    "cut podium worker - Redis": (3, cut_stepper),
}
OWN = {"kill a worker", "freeze a worker"}
"""Those that need workers of a server's own."""
LONGEST_SECONDS = 1.5
"""How long a fault lasts at most before it is mended."""


_hands = ThreadPoolExecutor(1, thread_name_prefix="faults")
"""What it starts ends with this thread (`tests.harness.process.ends_with_parent`), so it lives to the end."""


async def strike(of: Installation, chance: random.Random) -> str:
    """One fault, from its beginning until it is mended. Returns its name."""
    faults = FAULTS
    if of.steppers:
        faults = {name: fault for name, fault in FAULTS.items() if name not in OWN} | OF_STEPPERS
    names = list(faults)
    name = chance.choices(names, [faults[name][0] for name in names])[0]
    loop = asyncio.get_running_loop()
    mend = await loop.run_in_executor(_hands, faults[name][1], of, chance.randrange(len(of.servers)))
    await asyncio.sleep(chance.random() * LONGEST_SECONDS)
    await loop.run_in_executor(_hands, mend)
    return name
