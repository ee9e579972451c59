"""The `Status` object with which the API server refuses or confirms a request.

Source: apimachinery api/errors (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.objects.manifest import Json
from scheduler_core.rest.resources import Resource
from scheduler_core.rest.words import undecodable, wording

JSON_TYPE = "application/json"
_REASONS: Mapping[int, str] = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    406: "NotAcceptable",
    409: "Conflict",
    410: "Expired",
    413: "RequestEntityTooLarge",
    415: "UnsupportedMediaType",
    422: "Invalid",
    429: "TooManyRequests",
    500: "InternalError",
    501: "NotImplemented",
    503: "ServiceUnavailable",
    504: "Timeout",
}
_CAUSES: Mapping[str, str] = {
    "Required value": "FieldValueRequired",
    "Forbidden": "FieldValueForbidden",
    "Unsupported value": "FieldValueNotSupported",
    "Duplicate value": "FieldValueDuplicate",
    "Not found": "FieldValueNotFound",
}


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: HTTP status code, JSON body (or a text), media type, and further headers."""

    code: int
    body: Json
    media_type: str = JSON_TYPE
    headers: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def failure(
    code: int, text: str, *, reason: str | None = None, details: Mapping[str, Json] | None = None
) -> Response:
    """A `Status` of a failure; its reason is the usual one of the code."""
    status: dict[str, Json] = {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": text,
    }
    named = _REASONS.get(code, "") if reason is None else reason
    if named:
        status["reason"] = named
    if details or code == 422:
        status["details"] = details or {}
    return Response(code, {**status, "code": code})


def success(code: int, details: Mapping[str, Json] | None = None) -> Response:
    status: dict[str, Json] = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"}
    if details:
        return Response(code, {**status, "details": details})
    return Response(code, {**status, "code": code} if code != 200 else status)


NO_SUCH_PATH = Response(404, "404 page not found\n", "text/plain; charset=utf-8")
"""The answer to an unknown path: clients read it as "no such API"."""


def details_of(row: Resource, name: str, *, as_kind: bool = False) -> dict[str, Json]:
    details: dict[str, Json] = {"name": name} if name else {}
    if row.group:
        details["group"] = row.group
    return {**details, "kind": row.kind if as_kind else row.plural}


def not_found(row: Resource, name: str) -> Response:
    return failure(404, f'{row.qualified} "{name}" not found', details=details_of(row, name))


def forbidden(row: Resource, name: str, why: str) -> Response:
    words = (
        f'{row.qualified} "{name}" is forbidden: {why}' if name else f"{row.qualified} is forbidden: {why}"
    )
    return failure(403, words, details=details_of(row, name))


def not_allowed(row: Resource, verb: str) -> Response:
    details = details_of(row, "")
    return failure(405, f'{verb} is not supported on resources of kind "{row.qualified}"', details=details)


def conflict(row: Resource, name: str, why: str) -> Response:
    words = f'Operation cannot be fulfilled on {row.qualified} "{name}": {why}'
    return failure(409, words, details=details_of(row, name))


def cause(reason: str, text: str, field_path: str = "") -> dict[str, Json]:
    described: dict[str, Json] = {"reason": reason, "message": text}
    return {**described, "field": field_path} if field_path else described


def invalid(row: Resource, name: str, causes: Sequence[Mapping[str, Json]]) -> Response:
    """422 with the causes, which kubectl lists; every cause must have a `field`."""
    texts = [f"{entry['field']}: {entry['message']}" for entry in causes]
    listed = texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
    details = {**details_of(row, name, as_kind=True), "causes": list[Json](causes)}
    return failure(422, f'{row.qualified_kind} "{name}" is invalid: {listed}', details=details)


def unreadable(row: Resource, why: str) -> Response:
    """400 for a body that cannot be decoded to an object of its kind."""
    return failure(400, f'{row.kind} in version "{row.version}" cannot be handled as a {row.kind}: {why}')


def cause_of(path: str, text: str) -> dict[str, Json]:
    """The cause in a `Status` for a validation problem; the reason follows from the first words of `text`."""
    kinds = (reason for start, reason in _CAUSES.items() if text.startswith(start))
    return cause(next(kinds, "FieldValueInvalid"), text, path)


def refused(row: Resource, name: str, result: Refused) -> Response:
    """The `Status` of a refusal by the registry."""
    decoder = next((words for problem in result.problems if (words := undecodable(problem))), "")
    if decoder:
        return unreadable(row, decoder)
    if result.code == 422 and result.problems:
        return invalid(row, name, [cause_of(*wording(problem)) for problem in result.problems])
    details = details_of(row, name, as_kind=result.code == 422)
    if result.cause:
        details = {"causes": [cause("DisruptionBudget", result.cause)]}
    if result.cause_type:
        details["causes"] = [{"reason": result.cause_type}]
    headers: dict[str, str] = {}
    if result.retry_after_seconds is not None:
        details["retryAfterSeconds"] = result.retry_after_seconds
        headers["Retry-After"] = str(result.retry_after_seconds)
    answer = failure(result.code, result.text, reason=result.reason, details=details)
    return Response(answer.code, answer.body, headers=headers)
