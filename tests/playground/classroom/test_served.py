"""Rooms on a real server process: a kill in the middle of a vote, and the bytes on the way to many."""

import asyncio
import contextlib
import json
import random
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.harness.server import Server
from tools.attack.visitor import Visitor
from tools.bench.rooms import Class, Follower, fill, opened, run_of

SEEKS = 60
"""States that are sent to a follower: many more than there is room for on the way."""
PATIENT = """
import runpy, sys
from playground import limits
limits.SOCKET_STALLED_SECONDS = 3600
sys.argv = ["manage.py", "serve", "--no-prepare"]
runpy.run_path("manage.py", run_name="__main__")
"""
"""A server that closes no socket of a client that does not read, however long that takes on a busy machine."""


@pytest.fixture(scope="module")
def server(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("rooms") / "podium"
    shutil.copytree(prepared, folder)
    made = Server(folder, ("-c", PATIENT))
    made.start()
    yield made
    made.kill()


@pytest.fixture
async def class_room(server: Server) -> AsyncIterator[Class]:
    """A room with twelve followers."""
    room = await opened(server.url, await run_of(server.url))
    await fill(server.url, room, 12)
    yield room
    await room.leave()


async def test_votes_that_were_acknowledged_survive_a_kill_and_everybody_is_back_where_they_were(
    server: Server, class_room: Class
) -> None:
    await class_room.clicks(2)
    await class_room.presenter.ask("open-poll", kind="free", question="Which?", choices=["this", "that"])
    acknowledged: dict[int, int] = {}
    chance = random.Random(1)

    async def vote(place: int, item: Follower) -> None:
        with contextlib.suppress(ConnectionClosed, ConnectionError):
            while True:
                choice = chance.randrange(2)
                await item.ask("vote", poll=1, round=1, choice=choice)
                acknowledged[place] = choice

    voting = [asyncio.create_task(vote(place, item)) for place, item in enumerate(class_room.followers)]
    while len(acknowledged) < 12:
        await asyncio.sleep(0.005)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*voting)
    server.start()  # in the main thread, as signals want it
    kept, states = {}, set()
    for place, item in enumerate([*class_room.followers]):
        before = item.hash
        result = json.loads(await item.come())
        kept[place] = result["you"]["votes"]["1"]["1"]
        states.add((result["board"]["resumed"], item.hash == before))
    await class_room.presenter.come()

    assert acknowledged.keys() == kept.keys()
    assert {(True, True)} == states
    # A vote that was on its way may count as well: it is one of the seat's, and there is no other.
    assert {0, 1} >= set(kept.values())


async def test_a_browser_that_offers_compression_gets_each_message_deflated_for_itself(
    server: Server, class_room: Class
) -> None:
    visitor: Visitor = class_room.followers[0].visitor
    async with visitor.socket(
        "", f"/ws/room/{class_room.presenter.room}/", compression="deflate"
    ) as connection:
        await connection.send(json.dumps({"id": 1, "do": "hello", "protocol": 1}))
        result = json.loads(await connection.recv())
        answered = connection.response.headers["Sec-WebSocket-Extensions"]
        await class_room.click()
        moved = json.loads(await connection.recv())
        while moved["type"] != "frames":
            moved = json.loads(await connection.recv())

    assert answered.startswith("permessage-deflate")
    assert result["position"]["at"] + 1 == moved["to"]


async def test_a_follower_that_does_not_read_gets_the_newest_state_and_not_all_of_them(
    server: Server, class_room: Class
) -> None:
    visitor: Visitor = class_room.followers[0].visitor
    await class_room.clicks(2)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.setblocking(False)
    await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", server.port))
    async with visitor.socket("", f"/ws/room/{class_room.presenter.room}/", sock=narrow) as connection:
        await connection.send(json.dumps({"id": 1, "do": "hello", "protocol": 1}))
        await connection.recv()
        connection.transport.pause_reading()
        for turn in range(SEEKS):
            await seek(class_room.presenter, turn % 2)
        await seek(class_room.presenter, 2)
        connection.transport.resume_reading()
        observed = []
        while 2 not in observed:
            result = json.loads(await connection.recv())
            if result["type"] in {"snapshot", "frames"}:
                observed.append(result["snapshot"]["seq"] if result["type"] == "snapshot" else result["to"])

    assert len(observed) < SEEKS / 2


async def seek(presenter: Follower, to: int) -> None:
    """Once more where it comes too soon."""
    while (result := json.loads((await presenter.ask("seek", to=to))[0])).get("code") == "rate.slow_down":
        await asyncio.sleep(result["retryMs"] / 1000)
