"""The pages of a lesson, and what they ask: the truth of a prediction, the checks of a task, a hint."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from playground import limits
from playground.lessons import services
from playground.lessons.files import MOST_BYTES, Opened
from playground.lessons.lesson import Ask, Lit, Step, Task
from playground.lessons.markdown import html, line
from playground.lessons.path import parts
from playground.lessons.services import Kept
from playground.lessons.stages import Stage
from playground.lessons.texts import Text
from playground.lessons.ways import taken
from playground.runs import access, new_runs, questions
from playground.runs import services as runs
from playground.runs.http.requests import asked_step, owner_for, run_or_404
from playground.runs.http.views import board_context
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly
from playground.texts.manifests import words
from playground.texts.messages import say
from scheduler_core import Problem


def _lesson(name: str) -> Kept:
    found = services.named(name)
    if found is None:
        raise Http404("lesson")
    return found


def _step(kept: Kept, number: int) -> tuple[Step, Stage]:
    if not 1 <= number <= len(kept.lesson.steps):
        raise Http404("step")
    return kept.lesson.steps[number - 1], kept.stages.steps[number - 1]


def _said(text: Text) -> str:
    return text.said(get_language() or "en")


def _html(text: Text) -> str:
    return html(_said(text)) if text else ""


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice as a page shows it. A click on `nodes` and `pods` of the board gives it; `board` is False
    where nothing on the board means it. `right` and `because` are False and "" before there is an answer.
    """

    letter: str
    text: str
    board: bool
    nodes: tuple[str, ...]
    pods: tuple[str, ...]
    right: bool
    mine: bool
    because: str


def _asked(ask: Ask, stage: Stage, told: Told | None) -> dict[str, Any]:
    """The prediction; its truth only for a person that has answered."""
    choices = []
    for place, each in enumerate(ask.choices):
        on = each.board or Lit()
        mine, right = bool(told and told.given == place), bool(told and place in stage.choices)
        because = _html(each.because) if told and not mine else ""
        shown = line(_said(each.text))
        choices.append(
            ShownChoice(
                "ABCDEF"[place], shown, each.board is not None, on.nodes, on.pods, right, mine, because
            )
        )
    second = ask.second
    return {
        "question": line(_said(ask.question)),
        "choices": choices,
        "second": second and {"from": second.low, "to": second.high, "tolerance": second.tolerance},
    }


def _frame(request: HttpRequest, kept: Kept, standing: Standing, at: int, number: int) -> dict[str, Any]:
    """What every page of a lesson needs. The scenario's own question and answer are left out."""
    lesson = kept.lesson
    context = board_context(request, standing, at)
    silent = dict.fromkeys(("summary", "question", "answer", "because"), "")
    titles = [_said(item.title) for item in lesson.steps]
    course = services.course() if lesson.number else []
    return {
        **context,
        "words": {**context["words"], **silent},
        "slug": None,
        "title": _said(lesson.title),
        "lesson": lesson,
        "lesson_slug": kept.slug,
        "lesson_title": _said(lesson.title),
        "can": _html(lesson.can),
        "number": number,
        "steps": titles,
        "course": course,
        "topics": parts.lengths(entry.number for entry in course),
        "has_task": lesson.task is not None,
        "teacher": _html(lesson.teacher) if "teacher" in request.GET else "",
        "for_teachers": _with_teacher(request) if lesson.teacher and "teacher" not in request.GET else "",
        "keep": "?teacher" if "teacher" in request.GET else "",
    }


def _with_teacher(request: HttpRequest) -> str:
    """The query of this page that also shows the teacher's notes."""
    asked = request.GET.urlencode()
    return f"?{asked}&teacher" if asked else "?teacher"


@require_safe
def first(request: HttpRequest, name: str) -> HttpResponse:
    """`/learn/<name>`: to the lesson's first step."""
    return HttpResponseRedirect(reverse("lessons:step", args=[_lesson(name).slug, 1]))


@require_safe
@never_cache
def step(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """`/learn/<name>/<n>`: a step. Its run ends where the step stands, so nothing that is asked is sent.

    With an answer to its prediction (`choice` or `second`) the page shows the truth, and its run goes on.
    """
    kept = _lesson(name)
    shown, stage = _step(kept, number)
    ask = shown.ask
    given = _answer(request, ask) if ask else None
    told = None if ask is None or given is None else _told(ask, stage, given)
    standing = run_or_404(stage.run if told is None else stage.shown)
    context = _frame(request, kept, standing, stage.at, number)
    here = reverse("lessons:step", args=[kept.slug, number])
    context |= {
        "step_title": _said(shown.title),
        "text": _html(shown.text),
        "lit": (ask.lit if ask and told else shown.lit).to_json(),
        "ask": ask and _asked(ask, stage, told),
        "told": told,
        "until": stage.until if told else stage.at,
        "unanswered": ask is not None
        and told is None
        and bool(request.GET.keys() & {"choice", "second", "sure"}),
        "sure": request.GET.get("sure", "")[:5],
        "here": here,
        "moments": here + (f"?{request.GET.urlencode()}" if told else ""),
        "next_title": context["steps"][number] if number < len(context["steps"]) else "",
    }
    return render(request, "lessons/lesson.html", context, status=422 if context["unanswered"] else 200)


def _answer(request: HttpRequest, ask: Ask) -> float | None:
    """The answer of an address: the place of a choice, or a second; None where there is none."""
    try:
        found = float(request.GET.get("second" if ask.second else "choice", "")[:20])
    except ValueError:
        return None
    good = math.isfinite(found) if ask.second else found in range(len(ask.choices))
    return found if good else None


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of an answer. `misconception` is "" for a right one, and for one that is not known."""

    right: bool
    misconception: str
    because: str
    why: str
    given: int | float
    second: float | None


def _told(ask: Ask, stage: Stage, given: float) -> Told:
    if ask.second is None:
        choice = ask.choices[int(given)]
        right = given in stage.choices
        misconception = line(_said(choice.misconception)) if choice.misconception else ""
        return Told(right, misconception, _html(choice.because), _html(ask.because), int(given), None)
    right = stage.second is not None and abs(given - stage.second) <= ask.second.tolerance
    found = next(
        (wrong for wrong in ask.second.wrong if not right and wrong.low <= given <= wrong.high), None
    )
    misconception = line(_said(found.misconception)) if found and found.misconception else ""
    return Told(
        right, misconception, _html(found.because) if found else "", _html(ask.because), given, stage.second
    )


# --- the task -------------------------------------------------------------------------------------


def _task(kept: Kept) -> Task:
    if kept.lesson.task is None:
        raise Http404("task")
    return kept.lesson.task


@require_POST
@costly
def sandbox(request: HttpRequest, name: str) -> HttpResponse:
    """A run of the visitor's own, at the beginning of the task."""
    kept = _lesson(name)
    _task(kept)
    source = run_or_404(kept.stages.sandbox)
    owner = owner_for(request)
    made = new_runs.fork(source.run, at=source.head, owner=owner, script=kept.stages.script)
    if not isinstance(made, Standing):
        raise Http404("run")
    response = HttpResponseRedirect(reverse("lessons:task", args=[kept.slug, made.run]))
    response.status_code = 303
    access.remember_owner(response, owner)
    return response


@require_safe
@never_cache
def task(request: HttpRequest, name: str, run_id: str) -> HttpResponse:
    """`/learn/<name>/do/<run>`: the visitor's run with the task beside it."""
    kept = _lesson(name)
    asked, known = _task(kept), _sandbox_of(kept, run_id)
    at = asked_step(request, known)
    context = _frame(request, kept, known, at, len(kept.lesson.steps) + 1)
    context |= {
        "origin": None,
        "script_left": 0,
        "task_title": _said(asked.title) or _said(kept.lesson.title),
        "text": _html(asked.text),
        "checks": [{"name": check.name, "says": line(_said(check.says))} for check in asked.checks],
        "hints": len(asked.hints),
        "offers": [{"name": line(_said(offer.name))} for offer in asked.offers],
        "offered": [list(offer.inputs) for offer in asked.offers],
        "next_lesson": _after(kept),
        "moments": reverse("lessons:task", args=[kept.slug, known.run]),
        "fewest": asked.fewest,
        "checks_url": reverse("lessons:checks", args=[kept.slug, known.run]),
    }
    return render(request, "lessons/task.html", context)


def _after(kept: Kept) -> services.CourseLesson | None:
    """The next lesson of the course."""
    number = kept.lesson.number
    return next((entry for entry in services.course() if number and entry.number > number), None)


def _sandbox_of(kept: Kept, run_id: str) -> Standing:
    """A run that was forked for this lesson's task; others are not found."""
    standing = run_or_404(run_id)
    if standing.forked_from != kept.stages.sandbox:
        source = runs.standing(standing.forked_from or "")
        wanted = runs.standing(kept.stages.sandbox)
        if (
            source is None
            or wanted is None
            or source.revision != wanted.revision
            or source.head != wanted.head
        ):
            raise Http404("sandbox")
    return standing


@require_safe
@never_cache
def checks(request: HttpRequest, name: str, run_id: str) -> HttpResponse:
    """The checks of a task at a step of the visitor's run."""
    kept = _lesson(name)
    asked, known = _task(kept), _sandbox_of(kept, run_id)
    at = asked_step(request, known)
    conditions = [check.holds.to_json() for check in asked.checks]
    found = questions.value(known, "judge", at, conditions=conditions, stop=asked.judged.to_json())
    told = [
        {
            "name": each.name,
            "says": line(_said(each.says)),
            "holds": verdict["holds"],
            "said": say(verdict["said"]),
        }
        for each, verdict in zip(asked.checks, found["verdicts"], strict=True)
    ]
    failed = {each["name"] for each in told if not each["holds"]}
    judged = bool(found["judged"])
    given = [value for _, value in runs.inputs_of(known)]
    known_way = taken(asked, failed, given) if judged and failed else None
    return JsonResponse(
        {
            "checks": told,
            "judged": judged,
            "done": judged and not failed,
            "inputs": known.inputs,
            "fewest": asked.fewest,
            "rejected": _html(known_way.because) if known_way else "",
        }
    )


@require_GET
@never_cache
def hint(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Hint `number` (from 1); `inputs` are to be filled in, [] where the hint only says something."""
    asked = _task(_lesson(name))
    if not 1 <= number <= len(asked.hints):
        raise Http404("hint")
    given = asked.hints[number - 1]
    shown = next((solution for solution in asked.accepted if solution.name == given.show), None)
    inputs = [value.to_json() for value in shown.inputs] if shown else []
    return JsonResponse({"text": _html(given.text), "inputs": inputs})


# --- lessons from elsewhere -----------------------------------------------------------------------


@require_safe
def source(request: HttpRequest, name: str) -> HttpResponse:
    """`/learn/<name>.yaml`: the lesson as a file."""
    response = HttpResponse(services.source_of(_lesson(name).digest), content_type="text/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.yaml"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@costly
def open_file(request: HttpRequest) -> HttpResponse:
    """`/learn/open`: takes a lesson's file, as an upload or as text, and opens it at its first step."""
    if request.method != "POST":
        return render(request, "lessons/open.html", {"problems": [], "text": "", "most": MOST_BYTES})
    upload = request.FILES.get("file")
    data: bytes | str = upload.read(MOST_BYTES + 1) if upload else request.POST.get("text", "")
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    made = services.keep(text) if len(text) <= MOST_BYTES else Opened(None, _too_large(len(text)))
    if isinstance(made, Opened):
        problems = [_line_of(problem) for problem in made.problems[: limits.IMPORT_PROBLEMS]]
        context = {"problems": problems, "text": text[:MOST_BYTES], "most": MOST_BYTES}
        return render(request, "lessons/open.html", context, status=422)
    response = HttpResponseRedirect(reverse("lessons:step", args=[made.slug, 1]))
    response.status_code = 303
    return response


def _too_large(got: int) -> tuple[Problem, ...]:
    return (Problem("", "text.too_large", {"bytes": got, "limit": MOST_BYTES}),)


def _line_of(problem: Problem) -> dict[str, Any]:
    place = problem.position
    return {
        "line": place.line if place else 1,
        "path": problem.path,
        "said": words.say(problem.code, problem.args),
    }
