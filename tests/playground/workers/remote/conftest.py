from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from playground.workers.remote import beat, link
from tests.harness.redis_server import RedisServer
from tests.playground.workers.remote.machines import Machines


@pytest.fixture(scope="module")
def broker() -> Iterator[RedisServer]:
    made = RedisServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
async def machines(
    broker: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Machines]:
    # On a busy machine nobody here counts as gone because of a delay. Workers as processes keep their times.
    monkeypatch.setattr(beat, "ALIVE_MS", 120_000)
    monkeypatch.setattr(beat, "SOCKET_SECONDS", 60.0)
    monkeypatch.setattr(link, "BROKER_SECONDS", 60.0)
    made = Machines(broker, tmp_path)
    yield made
    await made.end()
    broker.start()
    broker.flush()
