"""The import page: a text, its problems at their lines, the report, and the resulting run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground import limits
from playground.imports import forms, jobs, report, services, situation
from playground.imports import worker as import_worker
from playground.imports.files import Places
from playground.imports.slate import Progress
from playground.runs import access
from playground.runs.http.requests import owner_for
from playground.server.fairness.gate import let_others_in
from playground.server.fairness.throttle import checks, costly, imports
from playground.server.http.failures import logged
from playground.server.http.overload import busy
from playground.server.http.see_other import see_other
from playground.texts import releases
from playground.texts.manifests import words
from playground.texts.manifests.recognised import Recognised
from scheduler_core import Position, Problem

CLOSED_RETRY_SECONDS = 600
"""Seconds in Retry-After while staff has closed imports."""
JOB_REFRESH_SECONDS = 2
"""Seconds after which the page of a job is reloaded."""
NO_FILES = Places((), ())
_NO_CONTEXT: Mapping[str, Any] = {}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@imports
def import_page(request: HttpRequest) -> HttpResponse:
    """GET: the editor. POST: makes a run of the text for the visitor, or returns it with problems (422). A
    long import continues as a job: 202 with its name for a script, else 303 to its page."""
    if request.method != "POST":
        context = {"text": "", "add_nodes": True, "limits": limits, "releases": releases.offered()}
        return render(request, "imports/import.html", context)
    if services.imports_closed():
        return busy(request, CLOSED_RETRY_SECONDS)
    sent = forms.read_form(request)
    if sent.problem is not None:
        status = 413 if sent.problem.code == "text.dump_too_large" else 422
        text = sent.text if len(sent.data) <= jobs.SHOWN_TEXT_BYTES else ""
        return _page(request, text, [sent.problem], sent.add_nodes, status=status)
    owner = access.owner_of(request.COOKIES) or access.new_owner()
    only_check = request.POST.get("do") == "check"
    name = request.POST.get("job", "")
    names = ("add_nodes", "hide_names", "chosen", "file")
    chosen: dict[str, Any] = {name: getattr(sent, name) for name in names}
    job = jobs.begin(sent.data, name=name, owner=owner, only_check=only_check, **chosen)
    response = answer_in_time(request, job) or _answer(request, job, sent.add_nodes)
    if not only_check and response.status_code < 400:
        access.remember_owner(response, owner)
    return response


def answer_in_time(request: HttpRequest, job: jobs.Job) -> HttpResponse | None:
    """None when the job is done in time; else the answer that its page, or its name for a script, is."""
    by_script = request.headers.get("Accept") == "application/json"  # a page that shows the progress
    seconds = limits.IMPORT_SCRIPT_SECONDS if by_script else limits.IMPORT_FORM_SECONDS
    if job.wait(seconds, let_others_in):
        return None
    if by_script:
        return JsonResponse({"job": job.name}, status=202)
    return see_other(page_of(job))


def _answer(request: HttpRequest, job: jobs.Job, add_nodes: bool) -> HttpResponse:
    """A redirect to the run of a text, or the page with the text's problems."""
    arrived = answer_of_run(request, job)
    if arrived is not None:
        return arrived
    assert job.outcome is not None
    imported = job.outcome.imported
    status = 422 if imported.failed else 200
    return _page(request, job.text, imported.problems, add_nodes, job=job, status=status)


def answer_of_run(request: HttpRequest, job: jobs.Job) -> HttpResponse | None:
    """The way to the run of a job that is done, or that storing it failed; None when its text made no run."""
    outcome = job.outcome
    assert outcome is not None
    if outcome.reference:
        raise logged(outcome.reference)
    if not outcome.stored:
        return busy(request, limits.BUSY_RETRY_SECONDS)
    if not outcome.run:
        return None
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"url": landing_of(job)})
    return see_other(landing_of(job))


def landing_of(job: jobs.Job) -> str:
    """Where an import leads that made a run: the answer about its pending pod, or its board at the decision
    about that pod."""
    assert job.outcome is not None
    imported, run = job.outcome.imported, job.outcome.run
    if job.door == jobs.ANSWER:
        return f"{reverse('why:card', args=[run])}?{urlencode({'at': imported.answer_seq})}"
    pod = imported.pod
    query = f"?{urlencode({'pod': pod, 'tab': 'why'}, safe='/')}" if pod else ""
    return reverse("runs:board", args=[run]) + query


def page_of(job: jobs.Job) -> str:
    """The page of a job: its progress, and at its end the result."""
    return reverse("why:job" if job.door == jobs.ANSWER else "imports:job", args=[job.name])


@require_safe
@never_cache
def job_page(request: HttpRequest, name: str) -> HttpResponse:
    """`/import/jobs/<name>`: the progress of an import, and at its end a redirect to the result."""
    job = jobs.find(name)
    if job is None:
        raise Http404("job")
    if job.done.is_set():
        return _answer(request, job, add_nodes=True)
    return progress_page(request, job)


def progress_page(request: HttpRequest, job: jobs.Job) -> HttpResponse:
    """How far a job is; the page reloads itself."""
    state = job.progress()
    context = {"job": job, "state": state, "percent": int(state.share * 100)}
    response = render(request, "imports/job.html", context)
    response.headers["Refresh"] = str(JOB_REFRESH_SECONDS)
    return response


@require_safe
@never_cache
def progress(request: HttpRequest) -> JsonResponse:
    """`/import/progress?job=…`: the progress of an import. An unknown name has not arrived yet. At the end
    `url` is that of the run, or of the page with the problems."""
    job = jobs.find(request.GET.get("job", ""))
    state = Progress("waits") if job is None else job.progress()
    answer: dict[str, Any] = {
        name: getattr(state, name) for name in ("stage", "share", "done", "of", "place")
    }
    if job is not None and job.outcome is not None and job.done.is_set():
        answer["run"] = bool(job.outcome.run)
        answer["url"] = landing_of(job) if job.outcome.run else page_of(job)
    return JsonResponse(answer)


@require_POST
@never_cache
def stop(request: HttpRequest) -> HttpResponse:
    """`/import/stop`: ends a waiting or running import. A finished one stays."""
    job = jobs.find(request.POST.get("job", ""))
    if job is not None:
        job.stop()
    if "page" in request.POST:  # the form of a job's page
        to_answer = job is not None and job.door == jobs.ANSWER
        return HttpResponseRedirect(reverse("why:door" if to_answer else "imports:page"))
    return HttpResponse(status=204)


def refuse_size(request: HttpRequest, size: int, limit: int) -> HttpResponse:
    """The answer to a body whose announced size exceeds the limit of its address."""
    problem = forms.too_large(size, min(limit, limits.IMPORT_BYTES))
    if request.path == reverse("imports:lint"):
        return JsonResponse({"problems": problems_json([problem], NO_FILES)}, status=413)
    if request.path == reverse("why:door"):
        problem_words = problems_json([problem], NO_FILES)
        return render(request, "why/door.html", {"problems": problem_words, "limits": limits}, status=413)
    if request.path != reverse("imports:page"):
        sentence = words.say("text.too_large", problem.args)
        if request.path.startswith("/api/"):
            return JsonResponse(
                {"code": "text.too_large", "message": sentence, "path": "", "line": None}, status=413
            )
        return render(request, "errors/413.html", {"sentence": sentence}, status=413)
    return _page(request, "", [problem], True, status=413)


def _page(
    request: HttpRequest,
    text: str,
    problems: Any,
    add_nodes: bool,
    *,
    status: int,
    job: jobs.Job | None = None,
) -> HttpResponse:
    imported = job.outcome.imported if job is not None and job.outcome is not None else None
    places = job.places if job is not None else Places.of(text)
    groups = report.placed(imported.groups, places) if imported else []
    context = {
        "text": text,
        "text_is_long": job is not None and job.size > jobs.SHOWN_TEXT_BYTES,
        "add_nodes": add_nodes,
        "hide_names": "hide_names" in request.POST,
        "limits": limits,
        "releases": releases.offered(),
        "chosen": request.POST.get("release", ""),
        "gates": request.POST.get("gates", "")[: releases.GATES_CHARACTERS],
        "release": imported.release if imported else None,
        **_situation(imported.situation if imported else None),
        "problems": problems_json(problems, places),
        "problem_count": imported.problem_count if imported else len(problems),
        "groups": groups,
        "counts": report.counts(groups),
        "checked": imported is not None,
        "ready": imported is not None and imported.canonical is not None,
    }
    return render(request, "imports/import.html", context, status=status)


def _situation(value: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the report shows of the moment at which the dump was taken."""
    start = (value or {}).get("start", "") if (value or {}).get("named") else ""
    return {"zero": start, "stuck": situation.lines(value), "doubt": situation.doubt(value)}


@require_POST
@never_cache
@checks
def lint(request: HttpRequest) -> JsonResponse:
    """Checks the text in the body. The answer has the problems for the editor, and the report as HTML."""
    data = request.read(limits.LINT_BYTES + 1)
    if len(data) > limits.LINT_BYTES:
        problem = Problem("", "text.too_large_to_lint", severity="info")
        return JsonResponse({"problems": problems_json([problem], NO_FILES), "report": ""})
    if not data.strip():
        return JsonResponse({"problems": [], "report": ""})
    add_nodes, chosen = request.GET.get("add_nodes") != "0", releases.chosen(request.GET)
    if isinstance(chosen, tuple):
        return JsonResponse(_linted(request, chosen, len(chosen)))
    imported = import_worker.check(data, add_nodes=add_nodes, chosen=chosen, meanwhile=let_others_in)
    places = Places.of(data.decode("utf-8", "replace"))
    groups = report.placed(imported.groups, places)
    context = {
        "groups": groups,
        "counts": report.counts(groups),
        "release": imported.release,
        **_situation(imported.situation),
        "checked": True,
        "ready": imported.canonical is not None,
    }
    return JsonResponse(_linted(request, imported.problems, imported.problem_count, places, context))


def _linted(
    request: HttpRequest,
    problems: Iterable[Problem],
    count: int,
    places: Places = NO_FILES,
    context: Mapping[str, Any] = _NO_CONTEXT,
) -> dict[str, Any]:
    """What the editor marks, and the report as markup."""
    shown = problems_json(problems, places)
    context = {**context, "problems": shown, "problem_count": count}
    return {"problems": shown, "report": render_to_string("imports/report.html", context, request)}


def problems_json(problems: Iterable[Problem], places: Places) -> list[dict[str, Any]]:
    """Problems in the editor's format, with sentences in the visitor's language."""
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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@costly
def run_report(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/report`: the fate of each object in the text of this run, and its release. POST `release=`,
    `gates=`: makes another run of the same text for the visitor, in another release."""
    stored = services.report_of(run_id)
    if stored is None:
        raise Http404("report")
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        owner, chosen = owner_for(request), releases.chosen(request.POST)
        made = chosen if isinstance(chosen, tuple) else services.in_release(stored, chosen, owner=owner)
        if not isinstance(made, tuple):
            response = see_other(reverse("runs:board", args=[made.pk]))
            access.remember_owner(response, owner)
            return response
        problems = made
    groups = [report.Group.from_json(value) for value in stored.groups]
    context = {
        "run": stored.run,
        "groups": groups,
        "counts": report.counts(groups),
        "checked": True,
        "ready": True,
        "stored": True,
        "release": Recognised.from_json(stored.release or {}),
        **_situation(stored.situation),
        "releases": releases.offered(),
        "wrong": releases.sentences(problems),
        "gates": request.POST.get("gates", (stored.release or {}).get("gates", "")),
    }
    return render(request, "imports/run_report.html", context, status=422 if problems else 200)
