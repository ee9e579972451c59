"""A real podium server as a process, for browser tests: with a data folder and a port of its own."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 240.0
#: Database, gallery and static files, made by another test process on a busy machine.
PREPARE_SECONDS = 300.0
STOP_SECONDS = 15.0


def free_port() -> int:
    """A port that nobody listens on. It is none of those that systems give to outgoing connections, because such a
    connection could take it before the server that is to listen there has started.
    """
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def interruptible() -> Iterator[None]:
    """Processes that are started inside receive SIGINT, even when the tests run in the background and ignore it.
    Only the main thread can see to that; what another one starts ignores it as this process does.
    """
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if not ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class Server:
    """A server that can be started and stopped repeatedly, each time with the same port and data folder."""

    def __init__(
        self,
        data: Path,
        command: Sequence[str] = ("manage.py", "serve"),
        cwd: Path = ROOT,
        **environment: str,
    ) -> None:
        self.port = free_port()
        cert = environment.get("CERT")
        self.trust = ssl.create_default_context(cafile=cert) if cert else None
        """What a client trusts of a server that speaks https."""
        self.url = f"{'https' if cert else 'http'}://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self._command = [sys.executable, *command]
        self.cwd = cwd
        self.environment = (
            os.environ
            | {"PODIUM_DATA": str(data), "PODIUM_WORKERS": "1", "HOST": "127.0.0.1", "PORT": str(self.port)}
            | environment
        )
        self._process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Fills the data folder: database, gallery and static files."""
        command = [sys.executable, "manage.py", "prepare"]
        environment = self.environment | {"PODIUM_HASHED_STATIC": "1"}
        subprocess.run(command, cwd=self.cwd, env=environment, check=True)

    def start(self) -> None:
        """Returns when /readyz answers 200."""
        with self.log.open("ab") as log, interruptible():
            self._process = subprocess.Popen(
                self._command, cwd=self.cwd, env=self.environment, stdout=log, stderr=log
            )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            if self._ready():
                return
            time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"the server did not get ready:\n{self.output()}")

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5, context=self.trust) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    @property
    def running(self) -> bool:
        return self._process is not None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Sends the signal and returns the exit code. A process that does not end is killed."""
        if self._process is None:
            return 0
        self._process.send_signal(how)
        try:
            return self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            self._process = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server is not running"
        return self._process.pid

    def kill(self) -> None:
        """Sends SIGKILL. What the server acknowledged has to survive this."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


def prepared_once(shared: Path) -> Path:
    """The data folder of a server that has not run yet, to be copied. It lies in `shared`, the temporary folder
    of a test run, or in $PODIUM_PREPARED_IN, the folder of several test runs; of several test processes the one
    that comes first fills it for all of them.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    shared = Path(os.environ.get("PODIUM_PREPARED_IN", shared))
    folder, ready = shared / "prepared", shared / "prepared.ready"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + PREPARE_SECONDS
        while not ready.exists():
            assert time.monotonic() < until, "the other test process has not prepared the data of the servers"
            time.sleep(0.1)
    else:
        try:
            Server(folder).prepare()
        except BaseException:
            shutil.rmtree(folder)  # the next who needs it tries again instead of waiting
            raise
        ready.touch()
    return folder
