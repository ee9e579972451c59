"""Messages that tell a client that the server is still working on its request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from playground import limits
from playground.runs import protocol
from playground.server import background

SOON_SECONDS = 0.05
"""Seconds until the first message while a run is opened; later messages come more slowly."""


@asynccontextmanager
async def reported(
    send: Callable[[str], Awaitable[None]],
    re: int,
    share: Callable[[], float | None] = lambda: None,
    before: Callable[[], int | None] = lambda: None,
) -> AsyncIterator[None]:
    """While the block runs, sends a `working` message about request `re` every few seconds; the socket
    handles no other message meanwhile. Messages come more often while the run is opened, with the `share` (0
    to 1) that is done, and while the request waits for its worker, with the number of requests `before`
    it."""
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
    """Sends the messages of `reported` until it is cancelled."""
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
