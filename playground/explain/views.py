"""`/explain`: the parts of an Event's text, and a card for each Kubernetes word."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import scheduler_core as core
from playground.explain import services
from playground.runs.http.requests import asked_step, run_or_404, value_or_404

MOST_POD_NAME = 320
"""The longest key of a pod: a namespace, a slash and a name have at most 63 + 1 + 253 characters."""


@require_safe
@never_cache
def explain(request: HttpRequest) -> HttpResponse:
    """`/explain?text=`: the whole page, or (htmx) only the parts. A text that is too long answers 400."""
    text = request.GET.get("text", "")
    problem = ""
    if len(text) > core.MOST_CHARACTERS:
        text = text[: core.MOST_CHARACTERS]
        problem = _("The text is too long. Paste at most %(most)s characters.") % {
            "most": core.MOST_CHARACTERS
        }
    context: dict[str, Any] = {
        "text": text,
        "most": core.MOST_CHARACTERS,
        "problem": problem,
        "told": services.explained(text) if text.strip() and not problem else None,
    }
    fragment = bool(getattr(request, "htmx", False))
    if not fragment:
        context |= {"lists": services.all_cards()}
    template = "explain/parts.html" if fragment else "explain/explain.html"
    response = render(request, template, context, status=400 if problem else 200)
    response.headers["Vary"] = "HX-Request"
    return response


@require_safe
@never_cache
def card(request: HttpRequest, name: str) -> HttpResponse:
    """`/explain/<word>`. With `?run=&at=&pod=` the numbers are those of the decision about the pod at this
    step, else those of a small example."""
    context: dict[str, Any] = {}
    decision = None
    if "run" in request.GET:
        standing = run_or_404(request.GET["run"][:64])
        at = asked_step(request, standing)
        pod = request.GET.get("pod", "")[:MOST_POD_NAME]
        decision = value_or_404(standing, "why", at, pod=pod).get("decision") or {}
        context = {"pod": pod, "at": at}
    shown = services.card(name, decision)
    if shown is None:
        raise Http404("card")
    return render(request, "explain/card.html", {**context, "card": shown})
