"""One decision repeated with other weights or another random choice, as JSON. The run does not change."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.inspector.why.scores import ranked
from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts.messages import message_of
from scheduler_core import Problem

MOST_WEIGHTS = 64


@require_safe
@never_cache
def what_if(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/what-if?at=&pod=ns/name&weights=Plugin:3,Other:0&seed=7`: a decision with its nodes as
    `ranked`, the best first. 404 for a pod that is not pending there, 422 for changes that cannot be read."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    pairs = [pair.partition(":") for pair in request.GET.get("weights", "").split(",")[:MOST_WEIGHTS] if pair]
    changes = {
        "weights": {plugin: _number(weight) for plugin, _, weight in pairs},
        "seed": _number(request.GET["seed"]) if request.GET.get("seed") else None,
    }
    answer = questions.value(standing, "what_if", at, pod=request.GET.get("pod", ""), changes=changes)
    if isinstance(answer, Problem):
        return JsonResponse({"message": message_of(answer), "path": answer.path}, status=422)
    if answer is None:
        return JsonResponse({"message": None, "path": "pod"}, status=404)
    return JsonResponse({**answer, "ranked": ranked(answer)})


def address(run_id: str, at: int, pod: str) -> str:
    """The address of the unchanged decision about a pod that is pending at step `at`."""
    return f"{reverse('inspector:what_if', args=[run_id])}?{urlencode({'at': at, 'pod': pod}, safe='/')}"


def _number(text: str) -> int | str:
    """The number, or the text itself when it is none, so that the core refuses it and names its path."""
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 16 else text
