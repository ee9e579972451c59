"""A broker, servers' lines to it, and workers as processes of their own."""

import asyncio
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground.workers.answers import Behind, Ok, Recipe, Replay
from playground.workers.engine import Engine
from playground.workers.local import InlinePool, ProcessPool
from playground.workers.remote.link import Link
from playground.workers.remote.pool import RemotePool
from playground.workers.remote.service import Worker
from tests.harness.process import Program
from tests.harness.redis_server import RedisServer

KEY = "a key of the tests of workers"
PATIENCE_SECONDS = (
    150.0  # a state comes late on a busy machine, and after a cable TCP waits twice as long each time
)


async def until(holds: Callable[[], object]) -> None:
    """Waits for a state, never for a time."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        await asyncio.sleep(0.005)


def recipe_of(scenario: Any) -> Recipe:
    return Recipe(json.dumps(scenario.canonical()), scenario.seed)


def hash_here(seq: int, recipe: Recipe) -> str:
    """The hash of a run at a step, played in this process."""
    answer = Engine(1, 600.0).call("r", len(recipe.inputs), recipe, "hash", {"seq": seq})
    assert isinstance(answer, Ok)
    return answer.text


async def hash_at(pool: RemotePool, run: str, seq: int, recipe: Recipe) -> str:
    """The same as a server asks for it: with the recipe only when it is wanted."""
    answer: Any = Behind(0)
    while not isinstance(answer, Ok):
        answer = await pool.call(run, len(recipe.inputs), None, "hash", {"seq": seq})
        if isinstance(answer, Replay):
            answer = await pool.call(run, len(recipe.inputs), recipe, "hash", {"seq": seq})
        assert isinstance(answer, Ok | Behind | Replay), answer
    return answer.text


@dataclass
class Machines:
    """Servers and workers of one broker. What is made here ends with the test."""

    broker: RedisServer
    folder: Path
    pools: list[RemotePool] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
    inside: list[tuple[Worker, asyncio.Task[None]]] = field(default_factory=list)

    def server(self) -> RemotePool:
        pool = RemotePool(Link(self.broker.url, KEY), InlinePool)
        self.pools.append(pool)
        return pool

    async def joined(self, watched_by: RemotePool, *, build: str = "", processes: int = 1) -> Worker:
        """A worker in this process, whose runs are stepped in processes. A server of its build sees it."""
        worker = Worker(self.broker.url, KEY, ProcessPool(processes), build_of=build)
        self.inside.append((worker, asyncio.create_task(worker.serve())))
        if not build:
            await until(lambda: worker.name in watched_by.link.roster.alive)
        return worker

    def worker(self, watched_by: RemotePool, *before: str, **environment: str) -> Program:
        """A worker as a process, which a server sees by now."""
        known_names = set(watched_by.link.roster.alive)
        folder = self.folder / f"worker{len(self.programs)}"
        folder.mkdir()
        settings = {"PODIUM_WORKERS_REDIS": self.broker.url, "PODIUM_WORKERS_KEY": KEY}
        settings |= {"PODIUM_DATA": str(folder), "PYTHONPATH": str(Path.cwd()), **environment}
        named = [f"{name}={value}" for name, value in settings.items()]
        command = [sys.executable, "-m", "playground", "worker", "--processes", "1"]
        program = Program([*before, "env", *named, *command], folder / "log")
        self.programs.append(program)
        program.start(lambda: bool(set(watched_by.link.roster.alive) - known_names))
        return program

    async def end(self) -> None:
        for pool in self.pools:
            pool.close()
        for worker, serving in self.inside:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            worker.pool.close()
        for program in self.programs:
            program.kill()
