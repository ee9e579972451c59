"""Sets of fields as metadata.managedFields writes them (FieldsV1), and what they say of a document.

A set is a map of steps: `f:name` a field, `k:{"name":"a"}` an entry of a list by its keys, `v:"x"` one of a
set. A step without further ones belongs to the set; one with further ones only if `.` is among them.
Source: structured-merge-diff v6 fieldpath, typed (v1.34).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from scheduler_core.apiserver.patches.merge_keys import SETS, apply_keys
from scheduler_core.objects.manifest import Json, Manifest, mapping

FieldSet: TypeAlias = Mapping[str, "FieldSet"]
SELF = "."
ATOMIC = frozenset(
    (
        "selector",
        "labelSelector",
        "namespaceSelector",
        "objectSelector",
        "nodeSelector",
        "requiredDuringSchedulingIgnoredDuringExecution",
        "claimRef",
        "fieldRef",
        "resourceFieldRef",
        "secretKeyRef",
        "configMapKeyRef",
    )
)
"""Maps that have one owner as a whole: the listed types of k8s.io/api with `structType=atomic` or
`mapType=atomic`.
"""
_OF_SERVER = (
    "name",
    "namespace",
    "uid",
    "creationTimestamp",
    "selfLink",
    "resourceVersion",
    "generation",
    "managedFields",
)
"""Metadata without an owner, because the server sets it. Source: managedfields/internal/stripmeta.go."""


def fields_of(document: Manifest) -> FieldSet:
    """The fields of an object that a manager may own."""
    made = {
        f"f:{name}": _fields(name, value)
        for name, value in document.items()
        if name not in ("apiVersion", "kind", "metadata")
    }
    metadata = {
        f"f:{name}": _fields(name, value)
        for name, value in mapping(document.get("metadata")).items()
        if name not in _OF_SERVER
    }
    return {"f:metadata": metadata, **made} if metadata else made


def _fields(name: str, value: Json) -> FieldSet:
    if isinstance(value, Mapping):
        return {} if name in ATOMIC else {f"f:{key}": _fields(key, entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        if name in SETS:
            return {f"v:{_key(entry)}": {} for entry in value}
        entries = entries_of(name, value)
        if entries is not None:
            return {step: {SELF: {}, **_fields("", entry)} for step, entry in entries.items()}
    return {}


def entries_of(name: str, value: Json, beside: Sequence[Json] = ()) -> dict[str, Manifest] | None:
    """The entries of a list by their steps; None for a list that is one value. `beside` are further entries
    whose keys also count when the merge keys are chosen.
    """
    if not isinstance(value, (list, tuple)):
        return None
    keys = apply_keys(name, [*value, *beside])
    if not keys or not all(isinstance(entry, Mapping) for entry in value):
        return None
    return {_step(mapping(entry), keys): mapping(entry) for entry in value}


def _step(entry: Manifest, keys: Sequence[str]) -> str:
    """The step of a list entry by its merge keys. A missing protocol counts as TCP, its default."""
    named: dict[str, Json] = {}
    for key in keys:
        value = entry.get(key)
        named[key] = "TCP" if value is None and key == "protocol" else value
    return f"k:{_key(named)}"


def _key(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def changed_fields(old: Json, new: Json, name: str = "") -> FieldSet | None:
    """The fields that one of two documents has alone, or that differ; None where they are equal."""
    if old == new:
        return None
    if isinstance(old, Mapping) and isinstance(new, Mapping) and name not in ATOMIC:
        steps = {f"f:{key}": (key, old.get(key), new.get(key)) for key in (*old, *new)}
    elif name in SETS:
        had, has = ({f"v:{_key(entry)}" for entry in _list(side)} for side in (old, new))
        return {step: {} for step in sorted(had ^ has)} or None
    else:
        before, after = (entries_of(name, side, _both(old, new)) for side in (old, new))
        if before is None or after is None:
            return {}
        steps = {step: ("", before.get(step), after.get(step)) for step in (*before, *after)}
    made: dict[str, FieldSet] = {}
    for step, (key, was, now) in steps.items():
        if was is None or now is None:
            if was is not None or now is not None:
                inner = _fields(key, was if now is None else now)
                made[step] = {SELF: {}, **inner} if step.startswith("k:") else inner
            continue
        difference = changed_fields(was, now, key)
        if difference is not None:
            made[step] = difference
    return made or None


def _both(old: Json, new: Json) -> list[Json]:
    return [*_list(old), *_list(new)]


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, (list, tuple)) else ()


def changed_of_objects(old: Manifest, new: Manifest) -> FieldSet:
    """The fields that a manager may own and that differ between two states of an object."""
    return changed_fields(_owned(old), _owned(new)) or {}


def _owned(document: Manifest) -> Manifest:
    kept = {name: value for name, value in document.items() if name not in ("apiVersion", "kind")}
    metadata = mapping(document.get("metadata"))
    return {**kept, "metadata": {name: value for name, value in metadata.items() if name not in _OF_SERVER}}


# Sets among each other


def _member(fields: FieldSet) -> bool:
    return not fields or SELF in fields


def _made(*, member: bool, inner: dict[str, FieldSet]) -> FieldSet | None:
    if not inner:
        return {} if member else None
    return {SELF: {}, **inner} if member else inner


def union(first: FieldSet, other: FieldSet) -> FieldSet:
    """What is in one of the sets or in both."""
    made: dict[str, FieldSet] = dict(first)
    for step, fields in other.items():
        if step not in made:
            made[step] = fields
        elif step != SELF:
            mine = made[step]
            inner = {key: nested for key, nested in union(mine, fields).items() if key != SELF}
            made[step] = _made(member=_member(mine) or _member(fields), inner=inner) or {}
    return made


def minus(first: FieldSet, other: FieldSet) -> FieldSet:
    """What is in the first set and not in the second."""
    made: dict[str, FieldSet] = {}
    for step, fields in first.items():
        if step == SELF:
            continue
        if step not in other:
            made[step] = fields
            continue
        theirs = other[step]
        left = _made(member=_member(fields) and not _member(theirs), inner=dict(minus(fields, theirs)))
        if left is not None:
            made[step] = left
    return made


def common(first: FieldSet, other: FieldSet) -> FieldSet:
    """What is in both sets."""
    made: dict[str, FieldSet] = {}
    for step, fields in first.items():
        if step == SELF or step not in other:
            continue
        theirs = other[step]
        both = _made(member=_member(fields) and _member(theirs), inner=dict(common(fields, theirs)))
        if both is not None:
            made[step] = both
    return made


def paths(fields: FieldSet, before: str = "") -> Iterator[str]:
    """The members of a set as messages name them: `.spec.containers[name="a"].image`."""
    for step, inner in sorted(fields.items()):
        if step == SELF:
            continue
        path = before + _path(step)
        if _member(inner):
            yield path
        yield from paths(inner, path)


def _path(step: str) -> str:
    kind, _, detail = step.partition(":")
    if kind == "f":
        return f".{detail}"
    if kind == "v":
        return f"[={detail}]"
    try:
        keys = mapping(json.loads(detail))
    except ValueError:
        return f"[{detail}]"
    return "[" + ",".join(f"{key}={_key(value)}" for key, value in keys.items()) + "]"


def without_fields(value: Manifest, removed: FieldSet, kept: FieldSet) -> Manifest:
    """A document without the fields of a set; an entry of a list that goes stays if something of it is among
    the `kept`.
    """
    made = dict(value)
    for step, inner in removed.items():
        if not step.startswith("f:") or step[2:] not in made:
            continue
        key, theirs = step[2:], kept.get(step, {})
        current = made[key]
        further = {substep: fields for substep, fields in inner.items() if substep != SELF}
        left: Json = None
        if further and isinstance(current, Mapping):
            left = without_fields(current, further, theirs) or None
        elif further and isinstance(current, (list, tuple)):
            left = _without_entries(key, current, further, theirs) or None
        elif step in kept:
            left = current
        if left is None:
            del made[key]
        else:
            made[key] = left
    return made


def _without_entries(name: str, value: Sequence[Json], removed: FieldSet, kept: FieldSet) -> list[Json]:
    if name in SETS:
        return [entry for entry in value if f"v:{_key(entry)}" not in removed]
    entries = entries_of(name, value)
    if entries is None:
        return list(value)
    remaining: list[Json] = []
    for step, entry in entries.items():
        if step not in removed:
            remaining.append(entry)
        elif not _member(removed[step]) or step in kept:
            remaining.append(without_fields(entry, removed[step], kept.get(step, {})))
    return remaining
