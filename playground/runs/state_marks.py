"""Which version of the core played a run, with marks: hashes of the run's state at some steps.

When another version plays the run, the marks show whether it still plays the same, and if not, from which
step."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from pathlib import Path

import scheduler_core
from playground import plugins

DIGITS = 8
MARKS = 32
"""The most marks of a run. Beyond that, every second one is dropped, but never the first or the newest."""
HASH_DIGITS = 16

Marks = list[tuple[int, str]]
"""Steps in ascending order, each with the first digits of the hash of its state."""


@functools.cache
def core() -> str:
    """The version of the core that plays runs: a digest of the core and of the installation's own plugins."""
    digest = hashlib.sha256()
    files = sorted(Path(scheduler_core.__file__).parent.rglob("*.py"))
    if own := os.environ.get(plugins.VARIABLE, ""):
        files += sorted(Path(own).glob("*.py"))
    for path in files:
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGITS]


def read(text: str) -> Marks:
    """The marks from their text in the database."""
    return [(int(seq), str(was)) for seq, was in json.loads(text or "[]")]


def written(marks: Marks) -> str:
    return json.dumps(marks, separators=(",", ":"))


def with_mark(marks: Marks, seq: int, state: str) -> Marks:
    """The marks with that of a later step added."""
    longer = [*(mark for mark in marks if mark[0] < seq), (seq, state[:HASH_DIGITS])]
    return longer if len(longer) <= MARKS else [*longer[:-1:2], longer[-1]]


def up_to(text: str, seq: int) -> str:
    """The marks up to a step, in the form of the database."""
    return written([mark for mark in read(text) if mark[0] <= seq])
