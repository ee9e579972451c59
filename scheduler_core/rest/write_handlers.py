"""POST, PUT, PATCH and DELETE: from a request to the input that it means, and the answer of the API server.

A write is performed on a copy of the API server. If it changes something, it becomes an input of the run,
which performs it again. Source: apiserver endpoints/handlers (v0.34).
"""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.apiserver.patches.json_patch import PatchError
from scheduler_core.engine.world import World
from scheduler_core.inputs.json_check import not_json
from scheduler_core.rest.reads.get import NO_PROCESSES
from scheduler_core.rest.requests import Request, Target
from scheduler_core.rest.reviews import review
from scheduler_core.rest.status import cause, failure, invalid, not_allowed
from scheduler_core.rest.writes.base import RefusedError, Write, WriteResult, client_of, not_storable
from scheduler_core.rest.writes.create import Create
from scheduler_core.rest.writes.delete import Delete
from scheduler_core.rest.writes.events import Report
from scheduler_core.rest.writes.update import APPLY, JSON_PATCH, MERGE, STRATEGIC, Change

__all__ = ["APPLY", "JSON_PATCH", "MERGE", "STRATEGIC", "WriteResult", "client_of", "write"]
DOES_NOT_APPLY = "the server rejected our request due to an error in our request"
"""kube-apiserver's only message for a JSON patch that does not apply; here a warning adds the reason."""
_VERBS = {"POST": "create", "PUT": "update", "PATCH": "patch"}


def write(world: World, request: Request, target: Target, *, may_write: bool) -> WriteResult:
    """Performs a write on a copy; `world` does not change. A body that JSON cannot hold is refused first,
    because nothing that is made of it could be stored.
    """
    wrong = not_json(request.body)
    if wrong is not None:
        return WriteResult(not_storable(wrong))
    try:
        return _tried(Write(world, request, target, may_write))
    except RefusedError as refusal:
        return WriteResult(refusal.response)
    except PatchError as error:
        if error.too_large:
            return WriteResult(failure(413, f"Request entity too large: {error}"))
        if error.code is not None:
            return WriteResult(failure(error.code, str(error)))
        if not error.applies:
            return WriteResult(failure(400, f"error decoding patch: {error}"))
        answer = failure(422, DOES_NOT_APPLY)
        return WriteResult(replace(answer, warnings=(f"podium: {error}",)))


def _tried(operation: Write) -> WriteResult:
    """The result of a write, by method and subresource. Raises RefusedError and PatchError."""
    row, method, sub = operation.row, operation.request.method, operation.target.subresource
    if method == "POST" and row.group in ("authorization.k8s.io", "authentication.k8s.io"):
        acts_as = operation.request.acts_as
        return WriteResult(review(row, operation.body(), may_write=operation.may_write, acts_as=acts_as))
    verb = _verb(operation)
    subresource = row.subresource(sub) if sub else None
    verbs = row.verbs if subresource is None else subresource.verbs
    if verb not in verbs or (not row.modelled and row.kind not in ("Binding", "Event")):
        refused = not_allowed(row, verb)
        if sub == "ephemeralcontainers" and method in ("PUT", "PATCH"):
            refused = failure(400, f"podium: {NO_PROCESSES[sub]}")
        simulated = row.modelled or row.kind in ("Binding", "Event")
        warnings = () if simulated else (f"podium does not simulate {row.plural} ({row.api_version})",)
        raise RefusedError(replace(refused, warnings=warnings))
    _check_dry_run(operation)
    parts = operation.parts
    if row.kind == "Event":
        return Report(*parts).done()
    match method:
        case "POST":
            return Create(*parts).done()
        case "PUT":
            return Change(*parts).put(operation.body())
        case "PATCH":
            return Change(*parts).patch()
        case _:
            return Delete(*parts).done()


def _verb(operation: Write) -> str:
    if operation.request.method == "DELETE":
        return "delete" if operation.target.name else "deletecollection"
    return _VERBS.get(operation.request.method, operation.request.method.lower())


def _check_dry_run(operation: Write) -> None:
    value = operation.request.query.get("dryRun", "")
    if value not in ("", "All"):
        row = replace(operation.row, kind="CreateOptions", group="meta.k8s.io")
        words = f'Unsupported value: "{value[:40]}": supported values: "All"'
        raise RefusedError(invalid(row, "", [cause("FieldValueNotSupported", words, "dryRun")]))
