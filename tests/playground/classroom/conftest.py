"""Rooms for tests of the wire: a room on a run, its presenter, and learners with seats of their own."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client as Browser

from playground.classroom.http import views
from playground.classroom.process import hub
from playground.classroom.protocol import PROTOCOL
from playground.lessons import services as lessons
from playground.lessons.services import StoredLesson
from playground.runs.models import Run
from playground.server.sockets.lines import LINE, Line
from tests.playground.conftest import PATIENCE
from tests.playground.lessons.example import EXAMPLE


@pytest.fixture(autouse=True)
def _no_waiting() -> Any:
    for buckets in (views.join_buckets, views.wrong_codes, views.slow_lookups):
        buckets.clear()
    yield
    hub.hubs.clear()


class Person:
    """A browser with cookies, and a socket in the room that keeps every text it received."""

    def __init__(self, room: str, code: str, browser: Browser) -> None:
        self.room, self.code, self.browser = room, code, browser
        self.number = 0
        self.received: list[str] = []
        self.socket: WebsocketCommunicator | None = None

    async def connect(self, line: Line | None = None) -> None:
        """`line`: what a server would know of the way to this client."""
        from playground.asgi import application

        header = "; ".join(f"{name}={item.value}" for name, item in self.browser.cookies.items())
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", header.encode())]
        self.socket = WebsocketCommunicator(application, f"/ws/room/{self.room}/", headers=headers)
        if line is not None:
            self.socket.scope["extensions"] = {LINE: line}
        connected, _ = await self.socket.connect(timeout=PATIENCE)
        assert connected

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message, of one of these types where they are named; others are kept in `received` only."""
        assert self.socket is not None
        while True:
            text = await self.socket.receive_from(timeout=PATIENCE)
            self.received.append(text)
            result: dict[str, Any] = json.loads(text)
            if not kinds or result["type"] in kinds:
                return result

    async def ask(self, do: str, **args: Any) -> dict[str, Any]:
        """Sends a command and returns its answer."""
        assert self.socket is not None
        self.number += 1
        await self.socket.send_to(json.dumps({"id": self.number, "do": do, **args}))
        while (message := await self.hear()).get("re") != self.number:
            pass
        return message

    async def tell(self, do: str, **args: Any) -> None:
        assert self.socket is not None
        self.number += 1
        await self.socket.send_to(json.dumps({"id": self.number, "do": do, **args}))

    async def hello(self, **args: Any) -> dict[str, Any]:
        return await self.ask("hello", protocol=PROTOCOL, **args)

    async def arrive(self, **args: Any) -> dict[str, Any]:
        await self.connect()
        return await self.hello(**args)

    async def leave(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self.socket.disconnect(timeout=PATIENCE)
            self.socket = None

    async def closed_with(self) -> int:
        assert self.socket is not None
        while True:
            output = await self.socket.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return int(output["code"])

    async def all_heard(self) -> list[dict[str, Any]]:
        """Everything that arrives until nothing more does."""
        assert self.socket is not None
        received = []
        while not await self.socket.receive_nothing(timeout=0.15):
            received.append(await self.hear())
        return received


class Room:
    """A room that was opened by a browser, and everybody who came."""

    def __init__(self, message: dict[str, Any], browser: Browser) -> None:
        self.id, self.code, self.message = message["room"], message["code"], message
        self.people: list[Person] = []
        self.presenter = self._person(browser)

    def _person(self, browser: Browser) -> Person:
        made = Person(self.id, self.code, browser)
        self.people.append(made)
        return made

    async def seat(self, name: str = "") -> Person:
        """Somebody who joined by the code."""
        browser = Browser()
        joined = await database_sync_to_async(browser.post)(f"/join/{self.code}", {"name": name})
        assert 303 == joined.status_code, joined.content
        return self._person(browser)

    async def follower(self, name: str = "", **args: Any) -> Person:
        """Somebody who joined and whose hello was answered."""
        made = await self.seat(name)
        await made.arrive(**args)
        return made

    async def co_presenter(self) -> Person:
        """Somebody who came by the presenter's link."""
        browser = Browser()
        path = self.message["present"].removeprefix("http://testserver")
        answer = await database_sync_to_async(browser.post)(path)
        assert 303 == answer.status_code
        return self._person(browser)


def opened(**fields: Any) -> Room:
    browser = Browser()
    answer = browser.post("/rooms", fields, headers={"accept": "application/json"})
    assert 201 == answer.status_code, answer.content
    return Room(answer.json(), browser)


@pytest.fixture
async def rooms(transactional_db: None) -> AsyncIterator[Any]:
    """`await rooms(run=…, at=…)` opens a room."""
    made: list[Room] = []

    async def open_one(**fields: Any) -> Room:
        room = await database_sync_to_async(opened)(**fields)
        made.append(room)
        return room

    yield open_one
    for room in made:
        for person in room.people:
            await person.leave()


@pytest.fixture
async def room(rooms: Any, run: Run) -> Room:
    """A room on a run at its start, without anybody."""
    made: Room = await rooms(run=run.pk, at=0)
    return made


@pytest.fixture
def kept(transactional_db: None) -> StoredLesson:
    made = lessons.store(EXAMPLE, stamp="1", in_course=True)
    assert isinstance(made, StoredLesson)
    return made
