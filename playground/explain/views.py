"""`/explain`: the Events of a pasted text in their parts, and a card for each Kubernetes word."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import scheduler_core as core
from playground import limits
from playground.explain import services
from playground.runs.http.requests import requested_step, run_or_404, value_or_404
from playground.server.fairness.throttle import checks
from playground.server.http.see_other import see_other
from playground.texts.manifests.words import say
from playground.texts.manifests.yaml_source import decode

MOST_POD_NAME = 320
"""The longest key of a pod: a namespace, a slash and a name have at most 63 + 1 + 253 characters."""
MOST_IN_ADDRESS = 1_500
"""A text with at most so many characters gets an address of its own, which can be shared."""
REPLACEMENT = "\ufffd"
"""Stands for bytes that were no UTF-8. A text of which it is 2 % or more was a binary file."""
MOST_SHOWN = 200_000
"""A longer text is not sent back to the text field."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@checks
def explain(request: HttpRequest) -> HttpResponse:
    """`/explain?text=`: the Events of a text. POST `text` takes one up to EXPLAIN_BYTES, such as the whole
    output of `kubectl describe`; what is no text answers 400."""
    posted = request.method == "POST"
    text = (request.POST if posted else request.GET).get("text", "")
    if posted and len(text) <= MOST_IN_ADDRESS and text.strip():
        return see_other(f"{reverse('explain:explain')}?{urlencode({'text': text})}")
    text, wrong = decode(text)
    code = "text.not_utf8" if wrong is None and text.count(REPLACEMENT) * 50 > len(text) else ""
    problem = say(wrong.code, wrong.args) if wrong is not None else say(code, {}) if code else ""
    context: dict[str, Any] = {
        "text": text if len(text) <= MOST_SHOWN else "",
        "problem": problem,
        "release": core.NEW_RUNS,
        "explanation": services.explained(text) if text.strip() and not problem else None,
        "long": len(text) > MOST_SHOWN,
        "most": limits.EXPLAIN_BYTES,
        "lists": services.all_cards(),
    }
    return render(request, "explain/explain.html", context, status=400 if problem else 200)


@require_safe
@never_cache
def card(request: HttpRequest, name: str) -> HttpResponse:
    """`/explain/<word>`. With `?run=&at=&pod=` the numbers are those of the decision about the pod at this
    step, else those of a small example."""
    context: dict[str, Any] = {}
    decision = None
    if "run" in request.GET:
        standing = run_or_404(request.GET["run"][:64])
        at = requested_step(request, standing)
        pod = request.GET.get("pod", "")[:MOST_POD_NAME]
        decision = value_or_404(standing, "why", at, pod=pod).get("decision") or {}
        context = {"pod": pod, "at": at}
    shown = services.card(name, decision)
    if shown is None:
        raise Http404("card")
    return render(request, "explain/card.html", {**context, "card": shown})
