"""Figures of a start: what `serve` costs on a data folder that is prepared, until /readyz says ready.

`python -m tools.bench start` measures five starts, `… imports` prints what is imported, the dearest first.
CPU time is that of the server and all its processes, user and system together, so that it means the same on
a machine that has other work.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.harness.server import ROOT, Server
from tools.bench.figures import say
from tools.processes import below, cpu_seconds

STARTS = 5
SETTLED_SECONDS = 1.0
"""The workers are there when the CPU time has not changed for so long."""


def of_all(pid: int) -> float:
    return cpu_seconds([pid, *below(pid)])


def start(server: Server) -> tuple[float, float, float, float]:
    """CPU time (s) of the server alone, and of all processes, when it is ready; that of all when the workers
    are there, too; and the seconds by the clock.
    """
    began = time.monotonic()
    server.start()
    ready = time.monotonic() - began
    alone, together = cpu_seconds([server.pid]), of_all(server.pid)
    settled, since = together, time.monotonic()
    while time.monotonic() - since < SETTLED_SECONDS:
        time.sleep(0.1)
        if (now := of_all(server.pid)) > settled + 0.02:
            settled, since = now, time.monotonic()
    server.stop()
    return alone, together, settled, ready


def measure(starts: int = STARTS) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.environment = {**server.environment, "PYTHONDONTWRITEBYTECODE": ""}
        server.start()  # prepares the data folder
        server.stop()
        taken = [start(server) for _ in range(starts)]
    alone, together, settled, ready = (statistics.median(column) for column in zip(*taken, strict=True))
    say("a start until /readyz, CPU time of the server", f"{alone:.2f} s", "")
    say("  with all its processes", f"{together:.2f} s", "≤ 1.4 s")
    say("  until the workers are there, too", f"{settled:.2f} s", "")
    say("  by the clock", f"{ready:.2f} s", "")


def imports(count: int = 40) -> None:
    """Prints the modules whose import took longest, alone, in milliseconds."""
    command = [sys.executable, "-X", "importtime", "-c", "import playground.server.serve, playground.asgi"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "playground.settings"}
    output = subprocess.run(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True, check=True
    ).stderr
    rows = [line.removeprefix("import time:").split("|") for line in output.splitlines() if "|" in line][1:]
    for own, _, name in sorted(rows, key=lambda row: -int(row[0]))[:count]:
        print(f"{int(own) / 1000:8.1f}  {name.strip()}")
