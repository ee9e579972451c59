"""Gives a process and its children a part of a core, by the CPU quota of a control group of Linux.

So it can be measured what one more process brings on a machine with few cores: each has the same part of one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.processes import below

PERIOD_US = 20_000
"""Within each such time a process may work for its part; short, so that it waits often and not long."""
FIRST, SECOND = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")


class NoQuotaError(Exception):
    """Control groups cannot be made here."""


@contextmanager
def limited(pids: list[int], share: float) -> Iterator[None]:
    """Each of these processes, with its children, gets `share` of a core until the end. NoQuotaError."""
    made: list[Path] = []
    try:
        for pid in pids:
            made.append(_group(pid, share))
        yield
    finally:
        for group in made:
            with suppress(OSError):
                group.rmdir()  # it is empty when its processes have ended


def _group(pid: int, share: float) -> Path:
    old = (FIRST / "cpu.cfs_quota_us").exists() or (FIRST / "cgroup.procs").exists()
    group = (FIRST if old else SECOND) / f"podium-load-{os.getpid()}-{pid}"
    quota = round(PERIOD_US * share)
    try:
        group.mkdir()
        if old:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        for process in (pid, *below(pid)):
            (group / "cgroup.procs").write_text(str(process))
    except OSError as error:
        raise NoQuotaError(f"{group}: {error}") from error
    return group
