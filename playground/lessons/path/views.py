"""The pages of the course: `/learn`, a page to keep, and three predictions that let a person skip a part.

Progress is stored in the browser. The pages contain what is the same for everybody; their scripts add the
rest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground.gallery import services as gallery
from playground.lessons import services
from playground.lessons.lesson import Ask
from playground.lessons.markdown import html, line
from playground.lessons.path.parts import PARTS
from playground.lessons.stages import Stage
from playground.lessons.texts import localized
from playground.lessons.values import NAME
from playground.texts.manifests.texts import read_json
from playground.texts.messages import figure

PREDICTIONS = 3
MOST_MISTAKES = 200
MOST_BODY = 50_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A lesson on the path, in the active language. `url` is its first step; `base` plus a number is any
    step."""

    name: str
    number: int
    title: str
    can: str
    minutes: int
    needs: tuple[int, ...]
    steps: tuple[services.StepWords, ...]
    url: str
    base: str
    picture: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, part: str) -> dict[str, Any]:
        steps = [{"title": step.title, "question": step.question} for step in self.steps]
        names = ("name", "number", "title", "can", "minutes", "needs", "url", "base")
        return {**{name: getattr(self, name) for name in names}, "steps": steps, "part": part}


@dataclass(frozen=True, slots=True)
class Part:
    slug: str
    title: str
    lessons: tuple[Listed, ...]
    asks: bool

    @property
    def minutes(self) -> int:
        return sum(lesson.minutes for lesson in self.lessons)


def _listed() -> list[Listed]:
    """The lessons of the course. A lesson that exists only in the gallery is represented by its scenario."""
    shown = {card.slug: card for card in gallery.gallery() if card.lesson}
    course = services.course()
    numbers = {entry.name: entry.number for entry in course}
    lessons = [
        Listed(
            entry.name,
            entry.number,
            entry.title,
            entry.can,
            entry.minutes,
            tuple(sorted(numbers[name] for name in entry.needs if name in numbers)),
            entry.steps,
            reverse("lessons:first", args=[entry.name]),
            reverse("lessons:first", args=[entry.name]) + "/",
            shown[entry.name].drawing if entry.name in shown else {},
        )
        for entry in course
    ]
    used = set(numbers.values())
    for slug, row in shown.items():
        if row.lesson not in used and slug not in numbers:
            url = reverse("gallery:scenario", args=[slug])
            words = (gettext(row.title), gettext(row.question) if row.question else "")
            lessons.append(Listed(slug, row.lesson or 0, *words, 8, (), (), url, "", row.drawing))
    return sorted(lessons, key=lambda row: row.number)


def _parts() -> list[Part]:
    listed, first, parts = _listed(), 0, []
    for slug, (title, last) in PARTS.items():
        lessons = tuple(entry for entry in listed if first < entry.number <= last)
        asks = sum(bool(step.question) for lesson in lessons for step in lesson.steps) >= PREDICTIONS
        if lessons:
            parts.append(Part(slug, gettext(title), lessons, asks))
        first = last
    return parts


def _context() -> dict[str, Any]:
    parts = _parts()
    lessons = [lesson for part in parts for lesson in part.lessons]
    data = [lesson.to_json(part.slug) for part in parts for lesson in part.lessons]
    return {
        "parts": parts,
        "lessons": lessons,
        "minutes": sum(lesson.minutes for lesson in lessons),
        "data": {"lessons": data, "mistakes": reverse("path:mistakes")},
    }


@require_safe
@never_cache
def learn(request: HttpRequest) -> HttpResponse:
    """`/learn`: the lessons as a path in parts; with `?file=` the page for opening a lesson's file."""
    if "file" in request.GET:
        return HttpResponseRedirect(reverse("lessons:open"))
    return render(request, "lessons/learn.html", _context())


@require_safe
@never_cache
def kept(request: HttpRequest) -> HttpResponse:
    """`/learn/kept`: a summary page to keep."""
    return render(request, "lessons/kept.html", _context())


@require_safe
@never_cache
def skip_questions(request: HttpRequest, part: str) -> HttpResponse:
    """`/learn/known/<part>`: three predictions from the lessons of a part, without their true answers."""
    topic = next((row for row in _parts() if row.slug == part), None)
    if topic is None or not topic.asks:
        raise Http404("part")
    lessons = [stored for lesson in topic.lessons if (stored := services.named(lesson.name)) is not None]
    questions = [_questions(lesson) for lesson in lessons]
    # the last prediction of each lesson comes first, because it needs most of the lesson
    drawn = (question for row in zip_longest(*questions) for question in row if question is not None)
    context = {"questions": list(islice(drawn, PREDICTIONS)), "topic": topic.title, "part": topic.slug}
    return render(request, "exercises/exercise.html", context)


def _questions(stored: services.StoredLesson) -> list[dict[str, Any]]:
    """The predictions of a lesson for the page, the last one first."""
    questions = []
    for number, (step, stage) in enumerate(zip(stored.lesson.steps, stored.stages.steps, strict=True), 1):
        if step.ask is not None:
            second = step.ask.second
            questions.append(
                {
                    "slug": stored.slug,
                    "film": reverse("runs:film", args=[stage.run]),
                    "at": stage.at,
                    "text": html(localized(step.text)),
                    "question": line(localized(step.ask.question)),
                    "choices": [line(localized(choice.text)) for choice in step.ask.choices],
                    "boards": [choice.board and choice.board.to_json() for choice in step.ask.choices],
                    "second": {"from": second.low, "to": second.high} if second else None,
                    "answer": reverse("path:answer", args=[stored.slug, number]),
                }
            )
    return questions[::-1]


@require_POST
@never_cache
def skip_answer(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """`/learn/known/<lesson>/<n>`: the true answer after the visitor's, `choice` or `second`."""
    stored = services.named(name)
    if stored is None or not 1 <= number <= len(stored.lesson.steps):
        raise Http404("step")
    ask, stage = stored.lesson.steps[number - 1].ask, stored.stages.steps[number - 1]
    if ask is None:
        raise Http404("prediction")
    try:
        answer = float(request.POST.get("second" if ask.second else "choice", "")[:20])
    except ValueError:
        answer = math.nan
    if not math.isfinite(answer) or (ask.second is None and answer not in range(len(ask.choices))):
        return JsonResponse({"message": gettext("Choose an answer first.")}, status=422)
    wrong = _about(ask, stage, {"second": answer} if ask.second else {"choice": int(answer)})
    chosen = None if ask.second else ask.choices[int(answer)]
    return JsonResponse(
        {
            "right": wrong is None,
            "truth": {"choices": list(stage.choices), "second": stage.second},
            "misconception": wrong["misconception"] if wrong else "",
            "answer_because": html(localized(chosen.because)) if chosen and chosen.because else "",
            "because": html(localized(ask.because)) if ask.because else "",
            "run": stage.shown,
            "decided": stage.until if stage.decided is None else stage.decided,
        }
    )


@require_POST
@never_cache
def mistakes(request: HttpRequest) -> HttpResponse:
    """The mistakes in the visitor's answers, in the active language.

    The body is a JSON list of {lesson, step, choice or second}; `mistakes` in the response is a list of
    {lesson, step, title, question, said, misconception, right, because}. Right answers, and those of deleted
    lessons, are left out."""
    try:
        answers = read_json(request.body) if len(request.body) <= MOST_BODY else None
    except RawPostDataException:  # it was sent as a form
        answers = None
    if not isinstance(answers, list):
        return JsonResponse({"message": "a JSON list is expected"}, status=400)
    mistakes = (_mistake(mistake) for mistake in answers[:MOST_MISTAKES] if isinstance(mistake, dict))
    return JsonResponse({"mistakes": [shown for shown in mistakes if shown is not None]})


def _mistake(answer: dict[str, Any]) -> dict[str, Any] | None:
    name, number = answer.get("lesson"), answer.get("step")
    match = services.named(name) if isinstance(name, str) and NAME.fullmatch(name) else None
    if match is None or type(number) is not int or not 1 <= number <= len(match.lesson.steps):
        return None
    step, stage = match.lesson.steps[number - 1], match.stages.steps[number - 1]
    about = _about(step.ask, stage, answer) if step.ask else None
    if about is None or step.ask is None:
        return None
    return {
        "lesson": name,
        "step": number,
        "title": localized(match.lesson.title),
        "question": line(localized(step.ask.question)),
        "because": html(localized(step.ask.because)) if step.ask.because else "",
        **about,
    }


def _about(ask: Ask, stage: Stage, answer: dict[str, Any]) -> dict[str, str] | None:
    """The visitor's answer and the right one; None for a right or impossible answer."""
    if ask.second is not None:
        second = answer.get("second")
        if not isinstance(second, int | float) or stage.second is None:
            return None
        if abs(second - stage.second) <= ask.second.tolerance:
            return None
        wrong = next((wrong for wrong in ask.second.wrong if wrong.low <= second <= wrong.high), None)
        return {
            "said": f"{figure(f'{second:g}')} s",
            "right": f"{figure(f'{stage.second:g}')} s",
            "misconception": line(localized(wrong.misconception)) if wrong and wrong.misconception else "",
        }
    choice = answer.get("choice")
    if not isinstance(choice, int) or not 0 <= choice < len(ask.choices) or choice in stage.choices:
        return None
    chosen, right = ask.choices[choice], ask.choices[stage.choices[0]]
    misconception = line(localized(chosen.misconception)) if chosen.misconception else ""
    return {
        "said": line(localized(chosen.text)),
        "right": line(localized(right.text)),
        "misconception": misconception,
    }
