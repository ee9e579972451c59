"""What workers on other machines cost and bring (docs/workers.md).

The same steps are asked of the pool of this machine and of `podium worker` over a Redis of its own; then many
runs are played at once by one worker and by two, each bound to a core of its own (Linux).
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playground.workers.answers import Behind, Ok, Recipe, Replay
from playground.workers.local import InlinePool, ProcessPool
from playground.workers.remote.link import Link
from playground.workers.remote.pool import RemotePool
from scheduler_core import SourceDocument, parse_scenario
from tests.harness.redis_server import RedisServer

KEY = "the key of a benchmark of workers"
CALLS = 400
RUNS, SECONDS = 16, 15.0


def recipe(nodes: int, pods: int) -> Recipe:
    resources = {"requests": {"cpu": "500m", "memory": "64Mi"}}
    room = {"cpu": "8", "memory": "16Gi", "pods": "110"}
    values: list[dict[str, Any]] = [
        {
            "apiVersion": "podium/v1",
            "kind": "Scenario",
            "metadata": {"name": "bench"},
            "spec": {"title": "A cluster to measure with"},
        },
        *(
            {
                "apiVersion": "v1",
                "kind": "Node",
                "metadata": {"name": f"n{number}"},
                "status": {"capacity": room, "allocatable": room},
            }
            for number in range(nodes)
        ),
        *(
            {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {"name": f"p{number}"},
                "spec": {"containers": [{"name": "c", "image": "i", "resources": resources}]},
            }
            for number in range(pods)
        ),
    ]
    parsed = parse_scenario([SourceDocument(index, value) for index, value in enumerate(values)])
    assert parsed.scenario is not None, parsed.problems
    return Recipe(json.dumps(parsed.scenario.canonical()), 1)


async def answered(pool: Any, run: str, run_recipe: Recipe, task: str, args: dict[str, Any]) -> Ok:
    answer: Any = Behind(0)
    while not isinstance(answer, Ok):
        answer = await pool.call(run, 0, None, task, args)
        if isinstance(answer, Replay):
            answer = await pool.call(run, 0, run_recipe, task, args)
    return answer


async def latencies(pools: list[Any], run_recipe: Recipe) -> list[list[float]]:
    """Milliseconds of single steps of one run in each pool, sorted. The pools take turns, so that whatever
    else the machine does slows all of them.
    """
    taken: list[list[float]] = [[] for _ in pools]
    for pool in pools:
        await answered(pool, "latency", run_recipe, "hash", {"seq": 0})
    for start in range(CALLS):
        args = {"start": start, "size": "act", "until": None, "limit": 1, "max_seq": None}
        for pool, milliseconds in zip(pools, taken, strict=True):
            began = time.perf_counter()
            await answered(pool, "latency", run_recipe, "step", args)
            milliseconds.append((time.perf_counter() - began) * 1_000)
    return [sorted(times) for times in taken]


async def played(pool: Any, run_recipe: Recipe) -> float:
    """Steps in a second when many runs step at once."""
    steps, until = 0, time.monotonic() + SECONDS

    async def play(run: str) -> None:
        nonlocal steps
        at = 0
        while time.monotonic() < until:
            args = {"start": at, "size": "act", "until": None, "limit": 1, "max_seq": None}
            at = (await answered(pool, run, run_recipe, "step", args)).seq if at < 900 else 0
            steps += 1

    await asyncio.gather(*(answered(pool, f"run{n}", run_recipe, "hash", {"seq": 0}) for n in range(RUNS)))
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(play(f"run{n}") for n in range(RUNS)))
    return steps / SECONDS


@contextmanager
def worker(url: str, core: int | None = None) -> Iterator[None]:
    command = [sys.executable, "-m", "playground", "worker", "--processes", "1"]
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "PODIUM_WORKERS_REDIS": url,
            "PODIUM_WORKERS_KEY": KEY,
            "PODIUM_DATA": folder,
        }
        process = subprocess.Popen(command, env=environment)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


async def reached(pool: RemotePool, count: int) -> None:
    while len(pool.link.roster.alive) != count:
        await asyncio.sleep(0.05)


def show(name: str, taken: list[float]) -> None:
    points = " | ".join(f"{taken[int(len(taken) * share)]:.2f}" for share in (0.5, 0.95, 0.99))
    print(f"| {name} | {points} |", flush=True)


async def _measure() -> None:
    run_recipe = recipe(10, 300)
    own = ProcessPool(1)
    broker = RedisServer()
    broker.start()
    pool = RemotePool(Link(broker.url, KEY), InlinePool)
    try:
        with worker(broker.url):
            await reached(pool, 1)
            local, remote = await latencies([own, pool], run_recipe)
        print("| a step of one act, ms | p50 | p95 | p99 |\n|---|---|---|---|")
        show("the pool of this machine", local)
        show("podium worker", remote)
        own.close()
        await reached(pool, 0)
        print("| runs at once | workers | steps a second |\n|---|---|---|")
        with worker(broker.url, 0):
            await reached(pool, 1)
            print(f"| {RUNS} | 1 | {await played(pool, run_recipe):.0f} |", flush=True)
            with worker(broker.url, 1):
                await reached(pool, 2)
                print(f"| {RUNS} | 2 | {await played(pool, run_recipe):.0f} |", flush=True)
    finally:
        pool.close()
        broker.remove()


def measure() -> None:
    asyncio.run(_measure())
