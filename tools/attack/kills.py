"""The server and its workers are killed at random moments while visitors act. What was acknowledged stays."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress

from tools.attack.actors import Actor
from tools.attack.ledger import Ledger
from tools.attack.report import Report
from tools.attack.target import Target
from tools.attack.visitor import Visitor

ACTORS = 3
OF_WORKERS = 0.7
"""The part of the kills that ends a worker; the others end the server."""
LONGEST_PAUSE = 0.8


def kill_all(target: Target, report: Report, kills: int, seed: int, *, seconds: float) -> None:
    """`kills` kills, or as many as there is time for."""
    if target.server is None or target.data is None:
        report.say("kills", "none: the server is not ours to kill")
        return
    ledger = Ledger()
    done = asyncio.run(_killed(target, report, ledger, kills, seed, seconds))
    for wrong in ledger.judge(target.data):
        report.fault(wrong)
    # A killed process cannot write why; what is logged besides is one.
    for line in target.wrong():
        report.fault(f"log after kills: {line}")
    report.did(sum(done.values()))
    report.say(
        "kills of server, of workers",
        f"{done['server']}, {done['worker']}",
        f"{kills} in all",
        sum(done.values()) >= kills,
    )
    report.say(
        "acknowledged inputs; runs, states played again",
        f"{ledger.count}; {len(ledger.hashes)}, {sum(map(len, ledger.hashes.values()))}",
        "none lost",
    )


async def _killed(
    target: Target, report: Report, ledger: Ledger, kills: int, seed: int, seconds: float
) -> dict[str, int]:
    chance, done = random.Random(seed), {"server": 0, "worker": 0}
    actors = [
        Actor(Visitor(target.url, target.address(number)), ledger, report, seed * 100 + number, f"a{number}")
        for number in range(ACTORS)
    ]
    leader = actors[0]
    actors.append(Actor(leader.visitor, ledger, report, seed * 100 + ACTORS, "b0", leader))
    acting = [asyncio.create_task(actor.act()) for actor in actors]
    until = asyncio.get_running_loop().time() + seconds
    while sum(done.values()) < kills and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(chance.random() * LONGEST_PAUSE)
        for task in acting:
            if task.done():
                task.result()
        done[await _kill(target, chance)] += 1
    for actor in actors:
        actor.stops = True
    await asyncio.wait_for(asyncio.gather(*acting), 60)
    return done


async def _kill(target: Target, chance: random.Random) -> str:
    server = target.server
    assert server is not None
    workers = await asyncio.to_thread(target.workers)
    if workers and chance.random() < OF_WORKERS:
        with suppress(ProcessLookupError):
            os.kill(chance.choice(workers), signal.SIGKILL)
        return "worker"
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    return "server"
