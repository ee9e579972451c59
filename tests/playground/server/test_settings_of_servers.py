"""Settings of PostgreSQL and Redis that cannot be used end a server with one sentence."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from psycopg_pool.base import AttemptWithBackoff

from playground.server.databases import SettingError, database, redis_address, redis_client
from playground.site.startup import is_final
from tests.harness.server import ROOT

ADDRESS = "postgres://ann:p%40ss@db.example:5433/podium?sslmode=require"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://h/n", "must be postgres://user:password@host:port/name, its scheme is 'mysql'"),
        ("podium", "its scheme is ''"),
        ("postgres://h:port/n", "Port could not be cast"),
        ("postgres://h:99999/n", "Port out of range"),
        ("postgres://u:secret@h", "names no database"),
    ],
)
def test_an_address_of_a_database_that_cannot_be_one_is_named_without_its_password(
    url: str, message: str
) -> None:
    with pytest.raises(SettingError) as failed:
        database({"PODIUM_DATABASE_URL": url}, Path())

    assert message in str(failed.value)
    assert str(failed.value).startswith("PODIUM_DATABASE_URL: ")
    assert "secret" not in str(failed.value)


def test_all_parts_of_an_address_reach_the_database_through_a_bounded_pool() -> None:
    result = database({"PODIUM_DATABASE_URL": ADDRESS, "PODIUM_DATABASE_CONNECTIONS": "7"}, Path())
    named = {name: result[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "CONN_MAX_AGE")}

    assert {
        "NAME": "podium",
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
    } == named
    assert (True, 7) == (result["CONN_HEALTH_CHECKS"], result["OPTIONS"]["pool"]["max_size"])
    assert "require" == result["OPTIONS"]["sslmode"]


def test_the_pool_tries_again_soon_when_postgresql_restarts() -> None:
    database({"PODIUM_DATABASE_URL": ADDRESS}, Path())
    attempt, pauses = AttemptWithBackoff(timeout=10.0), list[float]()
    while sum(pauses) < 10.0:
        attempt.update_delay(0.0)
        pauses.append(attempt.delay)

    assert pauses[0] < 0.2
    assert max(pauses) < 1.5


def test_a_unix_socket_may_stand_in_the_query() -> None:
    result = database({"PODIUM_DATABASE_URL": "postgres:///podium?host=/run/postgresql"}, Path())

    assert ("/run/postgresql", False) == (result["HOST"], "host" in result["OPTIONS"])


@pytest.mark.parametrize("number", ["0", "-1", "many", "1.5"])
def test_a_number_of_connections_that_is_none_is_named(number: str) -> None:
    with pytest.raises(SettingError, match="PODIUM_DATABASE_CONNECTIONS: a number from 1 on"):
        database({"PODIUM_DATABASE_URL": ADDRESS, "PODIUM_DATABASE_CONNECTIONS": number}, Path())


def test_an_address_of_redis_that_cannot_be_one_is_named() -> None:
    with pytest.raises(SettingError, match="PODIUM_REDIS: must be redis://host:port/0, its scheme is 'http'"):
        redis_address({"PODIUM_REDIS": "http://localhost"})


@pytest.mark.parametrize(
    ("message", "final"),
    [
        ('FATAL: password authentication failed for user "ann"', True),
        ('FATAL: database "nowhere" does not exist', True),
        ("FATAL: the database system is starting up", False),
        ("FATAL: sorry, too many clients already", False),
        ("connection refused. Is the server running on that host?", False),
    ],
)
def test_a_server_waits_for_a_database_that_starts_and_not_for_one_that_refuses(
    message: str, final: bool
) -> None:
    assert final == is_final(message)


def test_a_setting_that_cannot_be_used_is_said_without_a_traceback(tmp_path: Path) -> None:
    environment = {
        "PATH": "/usr/bin:/bin",
        "PODIUM_DATA": str(tmp_path),
        "PODIUM_DATABASE_URL": "mysql://h/n",
    }
    ended = subprocess.run(
        [sys.executable, "manage.py", "serve"], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert 1 == ended.returncode
    assert ended.stderr.startswith("podium: PODIUM_DATABASE_URL: must be postgres://")
    assert 1 == len(ended.stderr.splitlines())


@pytest.mark.parametrize("awaited", [False, True])
async def test_a_command_is_tried_once_where_redis_is_gone(awaited: bool) -> None:
    tries = []

    def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tries.append(1)
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as gone:
        port = gone.sockets[0].getsockname()[1]
        client = redis_client(f"redis://127.0.0.1:{port}/0", 1.0, awaited=awaited)
        with pytest.raises(redis.ConnectionError):
            await (client.ping() if awaited else asyncio.to_thread(client.ping))
        await (client.aclose() if awaited else asyncio.to_thread(client.close))

    assert [1] == tries
