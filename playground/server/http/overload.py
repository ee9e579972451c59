"""The answer when the server is too busy: 503 with Retry-After, never 500."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import TypeVar

from django.db import Error, InterfaceError, OperationalError, ProgrammingError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.server.fairness.gate import OVERLOADED
from playground.server.fairness.throttle import too_often
from playground.server.http.error_pages import server_error
from playground.server.http.refusal_forms import API
from playground.server.refusals import BoundedError, BusyError, TooLargeError, TooOftenError, WorkerEndedError
from playground.server.telemetry import readiness
from playground.texts.messages import Message, message_of, problem, say

log = logging.getLogger("playground.runs")
T = TypeVar("T")


class OverloadMiddleware(MiddlewareMixin):
    """Answers requests that came while too many were waiting, and views whose question was not answered."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if getattr(request, "scope", {}).get(OVERLOADED):
            return busy(request, limits.BUSY_RETRY_SECONDS)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, WorkerEndedError):
            return server_error(request, error)
        if isinstance(error, BusyError):
            return busy(request, error.seconds)
        if isinstance(error, TooLargeError):
            too_large = message_of(problem(error.code, **error.arguments))
            return busy(request, limits.TOO_LONG_RETRY_SECONDS, too_large, too_large=say(too_large))
        if isinstance(error, BoundedError):
            bounded = message_of(problem(error.code, **error.arguments))
            return busy(request, limits.TOO_LONG_RETRY_SECONDS, bounded)
        if isinstance(error, TooOftenError):
            return too_often(request, error.seconds)
        if isinstance(error, DATABASE_ERRORS):
            return too_old(request, error) or (
                None if isinstance(error, ProgrammingError) else again(request, error)
            )
        return None


DATABASE_ERRORS = (OperationalError, InterfaceError, ProgrammingError)
"""Raised when the database does not answer, or lacks tables or columns."""


def schema_is_old(error: Exception) -> bool:
    """Whether a statement failed because the database lacks migrations of this version; the log then names
    the first. An unreachable PostgreSQL is not asked again, because that would take as long once more."""
    if connection.vendor == "postgresql" and not isinstance(error, ProgrammingError):
        return False
    try:
        lacking = readiness.lacks(connection)
    except Error:
        return False
    if lacking:
        log.warning("the database has an old schema, lacks %s: run `podium prepare`", lacking[0])
    return bool(lacking)


def too_old(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The answer 503 when the database lacks migrations of this version, else None."""
    if not schema_is_old(error):
        return None
    message = message_of(problem("server.old_schema"))
    return busy(request, limits.TOO_LONG_RETRY_SECONDS, message, sentence=say(message))


def once_more(read: Callable[[], T]) -> T:
    """The result of a function that reads the database; repeated once when the connection breaks."""
    try:
        return read()
    except (OperationalError, InterfaceError):
        connection.close()
        return read()


def again(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The answer after the database connection broke: a page is made again with a new connection. Whether a
    change was stored is unknown, so its sender is asked to check and to try again."""
    connection.close()
    match = request.resolver_match
    if request.method in {"GET", "HEAD"} and match is not None and not hasattr(request, "made_again"):
        request.made_again = True  # type: ignore[attr-defined]
        try:
            response: HttpResponse = match.func(request, *match.args, **match.kwargs)
        except (OperationalError, InterfaceError) as failed:
            error = failed
            connection.close()
        else:
            return response
    log.warning("the database did not answer to %s %s: %s", request.method, request.path, error)
    return busy(request, limits.BUSY_RETRY_SECONDS)


def busy(
    request: HttpRequest,
    seconds: float,
    message: Message | None = None,
    sentence: str = "",
    too_large: str = "",
) -> HttpResponse:
    """The answer 503 as a page, or JSON for a program. `message` is the reason when it is not load.
    `sentence` replaces the page's sentence when the reason is not time, `too_large` when it is memory."""
    wait = max(1, math.ceil(seconds))
    response: HttpResponse
    reply = message or message_of(problem("server.busy"))
    if request.path_info.startswith(API):
        response = JsonResponse(
            {"code": reply["id"], "message": say(reply), "path": "", "line": None}, status=503
        )
    elif "application/json" in request.headers.get("Accept", ""):
        response = JsonResponse({"message": reply, "path": "", "line": None}, status=503)
    else:
        context = {
            "seconds": wait,
            "took_too_long": message is not None,
            "message": message,
            "sentence": sentence,
            "too_large": too_large,
        }
        response = render(request, "errors/503.html", context, status=503)
    response.headers["Retry-After"] = str(wait)
    response.headers["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django logs each 5xx; this one is no fault
    return response
