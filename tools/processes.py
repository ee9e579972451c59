"""What the processes of a server cost: those that it has started, their CPU time and their memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def below(pid: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    output = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(line.split()[0]): int(line.split()[1]) for line in output.splitlines()}
    pids, more = [pid], True
    while more:
        new = [child for child, parent in parents.items() if parent in pids and child not in pids]
        pids, more = pids + new, bool(new)
    return pids[1:]


def parent(pid: int) -> int:
    """The process that started a process; 0 when it is gone."""
    return int((_stat(pid) or ["", "0"])[1])


def cpu_seconds(pids: Iterable[int], *, ended: bool = True) -> float:
    """CPU time (s), user and system, of processes that still live, with `ended` also of their children that
    have ended; 0 where it is not known (Linux alone says it).
    """
    last = 15 if ended else 13
    total = sum(sum(map(int, _stat(pid)[11:last])) for pid in pids)
    return total / os.sysconf("SC_CLK_TCK")


def megabytes(pids: Iterable[int], kind: str = "Pss") -> float:
    """Memory (MB) of processes: `kind` Pss is proportional, Rss counts what is shared for each of them."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next((int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")), 0)
    return total / 1024


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name; [] when the process is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return []
