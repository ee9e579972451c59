"""The answers to requests: those that are the same for every run, and those about a run at a step."""

from __future__ import annotations

from dataclasses import replace

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import World
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.group_versions import GROUP
from scheduler_core.rest.clock import as_in_run
from scheduler_core.rest.discovery import discover, version_of
from scheduler_core.rest.reads.get import Scene, read
from scheduler_core.rest.reads.watch import Watched, bookmark, watch
from scheduler_core.rest.requests import Request, Target, target_of
from scheduler_core.rest.resources import served_versions
from scheduler_core.rest.reviews import user_of
from scheduler_core.rest.schema.openapi import is_openapi, openapi
from scheduler_core.rest.status import NO_SUCH_PATH, Response, failure, forbidden
from scheduler_core.rest.write_handlers import WriteResult, write


def answer_alone(request: Request) -> Response | None:
    """The answer to a GET that does not depend on a run; None when it does."""
    if target_of(request.path) is not None or _asks_version(request.path) or is_openapi(request.path):
        return None
    steps = [step for step in request.path.split("/") if step]
    if steps[:1] == ["apis"] and (len(steps) == 1 or steps[1] == GROUP):
        return None  # the versions of this group depend on the release
    return discover(request.path, request.accept) or NO_SUCH_PATH


def _asks_version(path: str) -> bool:
    return path.strip("/") == "version"


def answer_read(world: World, request: Request, clock_ms: int | None = None) -> Response:
    """The answer to a GET about a run at one step; for `clock_ms` see `Scene`."""
    target = target_of(request.path)
    git_version = world.api.options.git_version
    if _asks_version(request.path):
        return Response(200, version_of(git_version))
    if is_openapi(request.path):
        return openapi(request.path, request.accept, git_version) or NO_SUCH_PATH
    if target is None:
        return discover(request.path, request.accept, world.api.options.release) or NO_SUCH_PATH
    if not _serves(world, target):
        return NO_SUCH_PATH
    if request.acts_as:
        return _may_not(target, "get" if target.name else "list", request.acts_as)
    return read(Scene(world, clock_ms), request, target)


def _serves(world: World, target: Target) -> bool:
    """Whether the release of the run serves this version of the resource."""
    row = target.row
    return not row.gated or row.version in served_versions(row.group, world.api.options.release)


_MOST_NAMED = 200
_VERBS = {"POST": "create", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}


def _may_not(target: Target, verb: str, user: str, why: str = "") -> Response:
    row = target.row
    words = f'User "{user}" cannot {verb} resource "{row.plural}" in API group "{row.group}"'
    place = f' in the namespace "{target.namespace}"' if target.namespace else " at the cluster scope"
    return forbidden(row, target.name, f"{words}{place}{why}")


def answer_write(
    world: World, request: Request, offset_ms: int, *, may_write: bool, why: str = ""
) -> WriteResult:
    """The answer to a write at a step, and the input that it becomes. `offset_ms` is how far the client's
    clock is ahead of the run's; `why` is appended to the refusal of a write that is not allowed. Controllers
    react at once to all that they may react to: Events concern none.
    """
    target = target_of(request.path)
    if target is None or not _serves(world, target):
        return WriteResult(NO_SUCH_PATH)
    verb = _VERBS.get(request.method, request.method.lower())
    asks = request.method == "POST" and target.row.group in ("authorization.k8s.io", "authentication.k8s.io")
    if request.acts_as and not asks:
        return WriteResult(_may_not(target, verb, request.acts_as))
    if not may_write and not asks:
        return WriteResult(_may_not(target, verb, user_of(False), why))
    moved = replace(request, body=as_in_run(request.body, offset_ms))
    result = write(world, moved, target, may_write=may_write)
    if result.input is None or result.input.verb == "report":
        return result
    return replace(result, input=replace(result.input, prompt=True))


def answer_watch(
    recording: Recording, seq: int, request: Request, since: str, clock_ms: int | None = None
) -> Watched | Response:
    """The events of a watch at step `seq`; see `watching.watch`."""
    target = target_of(request.path)
    if target is not None and request.acts_as:
        return _may_not(target, "watch", request.acts_as)
    return watch(recording, seq, request, target, since, clock_ms)


def bookmark_of(request: Request, version: str) -> Json:
    """The BOOKMARK of a watch that stands at this version."""
    target = target_of(request.path)
    return None if target is None else bookmark(target.row, version)


def no_such_resource(method: str, path: str) -> Response | None:
    """The refusal of a write to a path without a resource, worded as clients word it for a server without
    that API, with a warning that names what is missing. None for other requests.

    Source: client-go rest `newUnstructuredResponseError`, apimachinery api/errors `NewGenericServerResponse`.
    """
    if method not in _VERBS or target_of(path) is not None:
        return None
    match [step for step in path.split("/") if step]:
        case ["apis", group, version, *rest] if rest:
            api_version = f" ({group}/{version})"
        case ["api", "v1", *rest] if rest:
            group = api_version = ""
        case _:
            return NO_SUCH_PATH
    plural, name, *sub = [*(rest[2:] if rest[0] == "namespaces" and len(rest) > 2 else rest), "", ""]
    resource = f"{plural}.{group}" if group else plural
    about = f"{method.lower()} {resource} {name}".strip()[:_MOST_NAMED]
    missing = "/".join(part for part in (plural, *sub) if part) + api_version
    refusal = failure(404, f"the server could not find the requested resource ({about})")
    return replace(refusal, warnings=(f"podium does not simulate {missing[:_MOST_NAMED]}",))


def names_object(path: str) -> bool:
    """Whether a path names one object."""
    target = target_of(path)
    return target is not None and bool(target.name) and not target.subresource
