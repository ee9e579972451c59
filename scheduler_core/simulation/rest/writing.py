"""POST, PUT, PATCH and DELETE: from a request to the input that it means, and the answer of the API server.

The whole write is tried on a copy of the API server; what changes something becomes an input of the run,
which does the same again. Source: apiserver endpoints/handlers (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from scheduler_core.apiserver.patches.json_patch import PatchError, json_patched
from scheduler_core.apiserver.patches.merge_patch import merge_patched
from scheduler_core.apiserver.patches.strategic import strategic_patched
from scheduler_core.apiserver.server import ApiServer
from scheduler_core.apiserver.storage.results import Ok, Refused
from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text, with_value
from scheduler_core.simulation.engine.world import World
from scheduler_core.simulation.inputs.api_inputs import ApiWrite
from scheduler_core.simulation.inputs.kubectl_inputs import MAX_GRACE_SECONDS, PROPAGATIONS
from scheduler_core.simulation.inputs.parse import parse_input
from scheduler_core.simulation.inputs.reader import ObjectRef
from scheduler_core.simulation.kubectl.api_requests import performed
from scheduler_core.simulation.rest.applying import applied_patch
from scheduler_core.simulation.rest.checking import checked
from scheduler_core.simulation.rest.presented import as_stored, presented, served_object
from scheduler_core.simulation.rest.reading import Scene, chosen, select
from scheduler_core.simulation.rest.requests import Request, Target
from scheduler_core.simulation.rest.resources import Resource
from scheduler_core.simulation.rest.reviews import review
from scheduler_core.simulation.rest.scale import scale_of
from scheduler_core.simulation.rest.status import (
    Response,
    cause,
    conflict,
    details_of,
    failure,
    invalid,
    not_allowed,
    not_found,
    refused,
    success,
)

JSON_PATCH, MERGE, STRATEGIC, APPLY = (
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
)
_PATCHES = (JSON_PATCH, MERGE, STRATEGIC, APPLY)
_SUFFIX = "bcdfghjklmnpqrstvwxz2456789"
_MODIFIED = "the object has been modified; please apply your changes to the latest version and try again"


@dataclass(frozen=True, slots=True)
class Written:
    """The answer to a write, and the input that it becomes; None for a dry run and for what changed
    nothing.
    """

    response: Response
    input: ApiWrite | None = None


class _RefusedError(Exception):
    """Carries a refusal up to the request."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.code)
        self.response = response


def write(world: World, request: Request, target: Target, *, may_write: bool) -> Written:
    """Tries a write. Nothing in the world changes."""
    try:
        return _Write(world, request, target, may_write).done()
    except _RefusedError as refusal:
        return Written(refusal.response)
    except PatchError as error:
        code, said = (422, str(error)) if error.applies else (400, f"error decoding patch: {error}")
        return Written(failure(code, said, reason="" if error.applies else None))


def client_of(agent: str) -> str:
    """The program that a User-Agent names: `kubectl/v1.34.1 (linux/amd64)` is kubectl."""
    name = agent.partition("/")[0].strip()
    known = {"OpenAPI-Generator": "a Python client", "python-requests": "a Python client", "Helm": "Helm"}
    return known.get(name) or ("".join(each for each in name[:40] if each.isprintable()) or "kubectl")


@dataclass(frozen=True, slots=True)
class _Write:
    world: World
    request: Request
    target: Target
    may_write: bool

    # What the request asks for

    def done(self) -> Written:
        row, method, sub = self.row, self.request.method, self.target.subresource
        if method == "POST" and row.group in ("authorization.k8s.io", "authentication.k8s.io"):
            return Written(review(row, self.body(), may_write=self.may_write))
        verb = self._verb()
        known = row.subresource(sub) if sub else None
        verbs = row.verbs if known is None else known.verbs
        if verb not in verbs or (not row.modelled and row.kind != "Binding"):
            raise _RefusedError(not_allowed(row, verb))
        self._check_dry_run()
        match method:
            case "POST":
                return self._post()
            case "PUT":
                return self._put(self.body())
            case "PATCH":
                return self._patch()
            case _:
                return self._delete()

    def _verb(self) -> str:
        named = {"POST": "create", "PUT": "update", "PATCH": "patch"}
        if self.request.method == "DELETE":
            return "delete" if self.target.name else "deletecollection"
        return named.get(self.request.method, self.request.method.lower())

    @property
    def row(self) -> Resource:
        return self.target.row

    @property
    def api(self) -> ApiServer:
        return self.world.api

    def body(self) -> Manifest:
        if not isinstance(self.request.body, Mapping):
            raise _RefusedError(failure(400, "the body of the request must be an object"))
        return self.request.body

    def _check_dry_run(self) -> None:
        asked = self.request.query.get("dryRun", "")
        if asked not in ("", "All"):
            row = replace(self.row, kind="CreateOptions", group="meta.k8s.io")
            words = f'Unsupported value: "{asked[:40]}": supported values: "All"'
            raise _RefusedError(invalid(row, "", [cause("FieldValueNotSupported", words, "dryRun")]))

    def dry(self) -> bool:
        return self.request.query.get("dryRun") == "All"

    def reference(self, name: str = "") -> ObjectRef:
        return ObjectRef(self.row.kind, self.target.namespace, name or self.target.name)

    def write(self, verb: str, *targets: ObjectRef, **more: Json) -> ApiWrite:
        client = client_of(self.request.agent)
        return ApiWrite(verb, client, targets or (self.reference(),), **more)  # type: ignore[arg-type]

    # POST

    def _post(self) -> Written:
        sub = self.target.subresource
        if sub == "eviction":
            return self._evict()
        if sub == "binding" or self.row.kind == "Binding":
            return self._bind()
        if sub:
            if served_object(self.api, self.row.kind, self.target.key) is None:
                raise _RefusedError(not_found(self.row, self.target.name))
            return Written(failure(400, "podium: no command runs in a simulated container"))
        return self._create(self.body())

    def _create(self, body: Manifest) -> Written:
        row = self.row
        if self.target.name:
            raise _RefusedError(not_allowed(row, "create"))
        document, warnings = self._decoded(body)
        name = text(find(document, "metadata", "name"))
        if not name and text(find(document, "metadata", "generateName")):
            name = self._generated(text(find(document, "metadata", "generateName")))
            document = with_value(document, ("metadata", "name"), name)
        if not name:
            words = "Required value: name or generateName is required"
            raise _RefusedError(invalid(row, "", [cause("FieldValueRequired", words, "metadata.name")]))
        if row.namespaced and served_object(self.api, "Namespace", self.target.namespace) is None:
            said = f'namespaces "{self.target.namespace}" not found'
            details: dict[str, Json] = {"name": self.target.namespace, "kind": "namespaces"}
            raise _RefusedError(failure(404, said, details=details))
        if self.api.get(row.kind, self._key(name)) is None and self._always(name):
            raise _RefusedError(_exists(row, name))
        return self._stored(self.write("create", self.reference(name), document=document), 201, warnings)

    def _always(self, name: str) -> bool:
        return served_object(self.api, self.row.kind, self._key(name)) is not None

    def _key(self, name: str) -> str:
        return f"{self.target.namespace}/{name}" if self.row.namespaced else name

    def _generated(self, base: str) -> str:
        """A name with five further characters, drawn from the version of the store."""
        digest = sha256(f"{base}/{self.api.resource_version}/{self.world.seq}".encode()).digest()
        return base[:58] + "".join(_SUFFIX[byte % len(_SUFFIX)] for byte in digest[:5])

    def _bind(self) -> Written:
        body = self.body()
        name = self.target.name or text(find(body, "metadata", "name"))
        node = text(find(body, "target", "name"))
        if not name or not node:
            words = "Required value"
            raise _RefusedError(
                invalid(
                    replace(self.row, kind="Binding"),
                    name,
                    [cause("FieldValueRequired", words, "target.name")],
                )
            )
        if self.api.nodes.get(node) is None:
            raise _RefusedError(
                failure(404, f'nodes "{node}" not found', details={"name": node, "kind": "nodes"})
            )
        pod = ObjectRef("Pod", self.target.namespace, name)
        return self._status(self.write("bind", pod, node=node), success(201))

    def _evict(self) -> Written:
        options = mapping(mapping(self.request.body).get("deleteOptions"))
        dry = "All" in (options.get("dryRun") or ())  # type: ignore[operator]
        made = self._status(self._deletion("evict", options, self.reference()), success(201))
        return Written(made.response) if dry else made

    # PUT

    def _put(self, body: Manifest) -> Written:
        current = self._current()
        if self.target.subresource == "scale":
            return self._scale(current, body)
        document, warnings = self._decoded(body)
        self._check_version(document, current)
        if self.target.subresource == "status":
            return self._status_of(document, warnings)
        return self._updated(document, current, warnings)

    def _updated(self, document: Manifest, shown: Manifest, warnings: Sequence[str]) -> Written:
        old = self.api.get(self.row.kind, self.target.key)
        if old is not None:
            document = mapping(as_stored(old.manifest, shown, document))
        return self._stored(self.write("update", document=document), 200, warnings)

    def _current(self) -> Manifest:
        found = served_object(self.api, self.row.kind, self.target.key)
        if found is None:
            raise _RefusedError(not_found(self.row, self.target.name))
        return found

    def _check_version(self, document: Manifest, current: Manifest) -> None:
        version, uid = find(document, "metadata", "resourceVersion"), find(document, "metadata", "uid")
        if version and version != find(current, "metadata", "resourceVersion"):
            raise _RefusedError(conflict(self.row, self.target.name, _MODIFIED))
        if uid and uid != find(current, "metadata", "uid"):
            now = text(find(current, "metadata", "uid"))
            why = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {now}"
            raise _RefusedError(conflict(self.row, self.target.name, why))

    def _scale(self, current: Manifest, body: Manifest) -> Written:
        self._check_version(body, current)
        wanted = find(body, "spec", "replicas") or 0
        row = replace(self.row, kind="Scale", group="autoscaling")
        if isinstance(wanted, bool) or not isinstance(wanted, int):
            raise _RefusedError(failure(400, "Scale.spec.replicas: must be an integer"))
        if wanted < 0:
            words = f"Invalid value: {wanted}: must be greater than or equal to 0"
            raise _RefusedError(
                invalid(row, self.target.name, [cause("FieldValueInvalid", words, "spec.replicas")])
            )
        scaled = with_value(current, ("spec", "replicas"), wanted)
        made = self._updated(_without_status(scaled), current, ())
        if made.response.code != 200:
            return made
        return replace(made, response=replace(made.response, body=scale_of(mapping(made.response.body))))

    def _status_of(self, document: Manifest, warnings: Sequence[str]) -> Written:
        status = {
            name: document[name] for name in ("apiVersion", "kind", "metadata", "status") if name in document
        }
        return self._stored(self.write("update-status", document=status), 200, warnings)

    # PATCH

    def _patch(self) -> Written:
        kind = self.request.content_type.partition(";")[0].strip()
        if kind not in _PATCHES:
            accepted = ", ".join(_PATCHES)
            said = "the body of the request was in an unknown format - accepted media types include"
            raise _RefusedError(failure(415, f"{said}: {accepted}"))
        exists = served_object(self.api, self.row.kind, self.target.key)
        if exists is None and kind == APPLY and not self.target.subresource:
            return self._apply_new()
        current = self._current()
        if self.target.subresource == "scale":
            scale = scale_of(current)
            return self._scale(current, mapping(self._patched(kind, scale)))
        patched = mapping(self._patched(kind, current))
        document, warnings = self._decoded(patched)
        self._check_version(document, current)
        if self.target.subresource == "status":
            return self._status_of(document, warnings)
        return self._updated(document, current, warnings)

    def _patched(self, kind: str, current: Manifest) -> Json:
        patch = self.request.body
        if kind == JSON_PATCH:
            return json_patched(current, patch)
        if not isinstance(patch, Mapping):
            raise PatchError("json: cannot unmarshal into Go value of type map[string]interface {}")
        if kind == MERGE:
            return merge_patched(current, patch)
        return strategic_patched(current, patch) if kind == STRATEGIC else applied_patch(current, patch)

    def _apply_new(self) -> Written:
        body = self.body()
        collection = replace(self.target, name="")
        named = with_value(body, ("metadata", "name"), self.target.name)
        return replace(self, target=collection)._create(named)

    # DELETE

    def _delete(self) -> Written:
        options = mapping(self.request.body)
        if "All" in (options.get("dryRun") or ()):  # type: ignore[operator]
            made = replace(self, request=replace(self.request, body={**options, "dryRun": None}))._delete()
            return Written(made.response)
        if not self.target.name:
            return self._delete_collection(options)
        current = self._current()
        preconditions = mapping(options.get("preconditions"))
        self._check_version({"metadata": preconditions}, current)
        write = self._deletion("delete", options, self.reference())
        trial = self.api.copy()
        result = performed(trial, write, self.world.now_ms)
        if isinstance(result, Refused):
            return Written(refused(self.row, self.target.name, result))
        kept = presented(self.row.kind, result.object)
        uid = find(kept, "metadata", "uid")
        if self.row.answers_whole or not result.removed:
            code = 202 if write.propagation == "Foreground" and not result.removed else 200
            response = Response(code, kept)
        else:
            response = success(200, {**details_of(self.row, self.target.name), "uid": uid})
        changed = result.changed and not self.dry()
        return Written(response, write if changed else None)

    def _deletion(self, verb: str, options: Manifest, *targets: ObjectRef) -> ApiWrite:
        query = self.request.query
        grace = options.get("gracePeriodSeconds")
        if grace is None and query.get("gracePeriodSeconds", "").lstrip("-").isdigit():
            grace = int(query["gracePeriodSeconds"])
        policy = options.get("propagationPolicy") or query.get("propagationPolicy") or None
        orphans = options.get("orphanDependents")
        if policy is None and isinstance(orphans, bool):
            policy = "Orphan" if orphans else "Background"
        row = replace(self.row, kind="DeleteOptions", group="meta.k8s.io")
        if policy is not None and policy not in PROPAGATIONS:
            known = ", ".join(f'"{each}"' for each in PROPAGATIONS)
            words = f'Unsupported value: "{str(policy)[:40]}": supported values: {known}'
            raise _RefusedError(
                invalid(row, "", [cause("FieldValueNotSupported", words, "propagationPolicy")])
            )
        if grace is not None and (not isinstance(grace, int) or abs(grace) > MAX_GRACE_SECONDS):
            words = f"Invalid value: {str(grace)[:40]}: must be a number of seconds"
            raise _RefusedError(invalid(row, "", [cause("FieldValueInvalid", words, "gracePeriodSeconds")]))
        return self.write(verb, *targets, grace_period_seconds=grace, propagation=policy)

    def _delete_collection(self, options: Manifest) -> Written:
        wanted = chosen(self.request, self.row)
        if isinstance(wanted, Response):
            raise _RefusedError(wanted)
        found = select(Scene(self.world), self.target, wanted)
        stored = [each for each in found if self.api.get(self.row.kind, _key_of(each)) is not None]
        metadata: dict[str, Json] = {"resourceVersion": str(self.api.resource_version)}
        response = Response(
            200,
            {
                "kind": f"{self.row.kind}List",
                "apiVersion": self.row.api_version,
                "metadata": metadata,
                "items": list[Json](stored),
            },
        )
        if not stored:
            return Written(response)
        targets = [
            ObjectRef(
                self.row.kind,
                text(find(each, "metadata", "namespace")),
                text(find(each, "metadata", "name")),
            )
            for each in stored
        ]
        made = self._status(self._deletion("delete", options, *targets), response)
        return Written(made.response) if self.dry() else made

    # The end of every write

    def _decoded(self, body: Manifest) -> tuple[Manifest, tuple[str, ...]]:
        """The document of a body and warnings about it; without what only the server writes."""
        result = checked(self.row, self.target, body, self.request)
        if isinstance(result, Response):
            raise _RefusedError(result)
        document, warnings = result
        return (
            document if self.target.subresource == "status" else _without_status(document, self.row)
        ), warnings

    def _stored(self, write: ApiWrite, code: int, warnings: Sequence[str]) -> Written:
        """Tries to store an object, and answers with it."""
        write = _as_kept(write)
        trial = self.api.copy()
        result = performed(trial, write, self.world.now_ms)
        if isinstance(result, Refused):
            made = refused(self.row, write.target.name, result)
            return Written(replace(made, warnings=tuple(warnings)))
        assert isinstance(result, Ok)
        response = Response(code, presented(self.row.kind, result.object), warnings=tuple(warnings))
        return Written(response, write if result.changed and not self.dry() else None)

    def _status(self, write: ApiWrite, response: Response) -> Written:
        """Performs a write whose answer is a `Status`."""
        trial = self.api.copy()
        changed = False
        for place, target in enumerate(write.targets):
            result = performed(trial, write, self.world.now_ms, place)
            if isinstance(result, Refused):
                return Written(refused(self.row, target.name, result))
            changed = changed or result.changed
        return Written(response, write if changed and not self.dry() else None)


def _as_kept(write: ApiWrite) -> ApiWrite:
    """The write as it is stored: read from its own JSON, without secrets."""
    read = parse_input(write.to_json())
    assert isinstance(read, ApiWrite), read
    return read


def _exists(row: Resource, name: str) -> Response:
    said = f'{row.qualified} "{name}" already exists'
    return failure(409, said, reason="AlreadyExists", details=details_of(row, name))


def _key_of(manifest: Manifest) -> str:
    namespace, name = find(manifest, "metadata", "namespace"), text(find(manifest, "metadata", "name"))
    return f"{text(namespace)}/{name}" if namespace else name


def _without_status(document: Manifest, row: Resource | None = None) -> Manifest:
    """Without the status, which a write of the object leaves as it is; that of a new Node has its size."""
    if row is not None and row.kind == "Node":
        return document
    return {name: value for name, value in document.items() if name != "status"}
