"""The threads in which sockets use the database, and the connection of a page's thread while it waits.

Channels has one such thread for all sockets of a process. That is enough for SQLite, which allows only one
write at a time. With PostgreSQL a waiting statement (for a locked row, or on a slow connection) would delay
all sockets, so there are several threads. Half of the connections are left for pages.

A page that waits for a worker returns its connection to the pool first. Otherwise pages could hold all
connections while the work that they wait for needs one in these threads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync  # noqa: TID251
from channels.db import DatabaseSyncToAsync
from django.conf import settings
from django.db import connection

from playground.server import background
from playground.server.http.abandoned_requests import waits

P = ParamSpec("P")
T = TypeVar("T")


def threads_of(database: dict[str, Any]) -> int:
    """The number of database threads for sockets, from Django's settings of the database."""
    pool = database.get("OPTIONS", {}).get("pool")
    return max(1, pool["max_size"] // 2) if pool else 1


@cache
def threads() -> ThreadPoolExecutor | None:
    """The threads; None when one thread serves all sockets, as in Channels."""
    count = threads_of(settings.DATABASES["default"])
    return background.executor(count, "database") if count > 1 else None


def read_apart(call: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Like `database_sync_to_async`, for slow reads: when all sockets share one thread, such a read runs in
    another."""
    wrapped: Callable[P, Awaitable[T]] = DatabaseSyncToAsync(call, thread_sensitive=False, executor=threads())
    return wrapped


def database_sync_to_async(call: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Makes `call`, which uses the database, awaitable on the event loop."""
    wrapped: Callable[P, Awaitable[T]]
    if pool := threads():
        wrapped = DatabaseSyncToAsync(call, thread_sensitive=False, executor=pool)
    else:
        wrapped = DatabaseSyncToAsync(call)
    return wrapped


def give_back_connection() -> None:
    """Returns this thread's connection to the pool; the next statement takes one again. During a transaction
    the connection stays. Without a pool each thread keeps its own connection."""
    if threads() is not None and not connection.in_atomic_block:
        connection.close()


def wait_without_connection(call: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Makes `call`, which waits for something other than the database, callable in a page's thread. The
    thread holds no database connection while it waits. Raises CancelledError when the visitor has left."""

    async def counted(*args: P.args, **kwargs: P.kwargs) -> T:
        mine = waits.get()
        return await (call(*args, **kwargs) if mine is None else mine.wait(call(*args, **kwargs)))

    def waited(*args: P.args, **kwargs: P.kwargs) -> T:
        give_back_connection()
        result: T = async_to_sync(counted)(*args, **kwargs)
        return result

    return waited
