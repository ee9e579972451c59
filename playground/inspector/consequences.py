"""The effects of an input that may lose data, as JSON. The run does not change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from playground.runs import questions
from playground.runs.http.requests import requested_step, run_or_404
from playground.texts.manifests.texts import read_json
from playground.texts.messages import message_of
from scheduler_core import Json, Problem

MOST_CHARACTERS = 4096
"""The most characters of an input in an address. Inputs that lose data name one object and are short."""


@require_safe
@never_cache
def consequences(request: HttpRequest, run_id: str) -> HttpResponse:
    """`/r/<id>/consequences?at=&input=`: the rows "now" and "after" of an input in the socket's JSON. 404 for
    an input that loses nothing or whose object does not exist, 422 for one that cannot be read."""
    standing = run_or_404(run_id)
    at = requested_step(request, standing)
    value = _input_of(request.GET.get("input", ""))
    answer = value if isinstance(value, Problem) else questions.ask(standing, "consequences", at, value=value)
    if isinstance(answer, Problem):
        return JsonResponse({"message": message_of(answer), "path": answer.path}, status=422)
    if answer is None:
        return JsonResponse({"message": None, "path": "input"}, status=404)
    return HttpResponse(answer, content_type="application/json")


def _input_of(text: str) -> Json | Problem:
    """The value of a JSON text, unless the text is longer than MOST_CHARACTERS."""
    if len(text) > MOST_CHARACTERS:
        args: dict[str, Json] = {"limit": MOST_CHARACTERS, "got": len(text)}
        return Problem("input", "protocol.too_big", args)
    return read_json(text, path="input")  # type: ignore[no-any-return]
