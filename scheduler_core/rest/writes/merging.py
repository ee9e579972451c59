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
    """The object after the apply."""
    merged = dict(document)
    for name, value in configuration.items():
        if isinstance(value, Mapping) and name in ATOMIC:
            merged[name] = value
        elif isinstance(value, Mapping):
            merged[name] = applied_patch(mapping(merged.get(name)), value)
        elif isinstance(value, (list, tuple)):
            known = merged.get(name)
            merged[name] = _list(name, known if isinstance(known, (list, tuple)) else (), value)
        elif value is not None:
            merged[name] = value
    return merged


def _list(name: str, old: Sequence[Json], new: Sequence[Json]) -> list[Json]:
    if name in SETS:
        return [*old, *(each for each in new if each not in old)]
    keys = apply_keys(name, [*old, *new])
    if not keys:
        return list(new)
    entries = list(old)
    places: dict[str, int] = {}
    for at, known in enumerate(entries):
        places.setdefault(_mark(known, keys), at)
    for each in new:
        place = places.setdefault(_mark(each, keys), len(entries))
        if place == len(entries):
            entries.append(each)
        else:
            entries[place] = applied_patch(mapping(entries[place]), mapping(each))
    return entries


def _mark(entry: Json, keys: Sequence[str]) -> str:
    """What tells entries of a list apart, as a text that can be looked up."""
    given = mapping(entry)
    return dumps([given.get(key) or ("TCP" if key == "protocol" else None) for key in keys], sort_keys=True)
