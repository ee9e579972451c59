"""Figures of rooms: followers with websockets of their own on one server.

The load runs in this process, so both ends have one clock; its own work counts against the figures. Each
follower keeps the hash of the state that it was last told.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import ssl
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.harness.server import Server
from tools.attack.visitor import Visitor
from tools.bench.figures import say
from tools.processes import cpu_seconds, megabytes

SCENARIO = "self-heal-zones"
CLICKS = 60
#: Seconds between two clicks of a presenter.
PACE = 0.25
STORM, STORM_SECONDS = 200, 10.0
VOTE_SECONDS = 3.0
ROOMS, ROOM_SEATS = 30, 30
#: `working` says that the answer is still to come.
ANSWER = re.compile(r'\{"type":"(?!working)[a-z-]+","re":(\d+)')
JSON = ("Accept", "application/json")
#: Hundreds of sockets that open at once take their time.
SOCKET: dict[str, Any] = {"open_timeout": 60, "ping_interval": None}
HASH = re.compile(r'"hash":"([0-9a-f]+)"')
MOVES = ('{"type":"frames","re":null', '{"type":"snapshot","re":null')
"""How a follower's board comes to the position: by frames, or by a snapshot where a server missed a move, as
it does while Redis does not answer."""


def spread(seconds: list[float]) -> str:
    """p50 / p99 in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return "nothing measured"
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99))
    return f"p50 {p50 * 1000:.0f}  p99 {p99 * 1000:.0f} ms"


class Follower:
    """One socket in a room. `arrived` is when the newest move arrived, `hash` that of the state after it."""

    def __init__(self, visitor: Visitor, room: str) -> None:
        self.visitor, self.room = visitor, room
        self.connection: ClientConnection | None = None
        self.hash, self.seq, self.arrived, self.number = "", 0, 0.0, 0
        self.moved = asyncio.Event()
        self.answers: dict[int, asyncio.Future[tuple[str, float]]] = {}
        self.reading: asyncio.Task[None] | None = None

    async def come(self) -> str:
        """Connects and says hello with what it has; the text of the answer."""
        self.connection = await self.visitor.socket("", f"/ws/room/{self.room}/", **SOCKET)
        self.reading = asyncio.create_task(self.read(self.connection))
        have = {"run": "", "seq": self.seq, "hash": self.hash} if self.hash else None
        text, _ = await self.ask("hello", protocol=1, have=have)
        board = json.loads(text)["board"]
        if "snapshot" in board:
            self.hash, self.seq = board["snapshot"]["hash"], board["snapshot"]["seq"]
        return text

    async def read(self, connection: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in connection:
                now = time.perf_counter()
                assert isinstance(text, str)
                if text.startswith(MOVES):
                    self.take(text, now)
                    continue
                match = ANSWER.match(text)
                if match and (answer := self.answers.pop(int(match[1]), None)) and not answer.done():
                    answer.set_result((text, now))
        for answer in self.answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the line is lost"))
        self.answers.clear()

    def take(self, text: str, now: float) -> None:
        if text.startswith('{"type":"snapshot"'):
            snapshot = json.loads(text)["snapshot"]
            self.hash, self.seq = snapshot["hash"], snapshot["seq"]
        else:
            match = HASH.search(text)
            assert match
            self.hash = match[1]
            self.seq = int(re.search(r'"to":(\d+)', text)[1])  # type: ignore[index]  # frames have it
        self.arrived = now
        self.moved.set()

    async def reach(self, seq: int) -> None:
        """Returns when the board is at a step, or beyond it."""
        while self.seq < seq:
            self.moved.clear()
            await self.moved.wait()

    async def ask(self, do: str, **args: Any) -> tuple[str, float]:
        """The answer's text, and when it arrived."""
        assert self.connection is not None
        self.number += 1
        answer = self.answers[self.number] = asyncio.get_running_loop().create_future()
        await self.connection.send(json.dumps({"id": self.number, "do": do, **args}))
        return await asyncio.wait_for(answer, 60)

    async def leave(self) -> None:
        if self.connection is not None:
            await self.connection.close()
        if self.reading is not None:
            await self.reading


@dataclass
class Class:
    """A room with its presenter and its followers."""

    code: str
    presenter: Follower
    followers: list[Follower] = field(default_factory=list)

    async def click(self) -> list[float]:
        """One step of the presenter: seconds until each follower has it. All have the same hash then."""
        start = time.perf_counter()
        text, _ = await self.presenter.ask("step", **{"from": self.presenter.seq, "size": "act"})
        assert text.startswith('{"type":"frames"'), text[:300]
        self.presenter.take(text, start)
        await asyncio.wait_for(
            asyncio.gather(*(follower.reach(self.presenter.seq) for follower in self.followers)), 30
        )
        hashes = {follower.hash for follower in self.followers}
        assert hashes <= {self.presenter.hash}, f"{len(hashes)} different states"
        return [follower.arrived - start for follower in self.followers]

    async def clicks(self, count: int) -> list[float]:
        times: list[float] = []
        for _ in range(count):
            begun = time.perf_counter()
            times += await self.click()
            await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - begun)))
        return times

    async def leave(self) -> None:
        await asyncio.gather(*(follower.leave() for follower in [*self.followers, self.presenter]))


async def opened(url: str, run: str) -> Class:
    visitor = Visitor(url)
    await visitor.get("/join")
    answer = await visitor.post("/rooms", {"run": run, "at": "0"}, [JSON])
    assert answer.status == 201, answer.text[:500]
    reply = json.loads(answer.body)
    presenter = Follower(visitor, reply["room"])
    await presenter.come()
    return Class(reply["code"], presenter)


async def joined(url: str, room: Class) -> Follower:
    """Somebody who joined, up to the answered hello."""
    visitor = Visitor(url)
    await visitor.get(f"/join/{room.code}")
    answer = await visitor.post(f"/join/{room.code}", {"name": "somebody"}, [JSON])
    assert answer.status == 201, answer.text[:500]
    made = Follower(visitor, room.presenter.room)
    await visitor.get(f"/rooms/{made.room}")
    await made.come()
    return made


async def fill(url: str, room: Class, count: int, at_once: int = 8) -> None:
    limit = asyncio.Semaphore(at_once)

    async def act_once() -> None:
        async with limit:
            room.followers.append(await joined(url, room))

    await asyncio.gather(*(act_once() for _ in range(count)))


async def storm(url: str, room: Class) -> list[float]:
    """People who join within some seconds: from their click to the board, each."""

    async def act_once(wait: float) -> float:
        await asyncio.sleep(wait)
        start = time.perf_counter()
        room.followers.append(await joined(url, room))
        return time.perf_counter() - start

    return list(await asyncio.gather(*(act_once(STORM_SECONDS * place / STORM) for place in range(STORM))))


async def vote(room: Class) -> list[float]:
    await room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that", "none"])
    chance = random.Random(1)

    async def vote(follower: Follower) -> float:
        await asyncio.sleep(chance.uniform(0, VOTE_SECONDS))
        start = time.perf_counter()
        text, end = await follower.ask("vote", poll=1, round=1, choice=chance.randrange(3))
        assert text.startswith('{"type":"voted"'), text
        return end - start

    times = list(await asyncio.gather(*(vote(follower) for follower in room.followers)))
    await asyncio.sleep(0.5)
    reply = json.loads((await room.presenter.ask("hello", protocol=1))[0])["tally"]["rounds"][0]
    assert reply["answered"] == len(room.followers), reply
    return times


async def come_back(room: Class) -> float:
    """After a restart: seconds until all are back, with the state that they had."""
    before = {id(follower): follower.hash for follower in room.followers}
    start = time.perf_counter()

    async def resume(follower: Follower) -> None:
        while True:
            try:
                await follower.come()
                return
            except OSError:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(resume(follower) for follower in [room.presenter, *room.followers]))
    took = time.perf_counter() - start
    assert all(follower.hash == before[id(follower)] for follower in room.followers)
    return took


async def run_of(url: str, trust: ssl.SSLContext | None = None) -> str:
    page = (await Visitor(url, trust=trust).get(f"/s/{SCENARIO}")).text
    match = re.search(r'data-run="([a-z2-7]{12})"', page)
    assert match, page[:300]
    return match[1]


def measure(server: Server, counts: tuple[int, ...] = (200, 500)) -> None:
    run = asyncio.run(run_of(server.url))
    for count in counts:
        asyncio.run(measure_one(server, run, count))
    asyncio.run(measure_many(server, run))


async def measure_one(server: Server, run: str, count: int) -> None:
    room = await opened(server.url, run)
    await fill(server.url, room, 5)  # so that what everybody needs is there
    before, busy = megabytes([server.pid], "Rss"), cpu_seconds([server.pid], ended=False)
    await fill(server.url, room, count - 5)
    if sys.platform == "linux":
        spent = (cpu_seconds([server.pid], ended=False) - busy) / (count - 5) * 1000
        say("a join: two pages, a seat, a socket, hello", f"{spent:.0f} ms of processor", "")
        await asyncio.sleep(2)
        grown = (megabytes([server.pid], "Rss") - before) * 1024 / (count - 5)
        say(f"memory of a follower, {count} in a room", f"{grown:.0f} kB", "≤ 150 kB")
    busy = cpu_seconds([server.pid], ended=False)
    times = await room.clicks(CLICKS)
    spent = (cpu_seconds([server.pid], ended=False) - busy) / CLICKS * 1000
    aim = "p50 ≤ 50, p99 ≤ 100 ms" if count <= 200 else "p50 ≤ 100, p99 ≤ 200 ms"
    say(f"presenter's click → frame on every one of {count} followers", spread(times), aim)
    say("what a click costs the server", f"{spent:.0f} ms of processor", "")
    times = await vote(room)
    slowest = f"at most {max(times) * 1000:.0f} ms"
    say(
        f"{count} votes within {VOTE_SECONDS:.0f} s: vote → acknowledged",
        f"{spread(times)}, {slowest}",
        "≤ 500 ms",
    )
    if count == STORM:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        took = await come_back(room)
        say(f"after kill -9 and a start: all {count} are back with the same hash", f"{took:.1f} s", "≤ 5 s")
        await room.clicks(3)
    await room.leave()
    if count == STORM:
        room = await opened(server.url, run)
        times = await storm(server.url, room)
        slowest = f"at most {max(times):.1f} s"
        what = f"{STORM} people join within {STORM_SECONDS:.0f} s: click → board"
        say(what, f"{spread(times)}, {slowest}", "≤ 2 s")
        await room.leave()


async def measure_many(server: Server, run: str) -> None:
    made = [await opened(server.url, run) for _ in range(ROOMS)]
    for room in made:
        await fill(server.url, room, ROOM_SEATS)
    chance = random.Random(1)

    async def teach(room: Class) -> list[float]:
        await asyncio.sleep(chance.uniform(0, 2))
        times: list[float] = []
        for _ in range(8):
            times += await room.click()
            await asyncio.sleep(2)
        return times

    results = await asyncio.gather(*(teach(room) for room in made))
    times = [time for times_of_room in results for time in times_of_room]
    say(f"{ROOMS} rooms of {ROOM_SEATS}, a click every 2 s in each", spread(times), "p50 ≤ 50, p99 ≤ 100 ms")
    await asyncio.gather(*(room.leave() for room in made))
