"""Whether the body of a write is an object of its resource: kind, name, namespace, and its fields.

Source: apiserver endpoints/handlers create.go, update.go; the strict decoder of apimachinery (v0.34).
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Manifest, find, mapping, text, with_value
from scheduler_core.rest.requests import Request, Target
from scheduler_core.rest.resources import Resource
from scheduler_core.rest.schema.fields import unknown_fields, wrong_type
from scheduler_core.rest.status import Response, cause, failure, invalid, unreadable

_LEVELS = ("", "Ignore", "Warn", "Strict")
_MOST_NAMED = 20


def checked(
    row: Resource, target: Target, body: Manifest, request: Request
) -> tuple[Manifest, tuple[str, ...]] | Response:
    """The document with kind, name and namespace of the path and the warnings about it, or the refusal."""
    level = request.query.get("fieldValidation", "")
    if level not in _LEVELS:
        words = f'Unsupported value: "{level[:40]}": supported values: "Ignore", "Strict", "Warn"'
        return invalid(row, "", [cause("FieldValueNotSupported", words, "fieldValidation")])
    wrong = _of_another_kind(row, body) or _of_another_place(target, body)
    if wrong is not None:
        return wrong
    document: Manifest = {**body, "apiVersion": row.api_version, "kind": row.kind}
    if not isinstance(document.get("metadata", {}), Mapping):
        return unreadable(row, "json: cannot unmarshal into Go struct field metadata of type v1.ObjectMeta")
    warnings: list[str] = []
    if row.kind in TYPES:
        mistyped = wrong_type(row.kind, document)
        if mistyped:
            return unreadable(row, mistyped)
        warnings = [f'unknown field "{path}"' for path in unknown_fields(row.kind, document)]
    warnings += [f'duplicate field "{name}"' for name in request.duplicates]
    if warnings and level == "Strict":
        return unreadable(row, f"strict decoding error: {', '.join(warnings[:_MOST_NAMED])}")
    if target.name:
        document = with_value(document, ("metadata", "name"), target.name)
    if row.namespaced:
        document = with_value(document, ("metadata", "namespace"), target.namespace)
    elif "namespace" in mapping(document.get("metadata")):
        metadata = {
            name: value for name, value in mapping(document["metadata"]).items() if name != "namespace"
        }
        document = {**document, "metadata": metadata}
    return document, () if level == "Ignore" else tuple(warnings[:_MOST_NAMED])


def _of_another_kind(row: Resource, body: Manifest) -> Response | None:
    """The refusal of a body whose kind or apiVersion is not that of the resource; None for any other body."""
    kind, version = body.get("kind"), body.get("apiVersion")
    for name, value in (("kind", kind), ("apiVersion", version)):
        if value is not None and not isinstance(value, str):
            what = "object" if isinstance(value, Mapping) else "array" if isinstance(value, list) else "value"
            words = f"json: cannot unmarshal {what} into Go struct field .{name} of type string"
            return failure(400, f"couldn't get version/kind; json parse error: {words}")
    if kind and kind != row.kind:
        words = f"the object provided is unrecognized (must be of type {row.kind}): no kind matches"
        return failure(400, f"{words} {text(version)}, Kind={text(kind)}")
    if version and version != row.api_version:
        words = f"the API version in the data ({text(version)[:80]}) does not match the expected API version"
        return failure(400, f"{words} ({row.api_version})")
    return None


def _of_another_place(target: Target, body: Manifest) -> Response | None:
    """The refusal of a body whose name or namespace is not that of the path; None for any other body."""
    name, namespace = text(find(body, "metadata", "name")), text(find(body, "metadata", "namespace"))
    if target.name and name and name != target.name:
        words = f"the name of the object ({name[:253]}) does not match the name on the URL ({target.name})"
        return failure(400, words)
    if target.row.namespaced and namespace and namespace != target.namespace:
        words = f"the namespace of the object ({namespace[:253]}) does not match the namespace on the request"
        return failure(400, f"{words} ({target.namespace})")
    return None
