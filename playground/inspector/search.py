"""What the board asks beside its frames, as JSON: the search, and the verdicts on a pod. The run does not
change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts.messages import message_of
from scheduler_core import Problem


@require_safe
@never_cache
def search(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/search?at=&q=`: `{nodes, pods}` that match the text. The text arrives while it is being typed,
    so an unreadable one is no error: the answer is then `{wrong, column}`."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    answer = questions.value(standing, "search", at, query=request.GET.get("q", ""))
    if isinstance(answer, Problem):
        column = answer.position.column if answer.position else 1
        return JsonResponse({"wrong": message_of(answer), "column": column})
    return JsonResponse(answer)


@require_safe
@never_cache
def verdicts(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/verdicts?at=&pod=`: the outline (docs/protocol.md) of the latest decision about a pod,
    or null."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    answer = questions.value(standing, "outline", at, pod=request.GET.get("pod", ""))
    return JsonResponse(answer, safe=False)
