"""Error pages. They explain the error and offer a way to continue; scripts get JSON."""

import logging
import sys
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render

from playground.server.http import failures
from playground.server.http.refusal_forms import API
from playground.texts.messages import say

log = logging.getLogger("playground.server")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if wants_json(request):
        message = {"id": "request.not_read", "args": {}}
        return JsonResponse({"message": message, "said": say(message), "path": "", "line": None}, status=400)
    return render(request, "errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "errors/403.html", {"csrf": True}, status=403)


def pages_of_forms(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that gives a page to somebody who opens the address of a form, for which Django's own answer
    405 is empty."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        opened = request.method == "GET" and not request.path_info.startswith(API) and not wants_json(request)
        if opened and isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render(request, "errors/405.html").content
        return response

    return handle


def reference_of(request: HttpRequest, error: BaseException) -> str:
    """The id of an unexpected error, which the log has together with the traceback."""
    return failures.reference_of(error, log, f"{request.method} {request.path[:200]!r}")


def server_error(request: HttpRequest, exception: BaseException | None = None) -> HttpResponse:
    """500 with the id of the error. Django calls it while it handles the exception."""
    error = exception or sys.exc_info()[1]
    reference = "" if error is None else reference_of(request, error)
    response: HttpResponse
    if wants_json(request):
        members = {"message": failures.message(reference), "said": failures.sentence(reference)}
        response = JsonResponse({**members, "path": "", "line": None}, status=500)
    else:
        response = render(request, "errors/500.html", {"reference": reference}, status=500)
    response._has_been_logged = True  # type: ignore[attr-defined]  # once is enough
    return response
