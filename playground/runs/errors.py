"""Answers about runs that went or end earlier today, and owners who have too many: pages that say so."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.messages import say
from playground.runs import keeping
from playground.runs.stepper import StopsError
from playground.web import errors

_RUN = re.compile(r"/r/([a-z2-7]{12})(?:/|\Z)")
_LINK = re.compile(r"/e/([a-z2-7]{1,64})\Z")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404, or 410 for an address of a run that went."""
    run, link = _RUN.match(request.path_info), _LINK.match(request.path_info)
    gone = (run and keeping.has_gone(run[1])) or (link and keeping.has_gone_by_token(link[1]))
    return render(request, "errors/410.html", status=410) if gone else errors.not_found(request, exception)


class TooManyRunsMiddleware(MiddlewareMixin):
    """Answers 409 where a request would have made one run too many for its owner."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, keeping.TooManyRunsError):
            return None
        if "application/json" in request.headers.get("Accept", ""):
            message = {"id": "run.too_many", "args": {"limit": limits.OWNER_RUNS}}
            told = {"message": message, "said": say(message), "path": "", "line": None}
            return JsonResponse(told, status=409)
        return render(request, "errors/409.html", {"limit": limits.OWNER_RUNS}, status=409)


class StopsMiddleware(MiddlewareMixin):
    """Answers 409 where a run that another version of the core played does not get to the step today."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, StopsError):
            return None
        if "application/json" in request.headers.get("Accept", ""):
            message = {"id": "run.stops", "args": {"step": exception.seq}}
            told = {"message": message, "said": say(message), "path": "", "line": None}
            return JsonResponse(told, status=409)
        run = (request.resolver_match.kwargs if request.resolver_match else {}).get("run_id")
        fork_url = reverse("runs:fork", args=[run]) if run else ""
        context = {"step": exception.seq, "why": exception.why, "fork_url": fork_url}
        return render(request, "errors/stops.html", context, status=409)
