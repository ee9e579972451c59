"""OpenAPI of the REST interface: version 3 for validation, dry run and `kubectl explain`, the smallest
version 2 for old clients.

Descriptions say what the simulation does with a field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache

from scheduler_core.apiserver.documents.kept.kinds import POLICIES
from scheduler_core.apiserver.documents.kept.policy import Fields, Keyed, ListOf, MapOf, Policy, Variables
from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Json
from scheduler_core.rest.resources import GROUPS, Resource
from scheduler_core.rest.status import JSON_TYPE, NO_SUCH_PATH, Response, failure

V2_TYPE = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
_PLAIN: Mapping[str, Mapping[str, Json]] = {
    "s": {"type": "string"},
    "t": {"type": "string", "format": "date-time"},
    "i": {"type": "integer", "format": "int64"},
    "n": {"type": "number"},
    "b": {"type": "boolean"},
    "o": {},
    "x": {},
    "q": {"type": "string"},
    "y": {"type": "string"},
}
READ_BY_MODEL = "The simulation reads this field or shows it."
NOT_READ = "The simulation does not act upon this field, and does not store it."
_WRITE_PARAMETERS = ("dryRun", "fieldManager", "fieldValidation", "force")
_LIST_PARAMETERS: Mapping[str, str] = {
    "labelSelector": "string",
    "fieldSelector": "string",
    "limit": "integer",
    "continue": "string",
    "resourceVersion": "string",
    "resourceVersionMatch": "string",
}


def is_openapi(path: str) -> bool:
    return path.strip("/").partition("/")[0] == "openapi"


def openapi(path: str, accept: str, git_version: str) -> Response | None:
    """The answer of a server that calls itself `git_version` to a path below `/openapi`; None for other
    paths."""
    steps = [step for step in path.split("/") if step]
    match steps:
        case ["openapi", "v2"]:
            if "protobuf" in accept:
                return Response(200, v2(git_version).hex(), V2_TYPE)
            return Response(
                200, {"swagger": "2.0", "info": _info(git_version), "paths": {}, "definitions": {}}
            )
        case ["openapi", "v3"]:
            paths = {
                name: {"serverRelativeURL": f"/openapi/v3/{name}?hash={_hash(git_version)}"}
                for name in _documents()
            }
            return Response(200, {"paths": paths})
        case ["openapi", "v3", *rest]:
            group = _documents().get("/".join(rest))
            if group is None:
                return NO_SUCH_PATH
            if "json" not in accept and "*/*" not in accept and accept:
                return failure(406, f"only the following media types are accepted: {JSON_TYPE}")
            return Response(200, document(*group, git_version))
        case _:
            return None


def v2(git_version: str) -> bytes:
    """The OpenAPI 2 document `{swagger: "2.0", info: {title: "Kubernetes", version}, paths: {}}`: clients up
    to 1.28 skip validation of kinds that it does not hold.
    """
    version = git_version.encode()
    info = b"\x0a\x0aKubernetes\x12" + bytes([len(version)]) + version
    return b"\x0a\x032.0\x12" + bytes([len(info)]) + info + b"\x42\x00"


def _info(git_version: str) -> dict[str, Json]:
    return {"title": "Kubernetes", "version": git_version}


@lru_cache(16)
def _hash(git_version: str) -> str:
    return (
        hashlib.sha256(repr((git_version, sorted(TYPES), sorted(GROUPS))).encode()).hexdigest()[:32].upper()
    )


@cache
def _documents() -> Mapping[str, tuple[str, str]]:
    """Path of each document, and its group and version."""
    return {
        f"apis/{name}/{version}" if name else f"api/{version}": (name, version)
        for name, versions in GROUPS.items()
        for version in versions
    }


@lru_cache(32)
def document(group: str, version: str, git_version: str) -> Json:
    """The OpenAPI 3 document of one group. Its fields are those of every release, as gates do not change
    it."""
    paths: dict[str, Json] = {}
    schemas: dict[str, Json] = {}
    for row in GROUPS[group][version]:
        _add_paths(paths, row)
        if row.modelled:
            _add_schema(schemas, row.kind, POLICIES.get(row.kind), row)
    return {
        "openapi": "3.0.0",
        "info": _info(git_version),
        "paths": paths,
        "components": {"schemas": schemas},
    }


def schema_name(name: str) -> str:
    return f"io.k8s.api.v1.{name}"


def _add_schema(
    schemas: dict[str, Json], name: str, policy: Policy | None, row: Resource | None = None
) -> None:
    if schema_name(name) in schemas:
        return
    schema: dict[str, Json] = {"type": "object", "description": f"{name} of Kubernetes v1.34 and later."}
    schemas[schema_name(name)] = schema
    if row is not None:
        kind: dict[str, Json] = {"group": row.group, "version": row.version, "kind": row.kind}
        schema["description"] = f"{row.kind} as the simulation knows it."
        schema["x-kubernetes-group-version-kind"] = [kind]
    policies = policy.fields if isinstance(policy, Fields) else {}
    properties: dict[str, Json] = {}
    for field in TYPES[name].values():
        if not field.old:
            inner = policies.get(field.name)
            description = READ_BY_MODEL if inner is not None or field.name == "metadata" else NOT_READ
            properties[field.name] = {"description": description, **_schema(schemas, field.shape, inner)}
    schema["properties"] = properties


def _schema(schemas: dict[str, Json], shape: str, policy: Policy | None) -> Mapping[str, Json]:
    if shape in _PLAIN:
        return _PLAIN[shape]
    if shape[0] == "[":
        entry = policy.entry if isinstance(policy, (ListOf, Variables)) else None
        return {"type": "array", "items": _schema(schemas, shape[1:-1], entry)}
    if shape[0] == "{":
        value = policy.value if isinstance(policy, MapOf) else None
        inner = policy if isinstance(policy, Keyed) else value
        return {"type": "object", "additionalProperties": _schema(schemas, shape[1:-1], inner)}
    _add_schema(schemas, shape, policy)
    return {"allOf": [{"$ref": f"#/components/schemas/{schema_name(shape)}"}]}


def _parameters(names: Mapping[str, str], where: str) -> list[Json]:
    return [
        {
            "name": name,
            "in": where,
            "schema": {"type": kind, "uniqueItems": True},
            **({"required": True} if where == "path" else {}),
        }
        for name, kind in names.items()
    ]


def _add_paths(paths: dict[str, Json], row: Resource) -> None:
    root = f"/apis/{row.group}/{row.version}" if row.group else f"/api/{row.version}"
    collection = f"{root}/namespaces/{{namespace}}/{row.plural}" if row.namespaced else f"{root}/{row.plural}"
    names = {"namespace": "string"} if row.namespaced else {}
    listed: dict[str, Json] = {"parameters": _parameters(names, "path")}
    if "list" in row.verbs:
        listed["get"] = _operation(row, "list", _LIST_PARAMETERS)
        if row.namespaced:
            paths[f"{root}/{row.plural}"] = {"get": _operation(row, "list", _LIST_PARAMETERS)}
    if "create" in row.verbs:
        listed["post"] = _operation(
            row, "post", dict.fromkeys(_WRITE_PARAMETERS[:3], "string"), body=JSON_TYPE
        )
    paths[collection] = listed
    item: dict[str, Json] = {"parameters": _parameters({**names, "name": "string"}, "path")}
    if "get" in row.verbs:
        item["get"] = _operation(row, "get", {})
    if "update" in row.verbs:
        item["put"] = _operation(row, "put", dict.fromkeys(_WRITE_PARAMETERS[:3], "string"), body=JSON_TYPE)
        patch = dict.fromkeys(_WRITE_PARAMETERS, "string")
        item["patch"] = _operation(row, "patch", patch, body="application/merge-patch+json")
        item["delete"] = _operation(row, "delete", {"dryRun": "string", "gracePeriodSeconds": "integer"})
    if len(item) > 1:
        paths[f"{collection}/{{name}}"] = item


def _operation(row: Resource, action: str, query: Mapping[str, str], body: str = "") -> dict[str, Json]:
    kind: dict[str, Json] = {"group": row.group, "version": row.version, "kind": row.kind}
    schema: Mapping[str, Json] = {"type": "object"}
    if row.modelled and action != "list":
        schema = {"$ref": f"#/components/schemas/{schema_name(row.kind)}"}
    content: dict[str, Json] = {JSON_TYPE: {"schema": schema}}
    operation: dict[str, Json] = {
        "x-kubernetes-action": action,
        "x-kubernetes-group-version-kind": kind,
        "parameters": _parameters(query, "query"),
        "responses": {"200": {"description": "OK", "content": content}},
    }
    if body:
        operation["requestBody"] = {"content": {body: {"schema": {"type": "object"}}}, "required": True}
    return operation
