"""Runs imports in a process of their own with a wall limit, so that a long text delays nothing else."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

from django.conf import settings

from playground import limits
from playground.imports import report
from playground.manifests import importing
from playground.manifests.importing import Imported
from playground.workers import engine as worker
from playground.workers import pool as workers
from scheduler_core import Position, Problem

INLINE_BYTES = 32 * 1024
"""Texts up to this size are read in the server: handing them to another process costs more than the work."""
RECYCLE_BYTES = 1024 * 1024
"""After a text larger than this the process is ended; the next import starts a new one."""
MEMORY_BYTES = 2 * 1024 * 1024 * 1024
NICENESS = 5
TRIES = 2

_lock = threading.Lock()
_executor: ProcessPoolExecutor | None = None


def run(
    data: bytes | str, *, add_nodes: bool = True, play: bool = False, seconds: float | None = None
) -> Imported:
    """`importing.import_text` within a wall limit. A text that takes too long or too much memory gives a
    problem.
    """
    limit = limits.IMPORT_WALL_SECONDS if seconds is None else seconds
    small = len(data) <= INLINE_BYTES and not play
    if small or not settings.PODIUM_WORKERS:
        return _work(data, add_nodes, play)
    for attempt in range(TRIES):
        executor, future = _submit(data, add_nodes, play)
        try:
            imported = future.result(limit)
        except FutureTimeoutError:
            _replace(executor)
            return _gave_up(limit)
        except BrokenProcessPool:  # killed from outside, or by the system for its memory
            _replace(executor)
            if attempt == TRIES - 1:
                return _gave_up(limit)
        except MemoryError:
            _replace(executor)
            return _gave_up(limit)
        else:
            if len(data) > RECYCLE_BYTES:
                _replace(executor)  # so that its memory is given back
            return imported
    raise AssertionError


def _gave_up(seconds: float) -> Imported:
    problem = Problem("", "text.took_too_long", {"seconds": int(seconds)}, position=Position(1, 1))
    return Imported(None, "", "", "", (), (problem,), 1)


def _submit(*args: Any) -> tuple[ProcessPoolExecutor, Future[Imported]]:
    global _executor
    with _lock:
        if _executor is None:
            _executor = ProcessPoolExecutor(1, mp_context=workers.context(), initializer=_start)
        return _executor, _executor.submit(_work, *args)


def _work(data: bytes | str, add_nodes: bool, play: bool) -> Imported:
    """Imports, and groups the report as people read it, so that the answer stays small."""
    imported = importing.import_text(data, add_nodes=add_nodes, play=play)
    return replace(imported, report=(), groups=tuple(report.grouped(imported.report)))


def _start() -> None:
    """Runs once in the process, which then gives way to the server, ends with it and has a memory limit."""
    worker.search_circles_seldom()
    worker.belong_to_server(NICENESS)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    except (ImportError, ValueError, OSError):
        pass  # a system without such limits


def _replace(executor: ProcessPoolExecutor) -> None:
    global _executor
    with _lock:
        if _executor is executor:
            _executor = None
    for process in list(getattr(executor, "_processes", {}).values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def close() -> None:
    """Ends the process when the server ends."""
    if _executor is not None:
        _replace(_executor)
