"""By which code a run was played, and marks of what it was: hashes of its state at some of its steps.

When other code plays the run, the marks say whether it is still the same, and from which step on it is not.
"""

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
"""Marks of a run at most. When there are more, every second one goes, but never the first and the newest."""
HASH_DIGITS = 16

Marks = list[tuple[int, str]]
"""Steps in their order, each with the first digits of the hash of its state."""


@functools.cache
def core() -> str:
    """The name of the code that plays runs: a digest of the core and of the installation's own plugins."""
    digest = hashlib.sha256()
    files = sorted(Path(scheduler_core.__file__).parent.rglob("*.py"))
    if own := os.environ.get(plugins.VARIABLE, ""):
        files += sorted(Path(own).glob("*.py"))
    for path in files:
        digest.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGITS]


def read(text: str) -> Marks:
    """The marks of a run as the database has them."""
    return [(int(seq), str(was)) for seq, was in json.loads(text or "[]")]


def written(marks: Marks) -> str:
    return json.dumps(marks, separators=(",", ":"))


def with_mark(marks: Marks, seq: int, state: str) -> Marks:
    """The marks with that of a later step."""
    made = [*(mark for mark in marks if mark[0] < seq), (seq, state[:HASH_DIGITS])]
    return made if len(made) <= MARKS else [*made[:-1:2], made[-1]]


def up_to(text: str, seq: int) -> str:
    """The marks up to a step, as the database has them."""
    return written([mark for mark in read(text) if mark[0] <= seq])
