"""Backs up the whole database into one file and restores it: SQLite by its online backup, PostgreSQL by
pg_dump.

A server may run meanwhile: a backup is the state of one moment. It does not contain the secret key."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
MAGIC = {b"SQLite format 3\0": SQLITE, b"PGDMP": POSTGRESQL}
DEBIANS = Path("/usr/lib/postgresql")
OWNED = "SELECT count(*) FROM runs_run WHERE owner_digest <> ''"


class BackupError(Exception):
    """A backup or restoration failed; the text has the reason, and the database is unchanged."""


def engine() -> str:
    return POSTGRESQL if connection.vendor == "postgresql" else SQLITE


def backup(file: Path) -> int:
    """Writes the database to a new file that only its owner may read. Returns its size in bytes."""
    if file.exists():
        raise BackupError(f"{file} is there already")
    draft = file.with_name(f".{file.name}.draft")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}") from None
    try:
        (_dump if engine() == POSTGRESQL else _copy)(draft)
        if engine_of(draft) != engine():
            raise BackupError("what was written is no backup")
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path, *, replace: bool) -> None:
    """Replaces the database by the content of the file, completely or not at all."""
    kind = engine_of(file)
    if kind != engine():
        raise BackupError(f"{file} is a backup of {kind}; this installation has {engine()}")
    if not replace and (runs := owned_runs()):
        raise BackupError(
            f"the database has {runs} runs of visitors; --replace puts the backup in their place"
        )
    (_load if kind == POSTGRESQL else _copy_back)(file)


def engine_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            begin = opened.read(16)
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}") from None
    for magic, kind in MAGIC.items():
        if begin.startswith(magic):
            return kind
    raise BackupError(f"{file} is no backup of podium")


def owned_runs() -> int:
    """The number of runs with an owner; 0 in an empty database."""
    if "runs_run" not in connection.introspection.table_names():
        return 0
    with connection.cursor() as cursor:
        cursor.execute(OWNED)
        return int(cursor.fetchone()[0])


# --- SQLite ---------------------------------------------------------------------------------------


def _live() -> str:
    return str(connection.settings_dict["NAME"])


def _copy(draft: Path) -> None:
    try:
        with closing(sqlite3.connect(_live())) as live, closing(sqlite3.connect(draft)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a separate log
    except sqlite3.Error as error:
        raise BackupError(f"the database cannot be copied: {error}") from None


def _copy_back(file: Path) -> None:
    """Restores a SQLite backup after checking its integrity and its tables."""
    connection.close()
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type='table'")}
            if verdict != "ok" or "runs_run" not in tables:
                raise BackupError(f"{file} is damaged, or of something else than podium: {verdict}")
            with closing(sqlite3.connect(_live(), timeout=30)) as live:
                copy.backup(live)
                live.execute("PRAGMA journal_mode=WAL")
    except sqlite3.Error as error:
        raise BackupError(f"{file} cannot be restored: {error}") from None


# --- PostgreSQL -----------------------------------------------------------------------------------


def program(name: str) -> str:
    """The path of a PostgreSQL program: the newest of Debian's folders, else the one on PATH."""
    folders = sorted(DEBIANS.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3].split(".")[0]))
    path = str(folders[-1]) if folders else shutil.which(name)
    if path is None:
        raise BackupError(f"{name} is needed: install PostgreSQL's client (Debian: postgresql-client)")
    return path


@contextlib.contextmanager
def _account() -> Iterator[dict[str, str]]:
    """The environment by which the programs reach the database. No command line contains the password."""
    parts: dict[str, Any] = connection.settings_dict
    names = {
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGDATABASE": "NAME",
    }
    yield os.environ | {key: str(parts[name]) for key, name in names.items() if parts[name]}


def _run(*command: str) -> None:
    with _account() as environment:
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{Path(command[0]).name}: {done.stderr.strip()[-500:]}")


def _dump(draft: Path) -> None:
    _run(program("pg_dump"), "--format=custom", "--no-owner", "--no-acl", f"--file={draft}")


def _load(file: Path) -> None:
    connection.close()
    options = ("--clean", "--if-exists", "--no-owner", "--no-acl", "--single-transaction", "--exit-on-error")
    _run(program("pg_restore"), *options, f"--dbname={connection.settings_dict['NAME']}", str(file))
