"""How many sockets a visitor may have open, and how fast they are opened."""

import asyncio
from typing import Any

import pytest

from playground import limits
from playground.runs.models import Run
from playground.server.fairness.asker import asker
from playground.server.sockets import socket_gate
from playground.server.sockets.close_codes import CLOSE_TOO_MANY_SOCKETS
from playground.server.sockets.socket_gate import counted, visitors
from tests.playground.conftest import Client, Connect, owner_cookies


class Sockets:
    """Sockets that stay open until `go_on` is set."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.inside = 0
        self.open = counted(self.stay)
        self.tasks: list[asyncio.Task[None]] = []

    async def stay(self, scope: Any, receive: Any, send: Any) -> None:
        self.inside += 1
        await self.go_on.wait()

    async def come(self, address: str, owner: str = "", path: str = "/ws/r/x/") -> list[int]:
        """The codes with which a new socket was closed at once."""
        messages: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        asker.set(f"owner {owner}" if owner else f"address {address}")
        scope = {"type": "websocket", "path": path, "client": (address, 1), "headers": []}
        before = self.inside
        task = asyncio.create_task(self.open(scope, receive, send))
        self.tasks.append(task)
        while not task.done() and self.inside == before:
            await asyncio.sleep(0)
        return [item["code"] for item in messages if item["type"] == "websocket.close"]

    async def end(self) -> None:
        self.go_on.set()
        await asyncio.gather(*self.tasks)


@pytest.fixture
async def sockets(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(socket_gate, "REFUSED_SECONDS", 0.0)
    monkeypatch.setattr(limits, "SOCKETS_PER_OWNER", 2)
    monkeypatch.setattr(limits, "SOCKETS_PER_ADDRESS", 5)
    monkeypatch.setattr(limits, "ROOM_SOCKETS_PER_ADDRESS", 6)
    made = Sockets()
    yield made
    await made.end()


async def test_a_browser_has_so_many_sockets_and_other_browsers_at_the_address_have_theirs(
    sockets: Sockets,
) -> None:
    codes = [await sockets.come("a", owner) for owner in ("one", "one", "one", "two", "two", "two")]

    assert [[], [], [CLOSE_TOO_MANY_SOCKETS], [], [], [CLOSE_TOO_MANY_SOCKETS]] == codes


async def test_an_address_has_so_many_whatever_cookies_they_carry(sockets: Sockets) -> None:
    codes = [await sockets.come("a", f"owner {number}") for number in range(6)]
    elsewhere = await sockets.come("b", "owner 9")

    assert [[]] * 5 + [[CLOSE_TOO_MANY_SOCKETS]] == codes
    assert [] == elsewhere


async def test_a_class_in_a_room_is_counted_apart_from_its_runs(sockets: Sockets) -> None:
    runs = [await sockets.come("a") for _ in range(5)]
    rooms = [await sockets.come("a", path="/ws/room/x/") for _ in range(7)]

    assert [[]] * 5 == runs
    assert [[]] * 6 + [[CLOSE_TOO_MANY_SOCKETS]] == rooms


async def test_a_socket_that_ended_makes_room_for_another(sockets: Sockets) -> None:
    for _ in range(2):
        await sockets.come("a", "one")
    await sockets.end()

    assert [] == await sockets.come("a", "one")
    assert [] == await sockets.come("a", "one")


def test_a_whole_class_at_one_address_may_come_at_once() -> None:
    waits = [visitors.wait_s("address of a school") for _ in range(300)]

    assert limits.ROOM_SOCKETS_PER_ADDRESS >= 2 * limits.ROOM_SEATS
    assert [0.0] * 300 == waits


def test_a_browser_that_opens_sockets_again_and_again_waits_longer_up_to_some_seconds() -> None:
    waits = [visitors.wait_s("owner one") for _ in range(limits.SOCKETS_OPENED_BURST + 100)]

    assert [0.0] * limits.SOCKETS_OPENED_BURST == waits[: limits.SOCKETS_OPENED_BURST]
    assert 0.0 < waits[limits.SOCKETS_OPENED_BURST] < 1.0
    assert socket_gate.PACE_SECONDS_MAX == waits[-1]


async def test_sockets_that_say_nothing_keep_no_others_of_their_browser_out(
    run: Run, connect: Connect
) -> None:
    for _ in range(limits.SOCKETS_GREETED_AT_ONCE):
        await connect(run)
    last = await connect(run)

    assert "hello" == (await last.hello())["type"]


async def test_a_socket_too_many_is_accepted_and_closed_with_a_code(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_gate, "REFUSED_SECONDS", 0.0)
    monkeypatch.setattr(limits, "SOCKETS_PER_OWNER", 0)
    client = Client(run.pk, owner_cookies())

    assert await client.connect()
    assert CLOSE_TOO_MANY_SOCKETS == await client.closed_with()
