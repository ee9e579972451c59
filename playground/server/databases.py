"""Reads from the environment which database to use (SQLite in the data folder, or PostgreSQL) and the address
of Redis."""

from __future__ import annotations

import importlib
import importlib.util
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from playground.server.private_files import private_database

SCHEMES = ("postgres", "postgresql")
WAIT_SECONDS = 10
"""Seconds that a request waits for a connection; a restart of PostgreSQL takes less."""
CONNECTIONS = 16
"""The most connections of one server process."""
FIRST_PAUSE_SECONDS, PAUSES_GROW = 0.1, 1.1
"""The first pause between two attempts to connect, and its growth factor. After WAIT_SECONDS without
PostgreSQL a pause takes about 1 s."""
REDIS_CONNECT_SECONDS = 2.0
SERVER_SETTINGS = {
    # After this time the locks of a server that stopped in the middle of a transaction are released.
    "idle_in_transaction_session_timeout": "30s",
    "statement_timeout": "60s",
    "lock_timeout": "10s",
}


class SettingError(ValueError):
    """A setting that cannot be used; the text names it and its valid values."""


def number(environment: Mapping[str, str], name: str, default: int, least: int = 1) -> int:
    """A whole number from the environment, not below `least`."""
    named = environment.get(name, "").strip()
    if not named:
        return default
    if not named.isdecimal() or int(named) < least:
        raise SettingError(f"{name}: a number from {least} on, got {named!r}")
    return int(named)


def needs(setting: str, *modules: str) -> None:
    """Raises SettingError when a library that a setting needs is not installed."""
    if missing := [module for module in modules if importlib.util.find_spec(module) is None]:
        raise SettingError(f"{setting}: needs {', '.join(missing)}: install podium[servers]")


def redis_address(environment: Mapping[str, str], setting: str = "PODIUM_REDIS") -> str:
    """The address of Redis; "" without one."""
    address = environment.get(setting, "").strip()
    if address:
        scheme = urlsplit(address).scheme
        if scheme not in {"redis", "rediss", "unix"}:
            raise SettingError(f"{setting}: must be redis://host:port/0, its scheme is {scheme!r}")
        needs(setting, "redis", "msgpack")
    return address


def redis_client(address: str, seconds: float, *, awaited: bool = False, **more: Any) -> Any:
    """A Redis client that waits so many seconds for an answer and tries each command once; `awaited`: a
    client for asyncio. By default redis-py tries a command eleven times and waits as long each time, so that
    a short outage of Redis would be noticed for most of a minute."""
    kind = "redis.asyncio" if awaited else "redis"
    backoff = importlib.import_module("redis.backoff").NoBackoff()
    retry = importlib.import_module(f"{kind}.retry").Retry(backoff, 0)
    connect = min(seconds, REDIS_CONNECT_SECONDS)
    options: dict[str, Any] = {"socket_timeout": seconds, "socket_connect_timeout": connect, "retry": retry}
    return importlib.import_module(kind).Redis.from_url(address, **options, **more)


def host_and_port(environment: Mapping[str, str], name: str) -> tuple[str, int] | None:
    """`host:port` or `[address]:port`; None when the setting is empty."""
    named = environment.get(name, "").strip()
    if not named:
        return None
    host, _, port = named.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise SettingError(f"{name}: must be host:port, for example 127.0.0.1:9464, got {named!r}")
    return host.strip("[]"), int(port)


def database(environment: Mapping[str, str], data: Path) -> dict[str, Any]:
    """Django's settings of the database."""
    url = environment.get("PODIUM_DATABASE_URL", "").strip()
    return postgresql(url, environment) if url else sqlite(data)


def sqlite(data: Path) -> dict[str, Any]:
    """Settings of SQLite for a server."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": private_database(data / "podium.sqlite3"),
        # Tests use a file, too, because connections of two threads to one in-memory database lock each other
        # out. Each process has its own file, so that two test sessions do not delete each other's.
        "CONN_MAX_AGE": 60,
        "TEST": {"NAME": Path(tempfile.gettempdir()) / f"podium-test-{os.getpid()}.sqlite3"},
        # FULL: everything acknowledged survives a power failure; NORMAL may lose the newest.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def parsed(url: str) -> tuple[SplitResult, str]:
    """The parts of the address, and its port as text. Error messages never contain the password."""
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError as error:
        raise SettingError(f"PODIUM_DATABASE_URL: {error}") from None
    if parts.scheme not in SCHEMES:
        example = "postgres://user:password@host:port/name"
        raise SettingError(f"PODIUM_DATABASE_URL: must be {example}, its scheme is {parts.scheme!r}")
    if not parts.path.strip("/"):
        raise SettingError("PODIUM_DATABASE_URL: names no database after the host: …/name")
    return parts, port


def reconnect_soon() -> None:
    """Shortens the pool's first pause between two attempts to connect, which is 1 s and doubles. That is long
    for a restarting PostgreSQL, and the pool has no setting for it."""
    attempt: Any = importlib.import_module("psycopg_pool.base").AttemptWithBackoff
    attempt.INITIAL_DELAY, attempt.DELAY_BACKOFF = FIRST_PAUSE_SECONDS, PAUSES_GROW


def postgresql(url: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """PostgreSQL with a bounded pool that checks connections before use."""
    parts, port = parsed(url)
    needs("PODIUM_DATABASE_URL", "psycopg", "psycopg_pool")
    reconnect_soon()
    more = dict(parse_qsl(parts.query))
    host = more.pop("host", "") or unquote(parts.hostname or "")  # ?host=/run/postgresql: a Unix socket
    most = number(environment, "PODIUM_DATABASE_CONNECTIONS", CONNECTIONS)
    options: dict[str, Any] = {
        "connect_timeout": "3",
        "tcp_user_timeout": "10000",
        "keepalives_idle": "30",
        "application_name": "podium",
        "options": " ".join(f"-c {name}={value}" for name, value in SERVER_SETTINGS.items()),
        **more,
        "pool": {
            "name": "podium",
            "min_size": 1,
            "max_size": most,
            "timeout": WAIT_SECONDS,
            # After this time the next request tries to connect again, instead of the pool with ever longer
            # pauses.
            "reconnect_timeout": WAIT_SECONDS,
        },
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": port,
        "CONN_MAX_AGE": 0,  # a connection goes back to the pool after each use
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
        "TEST": {"NAME": f"podium_test_{os.getpid()}"},
    }
