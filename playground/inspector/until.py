"""Conditions on the board, as JSON: where one begins to hold, and when it held. The run stays as it is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground import limits
from playground.runs import questions
from playground.runs.http.requests import asked_step, run_or_404
from playground.server.fairness.throttle import costly
from playground.texts.manifests import words, yaml_source
from playground.texts.messages import say
from scheduler_core import Problem

MOST_LETTERS = 2_000


@require_safe
@never_cache
@costly
def until(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/until?at=&c=`: `{seq, holds, said, ended}` for a condition in YAML (docs/conditions.md).

    A person that may not act on the run is led to its newest step at most. A condition that cannot be read is
    a good question with the answer `{wrong}`, as in the search.
    """
    standing = run_or_404(run_id)
    at = asked_step(request, standing)
    condition = yaml_source.first_value(request.GET.get("c", "")[:MOST_LETTERS])
    if isinstance(condition, Problem):
        return _wrong(condition)
    most = limits.RUN_FRAMES_MAX if standing.rights(request.COOKIES).can_act else standing.head
    found = questions.until(standing, at, condition, most)
    if isinstance(found, Problem):
        return _wrong(found)
    said = {"seq": found.seq, "holds": found.holds, "said": say(found.said), "ended": found.ended}
    return JsonResponse(said)


@require_safe
@never_cache
@costly
def watch(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/watch?at=&c=`: `{spans, seq}`, when a condition in YAML held up to a step, or `{wrong}`."""
    standing = run_or_404(run_id)
    at = asked_step(request, standing)
    condition = yaml_source.first_value(request.GET.get("c", "")[:MOST_LETTERS])
    if isinstance(condition, Problem):
        return _wrong(condition)
    found = questions.watched(standing, at, condition)
    return _wrong(found) if isinstance(found, Problem) else JsonResponse(found)


@require_safe
@never_cache
@costly
def figure(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/figure?at=&f=`: `{points, seq}`, a figure over the run up to a step, or `{wrong}`.

    `f` is the name of a figure (`pending`, `free-cpu:n1`, …) or a condition in YAML. A point is `[second,
    value, step]` where the figure takes another value.
    """
    standing = run_or_404(run_id)
    at = asked_step(request, standing)
    text = request.GET.get("f", "")[:MOST_LETTERS]
    asked = yaml_source.first_value(text) if "{" in text else text
    if isinstance(asked, Problem):
        return _wrong(asked)
    found = questions.figure(standing, at, asked)
    if isinstance(found, Problem):
        return _wrong(found)
    return JsonResponse(found)


def _wrong(problem: Problem) -> HttpResponse:
    sentence = words.say(problem.code, problem.args)
    return JsonResponse({"wrong": f"{problem.path}: {sentence}" if problem.path else sentence})
