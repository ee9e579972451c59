"""The search through the steps of a run, as JSON. The run stays as it is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.messages import in_language, say
from playground.runs import stepper
from playground.runs.protocol import message_of
from playground.runs.requests import asked_step, run_or_404
from scheduler_core import Problem

TOLD = ("seq", "t", "actor", "who", "kind", "events")


@require_safe
@never_cache
def find(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/find?at=&q=`: `{hits, seq}`, the steps that a text means, up to `at` (else the newest).

    A hit is `{seq, t, actor, who, kind, said, events}`. The text is looked for in the language of the visitor
    and in English. A text that cannot be read is a good question with the answer `{wrong}`, as in the search.
    """
    known = run_or_404(run_id)
    at = asked_step(request, known)
    if isinstance(at, HttpResponse):
        return at
    found = stepper.found_steps(known, at, request.GET.get("q", ""), in_language(get_language() or "en"))
    if isinstance(found, Problem):
        return JsonResponse({"wrong": say(message_of(found))})
    hits = [{**{name: hit[name] for name in TOLD}, "said": say(hit["message"])} for hit in found["hits"]]
    return JsonResponse({"hits": hits, "seq": found["seq"]})
