"""Sockets use the database in one thread with SQLite, and in several with PostgreSQL."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from playground.server.database_threads import (
    database_sync_to_async,
    give_back_connection,
    read_apart,
    threads,
    threads_of,
    wait_without_connection,
)
from playground.server.databases import CONNECTIONS, postgresql, sqlite

ADDRESS = "postgres://podium@db.example/podium"
PATIENCE_SECONDS = 60


def test_half_of_the_connections_of_a_process_are_for_its_sockets(tmp_path: Path) -> None:
    many, one = postgresql(ADDRESS, {}), postgresql(ADDRESS, {"PODIUM_DATABASE_CONNECTIONS": "1"})

    assert [CONNECTIONS // 2, 1, 1] == [threads_of(item) for item in (many, one, sqlite(tmp_path))]


@pytest.fixture
def four_connections(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads as with PostgreSQL. What is done in them here touches no database."""
    named = postgresql(ADDRESS, {"PODIUM_DATABASE_CONNECTIONS": "4"})
    monkeypatch.setitem(settings.DATABASES, "default", named)
    threads.cache_clear()
    yield
    pool = threads()
    assert pool is not None
    pool.shutdown()
    threads.cache_clear()


@pytest.mark.usefixtures("four_connections")
async def test_a_statement_that_waits_in_postgresql_keeps_no_other_socket_waiting() -> None:
    both = threading.Barrier(2)
    meet = database_sync_to_async(both.wait)

    met = await asyncio.gather(*(meet(PATIENCE_SECONDS) for _ in range(2)))

    assert {0, 1} == set(met)


@pytest.mark.usefixtures("four_connections")
async def test_sockets_take_no_more_connections_than_their_half() -> None:
    inside: set[int] = set()
    most: list[int] = []

    def use() -> None:
        inside.add(threading.get_ident())
        most.append(len(inside))
        inside.discard(threading.get_ident())

    await asyncio.gather(*(item() for item in [database_sync_to_async(use), read_apart(use)] * 20))

    assert (40, True) == (len(most), max(most) <= 2)


@pytest.mark.usefixtures("transactional_db")  # the thread of all sockets may have a connection already
async def test_with_one_thread_long_reading_is_done_in_another() -> None:
    both = threading.Barrier(2)

    met = await asyncio.gather(
        database_sync_to_async(both.wait)(PATIENCE_SECONDS), read_apart(both.wait)(PATIENCE_SECONDS)
    )

    assert {0, 1} == set(met)


@pytest.fixture
def pooled_connection(transactional_db: None, four_connections: None) -> BaseDatabaseWrapper:
    """This thread's connection, in use, where connections belong to a pool."""
    used = connections["default"]
    used.ensure_connection()
    return used


def test_a_page_holds_no_connection_while_it_waits_for_a_worker(
    pooled_connection: BaseDatabaseWrapper,
) -> None:
    async def answer() -> bool:
        return pooled_connection.connection is None

    assert wait_without_connection(answer)()


def test_what_waits_inside_a_transaction_keeps_its_connection(pooled_connection: BaseDatabaseWrapper) -> None:
    with transaction.atomic():
        give_back_connection()

        assert pooled_connection.connection is not None
