"""The only code that touches the table of lessons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction
from django.utils.translation import get_language

import scheduler_core as core
from playground.lessons import models
from playground.lessons.files import Opened, open_lesson
from playground.lessons.lesson import Lesson
from playground.lessons.playback import Player
from playground.lessons.stages import Stages, staged
from playground.runs import new_runs, revisions
from playground.runs.retention import lifetimes

FOREIGN = "x-"
"""Prefix of the address of a lesson outside of the course; part of its digest follows."""
_DIGITS = 20


@dataclass(frozen=True, slots=True)
class StoredLesson:
    """A stored lesson with its runs. `slug` names it in addresses."""

    slug: str
    digest: str
    lesson: Lesson
    stages: Stages


@dataclass(frozen=True, slots=True)
class StepWords:
    """The texts of a step in the active language; `question` is "" for a step without a prediction."""

    title: str
    question: str


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """A lesson on the path, in the active language. `needs` are names of lessons."""

    name: str
    number: int
    topic: str
    title: str
    can: str
    minutes: int
    needs: tuple[str, ...]
    steps: tuple[StepWords, ...]
    has_task: bool


def course() -> list[CourseLesson]:
    """The lessons of the course, sorted by number."""
    rows = models.Lesson.objects.filter(in_course=True).values_list("digest", flat=True)
    lessons = [stored.lesson for digest in rows if (stored := by_digest(digest)) is not None]
    language = get_language() or "en"
    return [
        _course_lesson(stored, language) for stored in sorted(lessons, key=lambda stored: stored.number or 0)
    ]


def _course_lesson(lesson: Lesson, language: str) -> CourseLesson:
    steps = tuple(
        StepWords(
            step.title.in_language(language), step.ask.question.in_language(language) if step.ask else ""
        )
        for step in lesson.steps
    )
    return CourseLesson(
        name=lesson.name,
        number=lesson.number or 0,
        topic=lesson.topic,
        title=lesson.title.in_language(language),
        can=lesson.can.in_language(language),
        minutes=lesson.minutes,
        needs=lesson.needs,
        steps=steps,
        has_task=lesson.task is not None,
    )


def named(slug: str) -> StoredLesson | None:
    """The lesson of an address: a name of the course, or `x-` and the beginning of a digest."""
    rows = models.Lesson.objects.values_list("digest", flat=True)
    if slug.startswith(FOREIGN):
        digest = (
            rows.filter(digest__startswith=slug.removeprefix(FOREIGN)).first()
            if len(slug) > _DIGITS
            else None
        )
    else:
        digest = rows.filter(name=slug, in_course=True).first()
    return None if digest is None else by_digest(digest)


@lru_cache(128)
def _read(digest: str, stamp: str) -> Lesson | None:
    """The lesson of a row; None when a gallery scenario that it names has been removed. The file of a row
    never changes, and `stamp` changes with the scenarios."""
    return open_lesson(source_of(digest)).lesson


def source_of(digest: str) -> str:
    """The text of a stored lesson's file."""
    return str(models.Lesson.objects.values_list("source", flat=True).get(pk=digest))


def by_digest(digest: str) -> StoredLesson | None:
    """The lesson with that digest."""
    row = models.Lesson.objects.filter(pk=digest).values_list("stamp", "in_course", "name", "played").first()
    lesson = None if row is None else _read(digest, row[0])
    if row is None or lesson is None:
        return None
    _, in_course, name, played = row
    slug = name if in_course else FOREIGN + digest[:_DIGITS]
    return StoredLesson(slug, digest, lesson, Stages.from_json(played))


def store(text: str, *, stamp: str = "", in_course: bool = False) -> StoredLesson | Opened:
    """Stores a lesson with the runs of its steps; when it has problems, stores nothing and returns them.

    The repository's own lessons are `in_course`; a new `stamp` means that the lesson was played again. A
    visitor's upload of such a file refers to the same lesson, which stays in the course."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    row = models.Lesson.objects.filter(pk=digest).first()
    same = row is not None and row.stamp == stamp and row.in_course == in_course
    if same or (row is not None and row.in_course and not in_course):
        stored = by_digest(digest)
        if stored is not None:
            return stored
    opened = open_lesson(text)
    if opened.lesson is None:
        return opened
    player = Player(opened.lesson)
    played = player.steps()
    begin = player.begin(opened.lesson.task) if opened.lesson.task else None
    if player.problems:
        return Opened(None, opened.placed(player.problems))
    with transaction.atomic():
        stages = staged(opened.lesson, played, begin, _stage_run)
        if in_course:
            models.Lesson.objects.filter(name=opened.lesson.name, in_course=True).exclude(pk=digest).delete()
        columns = {"name": opened.lesson.name, "source": text, "played": stages.to_json(), "stamp": stamp}
        models.Lesson.objects.update_or_create(digest=digest, defaults={**columns, "in_course": in_course})
    stored = by_digest(digest)
    assert stored is not None
    return stored


def _stage_run(scenario: core.Scenario, seq: int) -> str:
    """Creates a run without an owner that ends at step `seq`, so that a page cannot show later steps."""
    revision = revisions.store_scenario(scenario)
    return new_runs.create_canonical_run(revision, title=scenario.title, head=seq).pk


def runs_in_use() -> set[str]:
    """The runs of the steps of all stored lessons."""
    used: set[str] = set()
    for played in models.Lesson.objects.values_list("played", flat=True).iterator():
        stages = Stages.from_json(played)
        used |= {run for step in stages.steps for run in (step.run, step.shown)} | {stages.sandbox}
    return used - {""}


lifetimes.in_use.append(runs_in_use)


def stamps_of_course() -> dict[str, str]:
    """Name → stamp, for the lessons of the course."""
    return dict(models.Lesson.objects.filter(in_course=True).values_list("name", "stamp"))


def forget_all_but(names: Iterable[str]) -> None:
    """Removes from the course the lessons that the repository no longer has."""
    models.Lesson.objects.filter(in_course=True).exclude(name__in=list(names)).delete()
