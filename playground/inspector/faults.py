"""The faults that can be caused and repaired at a step of a run, as JSON. The run does not change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404


@require_safe
@never_cache
def faults(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/faults?at=&node=`: the offers of a node, or without `node` those of the cluster. 404 for a
    node that does not exist."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    text = questions.text(standing, "faults", at, node=request.GET.get("node"))
    if text is None:
        return JsonResponse({"message": None, "path": "node"}, status=404)
    return HttpResponse(text, content_type="application/json")
