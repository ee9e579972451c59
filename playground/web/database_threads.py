"""The threads in which sockets use the database.

Channels has one for all sockets of a process, and with SQLite that is enough: it lets one write at a time
anyway. With PostgreSQL a statement that waits there (for a row that another server holds, or on a line that
stalls) would keep all sockets waiting, so there are several. Half of the connections stay for pages.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync
from django.conf import settings

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
    return ThreadPoolExecutor(count, thread_name_prefix="database") if count > 1 else None


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
