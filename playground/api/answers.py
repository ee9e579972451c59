"""The answers of operations: JSON, and problems as JSON with a status of their own."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from playground import limits
from playground.api.operations import Operation
from playground.runs.retention import lifetimes
from playground.runs.stepper import StopsError
from playground.server.http.error_pages import reference_of
from playground.server.refusals import BoundedError, BusyError, TooOftenError, WorkerEndedError
from playground.texts.manifests import words
from playground.texts.messages import problem
from scheduler_core import Problem

View = Callable[..., HttpResponse]


class WrongError(Exception):
    """An operation fails with this status and problem."""

    def __init__(self, status: int, problem: Problem, *, head: int | None = None) -> None:
        super().__init__(problem.code)
        self.status, self.problem, self.head = status, problem, head


def answer(value: Any, status: int = 200) -> HttpResponse:
    return _private(JsonResponse(value, status=status, safe=False))


def answer_text(text: str) -> HttpResponse:
    """An answer whose text is JSON already."""
    return _private(HttpResponse(text, content_type="application/json"))


def _private(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept-Language, Authorization"
    return response


def refused(
    status: int, problem: Problem, *, head: int | None = None, retry_seconds: float | None = None
) -> HttpResponse:
    """`{code, message, path, line}`, with `head` when the newest step matters."""
    members: dict[str, Any] = {
        "code": problem.code,
        "message": words.say(problem.code, problem.args),
        "path": problem.path,
        "line": problem.position.line if problem.position else None,
    }
    response = answer(members if head is None else {**members, "head": head}, status)
    if retry_seconds is not None:
        response.headers["Retry-After"] = str(max(1, math.ceil(retry_seconds)))
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django logs each 5xx; these are no faults
    return response


def asks(operation: Operation) -> Callable[[View], View]:
    """Makes a function the view of an operation: it answers only the operation's method, and each failure as
    JSON.

    Cookies give no rights here, so a page of another origin cannot use them, and no CSRF token is needed."""

    def decorate(view: View) -> View:
        @csrf_exempt
        @functools.wraps(view)
        def guarded(request: HttpRequest, **named: str) -> HttpResponse:
            allowed = {"GET": {"GET", "HEAD"}, "POST": {"POST"}}[operation.method]
            if request.method not in allowed:
                response = refused(405, problem("api.method", method=operation.method))
                response.headers["Allow"] = ", ".join(sorted(allowed))
                return response
            return _done(view, request, named)

        return guarded

    return decorate


def _done(view: View, request: HttpRequest, named: dict[str, str]) -> HttpResponse:
    try:
        return view(request, **named)
    except WrongError as error:
        return refused(error.status, error.problem, head=error.head)
    except Http404:
        return gone(named.get("run_id", ""))
    except lifetimes.TooManyRunsError:
        return refused(409, problem("run.too_many", limit=limits.OWNER_RUNS))
    except StopsError as error:
        return refused(409, error.problem)
    except TooOftenError as error:
        return refused(429, problem("rate.slow_down", seconds=error.seconds), retry_seconds=error.seconds)
    except BoundedError as error:
        bounded = problem(error.code, **error.arguments)
        return refused(503, bounded, retry_seconds=limits.TOO_LONG_RETRY_SECONDS)
    except WorkerEndedError as error:
        return failed(request, error)
    except BusyError as error:
        return refused(503, problem("server.busy"), retry_seconds=error.seconds)
    except (OperationalError, InterfaceError):
        return refused(503, problem("server.busy"), retry_seconds=limits.BUSY_RETRY_SECONDS)


def failed(request: HttpRequest, error: BaseException) -> HttpResponse:
    """500 after an unexpected error, with its id in the log."""
    return refused(500, problem("server.error", reference=reference_of(request, error)))


def gone(run_id: str) -> HttpResponse:
    """404, or 410 for a removed run."""
    if run_id and lifetimes.has_gone(run_id):
        return refused(410, problem("run.gone"))
    return refused(404, problem("run.gone") if run_id else problem("api.nothing_here"))


def title(text: str) -> str:
    return gettext(text) if text else ""
