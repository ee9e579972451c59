"""Whether this process can serve: /readyz shows one line for each check."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.migrations.executor import MigrationExecutor

from playground import limits
from playground.server.lifecycle import state


@dataclass(frozen=True)
class Part:
    """The check of one dependency. The server cannot serve without those that are `needed`."""

    name: str
    says: str
    ok: bool = True
    needed: bool = True


_current: set[str] = set()
"""Names of databases whose schema was new enough; migrations are never reverted."""


def database() -> Part:
    """Checks that the database answers and has all tables of this version of podium."""
    connection = connections[DEFAULT_DB_ALIAS]
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        lacking = [] if str(connection.settings_dict["NAME"]) in _current else lacks(connection)
    except Error as error:
        return Part("database", f"does not answer: {str(error).splitlines()[0]}", ok=False)
    if lacking:
        return Part("database", f"old schema, lacks {lacking[0]}: run `podium prepare`", ok=False)
    return Part("database", f"{connection.vendor} answers")


def lacks(connection: Any) -> list[str]:
    """The migrations that a database lacks. After one check without any, `database` does not check again."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        _current.add(str(connection.settings_dict["NAME"]))
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def disk() -> Part:
    """Checks the free space for a database file. Without space nothing can be stored; imports are refused
    earlier."""
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return Part("disk", "the database is elsewhere", needed=False)
    free = shutil.disk_usage(settings.DATA).free
    says = f"{free // 1_000_000} MB free"
    return Part("disk", says, ok=free >= limits.DISK_FREE_BYTES, needed=False)


def redis() -> Part:
    """Checks Redis. Without it servers poll the database for events of other servers, which takes seconds."""
    if not settings.REDIS:
        return Part("redis", "not used", needed=False)
    up = get_channel_layer().up
    says = "answers" if up else "does not answer: news of other servers come late"
    return Part("redis", says, ok=up, needed=False)


also: list[Callable[[], Part]] = []
"""Other apps' checks, such as that of the workers."""
in_database: list[Callable[[bool], Part]] = []
"""Other apps' checks that read the database; the argument says whether it is ready. Functions must not query
one that is not: each query would wait until the pool's timeout."""


def parts() -> list[Part]:
    """The checks of all dependencies."""
    leaving = Part("server", "says goodbye", ok=False) if state.draining else Part("server", "takes visitors")
    storage = database()
    stored = [look(storage.ok) for look in in_database]
    return [leaving, storage, *stored, disk(), redis(), *(look() for look in also)]
