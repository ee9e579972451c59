"""The things of a run, and what can be done to each, as JSON. The run stays as it is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import asked_step, run_or_404
from playground.texts.manifests import yaml_text

MOST_CHARACTERS = 600


@require_safe
@never_cache
def verbs(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/verbs?at=&kind=&key=`: what can be done to a thing, without `kind` to the cluster. What adds
    objects has their manifests as YAML too. 404 for a thing that is not there.
    """
    standing = run_or_404(run_id)
    at = asked_step(request, standing)
    kind, key = (request.GET.get(name, "")[:MOST_CHARACTERS] for name in ("kind", "key"))
    answer = questions.value(standing, "verbs", at, kind=kind, key=key)
    if answer is None:
        return JsonResponse({"message": None, "path": "key"}, status=404)
    for verb in answer["verbs"]:
        if verb["group"] == "add":
            verb["yaml"] = yaml_text.dump_documents(verb["inputs"][0]["documents"])
    return JsonResponse(answer)


@require_safe
@never_cache
def things(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/things?at=&q=`: the things of a run whose name has the text `q` in it."""
    standing = run_or_404(run_id)
    at = asked_step(request, standing)
    text = questions.text(standing, "things", at, asked=request.GET.get("q", "")[:MOST_CHARACTERS])
    return HttpResponse(text or "{}", content_type="application/json")
