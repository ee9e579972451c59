"""Error pages for a run that was removed or ends earlier under today's rules, for a step that a run does not
have, and for an owner with too many runs."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.runs.http.requests import NoSuchStepError
from playground.runs.retention import lifetimes
from playground.runs.stepper import StopsError
from playground.server.http import error_pages
from playground.texts.messages import message_of, say

_RUN = re.compile(r"/r/([a-z2-7]{12})(?:/|\Z)")
_LINK = re.compile(r"/e/([a-z2-7]{1,64})\Z")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404, or 410 for the address of a removed run."""
    run, link = _RUN.match(request.path_info), _LINK.match(request.path_info)
    removed = (run and lifetimes.has_gone(run[1])) or (link and lifetimes.has_gone_by_token(link[1]))
    return (
        render(request, "errors/410.html", status=410)
        if removed
        else error_pages.not_found(request, exception)
    )


class TooManyRunsMiddleware(MiddlewareMixin):
    """Answers 409 when a request would exceed its owner's limit of runs."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, lifetimes.TooManyRunsError):
            return None
        if "application/json" in request.headers.get("Accept", ""):
            message = {"id": "run.too_many", "args": {"limit": limits.OWNER_RUNS}}
            members = {"message": message, "said": say(message), "path": "", "line": None}
            return JsonResponse(members, status=409)
        return render(request, "errors/409.html", {"limit": limits.OWNER_RUNS}, status=409)


class NoSuchStepMiddleware(MiddlewareMixin):
    """Answers 404 when a request names a step that the run does not have."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, NoSuchStepError):
            return None
        run = exception.standing
        if "application/json" in request.headers.get("Accept", ""):
            message = {"id": "step.out_of_range", "args": {"got": exception.text[:20], "head": run.head}}
            members = {"message": message, "said": say(message), "path": "at", "line": None}
            return JsonResponse(members, status=404)
        newest = f"{reverse('runs:board', args=[run.run])}?at={run.head}"
        context = {"asked": exception.text[:20], "head": run.head, "newest": newest}
        return render(request, "errors/no_such_step.html", context, status=404)


class StopsMiddleware(MiddlewareMixin):
    """Answers 409 when a run does not reach the step under today's rules: another version of the core played
    it, or one of its inputs cannot be read."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, StopsError):
            return None
        if "application/json" in request.headers.get("Accept", ""):
            message = message_of(exception.problem)
            members = {"message": message, "said": say(message), "path": "", "line": None}
            return JsonResponse(members, status=409)
        run = (request.resolver_match.kwargs if request.resolver_match else {}).get("run_id")
        fork_url = reverse("runs:fork", args=[run]) if run else ""
        context = {
            "step": exception.seq,
            "why": "" if exception.unread else exception.why,
            "sentence": say(message_of(exception.problem)),
            "unread": exception.unread is not None,
            "fork_url": fork_url,
            "shown_url": f"{reverse('runs:board', args=[run])}?at={exception.seq}" if run else "",
        }
        return render(request, "errors/stops.html", context, status=409)
