"""A client whose request takes long is told that the server is still at work on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from playground import limits
from playground.runs import protocol


@asynccontextmanager
async def told(send: Callable[[str], Awaitable[None]], re: int) -> AsyncIterator[None]:
    """While the block runs, `send` is given a `working` message about request `re` every few seconds. No
    other message of the socket is answered meanwhile.
    """
    telling = asyncio.create_task(_tell(send, re))
    try:
        yield
    finally:
        telling.cancel()


async def _tell(send: Callable[[str], Awaitable[None]], re: int) -> None:
    began = time.monotonic()
    while True:
        await asyncio.sleep(limits.WORKING_SECONDS)
        await send(protocol.working_text(re, round(time.monotonic() - began)))
