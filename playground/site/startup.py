"""Preparations before a server listens: its database is reachable, and only one server at a time changes
it."""

from __future__ import annotations

import contextlib
import importlib
import sys
import time
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction

from playground.server.private_files import unusable

OLDEST = 14
WAIT_SECONDS = 30.0
"""Seconds that a server waits for a PostgreSQL that is starting."""
LOCK = 0x706F6469756D  # "podium", among PostgreSQL's advisory locks of this database
NOT_YET = ("starting up", "shutting down", "recovery", "too many", "remaining connection slots")


def connection_alone() -> Any:
    """A connection to PostgreSQL outside the pool, without the time limits of requests."""
    import psycopg

    wrapper = connections[DEFAULT_DB_ALIAS]
    parameters = wrapper.get_connection_params()
    unused = {"cursor_factory", "context", "prepare_threshold", "options"}
    return psycopg.connect(**{name: parameters[name] for name in parameters.keys() - unused}, autocommit=True)


def is_final(message: str) -> bool:
    """Whether PostgreSQL's refusal is permanent: a wrong name, password or database."""
    return "FATAL" in message and not any(text in message for text in NOT_YET)


def reach_postgresql(seconds: float = WAIT_SECONDS) -> Any:
    """Waits for a connection to PostgreSQL. Raises CommandError when there is none, or it is too old."""
    import psycopg

    until = time.monotonic() + seconds
    while True:
        try:
            connection = connection_alone()
            break
        except psycopg.OperationalError as error:
            text = " ".join(str(error).split())
        if is_final(text) or time.monotonic() > until:
            raise CommandError(f"PODIUM_DATABASE_URL: no connection to the database: {text}")
        time.sleep(0.5)
    if (version := connection.info.server_version // 10000) < OLDEST:
        connection.close()
        raise CommandError(f"PODIUM_DATABASE_URL: PostgreSQL {OLDEST} or newer is needed, this is {version}")
    return connection


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """A lock of the installation: only one server at a time is inside, and others wait.

    When a server dies inside, the database or the system releases its lock."""
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        with reach_postgresql() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            yield
    else:
        try:
            file = (settings.DATA / "prepare.lock").open("w")
        except OSError as error:
            raise CommandError(unusable(settings.DATA, error)) from None
        with file:
            if sys.platform != "win32":
                fcntl = importlib.import_module("fcntl")
                fcntl.flock(file, fcntl.LOCK_EX)
            yield


def check_writable() -> None:
    """Raises CommandError when the file of the database can be read but not written. PostgreSQL is not
    checked."""
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return
    try:
        with transaction.atomic():  # a read-only file lets a transaction begin, and refuses the first write
            connections[DEFAULT_DB_ALIAS].cursor().execute("CREATE TABLE podium_writable (id)")
            transaction.set_rollback(True)
    except Error as error:
        raise database_error(error) from None


def database_error(error: Error) -> CommandError:
    """The reason why a server cannot start, in one sentence."""
    text = " ".join(str(error).split())
    if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
        return CommandError(f"PODIUM_DATABASE_URL: {text}")
    where = connections[DEFAULT_DB_ALIAS].settings_dict["NAME"]
    return CommandError(f"{where}: {text} (PODIUM_DATA names the folder; is its disk full, or not writable?)")
