"""The objects of a run and the possible actions on each, as JSON. The run does not change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts.manifests import yaml_text

MOST_CHARACTERS = 600


@require_safe
@never_cache
def verbs(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/verbs?at=&kind=&key=`: the actions on an object, without `kind` those on the cluster. Actions
    that add objects include the manifests as YAML. For an object that does not exist, which may have been
    deleted just now, `{"gone": true}`: a browser writes every 404 to its console."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    kind, key = (request.GET.get(name, "")[:MOST_CHARACTERS] for name in ("kind", "key"))
    answer = questions.value(standing, "verbs", at, kind=kind, key=key)
    if answer is None:
        return JsonResponse({"gone": True})
    for verb in answer["verbs"]:
        if verb["group"] == "add":
            verb["yaml"] = yaml_text.dump_documents(verb["inputs"][0]["documents"])
    return JsonResponse(answer)


@require_safe
@never_cache
def matching_objects(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/things?at=&q=`: the objects of a run whose name contains `q`."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    text = questions.text(standing, "matching_objects", at, query=request.GET.get("q", "")[:MOST_CHARACTERS])
    return HttpResponse(text or "{}", content_type="application/json")
