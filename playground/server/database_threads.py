"""The threads in which sockets use the database, and what a page's thread does with its connection meanwhile.

Channels has one for all sockets of a process, and with SQLite that is enough: it lets one write at a time
anyway. With PostgreSQL a statement that waits there (for a row that another server holds, or on a line that
stalls) would keep all sockets waiting, so there are several. Half of the connections stay for pages.

A page that waits for a worker gives its connection back first. Pages that keep theirs could hold all that
there are, while what they wait for needs one in these threads.
"""

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
    """How many threads sockets have, by Django's settings of the database."""
    pool = database.get("OPTIONS", {}).get("pool")
    return max(1, pool["max_size"] // 2) if pool else 1


@cache
def threads() -> ThreadPoolExecutor | None:
    """None where one thread serves all sockets, as Channels has it."""
    count = threads_of(settings.DATABASES["default"])
    return background.executor(count, "database") if count > 1 else None


def read_apart(call: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Does the same as `database_sync_to_async`, for reads that may take long: where all sockets share one
    thread, such a read runs in another.
    """
    made: Callable[P, Awaitable[T]] = DatabaseSyncToAsync(call, thread_sensitive=False, executor=threads())
    return made


def database_sync_to_async(call: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """`call`, which uses the database, for code on the event loop."""
    made: Callable[P, Awaitable[T]]
    if pool := threads():
        made = DatabaseSyncToAsync(call, thread_sensitive=False, executor=pool)
    else:
        made = DatabaseSyncToAsync(call)
    return made


def give_back_connection() -> None:
    """Gives this thread's connection back to the pool; the next statement takes one again. A transaction
    keeps its connection. Without a pool each thread has a connection of its own, which stays.
    """
    if threads() is not None and not connection.in_atomic_block:
        connection.close()


def wait_without_connection(call: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Makes `call`, which waits for something other than the database, callable in a page's thread. That
    thread holds no database connection while it waits. CancelledError: the page was given up.
    """

    async def counted(*args: P.args, **kwargs: P.kwargs) -> T:
        mine = waits.get()
        return await (call(*args, **kwargs) if mine is None else mine.wait(call(*args, **kwargs)))

    def waited(*args: P.args, **kwargs: P.kwargs) -> T:
        give_back_connection()
        result: T = async_to_sync(counted)(*args, **kwargs)
        return result

    return waited
