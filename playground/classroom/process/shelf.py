"""A cache of texts that are encoded once and sent to many."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

from playground.server import background


class Shelf:
    """Keeps the `most` texts that were used last. A failed text is made again at the next request."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._made: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Any]]) -> Any:
        """The cached text; `make` creates it at the first request."""
        future = self._made.pop(key, None)
        if future is None or (future.done() and (future.cancelled() or future.exception() is not None)):
            future = background.start(_awaited(make))
        self._made[key] = future
        while len(self._made) > self.most:
            self._made.popitem(last=False)
        # The first caller may be cancelled while others still wait for the same text.
        return await asyncio.shield(future)

    def put(self, key: Hashable, value: Any) -> None:
        """Caches a value that the caller has already."""
        future = asyncio.get_running_loop().create_future()
        future.set_result(value)
        self._made[key] = future


async def _awaited(make: Callable[[], Awaitable[Any]]) -> Any:
    return await make()


class Tick:
    """Calls a function soon after `mark`, and at most once in `seconds`."""

    def __init__(self, seconds: float, flush: Callable[[], Awaitable[None]]) -> None:
        self.seconds, self.flush = seconds, flush
        self.last = -seconds
        self.task: asyncio.Task[None] | None = None

    def mark(self) -> None:
        if self.task is None:
            self.task = background.start(self._run())

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self.last + self.seconds - loop.time()))
        self.task, self.last = None, loop.time()
        await self.flush()

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None
