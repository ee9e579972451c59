"""Loads the course: stores each lesson of the repository with the runs of its steps."""

from __future__ import annotations

import hashlib
from pathlib import Path

from playground.gallery.loader import code_digest
from playground.lessons import services
from playground.lessons.files import COURSE, Opened
from playground.paths import SCENARIOS
from playground.texts.manifests import words


class BrokenCourseError(Exception):
    """A file of the repository is not a valid lesson. The text names the file, the line and the path."""


def load_course(folder: Path = COURSE) -> tuple[str, ...]:
    """Updates the database from the files; returns the names of the lessons that were loaded."""
    stamps = set(services.stamps_of_course().values())
    names, fresh = [], []
    code = code_digest() + "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in _code())
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        stamp = hashlib.sha256((text + code + _scenarios(text)).encode()).hexdigest()
        name = path.stem.partition("-")[2]
        names.append(name)
        if stamp in stamps:
            continue
        stored = services.store(text, stamp=stamp, in_course=True)
        if isinstance(stored, Opened):
            raise BrokenCourseError(_first_problem(path, stored))
        fresh.append(stored.lesson.name)
    services.forget_all_but(names)
    return tuple(fresh)


def _code() -> list[Path]:
    folder = Path(__file__).parent
    return [folder / "playback.py", folder / "stages.py"]


def _scenarios(text: str) -> str:
    """The gallery's scenarios in a lesson as text; the lesson is played again when they change."""
    used = [path for path in sorted(SCENARIOS.glob("*.yaml")) if path.stem in text]
    return "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in used)


def _first_problem(path: Path, opened: Opened) -> str:
    problem = opened.problems[0]
    line = problem.position.line if problem.position else 1
    return f"{path.name}:{line}: {problem.path}: {words.say(problem.code, problem.args)}"
