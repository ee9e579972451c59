"""`/why`: a text in, and one card out: of the pod that cannot go anywhere, or of what an Event says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import scheduler_core as core
from playground import limits
from playground.explain import services as explain
from playground.imports import forms, jobs, services, views
from playground.imports.files import Places
from playground.runs import access
from playground.runs.http.requests import owner_for
from playground.server.fairness.throttle import imports
from playground.server.http.overload import busy
from playground.server.http.see_other import see_other
from playground.texts.manifests.yaml_source import decode
from scheduler_core import Problem

MOST_IN_ADDRESS = 1_500
"""An Event with at most so many characters gets an address of its own, which can be shared."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@imports
def door(request: HttpRequest) -> HttpResponse:
    """GET: the page with one field; `text` is an Event that is taken apart. POST: makes a run of the text for
    the visitor and leads to its card (303); a text that is only an Event gets the card of that. What cannot
    be read comes back with its problems (422)."""
    if request.method != "POST":
        text = request.GET.get("text", "")
        return _page(request, text, events=_events(text))
    if services.imports_closed():
        return busy(request, views.CLOSED_RETRY_SECONDS)
    sent = forms.read_form(request)
    shown = sent.text if len(sent.data) <= jobs.SHOWN_TEXT_BYTES else ""
    if sent.problem is not None:
        status = 413 if sent.problem.code == "text.dump_too_large" else 422
        return _page(request, shown, [sent.problem], status=status)
    owner = owner_for(request)
    job = jobs.begin(
        sent.data,
        name=request.POST.get("job", ""),
        owner=owner,
        only_check=False,
        add_nodes=False,
        chosen=sent.chosen,
        file=sent.file,
        door=jobs.ANSWER,
    )
    response = views.answer_in_time(request, job) or _answer(request, job)
    if response.status_code < 400:
        access.remember_owner(response, owner)
    return response


@require_safe
@never_cache
def job_page(request: HttpRequest, name: str) -> HttpResponse:
    """`/why/jobs/<name>`: the progress of a long text, and at its end a redirect to the card."""
    job = jobs.find(name)
    if job is None or job.door != jobs.ANSWER:
        raise Http404("job")
    if job.done.is_set():
        return _answer(request, job)
    return views.progress_page(request, job)


def _answer(request: HttpRequest, job: jobs.Job) -> HttpResponse:
    arrived = views.answer_of_run(request, job)
    if arrived is not None:
        return arrived
    assert job.outcome is not None
    imported = job.outcome.imported
    text, wrong = decode(job.words)
    events = _events(text) if wrong is None else None
    if events is not None and any(part.source for event in events.events for part in event.parts):
        if len(text) <= MOST_IN_ADDRESS and request.headers.get("Accept") != "application/json":
            return see_other(f"{reverse('why:door')}?{urlencode({'text': text})}")
        return _page(request, job.text, events=events)
    return _page(request, job.text, imported.problems, places=job.places, status=422)


def _events(text: str) -> explain.TextView | None:
    """The Events of a text in parts; None where it has none."""
    if not text.strip():
        return None
    view = explain.explained(text)
    return view if view.events else None


def _page(
    request: HttpRequest,
    text: str,
    problems: Sequence[Problem] = (),
    *,
    events: explain.TextView | None = None,
    places: Places | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "text": text,
        "limits": limits,
        "problems": views.problems_json(problems, places or Places.of(text)),
        "explanation": events,
        "only_event": events is not None,
        "release": core.NEW_RUNS,
    }
    return render(request, "why/door.html", context, status=status)
