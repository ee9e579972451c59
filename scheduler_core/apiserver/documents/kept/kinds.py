"""The policy of each kind, as the table of fields (`objects/fields/types.txt`) has it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from scheduler_core.apiserver.documents.kept.policy import Fields, ListOf, MapOf, Policy, Variables, shaped
from scheduler_core.apiserver.documents.kept.values import BY_NAME, CLAIM_METADATA, WHOLE, WORD
from scheduler_core.objects.fields.table import TYPES, Field
from scheduler_core.objects.kinds import INERT, KINDS


@cache
def _type(name: str) -> Fields:
    return Fields({row.name: _field(row) for row in TYPES[name].values() if row.policy is not None})


def _field(row: Field) -> Policy:
    assert row.policy is not None
    match row.policy:
        case "variables":
            return Variables(_type(row.shape[1:-1]))
        case "claimTemplate":
            claim = _type("PersistentVolumeClaim").fields
            parts = {name: claim[name] for name in ("apiVersion", "kind", "spec")}
            return ListOf(Fields({**parts, "metadata": CLAIM_METADATA}))
        case "revision":
            template = _type("PodTemplateSpec").fields
            parts = {name: template[name] for name in ("metadata", "spec")}
            return Fields({"spec": Fields({"template": Fields({**parts, "$patch": WORD})})})
        case name:
            return WHOLE[name] if name in WHOLE else _shape(row.shape, name)


@cache
def _shape(shape: str, name: str) -> Policy:
    if shape[0] == "[":
        return ListOf(_shape(shape[1:-1], name))
    if shape[0] == "{":
        return MapOf(_shape(shape[1:-1], name))
    if len(shape) > 1:
        return _type(shape)
    return shaped(name[1:-1]) if name.startswith("/") else BY_NAME[name]


POLICIES: Mapping[str, Policy] = {kind: _type(kind) for kind in KINDS if kind not in INERT}
