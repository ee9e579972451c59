from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from e2e.harness.redis_server import RedisServer
from tests.playground.workers.remote.machines import Machines


@pytest.fixture(scope="module")
def broker() -> Iterator[RedisServer]:
    made = RedisServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
async def machines(broker: RedisServer, tmp_path: Path) -> AsyncIterator[Machines]:
    made = Machines(broker, tmp_path)
    yield made
    await made.end()
    broker.start()
    broker.flush()
