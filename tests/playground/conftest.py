"""Runs and sockets for tests of the wire. Tests speak the protocol, as a browser does."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator, application
from django.db import close_old_connections, connection
from django.utils import translation

import playground.asgi  # noqa: F401  (sets up logging, which within a test would take the handler of caplog away)
from playground.runs import access, new_runs, revisions
from playground.runs.models import Run, ScenarioRevision
from playground.runs.protocol import PROTOCOL
from playground.runs.socket import consumer
from playground.server.fairness.asker import asker
from playground.server.fairness.throttle import costly_buckets, question_buckets
from playground.server.sockets.lines import LINE, Line
from playground.server.sockets.socket_gate import visitors
from playground.workers import pool as workers
from tests.playground import clusters
from tests.playground.small_gallery import load_some

if connection.vendor == "postgresql":
    # Channels keeps connections open in tests. Threads come and go here, and each would keep one of the pool's.
    application.no_op = close_old_connections


@pytest.fixture(autouse=True)
def _fresh() -> Any:
    consumer.input_buckets.clear()
    costly_buckets.clear()
    question_buckets.clear()
    visitors.clear()
    asker.set("")
    with translation.override("en"):  # Django leaves the language of the last request active
        yield
    workers.close_pool()


@pytest.fixture
def revision(transactional_db: None) -> ScenarioRevision:
    return revisions.store_scenario(clusters.small())


OWNER = "the-owner-of-all-test-runs"
#: Seconds until a test gives an answer up. On a busy machine a test is slow, but does not fail.
PATIENCE = 60.0


@pytest.fixture
def run(revision: ScenarioRevision) -> Run:
    """A run at step 0 that belongs to OWNER."""
    return new_runs.create_run(revision, owner=OWNER, title="A run")


class Client:
    """A socket that speaks the protocol: numbers its requests and knows what it has heard."""

    def __init__(
        self, run: str, cookies: dict[str, str], origin: str = "http://localhost", line: Line | None = None
    ) -> None:
        """`line`: what a server would know of the way to this client."""
        from playground.asgi import application

        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = [(b"origin", origin.encode()), (b"host", b"localhost"), (b"cookie", header.encode())]
        self.socket = WebsocketCommunicator(application, f"/ws/r/{run}/", headers=headers)
        if line is not None:
            self.socket.scope["extensions"] = {LINE: line}
        self.number = 0

    async def connect(self) -> bool:
        connected, _ = await self.socket.connect(timeout=PATIENCE)
        return connected

    async def hear(self) -> dict[str, Any]:
        """The next message of the server."""
        return json.loads(await self.socket.receive_from(timeout=PATIENCE))

    async def ask(self, do: str, **args: Any) -> dict[str, Any]:
        """Sends one command and returns the next message."""
        self.number += 1
        await self.socket.send_to(json.dumps({"id": self.number, "do": do, **args}))
        return await self.hear()

    async def hello(self, at: int | None = None, have: Any = None) -> dict[str, Any]:
        return await self.ask("hello", protocol=PROTOCOL, at=at, have=have)

    async def silent(self) -> bool:
        return await self.socket.receive_nothing(timeout=0.2)

    async def closed_with(self) -> int:
        """Reads on until the server closes; returns its code."""
        while True:
            output = await self.socket.receive_output(timeout=PATIENCE)
            if output["type"] == "websocket.close":
                return int(output["code"])


def owner_cookies(owner: str = OWNER) -> dict[str, str]:
    return {access.OWNER_COOKIE: access.sign_owner(owner)}


Connect = Callable[..., Any]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """`await connect(run)`: a client of the owner; `owner=False`: of somebody else."""
    made: list[Client] = []

    async def new(
        run: Run | str,
        *,
        owner: bool = True,
        cookies: dict[str, str] | None = None,
        line: Line | None = None,
    ) -> Client:
        name = run if isinstance(run, str) else run.pk
        run_state = cookies if cookies is not None else (owner_cookies() if owner else {})
        client = Client(name, run_state, line=line)
        assert await client.connect()
        made.append(client)
        return client

    yield new
    for client in made:
        with contextlib.suppress(asyncio.CancelledError):  # a test that waited in vain ended its socket
            await client.socket.disconnect(timeout=PATIENCE)


@pytest.fixture
def gallery_run() -> Run:
    load_some(("basic-preemption",))
    return Run.objects.get(canonical_of__slug="basic-preemption")
