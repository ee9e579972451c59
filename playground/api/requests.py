"""Reads a request of the API: its fields, its step, and whether it may act."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from playground import limits
from playground.api.answers import WrongError
from playground.api.operations import Operation, Query
from playground.runs import edit_links, services
from playground.runs.http.requests import step_number
from playground.runs.protocol import ErrorReply, fields_of
from playground.runs.services import Standing
from playground.server.fairness.throttle import address_of, costly_buckets
from playground.texts.manifests.texts import read_json
from playground.texts.messages import problem
from scheduler_core import Problem


def run_of(run_id: str) -> Standing:
    standing = services.standing(run_id)
    if standing is None:
        raise Http404("run")
    return standing


def editor_of(request: HttpRequest, run_id: str) -> Standing:
    """The run, for a request with the token of its edit link; 401 without a token, 403 with another one."""
    standing = run_of(run_id)
    kind, _, token = request.headers.get("Authorization", "").strip().partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise WrongError(401, problem("api.token_needed"))
    run = edit_links.run_of(token.strip())
    if run is None or run.pk != standing.run:
        raise WrongError(403, problem("api.wrong_token"))
    return standing


def count_as_costly(request: HttpRequest) -> None:
    """Counts a new run or a long search against the limit of the address."""
    if wait_ms := costly_buckets.take(address_of(request)):
        seconds = -(-wait_ms // 1000)
        raise WrongError(429, problem("rate.too_often", seconds=seconds))


def body_of(request: HttpRequest, operation: Operation) -> dict[str, Any]:
    """The fields of a body; absent ones are None. The content type must be JSON: without the server's consent
    (CORS) a browser does not send such a body from a page of another origin."""
    kind = request.content_type or ""
    if kind != "application/json":
        raise WrongError(415, problem("api.json_needed", got=kind[:60]))
    value = read_json(request.body)
    if isinstance(value, Problem):
        raise WrongError(400, value)
    if not isinstance(value, dict):
        raise WrongError(400, problem("protocol.not_an_object"))
    read = fields_of(operation.command(), value)
    if isinstance(read, ErrorReply):
        raise WrongError(400, read.problem)
    return read


def query_of(request: HttpRequest, operation: Operation) -> dict[str, Any]:
    """The fields of the query; absent ones are None."""
    names = {field.name for field in operation.query}
    for name in request.GET:
        if name not in names:
            raise WrongError(
                400, problem("protocol.unknown_field", name[:40], path=name[:40], command=operation.name)
            )
    return {field.name: _field(field, request.GET.get(field.name)) for field in operation.query}


def _field(field: Query, text: str | None) -> Any:
    if text is None:
        if field.required:
            raise WrongError(400, problem("protocol.missing", field.name, path=field.name))
        return None
    if field.kind == "string":
        return text[: limits.API_FIELD_CHARACTERS]
    number = step_number(text)
    if number is None:
        args = {"path": field.name, "expected": "a whole number", "got": text[:40]}
        raise WrongError(400, Problem(field.name, "protocol.wrong_type", {**args}))
    return number


def step_of(standing: Standing, step: int | None, path: str = "at") -> int:
    """A step that exists; without one the newest."""
    if step is None:
        return standing.head
    if step > standing.head:
        raise WrongError(
            404, problem("step.out_of_range", path, got=step, head=standing.head), head=standing.head
        )
    return step


def few_frames(start: int, to: int) -> None:
    """Refuses a stretch with too many frames."""
    if to - start > limits.STEP_FRAMES_MAX:
        limit = limits.STEP_FRAMES_MAX
        raise WrongError(400, problem("step.too_many_frames", "to", limit=limit, got=to - start))
