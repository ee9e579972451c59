"""Server-side apply: the fields of a configuration are merged into the object; lists by their keys.

Source: structured-merge-diff v6, `Merge` (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps

from scheduler_core.apiserver.patches.field_sets import ATOMIC
from scheduler_core.apiserver.patches.merge_keys import SETS, apply_keys
from scheduler_core.objects.manifest import Json, Manifest, mapping


def applied_patch(document: Manifest, configuration: Manifest) -> Manifest:
    """The object after the apply of a configuration."""
    merged = dict(document)
    for name, value in configuration.items():
        if isinstance(value, Mapping) and name in ATOMIC:
            merged[name] = value
        elif isinstance(value, Mapping):
            merged[name] = applied_patch(mapping(merged.get(name)), value)
        elif isinstance(value, (list, tuple)):
            old = merged.get(name)
            merged[name] = _list(name, old if isinstance(old, (list, tuple)) else (), value)
        elif value is not None:
            merged[name] = value
    return merged


def _list(name: str, old: Sequence[Json], new: Sequence[Json]) -> list[Json]:
    """Merges the lists of a field: sets by value, keyed lists by merge keys; any other list is replaced."""
    if name in SETS:
        return [*old, *(entry for entry in new if entry not in old)]
    keys = apply_keys(name, [*old, *new])
    if not keys:
        return list(new)
    entries = list(old)
    places: dict[str, int] = {}
    for at, old_entry in enumerate(entries):
        places.setdefault(_mark(old_entry, keys), at)
    for entry in new:
        place = places.setdefault(_mark(entry, keys), len(entries))
        if place == len(entries):
            entries.append(entry)
        else:
            entries[place] = applied_patch(mapping(entries[place]), mapping(entry))
    return entries


def _mark(entry: Json, keys: Sequence[str]) -> str:
    """The key of a list entry: the values of its merge keys as JSON text. The protocol defaults to TCP."""
    fields = mapping(entry)
    return dumps([fields.get(key) or ("TCP" if key == "protocol" else None) for key in keys], sort_keys=True)
