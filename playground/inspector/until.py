"""Answers about a condition, as JSON: the next step at which it holds, and the times at which it held.

The run does not change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground import limits
from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.server.fairness.throttle import costly
from playground.texts.manifests import words
from playground.texts.messages import say
from scheduler_core import Problem


@require_safe
@never_cache
@costly
def until(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/until?at=&c=`: `{seq, holds, said, ended}` for a condition in YAML (docs/conditions.md).

    For a person who may not act on the run the search ends at its newest step. For a condition that cannot be
    read the answer is `{wrong}` with status 200, as in the search."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    condition = questions.read_condition(request.GET.get("c", ""))
    if isinstance(condition, Problem):
        return _wrong(condition)
    most = limits.RUN_FRAMES_MAX if standing.rights(request.COOKIES).can_act else standing.head
    answer = questions.value(standing, "until", at, condition=condition, limit=most - at)
    return _wrong(answer) if isinstance(answer, Problem) else JsonResponse(begun(answer))


def begun(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer about the step at which a condition begins to hold."""
    return {
        "seq": answer["seq"],
        "holds": answer["holds"],
        "said": say(answer["said"]),
        "ended": answer["quiet"],
    }


@require_safe
@never_cache
@costly
def watch(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/watch?at=&c=`: `{spans, seq}`, the times up to a step at which a condition in YAML held, or
    `{wrong}`.

    A span is `[from, to]` in seconds; `to` is null when the condition still holds."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    condition = questions.read_condition(request.GET.get("c", ""))
    if isinstance(condition, Problem):
        return _wrong(condition)
    spans = questions.value(standing, "watch", at, condition=condition, begin=0)
    if isinstance(spans, Problem):
        return _wrong(spans)
    still = [] if spans["since"] is None else [[spans["since"], None]]
    return JsonResponse({"spans": spans["spans"] + still, "seq": spans["seq"]})


@require_safe
@never_cache
@costly
def figure(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/figure?at=&f=`: `{points, seq}`, the course of a figure up to a step, or `{wrong}`.

    `f` is the name of a figure (`pending`, `free-cpu:n1`, …) or a condition in YAML. Each point `[second,
    value, step]` is a change of the figure's value."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    text = request.GET.get("f", "")
    parsed = questions.read_condition(text, plain="{" not in text)
    if isinstance(parsed, Problem):
        return _wrong(parsed)
    values = questions.value(standing, "figure", at, figure=parsed, begin=0)
    return _wrong(values) if isinstance(values, Problem) else JsonResponse(values)


def _wrong(problem: Problem) -> HttpResponse:
    sentence = words.say(problem.code, problem.args)
    return JsonResponse({"wrong": f"{problem.path}: {sentence}" if problem.path else sentence})
