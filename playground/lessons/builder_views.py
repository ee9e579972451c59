"""The builder: a lesson is made beside the board of a run.

The text of its file is the only state. Each change edits that text, and the server stores nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import scheduler_core as core
from playground import limits
from playground.lessons import services
from playground.lessons.builder.board import BoardSelection
from playground.lessons.builder.changes import Changed, change, new
from playground.lessons.builder.draft import MOST_BYTES
from playground.lessons.builder.outline import Shown, outline
from playground.lessons.files import Opened, open_lesson
from playground.runs import new_runs, own_runs
from playground.runs.http.requests import own_run_at, owner_for, requested_step, run_or_404
from playground.runs.http.views import board_context
from playground.runs.services import Standing
from playground.server.fairness.throttle import costly
from playground.server.http.see_other import see_other
from playground.texts.manifests import words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """`/learn/build`: the runs from which a lesson can be built. POST makes the visitor's own copy of one."""
    if request.method == "POST":
        source = run_or_404(_run_of(request.POST.get("run", "")))
        owner = owner_for(request)
        fork = new_runs.fork(source.run, at=source.head, owner=owner)
        if not isinstance(fork, Standing):
            raise Http404("run")
        selection = reverse("lessons:build", args=[fork.run])
        at = _step_of(request.POST.get("run", ""))
        return own_run_at(selection if at is None else f"{selection}?at={min(at, fork.head)}", owner)
    return render(request, "lessons/build.html", {"runs": own_runs.runs_of(request.COOKIES)})


def _step_of(text: str) -> int | None:
    """The step in a pasted address of a moment; None without one."""
    match = re.search(r"[?&]at=(\d{1,8})\b", text)
    return int(match[1]) if match else None


def _run_of(text: str) -> str:
    """The name of a run, extracted from a pasted address if necessary."""
    return text.strip().split("?")[0].rstrip("/").rsplit("/", 1)[-1][:64]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly
def build(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/learn/build/<run>`: the board with the form of a draft. POST edits the draft that it contains."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    selection = _selection(request, standing, at)
    text = request.POST.get("text", "").replace("\r\n", "\n")
    changed = Changed(text if text.strip() else new(selection))
    wrong: tuple[core.Problem, ...] = ()
    action = request.POST.get("do", "")
    if request.method == "POST":
        changed = change(changed.text, request.POST, action, selection)
    if action == "download":
        return _file(changed.text)
    if action == "try":
        stored = services.store(changed.text)
        if not isinstance(stored, Opened):
            return see_other(reverse("lessons:step", args=[stored.slug, 1]))
        changed = Changed(
            changed.text, gettext("The lesson cannot be opened yet. What is missing stands below.")
        )
        wrong = stored.problems
    panel = _panel(changed, standing, wrong)
    if action == "task" and selection.at < standing.head:
        panel["moved"] = _beginning(request, selection)
    if "HX-Request" in request.headers:
        return render(request, "lessons/draft.html", panel)
    context = board_context(request, standing, at) | {
        "lesson": True,
        "moments": reverse("lessons:build", args=[standing.run]),
        "origin": None,
        "script_left": 0,
        **panel,
    }
    silent = dict.fromkeys(("summary", "question", "answer", "because"), "")
    context["words"] = {**context["words"], **silent}
    return render(request, "lessons/builder.html", context)


def _selection(request: HttpRequest, standing: Standing, at: int) -> BoardSelection:
    step_text = request.POST.get("step", "")
    picked = [key for key in request.POST.get("picked", "").split(" ") if key]
    step = min(int(step_text), standing.head) if step_text.isdecimal() and len(step_text) < 9 else at
    return BoardSelection(standing, step, request.POST.get("pod", "")[:600], tuple(picked[:50]))


def _file(text: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/yaml; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="lesson.yaml"'
    return response


# --- the form -------------------------------------------------------------------------------------


def _beginning(request: HttpRequest, selection: BoardSelection) -> str:
    """Redirects to the builder beside a copy of the run that ends at the step on screen, where a task
    begins."""
    owner = owner_for(request)
    fork = new_runs.fork(selection.standing.run, at=selection.at, owner=owner, script=selection.scripted())
    return reverse("lessons:build", args=[fork.run]) if isinstance(fork, Standing) else ""


def _panel(changed: Changed, standing: Standing, wrong: tuple[core.Problem, ...]) -> dict[str, Any]:
    """The values of the form. `wrong` are the problems that playing the lesson found."""
    text = changed.text
    opened = open_lesson(text) if len(text.encode()) <= MOST_BYTES else Opened(None, ())
    problems = (wrong or opened.problems)[: limits.IMPORT_PROBLEMS]
    document = opened.source.documents[0].value if opened.source and opened.source.documents else None
    return {
        "run_id": standing.run,
        "text": text,
        "said": changed.message,
        "form": _form(document, problems) if isinstance(document, dict) else None,
        "problems": [
            {
                "line": problem.position.line if problem.position else 1,
                "path": problem.path,
                "said": words.say(problem.code, problem.args),
            }
            for problem in problems
        ],
        "languages": [(_code(code), name) for code, name in settings.LANGUAGES],
    }


def _code(code: str) -> str:
    return "zh-Hans" if code == "zh-hans" else code


def _form(document: dict[str, Any], problems: tuple[core.Problem, ...]) -> Shown:
    def wrong(path: str) -> str:
        return next(_wrongs(path), "")

    def _wrongs(path: str) -> Iterator[str]:
        for problem in problems:
            if problem.path == path or problem.path.startswith((f"{path}.", f"{path}[")):
                yield words.say(problem.code, problem.args)

    return outline(document, wrong)
