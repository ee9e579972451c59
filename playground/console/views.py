"""The console of a run: a page, which is also a panel of the board, and the answers to its lines."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from playground import limits
from playground.console.api import Api
from playground.console.completions import complete
from playground.console.execution import play
from playground.runs.http.requests import requested_step, run_or_404
from playground.runs.services import Standing
from playground.server.fairness.throttle import buckets, throttled
from playground.texts.manifests import words

console_buckets = buckets("console", limits.CONSOLE_LINES_PER_SECOND, limits.CONSOLE_LINES_BURST)
admitted = throttled(console_buckets)
NAMESPACE = 253


@require_safe
@never_cache
def console(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/console`."""
    standing = run_or_404(run_id)
    context = {
        "run": standing,
        "title": gettext(standing.title) if standing.title else "",
        "can_act": standing.rights(request.COOKIES).can_act,
        "words": json.dumps(_words(), ensure_ascii=False),
    }
    part = bool(getattr(request, "htmx", False))
    response = render(request, "console/part.html" if part else "console/page.html", context)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response


def _words() -> dict[str, str]:
    """The texts of the page's script."""
    return {
        "report": gettext("Drain report: where the pods would go …"),
        "lost": gettext("The server does not answer. Try it again."),
        "often": gettext("That was too often. Wait a moment."),
        "refused": gettext("The server refused this ({status})."),
        "cancelled": gettext("Nothing was sent."),
        "choices": gettext("{n} words fit. The arrows walk through them."),
    }


def _api(request: HttpRequest, standing: Standing) -> Api:
    """A client with the visitor's rights, at the step that the board shows."""
    args = request.POST if request.method == "POST" else request.GET
    at = requested_step(request, standing) if args.get("at") else None
    may_write = standing.rights(request.COOKIES).can_act
    return Api(standing, may_write, args.get("namespace") or "default", at)


def _too_long(text: str, limit: int) -> JsonResponse | None:
    """The refusal (422) of a text of more than `limit` characters; None for a shorter one."""
    if len(text) <= limit:
        return None
    message = {"id": "text.too_long", "args": {"limit": limit}}
    sentence = words.say("text.too_long", {"limit": limit})
    return JsonResponse({"message": message, "said": sentence, "path": "", "line": None}, status=422)


@require_POST
@never_cache
@admitted
def play_line(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/console/play` `line=` `text=` `namespace=` `at=`: the output of a line, as JSON; `text` is the
    input of `-f -`. Without `at` it is the newest step."""
    standing = run_or_404(run_id)
    if refusal := _too_long(request.POST.get("namespace", ""), NAMESPACE):
        return refusal
    api = _api(request, standing)
    text = request.POST.get("text", "")
    if len(text) > limits.INPUT_CHARACTERS_MAX:
        sentence = f"error: the text has {len(text)} characters, the limit is {limits.INPUT_CHARACTERS_MAX}"
        return JsonResponse({"lines": [sentence], "code": 1, "changed": False, "filters": []})
    return JsonResponse(play(api, request.POST.get("line", ""), text))


@require_safe
@never_cache
@admitted
def complete_line(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/console/complete?line=&namespace=&at=`: `{start, words}`, the completions of the line's
    end."""
    standing = run_or_404(run_id)
    line, namespace = request.GET.get("line", ""), request.GET.get("namespace", "")
    if refusal := _too_long(line, limits.CONSOLE_LINE_CHARACTERS) or _too_long(namespace, NAMESPACE):
        return refusal
    return JsonResponse(complete(_api(request, standing), line))
