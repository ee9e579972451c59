"""Files that only their owner may read: the data folder and the database in it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def private_folder(path: Path) -> Path:
    """Creates the folder if it is missing, restricts it to its owner (mode 0700), and returns it."""
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    _restrict(path, FOLDER_MODE)
    return path


def unusable(folder: Path, error: OSError) -> str:
    """A sentence that says why the data folder cannot be used and what to do about it."""
    where = f"{error.filename}: " if error.filename and str(error.filename) != str(folder) else ""
    return (
        f"the data folder {folder} cannot be used: {where}{error.strerror or error}."
        " Make it writable and free its disk, or name another folder in PODIUM_DATA."
    )


def private_database(path: Path) -> Path:
    """The file of a SQLite database, created empty if missing, which only its owner may read. SQLite gives
    its log and index the same mode."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists():
            _restrict(file, FILE_MODE)
    return path


def _restrict(path: Path, mode: int) -> None:
    """Removes other users' rights. A file of another owner stays as it is."""
    if path.stat().st_mode & 0o777 & ~mode:
        with contextlib.suppress(PermissionError):
            path.chmod(mode)
