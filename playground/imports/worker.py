"""Runs imports in a process of their own with a wall limit, so that a long text delays nothing else."""

from __future__ import annotations

import threading
import time
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any
from weakref import WeakSet

from django.conf import settings

from playground import limits
from playground.imports import report
from playground.imports.jobs import STAGES, Job, Slate
from playground.manifests import importing
from playground.manifests.importing import Imported
from playground.workers import engine as worker
from playground.workers import pool as workers
from playground.workers.circles import search_circles_seldom
from scheduler_core import Position, Problem

INLINE_BYTES = 32 * 1024
"""Texts up to this size are read in the server: handing them to another process costs more than the work."""
RECYCLE_BYTES = 1024 * 1024
"""After a text larger than this the process is ended; the next import starts a new one."""
MEMORY_BYTES = 2 * 1024 * 1024 * 1024
NICENESS = 5
TRIES = 2
LOOK_SECONDS = 0.2
"""Seconds between two looks at whether an import goes on, or was stopped."""

_lock = threading.Lock()
_executor: ProcessPoolExecutor | None = None
_slate: Slate | None = None
_ended: WeakSet[ProcessPoolExecutor] = WeakSet()
"""Executors that were ended on purpose while other imports may have been waiting for them."""


def run(
    data: bytes | str,
    *,
    add_nodes: bool = True,
    play: bool = False,
    seconds: float | None = None,
    job: Job | None = None,
) -> Imported:
    """`importing.import_text` in a process of its own. `job` tells how far it is and can stop it.

    A text gives a problem when it takes too much memory, or when its import has not gone on for `seconds`
    (`limits.IMPORT_WALL_SECONDS`); the size of the text does not count.
    """
    limit = limits.IMPORT_WALL_SECONDS if seconds is None else seconds
    small = len(data) <= INLINE_BYTES and not play
    if small or not settings.PODIUM_WORKERS:
        return imported_from(data, add_nodes, play)
    job = job or Job()
    died = 0
    while True:
        executor, slate, future = _submit(job.serial, data, add_nodes, play)
        job.slate = slate
        try:
            imported = _result(future, job, limit)
        except _StoppedError:
            if not future.cancel():
                _replace(executor, on_purpose=True)
            return _stopped()
        except FutureTimeoutError:
            _replace(executor)
            return _gave_up(limit)
        except BrokenProcessPool:  # killed from outside, or by the system for its memory
            if executor in _ended:  # because another import was stopped
                continue
            _replace(executor)
            died += 1
            if died == TRIES:
                return _gave_up(limit)
        except MemoryError:
            _replace(executor)
            return _gave_up(limit)
        else:
            if len(data) > RECYCLE_BYTES:
                _replace(executor, on_purpose=True)  # so that its memory is given back
            return imported


class _StoppedError(Exception):
    """Somebody has stopped the job."""


def _result(future: Future[Imported], job: Job, limit: float) -> Imported:
    """The result of a job. Raises _StoppedError, or FutureTimeoutError when it stands still for `limit` s."""
    seen, since = job.progress(), time.monotonic()
    while True:
        left = since + limit - time.monotonic()
        try:
            return future.result(max(0.0, min(left, LOOK_SECONDS)))
        except FutureTimeoutError:
            now = job.progress()
            if now != seen:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since >= limit:
                raise
        except CancelledError:  # its process was ended for another one
            raise BrokenProcessPool from None
        if job.stopped.is_set():
            raise _StoppedError


def _stopped() -> Imported:
    problem = Problem("", "text.stopped", position=Position(1, 1))
    return Imported(None, "", "", "", (), (problem,), 1)


def _gave_up(seconds: float) -> Imported:
    problem = Problem("", "text.took_too_long", {"seconds": int(seconds)}, position=Position(1, 1))
    return Imported(None, "", "", "", (), (problem,), 1)


def _submit(*args: Any) -> tuple[ProcessPoolExecutor, Slate, Future[Imported]]:
    global _executor, _slate
    with _lock:
        if _executor is None or _slate is None:
            context = workers.context()
            _slate = Slate(context)
            _executor = ProcessPoolExecutor(1, mp_context=context, initializer=_start, initargs=(_slate,))
        return _executor, _slate, _executor.submit(_work, *args)


def _work(serial: int, data: bytes | str, add_nodes: bool, play: bool) -> Imported:
    """The work of the process: an import that writes on the slate how far it is."""
    slate = _slate
    assert slate is not None
    slate.write(serial, STAGES.index("reads"), 0, 1)
    return imported_from(
        data,
        add_nodes,
        play,
        read=lambda share: slate.write(serial, STAGES.index("reads"), share, 1),
        checked=lambda done, of: slate.write(serial, STAGES.index("checks"), done, of),
    )


def imported_from(data: bytes | str, add_nodes: bool, play: bool, **told: Any) -> Imported:
    """Imports, and groups the report as people read it, so that the answer stays small."""
    imported = importing.import_text(data, add_nodes=add_nodes, play=play, **told)
    return replace(imported, report=(), groups=tuple(report.grouped(imported.report)))


def _start(slate: Slate) -> None:
    """Runs once in the process, which then gives way to the server, ends with it and has a memory limit."""
    global _slate
    _slate = slate
    search_circles_seldom()
    worker.belong_to_server(NICENESS)
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    except (ImportError, ValueError, OSError):
        pass  # a system without such limits


def _replace(executor: ProcessPoolExecutor, *, on_purpose: bool = False) -> None:
    """Ends the process of an executor. `on_purpose` says that the imports that wait for it are to begin again
    in the next one.
    """
    global _executor
    with _lock:
        if _executor is executor:
            _executor = None
        if on_purpose:
            _ended.add(executor)
    for process in list(getattr(executor, "_processes", {}).values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def close() -> None:
    """Ends the process when the server ends."""
    if _executor is not None:
        _replace(_executor)
