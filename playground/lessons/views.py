"""The pages of a lesson, and their requests: the true answer of a prediction, the checks of a task, a
hint."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from playground import limits
from playground.lessons import services
from playground.lessons.check_words import plain
from playground.lessons.files import MOST_BYTES, Opened
from playground.lessons.lesson import Ask, Lit, Step, Task
from playground.lessons.markdown import html, line
from playground.lessons.path import parts
from playground.lessons.removals import removes
from playground.lessons.services import StoredLesson
from playground.lessons.stages import Stage
from playground.lessons.texts import Text, localized
from playground.lessons.ways import conditional, taken
from playground.runs import new_runs, questions, stepper
from playground.runs import services as runs
from playground.runs.answers import answers
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404
from playground.runs.http.views import board_context
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly
from playground.server.http.see_other import see_other
from playground.texts.manifests import words
from playground.texts.messages import figure, fill, listed, say
from scheduler_core import CatchUp, Condition, Problem

ANSWER_FRAMES = 200
"""Maximum number of frames in the response to a prediction. The socket sends the later frames."""


def _lesson(name: str) -> StoredLesson:
    stored = services.named(name)
    if stored is None:
        raise Http404("lesson")
    return stored


def _step(stored: StoredLesson, number: int) -> tuple[Step, Stage]:
    if not 1 <= number <= len(stored.lesson.steps):
        raise Http404("step")
    return stored.lesson.steps[number - 1], stored.stages.steps[number - 1]


def _html(text: Text) -> str:
    return html(localized(text)) if text else ""


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice on a page. A click on `nodes` and `pods` of the board chooses it; `board` is False when
    nothing on the board stands for it. `victims`: the choice says that its pods are removed. `right` and
    `because` are False and "" before the answer."""

    letter: str
    text: str
    board: bool
    nodes: tuple[str, ...]
    pods: tuple[str, ...]
    right: bool
    mine: bool
    because: str
    victims: bool


def _ask_json(ask: Ask, stage: Stage, feedback: Feedback | None) -> dict[str, Any]:
    """The prediction; with its true answer only for a person who has answered."""
    choices = []
    for place, choice in enumerate(ask.choices):
        on = choice.board or Lit()
        mine, right = bool(feedback and feedback.given == place), bool(feedback and place in stage.choices)
        because = _html(choice.because) if feedback and not mine else ""
        shown = line(localized(choice.text))
        choices.append(
            ShownChoice(
                "ABCDEF"[place],
                shown,
                choice.board is not None,
                on.nodes,
                on.pods,
                right,
                mine,
                because,
                bool(on.pods) and removes(choice.holds.to_json(), on.pods),
            )
        )
    second = ask.second
    return {
        "question": line(localized(ask.question)),
        "choices": choices,
        "second": second and {"from": second.low, "to": second.high, "tolerance": second.tolerance},
    }


def _frame(
    request: HttpRequest, stored: StoredLesson, standing: Standing, at: int, number: int
) -> dict[str, Any]:
    """The values that every page of a lesson needs, without the scenario's own question and answer."""
    lesson = stored.lesson
    context = board_context(request, standing, at)
    silent = dict.fromkeys(("summary", "question", "answer", "because"), "")
    titles = [localized(item.title) for item in lesson.steps]
    course = services.course() if lesson.number else []
    return {
        **context,
        "words": {**context["words"], **silent},
        "slug": None,
        "title": localized(lesson.title),
        "lesson": lesson,
        "lesson_slug": stored.slug,
        "lesson_title": localized(lesson.title),
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
    query = request.GET.urlencode()
    return f"?{query}&teacher" if query else "?teacher"


@require_safe
def first(request: HttpRequest, name: str) -> HttpResponse:
    """`/learn/<name>`: redirects to the lesson's first step."""
    return HttpResponseRedirect(reverse("lessons:step", args=[_lesson(name).slug, 1]))


@require_safe
@never_cache
def step(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """`/learn/<name>/<n>`: a step. Its run ends at the lesson step's moment, so nothing of the answer is
    sent.

    With an answer to its prediction (`choice` or `second`) the page shows the true answer, and its run
    continues."""
    stored = _lesson(name)
    shown, stage = _step(stored, number)
    ask = shown.ask
    answer = _answer(request.GET, ask) if ask else None
    feedback = None if ask is None or answer is None else _feedback(ask, stage, answer)
    standing = run_or_404(stage.run if feedback is None else stage.shown)
    context = _frame(request, stored, standing, stage.at, number)
    if len(shown.lit.pods) == 1:  # the step is about this pod, whatever the scenario is about
        context["words"] = {**context["words"], "focus": {"pod": shown.lit.pods[0], "node": ""}}
    url = reverse("lessons:step", args=[stored.slug, number])
    context |= {
        "step_title": localized(shown.title),
        "text": _html(shown.text),
        "comes": bool(shown.absent),
        "lit": (ask.lit if ask and feedback else shown.lit).to_json(),
        "ask": ask and _ask_json(ask, stage, feedback),
        "feedback": feedback,
        "until": stage.until if feedback else stage.at,
        "unanswered": ask is not None
        and feedback is None
        and bool(request.GET.keys() & {"choice", "second", "sure"}),
        "sure": request.GET.get("sure", "")[:5],
        "here": url,
        "moments": url + (f"?{request.GET.urlencode()}" if feedback else ""),
        "next_title": context["steps"][number] if number < len(context["steps"]) else "",
    }
    return render(request, "lessons/lesson.html", context, status=422 if context["unanswered"] else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def answer(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """`/learn/<name>/<n>/answer`: the true answer after the visitor's, for a page that plays on by itself.

    GET says nothing of it: a page asks so while somebody chooses, and the frames are at hand when the answer
    comes. POST has the answer.

    The JSON has `right`, `given` and `second`; `line`, the verdict as a plain sentence, which belongs to step
    `decided`; `truth`, what the right choices name on the board; `html`, the question with its answer and
    explanation; `lit`; `address`, the page that shows the same; and the run
    that goes on: `run`, `socket`, `at`, `until` and its frames after `at`, at most ANSWER_FRAMES."""
    stored = _lesson(name)
    shown, stage = _step(stored, number)
    ask = shown.ask
    if ask is None:
        raise Http404("prediction")
    standing = run_or_404(stage.shown)
    frames = _frames_after(standing, stage.at, min(stage.until, stage.at + ANSWER_FRAMES))
    if request.method != "POST":
        return HttpResponse(status=204)
    given = _answer(request.POST, ask)
    if given is None:
        return JsonResponse({"message": gettext("Choose an answer first.")}, status=422)
    feedback = _feedback(ask, stage, given)
    here = reverse("lessons:step", args=[stored.slug, number])
    sure = request.POST.get("sure", "")[:5]
    query = {"second" if ask.second else "choice": f"{given:g}"}
    query |= {"sure": sure} if sure else {}
    query |= {"teacher": ""} if "teacher" in request.POST else {}
    context = {"ask": _ask_json(ask, stage, feedback), "feedback": feedback, "here": here, "sure": sure}
    members = {
        "right": feedback.right,
        "line": _verdict(ask, stage, feedback),
        "html": render_to_string("lessons/asked.html", context, request),
        "lit": ask.lit.to_json(),
        "given": feedback.given,
        "second": stage.second,
        "truth": _board_of(ask, stage),
        "address": f"{here}?{urlencode(query)}",
        "run": standing.run,
        "socket": f"/ws/r/{standing.run}/",
        "at": stage.at,
        "until": stage.until,
        "decided": stage.until if stage.decided is None else stage.decided,
    }
    body = json.dumps(members, ensure_ascii=False)
    return HttpResponse(f'{body[:-1]}, "frames": {frames}}}', content_type="application/json")


def _board_of(ask: Ask, stage: Stage) -> dict[str, list[str]]:
    """The nodes and pods that the right choices name on the board."""
    boards = [ask.choices[place].board or Lit() for place in stage.choices]
    lit = Lit(
        tuple(dict.fromkeys(node for board in boards for node in board.nodes)),
        tuple(dict.fromkeys(pod for board in boards for pod in board.pods)),
    )
    return lit.to_json()


def _frames_after(standing: Standing, start: int, end: int) -> str:
    """The frames start+1 … end as JSON text, kept for the next visitor: they never change."""
    if end <= start:
        return "[]"
    key = (standing.run, standing.inputs, start, "frames", str(end))
    kept: str | None = answers.get(key)
    if kept is None:
        kept = stepper.answered(standing, stepper.recorded(start, end)).frames
        answers.keep(key, kept)
    return kept


def _verdict(ask: Ask, stage: Stage, feedback: Feedback) -> str:
    """One plain sentence: whether the answer is right, and what is so."""
    if ask.second is not None and stage.second is not None:
        figures = {"second": figure(f"{stage.second:g}"), "given": figure(f"{feedback.given:g}")}
        if feedback.right:
            return fill(gettext("Right: it happens at second {second}."), figures)
        return fill(
            gettext("Not so: it happens at second {second}. Your answer was second {given}."), figures
        )
    texts = listed(localized(ask.choices[place].text).replace("`", "") for place in stage.choices)
    sentence = gettext("Right: {answer}") if feedback.right else gettext("Not so. What happens is: {answer}")
    return fill(sentence, {"answer": texts})


def _answer(query: QueryDict, ask: Ask) -> float | None:
    """The answer in a query or a form: the index of a choice, or a second; None without one."""
    try:
        answer = float(query.get("second" if ask.second else "choice", "")[:20])
    except ValueError:
        return None
    good = math.isfinite(answer) if ask.second else answer in range(len(ask.choices))
    return answer if good else None


@dataclass(frozen=True, slots=True)
class Feedback:
    """The feedback to an answer. `misconception` is "" for a right one and for an unknown wrong one."""

    right: bool
    misconception: str
    because: str
    why: str
    given: int | float
    second: float | None


def _feedback(ask: Ask, stage: Stage, answer: float) -> Feedback:
    if ask.second is None:
        choice = ask.choices[int(answer)]
        right = answer in stage.choices
        misconception = line(localized(choice.misconception)) if choice.misconception else ""
        return Feedback(right, misconception, _html(choice.because), _html(ask.because), int(answer), None)
    right = stage.second is not None and abs(answer - stage.second) <= ask.second.tolerance
    misread = next(
        (wrong for wrong in ask.second.wrong if not right and wrong.low <= answer <= wrong.high), None
    )
    misconception = line(localized(misread.misconception)) if misread and misread.misconception else ""
    return Feedback(
        right,
        misconception,
        _html(misread.because) if misread else "",
        _html(ask.because),
        answer,
        stage.second,
    )


# --- the task -------------------------------------------------------------------------------------


def _task(stored: StoredLesson) -> Task:
    if stored.lesson.task is None:
        raise Http404("task")
    return stored.lesson.task


@require_POST
@costly
def sandbox(request: HttpRequest, name: str) -> HttpResponse:
    """Creates the visitor's run at the beginning of the task and redirects to it."""
    stored = _lesson(name)
    _task(stored)
    source = run_or_404(stored.stages.sandbox)
    owner = owner_for(request)
    forked = new_runs.fork(source.run, at=source.head, owner=owner, script=stored.stages.script)
    if not isinstance(forked, Standing):
        raise Http404("run")
    return own_run_at(reverse("lessons:task", args=[stored.slug, forked.run]), owner)


@require_safe
@never_cache
def task(request: HttpRequest, name: str, run_id: str) -> HttpResponse:
    """`/learn/<name>/do/<run>`: the visitor's run with the task beside it."""
    stored = _lesson(name)
    task, standing = _task(stored), _sandbox_of(stored, run_id)
    at = requested_step(request, standing)
    context = _frame(request, stored, standing, at, len(stored.lesson.steps) + 1)
    context |= {
        "origin": None,
        "script_left": 0,
        "task_title": localized(task.title) or localized(stored.lesson.title),
        "text": _html(task.text),
        "checks": [{"name": check.name, "says": line(localized(check.says))} for check in task.checks],
        "hints": len(task.hints),
        "offers": [{"name": line(localized(offer.name))} for offer in task.offers],
        "offered": [list(offer.inputs) for offer in task.offers],
        "next_lesson": _after(stored),
        "moments": reverse("lessons:task", args=[stored.slug, standing.run]),
        "fewest": task.fewest,
        "checks_url": reverse("lessons:checks", args=[stored.slug, standing.run]),
    }
    return render(request, "lessons/task.html", context)


def _after(stored: StoredLesson) -> services.CourseLesson | None:
    """The next lesson of the course; None after the last one."""
    number = stored.lesson.number
    return next((entry for entry in services.course() if number and entry.number > number), None)


def _sandbox_of(stored: StoredLesson, run_id: str) -> Standing:
    """A run that was forked for this lesson's task; 404 for others."""
    standing = run_or_404(run_id)
    if standing.forked_from != stored.stages.sandbox:
        source = runs.standing(standing.forked_from or "")
        prepared = runs.standing(stored.stages.sandbox)
        if (
            source is None
            or prepared is None
            or source.revision != prepared.revision
            or source.head != prepared.head
        ):
            raise Http404("sandbox")
    return standing


@require_safe
@never_cache
def checks(request: HttpRequest, name: str, run_id: str) -> HttpResponse:
    """The checks of a task at a step of the visitor's run."""
    stored = _lesson(name)
    task, standing = _task(stored), _sandbox_of(stored, run_id)
    at = requested_step(request, standing)
    conditions = [check.holds.to_json() for check in task.checks]
    answer = questions.value(standing, "judge", at, conditions=conditions, stop=task.judged.to_json())
    shown = [
        {
            "name": row.name,
            "says": line(localized(row.says)),
            "holds": verdict["holds"],
            "said": say(plain(verdict["said"])),
        }
        for row, verdict in zip(task.checks, answer["verdicts"], strict=True)
    ]
    failed = {row["name"] for row in shown if not row["holds"]}
    judged = bool(answer["judged"])
    inputs = [value for _, value in runs.inputs_of(standing)]
    way = None
    if judged and failed:
        holding = _holding(standing, at, conditional(task, failed))
        way = taken(task, failed, inputs, holding)
    return JsonResponse(
        {
            "checks": shown,
            "judged": judged,
            "done": judged and not failed,
            # Controllers that catch up when kubectl looks are nothing that the visitor did.
            "inputs": sum(value["kind"] != CatchUp.kind for value in inputs),
            "fewest": task.fewest,
            "rejected": _html(way.because) if way else "",
        }
    )


def _holding(standing: Standing, at: int, conditions: list[tuple[str, Condition]]) -> list[str]:
    """The names of the conditions that hold at a step."""
    if not conditions:
        return []
    judged = [condition.to_json() for _, condition in conditions]
    verdicts = questions.value(standing, "judge", at, conditions=judged, stop={"step": 0})["verdicts"]
    return [name for (name, _), verdict in zip(conditions, verdicts, strict=True) if verdict["holds"]]


@require_GET
@never_cache
def hint(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Hint `number` (from 1); the page fills in `inputs`, [] when the hint is only a text."""
    task = _task(_lesson(name))
    if not 1 <= number <= len(task.hints):
        raise Http404("hint")
    hint = task.hints[number - 1]
    shown = next((solution for solution in task.accepted if solution.name == hint.show), None)
    inputs = [value.to_json() for value in shown.inputs] if shown else []
    return JsonResponse({"text": _html(hint.text), "inputs": inputs})


# --- lesson files ----------------------------------------------------------------------------------


@require_safe
def source(request: HttpRequest, name: str) -> HttpResponse:
    """`/learn/<name>.yaml`: the lesson as a file."""
    response = HttpResponse(services.source_of(_lesson(name).digest), content_type="text/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.yaml"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@costly
def open_file(request: HttpRequest) -> HttpResponse:
    """`/learn/open`: accepts a lesson's file, as an upload or as text, and opens it at its first step."""
    if request.method != "POST":
        return render(request, "lessons/open.html", {"problems": [], "text": "", "most": MOST_BYTES})
    upload = request.FILES.get("file")
    data: bytes | str = upload.read(MOST_BYTES + 1) if upload else request.POST.get("text", "")
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    stored = services.store(text) if len(text) <= MOST_BYTES else Opened(None, _too_large(len(text)))
    if isinstance(stored, Opened):
        problems = [_line_of(problem) for problem in stored.problems[: limits.IMPORT_PROBLEMS]]
        context = {"problems": problems, "text": text[:MOST_BYTES], "most": MOST_BYTES}
        return render(request, "lessons/open.html", context, status=422)
    return see_other(reverse("lessons:step", args=[stored.slug, 1]))


def _too_large(got: int) -> tuple[Problem, ...]:
    return (Problem("", "text.too_large", {"bytes": got, "limit": MOST_BYTES}),)


def _line_of(problem: Problem) -> dict[str, Any]:
    place = problem.position
    return {
        "line": place.line if place else 1,
        "path": problem.path,
        "said": words.say(problem.code, problem.args),
    }
