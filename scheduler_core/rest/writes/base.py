"""What all writes share: what the request asks for, a trial on a copy of the API server, and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scheduler_core.apiserver.patches.managed_fields import UPDATE, Writer
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused
from scheduler_core.engine.world import World
from scheduler_core.inputs.api_inputs import ApiWrite
from scheduler_core.inputs.messages import MESSAGES
from scheduler_core.inputs.reader import ObjectRef
from scheduler_core.inputs.stored_text import as_read_back
from scheduler_core.objects.kinds import INERT
from scheduler_core.objects.manifest import Json, Manifest, find, text, with_value, without
from scheduler_core.objects.problem import Problem
from scheduler_core.rest.body_checks import checked
from scheduler_core.rest.reads.presented import presented
from scheduler_core.rest.requests import Request, Target
from scheduler_core.rest.resources import Resource
from scheduler_core.rest.served import served_object
from scheduler_core.rest.status import Response, conflict, details_of, failure, not_found, refused
from scheduler_core.simulation.kubectl.api_requests import performed

_MOST_NAME = 128
_MODIFIED = "the object has been modified; please apply your changes to the latest version and try again"


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The answer to a write, and the input that the write becomes; None for a dry run or without a change."""

    response: Response
    input: ApiWrite | None = None


class RefusedError(Exception):
    """Carries a refusal up to the request."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.code)
        self.response = response


def client_of(agent: str) -> str:
    """The program that a User-Agent names: `kubectl/v1.34.1 (linux/amd64)` is kubectl."""
    name = agent.partition("/")[0].strip()
    names = {"OpenAPI-Generator": "a Python client", "python-requests": "a Python client", "Helm": "Helm"}
    return names.get(name) or "".join(filter(str.isprintable, name[:40])) or "kubectl"


@dataclass(frozen=True, slots=True)
class Write:
    """One write of a client."""

    world: World
    request: Request
    target: Target
    may_write: bool

    @property
    def parts(self) -> tuple[World, Request, Target, bool]:
        """The arguments with which another class of writes handles the same request."""
        return self.world, self.request, self.target, self.may_write

    @property
    def row(self) -> Resource:
        return self.target.row

    @property
    def api(self) -> ApiServer:
        return self.world.api

    def body(self) -> Manifest:
        if not isinstance(self.request.body, Mapping):
            raise RefusedError(failure(400, "the body of the request must be an object"))
        return self.request.body

    def dry(self) -> bool:
        return self.request.query.get("dryRun") == "All"

    def reference(self, name: str = "") -> ObjectRef:
        return ObjectRef(self.row.kind, self.target.namespace, name or self.target.name)

    def write(self, verb: str, *targets: ObjectRef, **more: Json) -> ApiWrite:
        client = client_of(self.request.agent)
        writer = self.writer() if "document" in more else None
        return ApiWrite(verb, client, targets or (self.reference(),), writer=writer, **more)  # type: ignore[arg-type]

    def writer(self, operation: str = UPDATE) -> Writer:
        """The field manager of the written fields: the one that the request names, else the program."""
        named = self.request.query.get("fieldManager", "") or self.request.agent.partition("/")[0]
        name = "".join(filter(str.isprintable, named.strip()[:_MOST_NAME])) or "unknown"
        return Writer(name, operation, self.target.subresource)

    def current(self) -> Manifest:
        manifest = served_object(self.api, self.row.kind, self.target.key, self.world.now_ms)
        if manifest is None:
            raise RefusedError(not_found(self.row, self.target.name))
        return manifest

    def check_version(self, document: Manifest, current: Manifest) -> None:
        version, uid = find(document, "metadata", "resourceVersion"), find(document, "metadata", "uid")
        if version and version != find(current, "metadata", "resourceVersion"):
            raise RefusedError(conflict(self.row, self.target.name, _MODIFIED))
        if uid and uid != find(current, "metadata", "uid"):
            now = text(find(current, "metadata", "uid"))
            why = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {now}"
            raise RefusedError(conflict(self.row, self.target.name, why))

    # The end of every write

    def decoded(self, body: Manifest) -> tuple[Manifest, tuple[str, ...]]:
        """Returns the document of a body, without the fields that only the server writes, and warnings."""
        result = checked(self.row, self.target, body, self.request)
        if isinstance(result, Response):
            raise RefusedError(result)
        document, warnings = result
        if self.row.kind in INERT and self.request.method != "PATCH":
            warnings = (*warnings, f"podium keeps this {self.row.kind}, but nothing acts upon it")
        return (
            document if self.target.subresource == "status" else without_status(document, self.row)
        ), warnings

    def stored(self, write: ApiWrite, code: int, warnings: Sequence[str]) -> WriteResult:
        """Performs a write on a copy of the API server; the answer is the stored object."""
        if write.verb == "update" and self.api.get(write.target.kind, write.target.key) is None:
            write = replace(write, verb="create")  # what every cluster has is stored once it was changed
        write = read_back(write)
        trial = self.api.copy()
        result = performed(trial, write, self.world.now_ms)
        if isinstance(result, Refused):
            answer = refused(self.row, write.target.name, result)
            return WriteResult(replace(answer, warnings=tuple(warnings)))
        assert isinstance(result, Ok)
        body = presented(self.row.kind, result.object, self.api.options.git_version)
        if self.dry():
            body = self._unwritten(body)
        response = Response(code, body, warnings=tuple(warnings))
        return WriteResult(response, write if result.changed and not self.dry() else None)

    def _unwritten(self, manifest: Manifest) -> Manifest:
        """The object of a dry run with the resourceVersion that is stored; a new object has none."""
        name = text(find(manifest, "metadata", "name"))
        key = f"{self.target.namespace}/{name}" if self.row.namespaced else name
        stored = self.api.get(self.row.kind, key)
        if stored is None:
            return without(manifest, ("metadata", "resourceVersion"))
        return with_value(manifest, ("metadata", "resourceVersion"), stored.meta.resource_version)

    def status_of(self, write: ApiWrite, response: Response) -> WriteResult:
        """Performs a write on a copy of the API server; the answer is `response`, or a refusal."""
        trial = self.api.copy()
        changed = False
        for place, target in enumerate(write.targets):
            result = performed(trial, write, self.world.now_ms, place)
            if isinstance(result, Refused):
                return WriteResult(refused(self.row, target.name, result))
            changed = changed or result.changed
        return WriteResult(response, write if changed and not self.dry() else None)


def read_back(write: ApiWrite) -> ApiWrite:
    """The write as its stored text is read back, without secrets. Raises RefusedError when it is unreadable,
    for example because a patch has nested the object too deeply.
    """
    read = as_read_back(write)
    if isinstance(read, Problem):
        raise RefusedError(not_storable(read))
    assert isinstance(read, ApiWrite), read  # an input is read as one of its own kind
    return read


def not_storable(wrong: Problem) -> Response:
    """400 for a write whose stored text could not be read back."""
    words = MESSAGES.get(wrong.code, wrong.code).format_map(dict(wrong.args))
    path = wrong.path.removeprefix("input.document.")
    return failure(400, f"{path}: {words}" if path else f"the body {words}")


def already_exists(row: Resource, name: str) -> Response:
    text = f'{row.qualified} "{name}" already exists'
    return failure(409, text, reason="AlreadyExists", details=details_of(row, name))


def key_of(manifest: Manifest) -> str:
    namespace, name = find(manifest, "metadata", "namespace"), text(find(manifest, "metadata", "name"))
    return f"{text(namespace)}/{name}" if namespace else name


def without_status(document: Manifest, row: Resource | None = None) -> Manifest:
    """The document without its status, which this write does not change. A Node's status has its capacity."""
    if row is not None and row.kind == "Node":
        return document
    return {name: value for name, value in document.items() if name != "status"}
