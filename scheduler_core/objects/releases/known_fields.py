"""The fields that the API server of a release drops, because their feature gate is off.

Which feature a field belongs to stands in the table of fields (`objects/fields`). Source: pkg/api/pod/util.go
DropDisabledPodFields (DropDisabledAlphaFields in 1.11), `dropContainerStopSignals`,
pkg/registry/apps/statefulset `dropStatefulSetDisabledFields` and the strategies of PriorityClass (v1.34 and
the releases that `releases` names).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias

from scheduler_core.objects.fields.table import TYPES
from scheduler_core.objects.manifest import Json, Manifest, is_map, items, mapping
from scheduler_core.objects.releases.changes import CHANGES
from scheduler_core.objects.releases.releases import BASELINE, Release
from scheduler_core.objects.replacing import replace

_GATES: Mapping[str, str] = {
    **{change.field: change.gate for change in CHANGES if change.gate},
    "scheduling_groups": "GenericWorkload",
    "workload_refs": "GenericWorkload",
    "job_scheduling": "WorkloadWithJob",
    "whole_group_preemption": "WorkloadAwarePreemption",
}
"""The gate of each field of `Release` that has one, and of what follows from such fields."""
GATES = tuple(
    sorted({_GATES[row.feature] for rows in TYPES.values() for row in rows.values() if row.feature in _GATES})
)
"""The gates without which the API server drops a field."""
_UnknownFields: TypeAlias = "Mapping[str, str | _UnknownFields]"
"""Field → the feature that it needs and the release has not, or what is unknown of the fields below it."""


@cache
def _unknown_fields(type_name: str, release: Release) -> _UnknownFields:
    """What the release does not know of a type; empty for most."""
    fields: dict[str, str | _UnknownFields] = {}
    for row in TYPES.get(type_name, {}).values():
        below = _unknown_fields(row.shape.strip("[]{}"), release)
        if row.feature and not getattr(release, row.feature):
            fields[row.name] = row.feature
        elif below:
            fields[row.name] = below
    return fields


def gated_fields(kind: str, manifest: Manifest, release: Release = BASELINE) -> tuple[tuple[str, str], ...]:
    """The path of each field that the release drops because of a gate, and the gate."""
    paths = _paths(manifest, _unknown_fields(kind, release), "")
    return tuple((path, _GATES[feature]) for path, feature in paths if feature in _GATES)


def _paths(value: Json, fields: _UnknownFields, path: str) -> Iterator[tuple[str, str]]:
    """The path of each unknown field that the value has, and the feature that it needs."""
    for index, entry in enumerate(items(value)):
        yield from _paths(entry, fields, f"{path}[{index}]")
    for name, entry in mapping(value).items():
        below = fields.get(name)
        if below is None or entry is None:
            continue
        field_path = f"{path}.{name}" if path else name
        if isinstance(below, str):
            yield field_path, below
        else:
            yield from _paths(entry, below, field_path)


def with_known_fields(
    kind: str, manifest: Manifest, release: Release, *, keeps_priority: bool = False
) -> Manifest:
    """The object without the fields that the release does not know; itself where it has none.

    With `keeps_priority` a pod keeps its priority fields: it got them while the feature was on, and from then
    on the API server keeps them although nothing reads them.
    """
    if keeps_priority and kind != "PriorityClass":
        release = _with_priorities(release)
    return mapping(_without(manifest, _unknown_fields(kind, release)))


@cache
def _with_priorities(release: Release) -> Release:
    return replace(release, priorities=True, preemption_policies=True)


def _without(value: Json, fields: _UnknownFields) -> Json:
    """The value without these fields; a lifecycle that held nothing else goes with its signal."""
    if not fields:
        return value
    if isinstance(value, (list, tuple)):
        entries = [_without(entry, fields) for entry in value]
        return value if all(new is old for new, old in zip(entries, value, strict=True)) else entries
    if not is_map(value):
        return value
    result: dict[str, Json] | None = None
    for name in [name for name in value if name in fields]:
        below, entry = fields[name], value[name]
        inner = None if isinstance(below, str) else _without(entry, below)
        if inner is entry and not isinstance(below, str) and (entry or name != "lifecycle"):
            continue
        result = dict(value) if result is None else result
        if isinstance(below, str) or not (inner or name != "lifecycle"):
            del result[name]
        else:
            result[name] = inner
    return value if result is None else result
