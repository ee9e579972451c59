"""Search through the steps of a run, and the effect of one step, as JSON. The run does not change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground import limits
from playground.runs import questions, stepper
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts.messages import in_language, message_of, say
from scheduler_core import OBJECT_VIEWS, Problem

HIT_FIELDS = ("seq", "t", "actor", "who", "kind", "events")


@require_safe
@never_cache
def find(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/find?at=&q=`: `{hits, seq}`, the steps that match a text, up to `at` (default: the newest).

    A hit is `{seq, t, actor, who, kind, said, events}`. With `beyond=1` the answer is `{hit, seq, quiet}`,
    the first hit after `at`; for a person who may act the search continues beyond the newest step, without
    storing steps. It searches in the visitor's language and in English. For a text that cannot be read the
    answer is `{wrong}` with status 200, as in the search."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    words = {"query": request.GET.get("q", ""), "templates": in_language(get_language() or "en")}
    if request.GET.get("beyond") == "1":
        most = limits.RUN_FRAMES_MAX if standing.rights(request.COOKIES).can_act else standing.head
        hits = questions.value(standing, "until_match", at, **words, limit=most - at)
    else:
        hits = questions.value(standing, "find_steps", at, **words, begin=1, most=limits.FOUND_STEPS)
    if isinstance(hits, Problem):
        return JsonResponse({"wrong": say(message_of(hits))})
    if "hit" in hits:
        return JsonResponse({**hits, "hit": hits["hit"] and _hit(hits["hit"])})
    return JsonResponse({"hits": [_hit(hit) for hit in hits["hits"]], "seq": hits["seq"]})


def _hit(hit: Mapping[str, Any]) -> dict[str, Any]:
    return {**{name: hit[name] for name in HIT_FIELDS}, "said": say(hit["message"])}


@require_safe
@never_cache
def moment(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/moment?at=`: `{seq, t, actor, who, said, changed}` of one step; `changed` are the keys of the
    first objects that it changed. 404 for step 0, which has no cause."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    if at == 0:
        raise Http404("step")
    [frame] = json.loads(stepper.answered(standing, stepper.recorded(at - 1, at)).frames)
    changed = [change["key"] for change in frame["changes"] if change["kind"] in OBJECT_VIEWS]
    members = {name: frame[name] for name in ("seq", "t", "actor", "who")}
    return JsonResponse(
        {**members, "said": say(frame["message"]), "changed": changed[: limits.STEP_CHANGED_OBJECTS]}
    )
