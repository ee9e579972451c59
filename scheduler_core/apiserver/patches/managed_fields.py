"""The managers of the fields of an object (metadata.managedFields), and how a write changes them.

Source: apimachinery util/managedfields, structured-merge-diff v6 merge/update.go (v1.34). An object without
managers stays without them until it is applied on the server; then all its fields belong to
`before-first-apply`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.apiserver.patches.field_sets import (
    FieldSet,
    changed_of_objects,
    common,
    fields_of,
    minus,
    union,
    without_fields,
)
from scheduler_core.objects.manifest import Json, Manifest, find, items, mapping, text

APPLY, UPDATE = "Apply", "Update"
BEFORE = "before-first-apply"
MOST_MANAGERS = 100
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Writer:
    """A writer of an object: its operation is `Apply` or `Update`, `subresource` is "" for the object."""

    name: str
    operation: str = UPDATE
    subresource: str = ""


@dataclass(frozen=True, slots=True)
class Managed:
    """The fields of one writer. `time` is that of the last write which changed them."""

    writer: Writer
    api_version: str
    time: str
    fields: FieldSet


def managers_of(document: Manifest) -> tuple[Managed, ...]:
    """The entries of metadata.managedFields; those that cannot be read are left out."""
    return tuple(
        Managed(
            Writer(
                text(find(entry, "manager")),
                text(find(entry, "operation")) or UPDATE,
                text(find(entry, "subresource")),
            ),
            text(find(entry, "apiVersion")),
            text(find(entry, "time")),
            field_set(find(entry, "fieldsV1")),
        )
        for entry in items(find(document, "metadata", "managedFields"))[:MOST_MANAGERS]
        if text(find(entry, "manager"))
    )


def field_set(value: Json, depth: int = 0) -> FieldSet:
    """A set of fields as a client sent it, without steps that are malformed."""
    if depth > _DEEPEST:
        return {}
    return {
        step: field_set(inner, depth + 1)
        for step, inner in mapping(value).items()
        if step == "." or step[:2] in ("f:", "k:", "v:")
    }


def entries(managers: Sequence[Managed]) -> list[Json]:
    """metadata.managedFields."""
    return [_entry(managed) for managed in managers if managed.fields]


def _entry(managed: Managed) -> dict[str, Json]:
    entry: dict[str, Json] = {
        "manager": managed.writer.name,
        "operation": managed.writer.operation,
        "apiVersion": managed.api_version,
        "time": managed.time,
        "fieldsType": "FieldsV1",
        "fieldsV1": managed.fields,
    }
    return {**entry, "subresource": managed.writer.subresource} if managed.writer.subresource else entry


def after_create(new: Manifest, writer: Writer, applied: FieldSet | None, time: str) -> tuple[Managed, ...]:
    """The managers of an object that is new."""
    own = fields_of(_without_status(new)) if applied is None else applied
    return (Managed(writer, text(new.get("apiVersion")), time, own),)


def after_write(
    managers: Sequence[Managed],
    old: Manifest,
    new: Manifest,
    writer: Writer,
    applied: FieldSet | None,
    time: str,
) -> tuple[Managed, ...]:
    """The managers after a write that led from `old` to `new`. The writer takes the fields that it changes
    from all others; `applied` are the fields of the configuration that was applied.
    """
    if applied is not None:
        managers = managers or before_first_apply(old, time)
    elif not managers:
        return ()
    changed = changed_of_objects(*_parts(old, new, writer))
    existing = fields_of(new)
    others = [
        Managed(managed.writer, managed.api_version, managed.time, minus(managed.fields, changed))
        for managed in managers
        if managed.writer != writer
    ]
    before = next((managed for managed in managers if managed.writer == writer), None)
    had: FieldSet = {} if before is None else before.fields
    own = applied if applied is not None else union(minus(had, changed), common(changed, existing))
    api_version = text(new.get("apiVersion"))
    if before is not None and own == had and before.api_version == api_version:
        mine = before
    else:
        mine = Managed(writer, api_version, time, own)
    return tuple(sorted((managed for managed in (*others, mine) if managed.fields), key=_order))


def _order(managed: Managed) -> tuple[str, str, str]:
    return managed.writer.operation, managed.time, managed.writer.name


def before_first_apply(old: Manifest, time: str) -> tuple[Managed, ...]:
    """The manager `before-first-apply`, which owns all fields of an object without managers."""
    since = text(find(old, "metadata", "creationTimestamp")) or time
    return (Managed(Writer(BEFORE), text(old.get("apiVersion")), since, fields_of(_without_status(old))),)


def _parts(old: Manifest, new: Manifest, writer: Writer) -> tuple[Manifest, Manifest]:
    """What a writer may own: the status only through its subresource."""
    if writer.subresource == "status":
        return {"status": old.get("status")}, {"status": new.get("status")}
    return _without_status(old), _without_status(new)


def _without_status(document: Manifest) -> Manifest:
    return {name: value for name, value in document.items() if name != "status"}


@dataclass(frozen=True, slots=True)
class Conflict:
    """Fields of another writer that an apply would change."""

    manager: Managed
    fields: FieldSet


def conflicts(
    managers: Sequence[Managed], writer: Writer, old: Manifest, new: Manifest, applied: FieldSet
) -> tuple[Conflict, ...]:
    """What an apply that is not forced may not take from others."""
    changed = common(changed_of_objects(*_parts(old, new, writer)), applied)
    lost = ((other, common(other.fields, changed)) for other in managers if other.writer != writer)
    return tuple(Conflict(other, fields) for other, fields in lost if fields)


def pruned(document: Manifest, managers: Sequence[Managed], writer: Writer, applied: FieldSet) -> Manifest:
    """The object without the fields that the writer applied before, applies no longer, and nobody else
    manages.
    """
    before = next((managed.fields for managed in managers if managed.writer == writer), None)
    if before is None or not isinstance(before, Mapping):
        return document
    remaining = applied
    for managed in managers:
        if managed.writer != writer:
            remaining = union(remaining, managed.fields)
    return without_fields(document, minus(before, remaining), remaining)
