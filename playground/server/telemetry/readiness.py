"""Whether this process can serve: what /readyz says, one line each."""

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
    """One thing that a server needs or uses. Without what is `needed` it cannot serve."""

    name: str
    says: str
    ok: bool = True
    needed: bool = True


_current: set[str] = set()
"""Databases (by name) whose schema was found to be new enough; migrations are never taken back."""


def database() -> Part:
    """The database answers, and has all tables that this version of podium needs."""
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
    """The migrations that a database has not had. Where it has had all, `database` looks no more."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        _current.add(str(connection.settings_dict["NAME"]))
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def disk() -> Part:
    """Room for the database where it is a file. What cannot be stored is refused; imports are before."""
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return Part("disk", "the database is elsewhere", needed=False)
    free = shutil.disk_usage(settings.DATA).free
    says = f"{free // 1_000_000} MB free"
    return Part("disk", says, ok=free >= limits.DISK_FREE_BYTES, needed=False)


def redis() -> Part:
    """Without Redis servers look into the database for what others did, which takes seconds."""
    if not settings.REDIS:
        return Part("redis", "not used", needed=False)
    up = get_channel_layer().up
    says = "answers" if up else "does not answer: news of other servers come late"
    return Part("redis", says, ok=up, needed=False)


also: list[Callable[[], Part]] = []
"""What else is looked at, by other rooms: the workers."""
in_database: list[Callable[[bool], Part]] = []
"""The same for what stands in the database, which is ready or not. One that is not ready is not to be asked:
each question would wait until the pool gives up.
"""


def parts() -> list[Part]:
    """All that a server needs, and what it uses besides."""
    leaving = Part("server", "says goodbye", ok=False) if state.draining else Part("server", "takes visitors")
    kept = database()
    stored = [look(kept.ok) for look in in_database]
    return [leaving, kept, *stored, disk(), redis(), *(look() for look in also)]
