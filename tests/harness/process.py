"""A program that a test starts, stops and kills, and that ends with the test process."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.harness.programs import root

#: Of a program that never comes; a busy machine starts one slowly.
START_SECONDS = 150.0
STOP_SECONDS = 30.0


def unprivileged(*names: str) -> str | None:
    """A user without rights, for programs that refuse to run as root; None for who is not root."""
    if not root():
        return None
    for name in (*names, "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise RuntimeError(f"this machine has none of the users {', '.join(names)}, nobody")


def own_folder(prefix: str, user: str | None) -> Path:
    """A new folder that belongs to `user`, at a path that this user can reach."""
    for place in (None, "/tmp"):
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        if user is None:
            return folder
        shutil.chown(folder, user)
        reached = subprocess.run(["ls", str(folder)], user=user, capture_output=True, cwd="/")
        if reached.returncode == 0:
            return folder
        folder.rmdir()
    raise RuntimeError(f"{user} can reach no temporary folder")


class Program:
    """A program on this machine. `end` is the signal after which it ends in order."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        *,
        user: str | None = None,
        end: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.command, self.log, self.user, self.end = list(command), log, user, end
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.kill)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None, f"{self.command[0]} is not running"
        return self._process.pid

    def start(self, ready: Callable[[], bool]) -> None:
        """Returns when `ready` says so. A program that ends before is started again: one that was killed may
        still hold what the next one needs.
        """
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if not self.running:
                self._start()
            if ready():
                return
            time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"{self.command[0]} did not get ready:\n{self.output()}")

    def _start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.log.parent,
                env=os.environ | {"LC_ALL": "C"},
                user=self.user,
                group=pwd.getpwnam(self.user).pw_gid if self.user else None,
                extra_groups=[] if self.user else None,
            )

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.send_signal(self.end)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._process = None

    def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class OwnServer:
    """A server of one's own, in a folder of its own, which can be stopped, killed and started again."""

    folder: Path
    program: Program

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        self.program.start(self.answers)

    def stop(self) -> None:
        self.program.stop()

    def kill(self) -> None:
        self.program.kill()

    def remove(self) -> None:
        """Ends the server and removes its folder."""
        try:
            self.stop()
        finally:
            self.kill()
            shutil.rmtree(self.folder, ignore_errors=True)
