"""A client whose request takes long is told that the server is still at work on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from playground import limits
from playground.runs import protocol
from playground.server import background

SOON_SECONDS = 0.05
"""Seconds after which a client is told that the run is opened; the messages after that come more slowly."""


@asynccontextmanager
async def reported(
    send: Callable[[str], Awaitable[None]],
    re: int,
    share: Callable[[], float | None] = lambda: None,
    before: Callable[[], int | None] = lambda: None,
) -> AsyncIterator[None]:
    """While the block runs, `send` is given a `working` message about request `re` every few seconds. No
    other message of the socket is answered meanwhile. While the run is opened, messages come more often and
    say which `share` (0 to 1) of the opening is done; so they do while the request waits for its worker, and
    say how many others come `before` it.
    """
    telling = background.start_child(_tell(send, re, share, before))
    try:
        yield
    finally:
        telling.cancel()


async def _tell(
    send: Callable[[str], Awaitable[None]],
    re: int,
    share: Callable[[], float | None],
    before: Callable[[], int | None],
) -> None:
    began = last = time.monotonic()
    await asyncio.sleep(SOON_SECONDS)
    if (opened := share()) is not None:
        await send(protocol.working_text(re, 0, opened, before()))
    while True:
        await asyncio.sleep(min(limits.WORKING_SECONDS, limits.OPENING_SECONDS))
        now, opened, waits = time.monotonic(), share(), before()
        if opened is not None or waits is not None or now - last >= limits.WORKING_SECONDS:
            last = now
            await send(protocol.working_text(re, round(now - began), opened, waits))
