"""Imports as jobs: each waits its turn, reports its progress, can be stopped, and affects no other."""

from __future__ import annotations

import itertools
import logging
import re
import secrets
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

from playground import limits
from playground.imports import archives, gzip_texts, services, worker
from playground.imports.files import Places
from playground.imports.slate import STAGES, Progress
from playground.paths import DATA
from playground.server import background
from playground.server.database_threads import give_back_connection
from playground.server.fairness.asker import asker
from playground.server.http.failures import reference_of
from playground.server.refusals import BusyError
from playground.server.telemetry import metrics
from playground.texts.manifests.importer import Imported
from playground.workers.slot import Ticket
from scheduler_core import DOCUMENTS, ChosenRelease

log = logging.getLogger("playground.imports")

NAME = re.compile(r"[0-9a-f]{32}\Z")
"""The name of a job. The page that sends the text chooses it and uses it to follow and stop the job."""
LOOK_SECONDS = 0.1
"""Seconds between two checks whether a job is done, while somebody waits for it."""
KEPT_SECONDS = 600.0
"""Seconds for which the outcome of a job is kept after its end, unless there are too many."""
FILE_BYTES = 1024 * 1024
"""A longer text waits in a file."""
BOARD, ANSWER = "board", "answer"
"""Where an import leads."""
SHOWN_TEXT_BYTES = 1024 * 1024
"""A longer text is not sent back to the editor; the browser still has it."""

_serials = itertools.count(1)
_lock = threading.Lock()
_jobs: dict[str, Job] = {}
_finishers = background.executor(2, "imports")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a job: the new run, or the problems of the text. `imported` lacks the scenario and its
    source. `stored` is False when storing the run failed. `reference` is the id of the error in the log when
    the server failed."""

    imported: Imported
    run: str = ""
    stored: bool = True
    reference: str = ""


@dataclass(eq=False)
class Job:
    """One import. `owner` will own its run; `door` names the page to which it leads: the board of its run, or
    the answer about a pod. `text` is shown beside its problems; `words` is the text for which there may be an
    answer without a run, because it is that of Events."""

    name: str
    owner: str
    only_check: bool
    text: str
    places: Places
    size: int
    door: str = BOARD
    words: bytes = b""
    asker: str = field(default_factory=asker.get)
    serial: int = field(default_factory=lambda: next(_serials))
    desk: worker.Desk | None = None
    ticket: Ticket | None = None
    stopped: bool = False
    stalled: bool = False
    storing: bool = False
    deciding: bool = False
    outcome: Outcome | None = None
    ended: float = 0.0
    done: threading.Event = field(default_factory=threading.Event)
    progress_seen: Progress | None = None
    since: float = 0.0

    def progress(self) -> Progress:
        """The job's progress. A job without progress for IMPORT_WALL_SECONDS is stopped."""
        if self.done.is_set():
            return Progress("done")
        if self.storing:
            return Progress("decides" if self.deciding else "stores")
        if self.desk is None or self.ticket is None:
            return Progress("waits")
        self.desk.slot.end_overdue()
        if self.ticket.began is None:
            place = self.desk.slot.place(self.ticket)
            # its process is still starting
            return Progress("waits", place=place) if place else Progress("reads")
        now = self._slate_progress()
        if now != self.progress_seen:
            self.progress_seen, self.since = now, time.monotonic()
        elif time.monotonic() - self.since > limits.IMPORT_WALL_SECONDS:
            self.stalled = True
            self.desk.slot.end(self.ticket)
        return now

    def _slate_progress(self) -> Progress:
        """The progress that the process has written, if it concerns this job."""
        slate = self.desk.slate if self.desk else None
        serial, stage, done, of = slate.read() if slate is not None else (0.0, 0.0, 0.0, 0.0)
        if serial != self.serial:
            return Progress("reads")
        share = min(1.0, done / of) if of else 0.0
        counted = STAGES[int(stage)] == "checks"
        return Progress(STAGES[int(stage)], share, int(done) if counted else 0, int(of) if counted else 0)

    def stop(self) -> None:
        """Ends a waiting or running job. A job that is being stored, or is done, stays."""
        self.stopped = True
        if self.desk is not None and self.ticket is not None:
            self.desk.slot.end(self.ticket)

    def wait(self, seconds: float, meanwhile: Callable[[], None] = lambda: None) -> bool:
        """Whether the job is done within so many seconds. `meanwhile` is called when it is not done at
        once."""
        until = time.monotonic() + seconds
        give_back_connection()
        if self.done.wait(min(seconds, limits.PAGE_QUICK_SECONDS)):
            return True
        meanwhile()
        while not self.done.wait(LOOK_SECONDS):
            self.progress()
            if time.monotonic() >= until:
                return self.done.is_set()
        return True

    # --- its end ----------------------------------------------------------------------------------

    def finish(self, read: Callable[[], Imported], file: Path | None = None) -> None:
        """Stores the result of reading the text and marks the job as done."""
        imported = worker.failed_with("text.stopped")
        try:
            imported = worker.result_of(read, limits.IMPORT_SECONDS)
            self.places = imported.places or self.places
            if self.stopped:
                imported = worker.failed_with("text.stopped")
            elif self.stalled:
                imported = worker.failed_with("text.took_too_long", seconds=int(limits.IMPORT_WALL_SECONDS))
            self.outcome = self._stored(imported)
            if self.outcome.run:
                self.words = b""
        except CancelledError:
            self.outcome = Outcome(worker.failed_with("text.stopped"))
        except (OperationalError, InterfaceError) as error:
            log.warning("an import of %d bytes could not be stored: %s", self.size, error)
            self.outcome = Outcome(worker.small(imported), stored=False)
        except Exception as error:
            reference = reference_of(error, log, f"an import of {self.size} bytes")
            self.outcome = Outcome(worker.small(imported), stored=False, reference=reference)
        finally:
            if file is not None:
                file.unlink(missing_ok=True)
            self.ended = time.monotonic()
            metrics.imports_ended.labels(self._how()).inc()
            self.done.set()

    def _how(self) -> str:
        """The outcome as a label of the metrics."""
        if self.outcome is None or not self.outcome.stored:
            return "not stored"
        return "failed" if self.outcome.imported.failed else "run" if self.outcome.run else "checked"

    def _stored(self, imported: Imported) -> Outcome:
        """Stores the run of a successful import."""
        if imported.canonical is None or self.only_check or (self.door == ANSWER and _lost(imported)):
            return Outcome(worker.small(imported))
        self.storing = True
        to_board = self.door == BOARD
        run = services.store_run(imported, owner=self.owner, to_board=to_board)
        self.deciding = True
        return Outcome(worker.small(services.answered(imported, run, to_board=to_board)), run.pk)


def _lost(imported: Imported) -> bool:
    """Whether no pod waits, and the one in question may be among what the API server would refuse."""
    return imported.pod is None and any(group.fate == "refused" for group in imported.groups)


def begin(
    data: bytes,
    *,
    name: str,
    owner: str,
    add_nodes: bool,
    only_check: bool,
    hide_names: bool = False,
    chosen: ChosenRelease = DOCUMENTS,
    file: str = "",
    door: str = BOARD,
) -> Job:
    """Starts or queues an import. An empty `name` is replaced by a new one; `file` names the only file of the
    text. Raises BusyError when this asker has too many imports, or too many texts wait."""
    name = name if NAME.match(name) else secrets.token_hex(16)
    is_packed = gzip_texts.is_packed(data)
    is_plain = not is_packed and not archives.is_archive(data)
    text = data.decode("utf-8", "replace") if is_plain else ""
    shown = text if len(data) <= SHOWN_TEXT_BYTES else ""
    size = gzip_texts.stated_size(data) if is_packed else len(data)
    job = Job(name, owner, only_check, shown, Places.of(text, file), size, door)
    if door == ANSWER and is_plain:
        job.words = _lines_of(data, limits.EXPLAIN_BYTES)
    with _lock:
        _admit(job)
        _jobs[name] = job
    if not settings.PODIUM_WORKERS:
        options = {"hide_names": hide_names, "chosen": chosen}
        job.finish(lambda: worker.imported_from(data, add_nodes, not only_check, **options))
        return job
    written = _write(data) if len(data) > FILE_BYTES else None
    args = (job.serial, written or data, add_nodes, not only_check, limits.IMPORT_SECONDS, hide_names, chosen)
    job.ticket = Ticket(worker.work, args, "an import", limits.IMPORT_SECONDS, recycle=written is not None)
    job.ticket.future.add_done_callback(lambda read: _finishers.submit(_finish, job, read, written))
    try:
        job.desk = worker.least_busy()
        job.desk.slot.enqueue(job.ticket)
    except BusyError:
        job.ticket.future.cancel()
        raise
    return job


def _lines_of(data: bytes, most: int) -> bytes:
    """The whole lines among the first bytes of a text."""
    return data if len(data) <= most else data[:most].rpartition(b"\n")[0]


def find(name: str) -> Job | None:
    return _jobs.get(name)


def _admit(job: Job) -> None:
    """Drops old outcomes, and refuses a job when there are too many or the disk is nearly full."""
    free = shutil.disk_usage(DATA).free - job.size
    if free < limits.DISK_FREE_BYTES:
        log.error("the disk of %s is nearly full: imports are refused", DATA)
        raise BusyError("import", limits.IMPORT_RETRY_SECONDS)
    now = time.monotonic()
    _forget_outcomes(now)
    active = [other for other in _jobs.values() if not other.done.is_set()]
    mine = [other for other in active if other.asker == job.asker]
    size = sum(other.size for other in active)
    if (
        len(mine) >= limits.IMPORTS_AT_ONCE
        or (active and size + job.size > limits.IMPORTS_WAITING_BYTES)
        or any(other.name == job.name for other in active)
    ):
        raise BusyError("import", limits.IMPORT_RETRY_SECONDS)


def _forget_outcomes(now: float) -> None:
    """Drops outcomes older than KEPT_SECONDS, and the oldest beyond the limits of a visitor and of all."""
    characters, of_asker = 0, Counter[str]()
    ended = sorted((job for job in _jobs.values() if job.ended), key=attrgetter("ended"), reverse=True)
    for place, job in enumerate(ended):
        characters += len(job.text) + len(job.words)
        of_asker[job.asker] += 1
        if (
            now - job.ended > KEPT_SECONDS
            or place >= limits.IMPORT_OUTCOMES
            or of_asker[job.asker] > limits.IMPORT_OUTCOMES_PER_ASKER
            or characters > limits.IMPORT_OUTCOMES_CHARACTERS
        ):
            del _jobs[job.name]


def _write(data: bytes) -> Path:
    with tempfile.NamedTemporaryFile(prefix="podium-import-", delete=False) as file:
        file.write(data)
    return Path(file.name)


def _finish(job: Job, read: Future[Any], file: Path | None) -> None:
    try:
        job.finish(read.result, file)
    finally:
        connections.close_all()


def under_way() -> int:
    return sum(not job.done.is_set() for job in list(_jobs.values()))


def stop_all() -> int:
    """Ends all imports of this server. Returns their number."""
    active = [job for job in list(_jobs.values()) if not job.done.is_set()]
    for job in active:
        job.stop()
    return len(active)


def _active() -> metrics.Samples:
    """The number of waiting and running imports."""
    active = [job for job in list(_jobs.values()) if not job.done.is_set()]
    waiting = sum(job.ticket is None or job.ticket.began is None for job in active)
    return {"waiting": float(waiting), "at_work": float(len(active) - waiting)}


metrics.look("podium_imports", "Imports under way, by what they do.", _active, "state")
