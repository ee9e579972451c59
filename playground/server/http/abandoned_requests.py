"""Requests that their visitor gave up: what they wait for ends, and they are no faults.

When a browser goes away, Django cancels the request. A thread that waits at that moment has to end, too, and
asgiref sees to it only as long as that thread has made no call of the database while it waited.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar
from weakref import WeakSet

T = TypeVar("T")
Scope = dict[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


class Waits:
    """What one request waits for. It belongs to one event loop."""

    def __init__(self) -> None:
        self.ended = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. CancelledError: the request was given up."""
        if self.ended:
            work.close()
            raise asyncio.CancelledError
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            return await work
        finally:
            self._tasks.discard(task)

    def end(self) -> None:
        """Cancels what the request waits for now, and whatever it is going to wait for."""
        self.ended = True
        for task in tuple(self._tasks):
            task.cancel()


waits: ContextVar[Waits | None] = ContextVar("waits", default=None)
_all: WeakSet[Waits] = WeakSet()


def ended_with_client(application: Application) -> Application:
    """Ends what a request waits for when its client has gone."""

    async def enter(scope: Scope, receive: Any, send: Any) -> None:
        mine = Waits()
        _all.add(mine)
        waits.set(mine)

        async def heard() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                mine.end()
            return message

        await application(scope, heard, send)

    return enter


def end_all() -> None:
    """Ends what all requests wait for: the server stops."""
    for waits_of_request in tuple(_all):
        waits_of_request.end()


class NotGivenUp(logging.Filter):
    """Lets every record through but those about a cancellation."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
