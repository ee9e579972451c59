"""What an import that runs tells of itself: how far it is, and whether somebody has stopped it."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

NAME = re.compile(r"[0-9a-f]{32}\Z")
"""The name of a job, drawn by the page that sent the text; with it the page looks at the job and stops it."""
STAGES = ("waits", "reads", "checks", "stores")

_serials = itertools.count(1)
_lock = threading.Lock()
_jobs: dict[str, Job] = {}


@dataclass(frozen=True, slots=True)
class Progress:
    """`stage` is one of `STAGES`, `share` (0 to 1) how much of it is done. In the stage `checks`, so many
    objects (`done`) of all (`of`) have been checked.
    """

    stage: str
    share: float = 0.0
    done: int = 0
    of: int = 0


class Slate:
    """Four numbers that the process of an import writes and the server reads: the serial of the job, the
    stage, what is done of it, and of how much.
    """

    def __init__(self, context: Any) -> None:
        self.numbers = context.Array("d", 4, lock=False)

    def write(self, serial: int, stage: int, done: float, of: float) -> None:
        self.numbers[:] = [serial, stage, done, of]

    def read(self) -> tuple[float, ...]:
        return tuple(self.numbers)


@dataclass
class Job:
    """One import. `slate` belongs to the process that was given it."""

    serial: int = field(default_factory=lambda: next(_serials))
    slate: Slate | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    storing: bool = False

    def progress(self) -> Progress:
        if self.storing:
            return Progress("stores")
        serial, stage, done, of = self.slate.read() if self.slate is not None else (0.0, 0.0, 0.0, 0.0)
        if serial != self.serial:
            return Progress("waits")
        share = min(1.0, done / of) if of else 0.0
        counted = STAGES[int(stage)] == "checks"
        return Progress(STAGES[int(stage)], share, int(done) if counted else 0, int(of) if counted else 0)


@contextmanager
def known(name: str) -> Iterator[Job]:
    """A job that can be found by its name while it runs. A text that is no name makes one nobody can find."""
    job = Job()
    named = NAME.match(name) is not None
    if named:
        with _lock:
            _jobs[name] = job
    try:
        yield job
    finally:
        if named:
            with _lock:
                _jobs.pop(name, None)


def find(name: str) -> Job | None:
    return _jobs.get(name)
