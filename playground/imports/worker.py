"""The processes that read texts: some for imports, and some for the editor's short checks.

The server itself reads no text, because the effort is unknown in advance (1.5 kB of nested aliases took 4 s).
A reader has a limit of CPU time; time in a queue does not count."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings

from playground import limits
from playground.imports import archives, gzip_texts, report, situation
from playground.imports.files import Places
from playground.imports.slate import STAGES, Slate
from playground.server.database_threads import give_back_connection
from playground.server.reference_cycles import collect_cycles_seldom, without_collection
from playground.server.refusals import BusyError, TooLongError
from playground.texts.manifests import importer, yaml_source
from playground.texts.manifests.importer import Imported
from playground.texts.manifests.object_reports import ObjectReport
from playground.workers import pool as workers
from playground.workers.cpu_limit import OutOfTimeError, limited
from playground.workers.halves import read_in_halves
from playground.workers.process import belong_to_server
from playground.workers.slot import LOOK_SECONDS, Slot, Ticket
from scheduler_core import DOCUMENTS, ChosenRelease, Position, Problem


class Desk:
    """A worker that reads texts, and the slate for its progress. For `niceness` see
    `limits.LONG_NICENESS`."""

    def __init__(self, niceness: int = limits.LONG_NICENESS) -> None:
        self.niceness = niceness
        self.slate: Slate | None = None
        self.slot = Slot(self._make)

    def _make(self) -> ProcessPoolExecutor:
        context = workers.context()
        self.slate = self.slate or Slate(context)
        initargs = (self.slate, self.niceness)
        return ProcessPoolExecutor(1, mp_context=context, initializer=_start, initargs=initargs)


class Desks:
    """The desks for imports, the one for quick checks, and the one for slow checks."""

    def __init__(self) -> None:
        self.imports = [Desk() for _ in range(limits.IMPORT_WORKERS)]
        self.quick, self.slow = Desk(niceness=0), Desk()


_lock = threading.Lock()
_desks: Desks | None = None


def desks() -> Desks:
    """The desks of this process, created at first use; their processes start on demand."""
    global _desks
    with _lock:
        if _desks is None:
            _desks = Desks()
        return _desks


def close() -> None:
    """Ends the processes when the server ends."""
    global _desks
    with _lock:
        ended, _desks = _desks, None
    if ended is not None:
        for desk in (*ended.imports, ended.quick, ended.slow):
            desk.slot.close()


def least_busy() -> Desk:
    """The desk at which an import would start soonest."""
    return min(desks().imports, key=lambda desk: desk.slot.load())


# --- called by the server -------------------------------------------------------------------------


def check(
    data: bytes,
    *,
    add_nodes: bool,
    chosen: ChosenRelease = DOCUMENTS,
    meanwhile: Callable[[], None] = lambda: None,
) -> Imported:
    """The problems of a text. A check that exceeds CHECK_QUICK_SECONDS of CPU time continues in another
    process, so that short checks need not wait for it. `meanwhile` is called when it takes long. Raises
    BusyError when the check did not get its turn."""
    if not settings.PODIUM_WORKERS:
        return imported_from(data, add_nodes, play=False, chosen=chosen)
    spent = gave_up(limits.CHECK_SECONDS)
    slots = (desks().quick.slot, limits.CHECK_QUICK_SECONDS), (desks().slow.slot, limits.CHECK_SECONDS)
    for slot, seconds in slots:
        ticket = Ticket(work, (0, data, add_nodes, False, seconds, False, chosen), "a check", seconds)
        slot.enqueue(ticket)
        try:
            return _wait(slot, ticket, meanwhile)
        except TooLongError:
            continue
        except MemoryError:
            spent = too_large()
    return spent


def _wait(slot: Slot, ticket: Ticket, meanwhile: Callable[[], None]) -> Imported:
    """The result of a check; raises BusyError when it does not get its turn in time."""
    until = time.monotonic() + limits.CHECK_QUEUE_SECONDS
    give_back_connection()
    while True:
        try:
            imported: Imported = ticket.future.result(LOOK_SECONDS)
            return imported
        except FutureTimeoutError:
            meanwhile()
            slot.end_overdue()
            if ticket.began is None and time.monotonic() > until:
                slot.end(ticket)
                raise BusyError("a check") from None


def result_of(read: Callable[[], Imported], seconds: float) -> Imported:
    """The result of reading a text, or a problem when it took too much time or memory."""
    try:
        return read()
    except MemoryError:
        return too_large()
    except (TooLongError, BusyError):  # busy: its process died each time
        return gave_up(seconds)


def failed_with(code: str, **args: Any) -> Imported:
    return Imported(None, "", "", "", (), (Problem("", code, args, position=Position(1, 1)),), 1)


def gave_up(seconds: float) -> Imported:
    return failed_with("text.too_much_work", seconds=math.ceil(seconds))


def too_large() -> Imported:
    return failed_with("text.too_much_memory", megabytes=limits.PROCESS_MEMORY_BYTES // (1024 * 1024))


def small(imported: Imported) -> Imported:
    """The import without its scenario; a drawable one gets an empty scenario instead."""
    return replace(imported, canonical=None if imported.canonical is None else "", source="")


# --- the process ----------------------------------------------------------------------------------

_slate: Slate | None = None


def work(
    serial: int,
    data: bytes | Path,
    add_nodes: bool,
    play: bool,
    seconds: float,
    hide_names: bool = False,
    chosen: ChosenRelease = DOCUMENTS,
) -> Imported:
    """Reads a text and writes the progress to the slate. Raises TooLongError beyond so much CPU time."""
    slate = _slate
    assert slate is not None
    slate.write(serial, STAGES.index("reads"), 0, 1)

    def read() -> Imported:
        return imported_from(
            data,
            add_nodes,
            play,
            hide_names=hide_names,
            chosen=chosen,
            read=lambda share: slate.write(serial, STAGES.index("reads"), share, 1),
            checked=lambda done, of: slate.write(serial, STAGES.index("checks"), done, of),
            list_reader=read_in_halves,
        )

    try:
        return limited(seconds, read)
    except OutOfTimeError:
        raise TooLongError("text", seconds) from None


def imported_from(data: bytes | str | Path, add_nodes: bool, play: bool, **options: Any) -> Imported:
    """Imports a text, plain or compressed, or an archive, and groups the report for people, so that the
    answer stays small. The compressed bytes of a file are freed before its text is read."""
    read = _text_in(data)
    if isinstance(read, Problem):
        return importer.failed([read])
    most = limits.IMPORT_UNPACKED_BYTES if read.packed else limits.IMPORT_BYTES
    with without_collection():  # for a large text, cycle collection took a quarter of the time
        imported = importer.import_text(
            read.text,
            add_nodes=add_nodes,
            play=play,
            max_bytes=most,
            gathered=read.gathered,
            **options,
        )
    places = Places.of(read.text) if read.packed else None
    files = places if places and places.names else None
    grouped = imported.situation and {**imported.situation, "troubles": situation.grouped(imported.troubles)}
    groups = tuple(report.grouped((*imported.report, *read.reports)))
    return replace(imported, report=(), groups=groups, places=files, troubles=(), situation=grouped)


@dataclass(frozen=True, slots=True)
class _Read:
    """A text. `packed`: it was compressed or in an archive; `gathered`: it is the text of many files of an
    archive, of which `reports` says what was left out."""

    text: str
    packed: bool = False
    gathered: bool = False
    reports: tuple[ObjectReport, ...] = ()


def _text_in(data: bytes | str | Path) -> _Read | Problem:
    """The text, or the reason why there is none."""
    if isinstance(data, str):
        return _Read(data)
    read = data.read_bytes() if isinstance(data, Path) else data
    if archives.is_archive(read):
        files = archives.unpacked(read)
        return files if isinstance(files, Problem) else _Read(files.text, True, True, files.reports)
    was_packed = gzip_texts.is_packed(read)
    plain = gzip_texts.unpacked(read) if was_packed else read
    if isinstance(plain, Problem):
        return plain
    text, problem = yaml_source.decode(plain)
    return problem or _Read(text, was_packed)


def _start(slate: Slate, niceness: int) -> None:
    """Runs once in each process."""
    global _slate
    _slate = slate
    collect_cycles_seldom()
    belong_to_server(niceness)
