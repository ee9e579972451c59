"""Two server processes on one PostgreSQL and one Redis: they agree, and neither needs the other, Redis, or a PostgreSQL
that never restarts.
"""

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest

from tests.builders import pod
from tests.harness.postgres import Postgres
from tests.harness.redis_server import RedisServer
from tests.harness.series import EVERY, sampled
from tests.harness.server import Server
from tests.harness.site import Site, Talk
from tools.attack.visitor import Visitor
from tools.bench.rooms import Follower, joined, opened, run_of

POOL = 6
MOST = 30
"""Connections that PostgreSQL allows, far fewer than there are visitors."""
FRAMES, SNAPSHOTS, VISITORS = 60 // EVERY, 12 // EVERY, 40
RACES, RACERS = 5, 5
"""So many races of so many owners: one owner may not give more inputs at once."""
ADDRESSES = (f"10.0.{number // 256}.{number % 256}" for number in itertools.count(1))


@dataclass
class Installation:
    postgres: Postgres
    redis: RedisServer
    servers: list[Server]

    def start(self) -> None:
        """All that does not run; two servers start at once."""
        for item in (self.postgres, self.redis):
            item.start()
        with ThreadPoolExecutor(2) as both:
            list(both.map(Server.start, [server for server in self.servers if not server.running]))

    def log(self) -> str:
        return "".join(server.output() for server in self.servers)

    def sites(self) -> list[Site]:
        """One visitor, on both servers."""
        address = next(ADDRESSES)
        one, two = (Site(server, address) for server in self.servers)
        two.cookies = one.cookies
        return [one, two]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Nothing is there before: the database is empty when both servers start."""
    postgres, redis = Postgres(connections=MOST), RedisServer()
    try:
        postgres.start()
        settings = {
            "PODIUM_DATABASE_URL": postgres.create("podium"),
            "PODIUM_REDIS": redis.url,
            "PODIUM_SECRET_KEY": "the same on both",
            "PODIUM_TRUST_PROXY": "1",
            "PODIUM_DATABASE_CONNECTIONS": str(POOL),
        }
        folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
        small = ("-m", "tests.harness.small_manage", "serve")
        made = Installation(postgres, redis, [Server(folder, small, **settings) for folder in folders])
        made.start()
        yield made
        for server in made.servers:
            server.kill()
    finally:
        postgres.remove()
        redis.remove()


@pytest.fixture
def both(started: Installation) -> Iterator[Installation]:
    started.start()
    for server in started.servers:
        server.log.write_text("")
    yield started

    assert "Traceback" not in started.log(), started.log()[:6000]


@asynccontextmanager
async def talks(sites: list[Site], run: str) -> AsyncIterator[list[Talk]]:
    """A greeted socket on each server."""
    async with sites[0].socket(run) as one, sites[1].socket(run) as two:
        results = [Talk(one), Talk(two)]
        for item in results:
            await item.hello()
        yield results


async def message_of_step(talk: Talk, head: int) -> dict[str, Any]:
    """Waits until a client was told of step `head`; returns the last message."""
    while True:
        message = await talk.hear()
        if (message["type"] in {"frames", "union"} and message["to"] >= head) or message.get(
            "head", -1
        ) >= head:
            return message


async def acted(talk: Talk, do: str, **args: Any) -> dict[str, Any]:
    """The answer to a command, which is given again while the server is busy, or it comes too soon."""
    while (answer := await talk.ask(do, **args)).get("code") in {"server.busy", "rate.slow_down"}:
        await asyncio.sleep(answer["retryMs"] / 1000)
    return answer


def work(name: str) -> dict[str, Any]:
    return {"kind": "apply", "documents": [pod(name, "1m", "1Mi")]}


async def test_they_agree_in_every_frame_and_every_snapshot(both: Installation) -> None:
    sites = both.sites()
    run = sites[0].fork()
    chance = random.Random(7)
    frames: list[tuple[Any, Any]] = []
    snapshots: list[tuple[Any, Any]] = []
    async with talks(sites, run) as clients:
        head = 0
        while head < FRAMES:
            actor, other = clients if chance.random() < 0.5 else clients[::-1]
            mine = await acted(actor, "step", **{"from": head, "size": "act", "limit": 1})
            if mine["to"] == head:  # nothing more happens by itself
                mine = await acted(actor, "input", **{"from": head, "input": work(f"w{head}")})
            theirs = await message_of_step(other, mine["to"])
            frames.append(([mine["frames"], mine["hash"]], [theirs["frames"], theirs["hash"]]))
            head = mine["to"]
        for seq in [chance.randrange(head + 1) for _ in range(SNAPSHOTS)]:
            one, two = [(await acted(client, "seek", to=seq))["snapshot"] for client in clients]
            snapshots.append((one, two))

    assert [one for one, _ in frames] == [two for _, two in frames]
    assert [one for one, _ in snapshots] == [two for _, two in snapshots]


async def raced(sites: list[Site]) -> list[tuple[list[str], int]]:
    """How each race of an owner's two clients ended, and how many states there were after it."""
    ends = []
    run = await asyncio.to_thread(sites[0].fork)
    async with talks(sites, run) as clients:
        for head in range(RACES):
            result = await asyncio.gather(
                acted(clients[0], "input", **{"from": head, "input": work(f"a{head}")}),
                acted(clients[1], "input", **{"from": head, "input": work(f"b{head}")}),
            )
            observed = await asyncio.gather(*(acted(client, "seek", to=head + 1) for client in clients))
            won = sorted("won" if item["type"] == "frames" else str(item["code"]) for item in result)
            ends.append((won, len({item["snapshot"]["hash"] for item in observed})))
    return ends


async def test_of_two_inputs_at_one_step_one_wins_wherever_they_were_given(both: Installation) -> None:
    ends = await asyncio.gather(*(raced(both.sites()) for _ in range(RACERS)))

    assert [[(["input.lost_race", "won"], 1)] * RACES] * RACERS == ends


async def test_more_visitors_at_once_than_there_are_connections_share_few(both: Installation) -> None:
    async def visit(server: Server) -> str:
        site = Site(server, next(ADDRESSES))
        run = await asyncio.to_thread(site.fork)
        async with site.socket(run) as socket:
            talk = Talk(socket)
            await talk.hello()
            result = await acted(talk, "step", **{"from": 0, "size": "act"})
            statuses.append((await asyncio.to_thread(site.request, "GET", f"/r/{run}"))[0])
            return str(result.get("code", result["type"]))

    statuses: list[int] = []
    kinds = await asyncio.gather(*(visit(both.servers[index % 2]) for index in range(VISITORS)))
    with psycopg.connect(both.postgres.url()) as connection:
        row = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = 'podium'").fetchone()

    assert (["frames"] * VISITORS, [200] * VISITORS) == (kinds, statuses)
    assert row is not None
    assert row[0] <= 2 * POOL


async def test_without_redis_boards_open_and_step_and_who_follows_elsewhere_is_told(
    both: Installation,
) -> None:
    sites = both.sites()
    run = sites[0].fork()
    async with talks(sites, run) as (one, two):
        both.redis.kill()
        alone = await acted(one, "step", **{"from": 0, "size": "act", "limit": 1})
        while_away = await message_of_step(two, alone["to"])
        async with sites[1].socket(run) as late:
            opened = await Talk(late).hello()
        both.redis.start()
        back = await acted(one, "step", **{"from": alone["to"], "size": "act", "limit": 1})
        again = await message_of_step(two, back["to"])
        both.redis.flush()
        further = await acted(two, "step", **{"from": back["to"], "size": "act", "limit": 1})
        emptied = await message_of_step(one, further["to"])

    assert [alone["hash"], back["hash"], further["hash"]] == [
        while_away["hash"],
        again["hash"],
        emptied["hash"],
    ]
    assert ("hello", alone["to"]) == (opened["type"], opened["run"]["head"])


@pytest.mark.parametrize("end", sampled(["kill", "stop"]))
async def test_a_restart_of_postgresql_costs_nobody_an_answer(both: Installation, end: str) -> None:
    sites = both.sites()
    run = sites[0].fork()
    async with talks(sites, run) as clients:
        restarting = asyncio.ensure_future(asyncio.to_thread(restart, both.postgres, end))
        head, answers = 0, []
        while not restarting.done() or len(answers) < 5:
            result = await acted(clients[0], "step", **{"from": head, "size": "act", "limit": 1})
            answers.append(result["type"])
            head = result["to"]
            page = await asyncio.to_thread(sites[1].request, "GET", f"/r/{run}")
            assert 200 == page[0]
        await restarting
        assert {"frames"} == set(answers)
        other = await acted(clients[1], "seek", to=head)

    assert result["hash"] == other["snapshot"]["hash"]


def restart(postgres: Postgres, end: str) -> None:
    getattr(postgres, end)()
    postgres.start()


async def test_who_is_said_goodbye_to_goes_on_at_the_other_server(both: Installation) -> None:
    sites = both.sites()
    run = sites[0].fork()
    async with sites[0].socket(run) as socket:
        talk = Talk(socket)
        await talk.hello()
        mine = await acted(talk, "step", **{"from": 0, "size": "act", "limit": 3})
        ending = asyncio.ensure_future(asyncio.to_thread(both.servers[0].stop))
        bye = await talk.hear()
        await socket.wait_closed()
        code = socket.close_code
    async with sites[1].socket(run) as socket:
        talk = Talk(socket)
        back = await talk.hello(have={"seq": mine["to"], "hash": mine["hash"]})
        more = await acted(talk, "step", **{"from": mine["to"], "size": "act", "limit": 1})

    assert ("bye", 4012, 0) == (bye["type"], code, await ending)
    assert (True, "frames") == (back.get("resumed"), more["type"])


async def test_a_room_is_the_same_at_both_servers(both: Installation) -> None:
    one, two = (server.url for server in both.servers)
    room = await opened(one, await run_of(one))
    room.followers = [await joined(one, room), await joined(two, room)]
    desk = Follower(Visitor(two, cookies=room.presenter.visitor.cookies), room.presenter.room)
    await desk.come()
    await room.clicks(2)  # compares the hashes of all
    await room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that"])
    for choice, item in enumerate(room.followers):
        await item.ask("vote", poll=1, round=1, choice=choice)
        await item.ask("hand", up=True)
    await desk.ask("bots", count=4)
    while True:
        result = json.loads((await room.presenter.ask("hello", protocol=1))[0])
        counts = (result["tally"]["rounds"][0]["answered"], result["links"][0]["here"])
        if (
            counts == (6, 2)
            and result["roster"]["counts"]["hand"] >= 2
            and len(result["roster"]["seats"]) == 6
        ):
            break
        await asyncio.sleep(0.1)
    places = {seat["places"] for seat in result["roster"]["seats"] if seat["bot"]}
    people = [seat["places"] for seat in result["roster"]["seats"] if not seat["bot"]]
    await asyncio.gather(room.leave(), desk.leave())

    assert [1, 1] == people
    assert places <= {0, 1}  # a bot drops out now and then


async def test_readiness_says_what_lacks(both: Installation) -> None:
    site = both.sites()[0]
    async with asyncio.timeout(60):
        while "! redis" in (well := site.request("GET", "/readyz"))[1]:
            await asyncio.sleep(0.05)
    both.redis.stop()
    async with asyncio.timeout(60):
        while "! redis" not in (degraded := site.request("GET", "/readyz"))[1]:
            await asyncio.sleep(0.05)
    both.postgres.stop()
    lacking = await asyncio.to_thread(site.request, "GET", "/readyz")
    alive = site.request("GET", "/healthz")

    well_lines = {"ready", "server: takes visitors", "database: postgresql answers", "redis: answers"}
    assert (200, set()) == (well[0], well_lines - set(well[1].splitlines()))
    assert (200, 503, 200) == (degraded[0], lacking[0], alive[0])
    assert "! database: does not answer" in lacking[1]
