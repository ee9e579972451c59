"""Finds or gets Redis for the tests, and says which: `python -m tests.harness.redis_server`.

In this order: $PODIUM_REDIS_SERVER, one on PATH (Valkey is one, too), apt. A `RedisServer` runs on a free port and
keeps nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import redis

from tests.harness.process import OwnServer, Program, own_folder
from tests.harness.programs import from_apt
from tests.harness.server import free_port

NAMES = ("redis-server", "valkey-server")


def on_path() -> Path | None:
    return next((Path(path) for name in NAMES if (path := shutil.which(name))), None)


def find() -> tuple[Path, str]:
    """(path of the program, where it comes from). Exits with a sentence when there is none."""
    if named := os.environ.get("PODIUM_REDIS_SERVER"):
        path = shutil.which(named)
        if not path:
            sys.exit(f"PODIUM_REDIS_SERVER names {named!r}, which is no program on this machine.")
        return Path(path), "$PODIUM_REDIS_SERVER"
    if result := on_path():
        return result, "on PATH"
    if result := from_apt("Redis", ("redis-server", "valkey-server"), on_path):
        return result, "installed by apt"
    sys.exit("The tests need Redis: install it (Debian: redis-server), or name it in $PODIUM_REDIS_SERVER.")


class RedisServer(OwnServer):
    """Redis, which can be emptied and starts again on the same port."""

    def __init__(self) -> None:
        path, _ = find()
        self.folder = own_folder("podium-redis-", None)
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.program = Program([str(path), *options, "--dir", str(self.folder)], self.folder / "log")

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, socket_timeout=5, socket_connect_timeout=5)

    def flush(self) -> None:
        with self.client() as client:
            client.flushall()


def main() -> None:
    path, source = find()
    result = (
        subprocess.run([path, "--version"], capture_output=True, text=True).stdout.split(" sha=")[0].strip()
    )
    print(f"channel: {path} ({source}), {result}")


if __name__ == "__main__":
    main()
