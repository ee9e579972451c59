"""Requests whose client has gone: their work is cancelled, and they are not logged as failures.

When a browser disconnects, Django cancels the request. A thread that waits at that moment has to end, too,
but asgiref ensures that only for a thread that made no database call while it waited."""

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
    """The tasks that one request waits for. It belongs to one event loop."""

    def __init__(self) -> None:
        self.ended = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of `work`. Raises CancelledError when the client has gone."""
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
        """Cancels the tasks that the request waits for, now and later."""
        self.ended = True
        for task in tuple(self._tasks):
            task.cancel()


waits: ContextVar[Waits | None] = ContextVar("waits", default=None)
_all: WeakSet[Waits] = WeakSet()


def ended_with_client(application: Application) -> Application:
    """Cancels the tasks of a request when its client disconnects."""

    async def enter(scope: Scope, receive: Any, send: Any) -> None:
        mine = Waits()
        _all.add(mine)
        waits.set(mine)

        async def receive_noted() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                mine.end()
            return message

        await application(scope, receive_noted, send)

    return enter


def end_all() -> None:
    """Cancels the tasks of all requests because the server stops."""
    for waits_of_request in tuple(_all):
        waits_of_request.end()


class WithoutCancellations(logging.Filter):
    """Drops log records about a cancellation."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
