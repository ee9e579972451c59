"""Servers, PostgreSQL and Redis on this machine, with lines between them that can be cut."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from e2e.harness.postgres import Postgres
from e2e.harness.redis_server import RedisServer
from e2e.harness.server import ROOT, Server
from tools.attack.target import Target
from tools.chaos.proxy import Proxy

DATABASE = "podium"


class Installation:
    """`servers` servers on one PostgreSQL and one Redis. Each server has lines of its own to both."""

    def __init__(self, folder: Path, servers: int, stack: ExitStack, **settings: str) -> None:
        self.postgres, self.redis = Postgres(), RedisServer()
        for program in (self.postgres, self.redis):
            stack.callback(program.remove)
            program.start()
        self.database = self.postgres.create(DATABASE)
        self.common = {
            "PODIUM_SECRET_KEY": secrets.token_urlsafe(40),
            "PODIUM_WORKERS": "1",
            "PODIUM_DATABASE_CONNECTIONS": "16",
            **settings,
        }
        self.lines: list[dict[str, Proxy]] = []
        self.servers: list[Server] = []
        self.targets: list[Target] = []
        for number in range(servers):
            data = folder / f"server{number}"
            data.mkdir()
            lines = {"postgres": Proxy(self.postgres.port), "redis": Proxy(self.redis.port)}
            for line in lines.values():
                stack.callback(line.close)
            own = {
                "PODIUM_DATABASE_URL": _with_port(self.database, lines["postgres"].port),
                "PODIUM_REDIS": _with_port(self.redis.url, lines["redis"].port),
            }
            server = Server(data, ("manage.py", "serve", "--no-prepare"), ROOT, **self.common, **own)
            stack.callback(server.kill)
            self.lines.append(lines)
            self.servers.append(server)
            self.targets.append(Target(server.url, server, data))
        self.data = folder / "server0"
        self.prepare()

    def settings(self) -> dict[str, str]:
        """What a process needs that reads the database directly, without a line that can be cut."""
        return {**self.common, "PODIUM_DATABASE_URL": self.database, "PODIUM_REDIS": ""}

    def prepare(self) -> None:
        command = [sys.executable, "manage.py", "prepare"]
        environment = os.environ | {"PODIUM_DATA": str(self.data), **self.settings()}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)

    def start(self) -> None:
        for server in self.servers:
            server.start()

    def workers(self, number: int) -> list[int]:
        return self.targets[number].workers()

    def signal(self, pid: int, how: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, how)


def _with_port(url: str, port: int) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition(":")[0] + f":{port}").geturl()


@contextmanager
def installation(servers: int, **settings: str) -> Iterator[Installation]:
    """One that is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="podium-chaos-")))
        yield Installation(folder, servers, stack, **settings)
