"""The import page: a text, its problems at their lines, the report, and a run made of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground import limits
from playground.imports import forms, jobs, report, services
from playground.imports import worker as import_worker
from playground.imports.files import Places
from playground.manifests import words
from playground.manifests.importing import Imported
from playground.runs import access
from playground.web.throttle import checks, imports
from scheduler_core import Position, Problem

SHOWN_TEXT_BYTES = 1024 * 1024
"""A longer text is not sent back into the editor; the browser still has it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@imports
def import_page(request: HttpRequest) -> HttpResponse:
    """GET: the editor. POST: the text becomes a run of the visitor's, or comes back with problems (422)."""
    if request.method != "POST":
        return render(request, "imports/import.html", {"text": "", "add_nodes": True, "limits": limits})
    sent = forms.read_form(request)
    if sent.problem is not None:
        status = 413 if sent.problem.code == "text.too_large" else 422
        return _page(request, "", [sent.problem], sent.add_nodes, status=status)
    only_check = request.POST.get("do") == "check"
    with jobs.known(request.POST.get("job", "")) as job:
        imported = import_worker.run(sent.data, add_nodes=sent.add_nodes, play=not only_check, job=job)
        return _answer(request, sent, imported, job, only_check=only_check)


def _answer(
    request: HttpRequest, sent: forms.Sent, imported: Imported, job: jobs.Job, *, only_check: bool
) -> HttpResponse:
    """The way to the run that was made of a text, or the page with what is wrong with it."""
    if imported.canonical is None or only_check or job.stopped.is_set():
        status = 422 if imported.failed else 200
        return _page(request, sent.text, imported.problems, sent.add_nodes, imported=imported, status=status)
    job.storing = True
    owner = access.owner_of(request.COOKIES) or access.new_owner()
    run = services.store_run(imported, owner=owner)
    query = {"pod": imported.pod, "tab": "why"} if imported.pod else {}
    url = reverse("runs:board", args=[run.pk]) + (f"?{urlencode(query, safe='/')}" if query else "")
    response: HttpResponse
    if request.headers.get("Accept") == "application/json":  # from a page that shows how far the import is
        response = JsonResponse({"url": url})
    else:
        response = HttpResponseRedirect(url)
        response.status_code = 303
    access.remember_owner(response, owner)
    return response


@require_safe
@never_cache
def progress(request: HttpRequest) -> JsonResponse:
    """`/import/progress?job=…`: how far an import is. One that is not known has not come in yet."""
    job = jobs.find(request.GET.get("job", ""))
    told = jobs.Progress("waits") if job is None else job.progress()
    return JsonResponse({"stage": told.stage, "share": told.share, "done": told.done, "of": told.of})


@require_POST
@never_cache
def stop(request: HttpRequest) -> HttpResponse:
    """`/import/stop`: ends an import that runs or waits. One that is done stays."""
    job = jobs.find(request.POST.get("job", ""))
    if job is not None:
        job.stopped.set()
    return HttpResponse(status=204)


def refuse_size(request: HttpRequest, size: int, limit: int) -> HttpResponse:
    """The answer to a body that announces more than may be sent to its address."""
    problem = forms.too_large(size, min(limit, limits.IMPORT_BYTES))
    if request.path == reverse("imports:lint"):
        return JsonResponse({"problems": problems_json([problem], "")}, status=413)
    if request.path != reverse("imports:page"):
        said = words.say(problem.code, problem.args)
        return render(request, "errors/413.html", {"said": said}, status=413)
    return _page(request, "", [problem], True, status=413)


def _page(
    request: HttpRequest,
    text: str,
    problems: Any,
    add_nodes: bool,
    *,
    status: int,
    imported: Imported | None = None,
) -> HttpResponse:
    groups = report.placed(imported.groups, text) if imported else []
    too_long = len(text) > SHOWN_TEXT_BYTES
    context = {
        "text": "" if too_long else text,
        "text_is_long": too_long,
        "add_nodes": add_nodes,
        "limits": limits,
        "problems": problems_json(problems, text),
        "problem_count": imported.problem_count if imported else len(problems),
        "groups": groups,
        "counts": report.counts(groups),
        "checked": imported is not None,
        "ready": imported is not None and imported.canonical is not None,
    }
    return render(request, "imports/import.html", context, status=status)


@require_POST
@never_cache
@checks
def lint(request: HttpRequest) -> JsonResponse:
    """Checks the text in the body. The answer holds problems for the editor, and the report as markup."""
    data = request.read(limits.LINT_BYTES + 1)
    if len(data) > limits.LINT_BYTES:
        problem = Problem("", "text.too_large_to_lint", severity="info")
        return JsonResponse({"problems": problems_json([problem], ""), "report": ""})
    if not data.strip():
        return JsonResponse({"problems": [], "report": ""})
    add_nodes = request.GET.get("add_nodes") != "0"
    imported = import_worker.run(data, add_nodes=add_nodes, seconds=limits.LINT_WALL_SECONDS)
    text = data.decode("utf-8", "replace")
    groups = report.placed(imported.groups, text)
    problems = problems_json(imported.problems, text)
    context = {
        "groups": groups,
        "counts": report.counts(groups),
        "problems": problems,
        "problem_count": imported.problem_count,
        "checked": True,
        "ready": imported.canonical is not None,
    }
    markup = render_to_string("imports/report.html", context, request)
    return JsonResponse({"problems": problems, "report": markup})


def problems_json(problems: Iterable[Problem], text: str) -> list[dict[str, Any]]:
    """Problems in the form that the editor takes, with sentences in the visitor's language. `text` is what
    was sent: it says which of several files a line belongs to.
    """
    places = Places.of(text)
    return [_problem_json(problem, places) for problem in problems]


def _problem_json(problem: Problem, places: Places) -> dict[str, Any]:
    at = problem.position or Position(1, 1)
    return {
        "line": at.line,
        "col": at.column,
        "place": places.name(at.line, at.column),
        "severity": problem.severity,
        "message": words.say(problem.code, problem.args),
        "path": problem.path,
        "code": problem.code,
    }


@require_safe
@never_cache
def run_report(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/report`: what became of each object of the text this run was made from."""
    stored = services.report_of(run_id)
    if stored is None:
        raise Http404("report")
    groups = [report.Group.from_json(value) for value in stored.groups]
    context = {
        "run": stored.run,
        "groups": groups,
        "counts": report.counts(groups),
        "checked": True,
        "ready": True,
        "stored": True,
    }
    return render(request, "imports/run_report.html", context)
