"""Finds or gets PostgreSQL for the tests, and says which: `python -m tests.harness.postgres`.

In this order: $PODIUM_POSTGRES (a folder of programs), the newest of Debian's folders, PATH, apt. A `Postgres` is a
server on a free port with its data in a folder of its own.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg

from tests.harness.process import OwnServer, Program, own_folder, unprivileged
from tests.harness.programs import from_apt
from tests.harness.server import free_port

OLDEST = 14
DEBIANS = Path("/usr/lib/postgresql")
#: Data of tests need not outlive the machine: nothing waits for the disk. What was committed outlives a kill.
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_wal_size=256MB")


def version(folder: Path) -> int:
    """The major version of the programs in a folder; 0 when they do not run."""
    try:
        message = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True).stdout
    except OSError:
        return 0
    result = re.search(r"(\d+)", message)
    return int(result[1]) if result and (folder / "initdb").exists() else 0


def on_this_machine() -> Path | None:
    """The folder of the newest PostgreSQL that is installed."""
    folders = list(DEBIANS.glob("*/bin"))
    if path := shutil.which("initdb"):
        folders.append(Path(path).resolve().parent)
    fitting = [(version(folder), folder) for folder in folders]
    fitting = [item for item in fitting if item[0] >= OLDEST]
    return max(fitting)[1] if fitting else None


def find() -> tuple[Path, str]:
    """(folder of the programs, where it comes from). Exits with a sentence when there is none."""
    if named := os.environ.get("PODIUM_POSTGRES"):
        if version(Path(named)) < OLDEST:
            sys.exit(f"PODIUM_POSTGRES names {named!r}, where there is no PostgreSQL {OLDEST} or newer.")
        return Path(named), "$PODIUM_POSTGRES"
    if folder := on_this_machine():
        return folder, "on this machine"
    if folder := from_apt("PostgreSQL", ("postgresql",), on_this_machine):
        return folder, "installed by apt"
    sys.exit(
        f"The tests need PostgreSQL {OLDEST} or newer: install it (Debian: postgresql), or name the folder of its"
        " programs in $PODIUM_POSTGRES, and try again."
    )


class Postgres(OwnServer):
    """PostgreSQL, which starts again on the same data."""

    def __init__(self, *, connections: int = 100) -> None:
        programs, _ = find()
        self.user = unprivileged("postgres")
        self.folder = own_folder("podium-pg-", self.user)
        self.port = free_port()
        self.password = secrets.token_urlsafe(12)
        self._initialise(programs)
        settings = [*QUICK, f"max_connections={connections}", "listen_addresses=127.0.0.1"]
        settings += [f"port={self.port}", f"unix_socket_directories={self.folder}"]
        self.program = Program(
            [
                str(programs / "postgres"),
                "-D",
                str(self.folder / "data"),
                *(f"-c{setting}" for setting in settings),
            ],
            self.folder / "log",
            user=self.user,
            end=signal.SIGINT,  # "fast": what is at work is cut off
        )

    def _initialise(self, programs: Path) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if self.user:
            shutil.chown(secret, self.user)
        command = [str(programs / "initdb"), "-D", str(self.folder / "data"), "-U", "podium", "--no-sync"]
        command += ["-E", "UTF8"]
        command += ["--locale=C", "-A", "scram-sha-256", f"--pwfile={secret}"]
        made = subprocess.run(command, user=self.user, cwd=self.folder, capture_output=True, text=True)
        if made.returncode != 0:
            shutil.rmtree(self.folder)
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def url(self, database: str = "postgres") -> str:
        return f"postgres://podium:{self.password}@127.0.0.1:{self.port}/{database}"

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def create(self, name: str, template: str = "template1") -> str:
        """A new database, empty or a copy of another one. Returns its address."""
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        self.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def main() -> None:
    folder, source = find()
    result = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True).stdout.strip()
    print(f"database: {folder} ({source}), {result.removeprefix('postgres ')}")


if __name__ == "__main__":
    main()
