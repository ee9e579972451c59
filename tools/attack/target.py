"""The server that is attacked: one of our own, started here with data of its own, or one at an address."""

from __future__ import annotations

import ipaddress
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.harness.server import Server
from tools.processes import below, cpu_seconds, megabytes, parent

ADDRESSES = 120
"""How many addresses of this machine visitors use. Each has limits of its own."""
_WRONG = re.compile(r"^(Traceback .*|ERROR .*|CRITICAL .*|Unhandled .*)$", re.MULTILINE)


def is_loopback(url: str) -> bool:
    """Whether a server is on this machine, reached without a network."""
    host = urlsplit(url).hostname or ""
    try:
        addresses = {row[4][0] for row in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return bool(addresses) and all(
        ipaddress.ip_address(str(address).split("%")[0]).is_loopback for address in addresses
    )


@dataclass
class Target:
    """`server` is None where its process is not ours: then nothing of it is killed or measured."""

    url: str
    server: Server | None = None
    data: Path | None = None
    _read: int = 0

    def address(self, number: int) -> str:
        """One of the visitors' addresses, "" where the server is not on this machine."""
        if not sys.platform.startswith("linux") or urlsplit(self.url).hostname != "127.0.0.1":
            return ""
        return f"127.0.0.{2 + number % ADDRESSES}"

    def wrong(self) -> list[str]:
        """What the server has logged as wrong since this was asked last."""
        if self.server is None:
            return []
        text = self.server.output()
        new, self._read = text[self._read :], len(text)
        return [match[1] + _end(new, match.end()) for match in _WRONG.finditer(new)]

    def megabytes(self) -> float:
        """Proportional memory (MB) of the server and all its processes; 0 where it cannot be read."""
        if self.server is None or not self.server.running or not sys.platform.startswith("linux"):
            return 0.0
        return megabytes([self.server.pid, *below(self.server.pid)])

    def busy_seconds(self) -> float:
        """CPU time (s) of the server's own process, which answers everybody; 0 where it is not known."""
        if self.server is None or not self.server.running or not sys.platform.startswith("linux"):
            return 0.0
        return cpu_seconds([self.server.pid], ended=False)

    def workers(self) -> list[int]:
        """The processes that the fork server, a child of the server, made: workers and imports."""
        if self.server is None or not self.server.running:
            return []
        return [pid for pid in below(self.server.pid) if parent(pid) != self.server.pid]


def _end(text: str, start: int) -> str:
    """The last line of a traceback that begins at `start`."""
    lines = text[start : start + 6000].splitlines()[1:]
    last = next((line for line in lines if line and not line.startswith((" ", "\t"))), "")
    return f" … {last[:200]}" if last else ""


@contextmanager
def own_server() -> Iterator[Target]:
    """A server with an empty database and the gallery, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="podium-attack-") as folder:
        data = Path(folder)
        server = Server(data)
        server.start()
        try:
            yield Target(server.url, server, data)
        finally:
            with suppress(subprocess.TimeoutExpired):
                server.stop(signal.SIGTERM)
