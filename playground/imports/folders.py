"""A folder of a cluster's state, as `oc adm must-gather` and `kubectl cluster-info dump` write it: its
manifests as one text. Links are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from playground.imports.gathered import Entry, Gathered, gathered
from scheduler_core import Problem


def read(folder: Path) -> Gathered | Problem:
    """The manifests below a folder, in the order of their names, or why there are none."""
    return gathered(_entries(folder))


def _entries(folder: Path) -> Iterator[Entry]:
    for above, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(above) / name
            shown = str(path.relative_to(folder))
            if path.is_symlink() or not path.is_file():
                yield Entry(shown, "link" if path.is_symlink() else "other", lambda _: b"")
                continue
            with path.open("rb") as file:
                yield Entry(shown, "file", file.read)
