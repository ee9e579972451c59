"""A crowd of visitors with real sockets: some step runs of their own, some watch, some are in rooms."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tools.attack.actors import AWAY
from tools.attack.visitor import Talk, Visitor
from tools.bench.rooms import SCENARIO, Class, fill, opened, run_of

SLUGS = ("gap-and-reservation", SCENARIO)
PATIENCE = 60.0
WATCH_SECONDS = 20.0
CLICK_SECONDS = 4.0
LOOK_SECONDS, LONGEST_PAUSES = 0.5, 5.0
COMING = 12
"""How many visitors come at the same time."""


@dataclass
class Waits:
    """Seconds by kind, of this part of the run, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def note(self, kind: str, began: float) -> None:
        self.times[kind].append(time.monotonic() - began)


class Crowd:
    """All visitors. `pause` is the mean time (s) between two steps of one who steps."""

    def __init__(self, urls: list[str], address: Callable[[int], str], seed: int) -> None:
        self.urls, self.address, self.chance = urls, address, random.Random(seed)
        self.waits, self.pause, self.stops = Waits(), 10.0, False
        self.tasks: list[asyncio.Task[None]] = []
        self.rooms: list[Class] = []
        self.here = 0
        self.numbers = 0
        self.coming = asyncio.Semaphore(COMING)
        self.all_here = asyncio.Event()
        """Before it is set nobody steps: who comes would wait behind them."""

    def visitor(self) -> Visitor:
        self.numbers += 1
        return Visitor(self.urls[self.numbers % len(self.urls)], self.address(self.numbers))

    # --- coming -----------------------------------------------------------------------------------

    async def come(self, steppers: int, watchers: int, rooms: int, seats: int) -> None:
        """Returns when all are there."""
        run = await run_of(self.urls[0])
        ready = [asyncio.get_running_loop().create_future() for _ in range(steppers + watchers)]
        for number, person in enumerate(ready):
            act = self.step if number < steppers else self.watch
            self.tasks.append(asyncio.create_task(self.act(act, person)))
        await asyncio.gather(*ready)
        for number in range(rooms):
            made = await opened(self.urls[number % len(self.urls)], run)
            for url in self.urls:  # followers of one room are on all servers
                await fill(url, made, seats // len(self.urls), 4)
            self.rooms.append(made)
            self.here += 1 + len(made.followers)
            self.tasks.append(asyncio.create_task(self.teach(made)))
        self.all_here.set()

    async def act(
        self, act: Callable[[Visitor, asyncio.Future[None]], Awaitable[None]], ready: asyncio.Future[None]
    ) -> None:
        visitor = self.visitor()
        while not self.stops:
            try:
                await act(visitor, ready)
            except AWAY as error:
                self.waits.wrong[f"{act.__name__}: {type(error).__name__} {str(error)[:80]}"] += 1
                await asyncio.sleep(0.5 + self.chance.random())

    # --- what they do -----------------------------------------------------------------------------

    async def step(self, visitor: Visitor, ready: asyncio.Future[None]) -> None:
        async with self.coming:
            began = time.monotonic()
            run = await (await visitor.arrive()).fork()
            self.waits.times["page"].append((time.monotonic() - began) / 3)  # three requests
        await self.on(visitor, run, ready, self.one_step)

    async def watch(self, visitor: Visitor, ready: asyncio.Future[None]) -> None:
        async with self.coming:
            began = time.monotonic()
            run = await run_of(visitor.url)
            self.waits.note("page", began)
        await self.on(visitor, run, ready, self.one_ping)

    async def on(
        self,
        visitor: Visitor,
        run: str,
        ready: asyncio.Future[None],
        act: Callable[[Talk], Awaitable[None]],
    ) -> None:
        async with self.coming:
            began = time.monotonic()
            socket = await visitor.socket(run)
            talk = Talk(socket, patience=PATIENCE)
            await talk.hello()
            self.waits.note("open a board", began)
        self.here += 1
        try:
            if not ready.done():
                ready.set_result(None)
            while not self.stops:
                await act(talk)
        finally:
            self.here -= 1
            with contextlib.suppress(*AWAY):
                await socket.close()

    async def one_step(self, talk: Talk) -> None:
        await self.all_here.wait()
        # In pauses, which may get shorter meanwhile. Without memory: the rate is there from the start.
        left = min(LONGEST_PAUSES, self.chance.expovariate(1))
        while left > 0:
            seconds = min(LOOK_SECONDS, left * self.pause)
            left -= seconds / self.pause
            await asyncio.sleep(seconds)
        began = time.monotonic()
        if self.chance.random() < 0.1:
            labels = {"turn": str(self.chance.randrange(10**6))}
            reply = await talk.give(
                {"kind": "label", "object": {"kind": "Node", "name": "n1"}, "labels": labels}
            )
            kind = "input"
        else:
            reply = await talk.step(self.chance.choice(("act", "act", "cycle", "event")))
            kind = "step"
        self.waits.note(kind, began)
        if reply["type"] == "error":
            self.waits.wrong[f"{kind} was answered {reply['code']}"] += 1

    async def one_ping(self, talk: Talk) -> None:
        await asyncio.sleep(self.chance.uniform(0, 2) * WATCH_SECONDS)
        began = time.monotonic()
        await talk.ask("ping")
        self.waits.note("ping", began)

    async def teach(self, room: Class) -> None:
        await self.all_here.wait()
        while not self.stops:
            await asyncio.sleep(self.chance.uniform(0, 2) * CLICK_SECONDS)
            try:
                self.waits.times["click to each follower"] += await room.click()
            except (AssertionError, *AWAY) as error:
                self.waits.wrong[f"a room: {type(error).__name__} {str(error)[:80]}"] += 1
                return

    # --- parts of a run ---------------------------------------------------------------------------

    async def part(self, seconds: float) -> Waits:
        """What was waited for in so many seconds from now."""
        self.waits = Waits()
        await asyncio.sleep(seconds)
        waits, self.waits = self.waits, Waits()
        return waits

    async def leave(self) -> None:
        self.stops = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(room.leave() for room in self.rooms), return_exceptions=True)
