"""State of the installation for staff that no model holds: disk, database, workers, slow runs."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from playground.imports import jobs
from playground.imports import services as imports
from playground.paths import DATA
from playground.runs.models import Run, RunInput
from playground.workers import pool as workers

LONG_RUNS = 10


@dataclass(frozen=True)
class State:
    """Sizes are in MB. Values of "this server" are those of the answering process; there may be others."""

    runs: int
    inputs: int
    database_megabytes: float
    data_free_megabytes: float
    long_runs: tuple[tuple[str, int], ...]
    """Runs with the most steps, longest first."""
    slow_runs: tuple[str, ...]
    """Runs that this server sends to its slow workers."""
    workers: tuple[tuple[str, int, bool], ...]
    """For each worker of this server: its class, the number of waiting calls, and whether a call is
    running."""
    imports_under_way: int
    imports_closed: bool


def state() -> State:
    pool = workers.pool()
    slow = sorted({run for run, _ in getattr(pool, "slow", {})})
    longest = Run.objects.order_by("-head").values_list("pk", "head")[:LONG_RUNS]
    return State(
        runs=Run.objects.count(),
        inputs=RunInput.objects.count(),
        database_megabytes=_database_bytes() / 1e6,
        data_free_megabytes=shutil.disk_usage(DATA).free / 1e6,
        long_runs=tuple(longest),
        slow_runs=tuple(slow),
        workers=tuple(pool.loads()),
        imports_under_way=jobs.under_way(),
        imports_closed=imports.imports_closed(),
    )


def _database_bytes() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(str(connection.settings_dict["NAME"]))
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
