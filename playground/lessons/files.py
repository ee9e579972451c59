"""From the text of a lesson's file to the lesson, with the line of each problem."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import scheduler_core as core
from playground.lessons.lesson import Lesson
from playground.lessons.parser import API_VERSION, read_lesson
from playground.paths import SCENARIOS
from playground.texts.manifests import importer, yaml_source

COURSE = Path(__file__).resolve().parent / "course"
MOST_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A lesson's file after reading: `lesson` is None when there are problems."""

    lesson: Lesson | None
    problems: tuple[core.Problem, ...]
    source: yaml_source.Source | None = None

    def placed(self, problems: Iterable[core.Problem]) -> tuple[core.Problem, ...]:
        """Sorts problems of the document and adds their lines and columns."""
        listed = tuple(problems)
        if self.source is None:
            return listed
        places = self.source.locate(self.source.documents[0].index, {problem.path for problem in listed})
        first = core.Position(1, 1)
        placed = (replace(problem, position=places.get(problem.path, first)) for problem in listed)
        return tuple(sorted(placed, key=_place))


def open_lesson(data: bytes | str) -> Opened:
    """Reads a file. Its problems have paths, lines and columns."""
    if len(data) > MOST_BYTES:
        return _refused("text.too_large", bytes=len(data), limit=MOST_BYTES)
    source = yaml_source.read(data)
    if source.problems:
        return Opened(None, source.problems)
    if len(source.documents) != 1 or not isinstance(source.documents[0].value, dict):
        return _refused("lesson.one_document")
    document = source.documents[0].value
    if document.get("kind") != "Lesson":
        return _refused("lesson.no_lesson")
    version = document.get("apiVersion")
    if version != API_VERSION:
        newer = isinstance(version, str) and version.startswith("podium/")
        code = "lesson.newer" if newer else "lesson.version"
        return _refused(code, got=str(version)[:60], supported=API_VERSION)
    lesson, problems = read_lesson(document, gallery_scenario)
    opened = Opened(lesson, (), source)
    return replace(opened, problems=opened.placed(problems))


def _place(problem: core.Problem) -> tuple[int, int]:
    return (problem.position.line, problem.position.column) if problem.position else (0, 0)


def _refused(code: str, **args: core.Json) -> Opened:
    return Opened(None, (core.Problem("", code, args, position=core.Position(1, 1)),))


@lru_cache(200)
def gallery_scenario(name: str) -> core.Scenario | None:
    """The scenario of that name in the repository's gallery."""
    path = SCENARIOS / f"{name}.yaml"
    if not path.is_file():
        return None
    canonical = importer.import_text(path.read_bytes(), add_nodes=False).canonical
    return None if canonical is None else core.Scenario.from_canonical(json.loads(canonical))
