"""Servers, PostgreSQL and Redis on this machine, with lines between them that can be cut."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.harness.postgres import Postgres
from tests.harness.redis_server import RedisServer
from tests.harness.server import ROOT, START_SECONDS, Server
from tools.attack.target import Target
from tools.chaos.proxy import Proxy
from tools.processes import below

DATABASE = "podium"


class Stepper:
    """A process of `podium worker`, which can be stopped, killed and started again."""

    def __init__(self, data: Path, redis: str, common: dict[str, str]) -> None:
        data.mkdir()
        self.log = data / "worker.log"
        command = [sys.executable, "manage.py", "worker", "--processes", "1"]
        self.environment = os.environ | common | {"PODIUM_DATA": str(data), "PODIUM_WORKERS_REDIS": redis}
        self.command, self.cwd = command, ROOT
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None, "the worker is not running"
        return self.process.pid

    def start(self) -> None:
        """Returns when it has said that it steps runs."""
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.cwd, env=self.environment, stdout=log, stderr=log
            )
        until = time.monotonic() + START_SECONDS
        while "steps runs" not in self.log.read_text(errors="replace"):
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the worker did not start:\n{self.log.read_text(errors='replace')}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process = None

    def kill(self) -> None:
        """SIGKILL for it and the processes that it has started."""
        if self.process is not None:
            inner = below(self.process.pid)
            self.process.kill()
            self.process.wait()
            self.process = None
            for pid in inner:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


class Installation:
    """`servers` servers on one PostgreSQL and one Redis, and `workers` processes of `podium worker` (0: each
    server has a worker of its own). Each of them has lines of its own.
    """

    def __init__(self, folder: Path, servers: int, workers: int, stack: ExitStack, **settings: str) -> None:
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
        if workers:
            self.common["PODIUM_WORKERS_KEY"] = secrets.token_urlsafe(20)
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
            if workers:
                own["PODIUM_WORKERS_REDIS"] = own["PODIUM_REDIS"]
            server = Server(data, ("manage.py", "serve", "--no-prepare"), ROOT, **self.common, **own)
            stack.callback(server.kill)
            self.lines.append(lines)
            self.servers.append(server)
            self.targets.append(Target(server.url, server, data))
        self.data = folder / "server0"
        self.steppers: list[Stepper] = []
        for number in range(workers):
            line = Proxy(self.redis.port)
            stack.callback(line.close)
            stepper = Stepper(folder / f"worker{number}", _with_port(self.redis.url, line.port), self.common)
            stack.callback(stepper.kill)
            self.lines.append({"redis": line})
            self.steppers.append(stepper)
        self.prepare()

    def settings(self) -> dict[str, str]:
        """What a process needs that reads the database directly, without a line that can be cut."""
        return {**self.common, "PODIUM_DATABASE_URL": self.database, "PODIUM_REDIS": ""}

    def prepare(self) -> None:
        command = [sys.executable, "manage.py", "prepare"]
        environment = os.environ | {"PODIUM_DATA": str(self.data), **self.settings()}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)

    def start(self) -> None:
        for stepper in self.steppers:
            stepper.start()
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
def installation(servers: int, workers: int = 0, **settings: str) -> Iterator[Installation]:
    """One that is gone afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="podium-chaos-")))
        yield Installation(folder, servers, workers, stack, **settings)
