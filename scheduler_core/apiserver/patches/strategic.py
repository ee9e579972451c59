"""Strategic merge patch. Source: apimachinery util/strategicpatch (v0.34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.patches.json_patch import PatchError
from scheduler_core.apiserver.patches.merge_keys import SETS, merge_key
from scheduler_core.objects.manifest import Json, Manifest, items, mapping

_PATCH = "$patch"
_RETAIN = "$retainKeys"
_ORDER = "$setElementOrder/"
_DELETE = "$deleteFromPrimitiveList/"
_DIRECTIVES = ("replace", "delete", "merge")


def strategic_patched(document: Manifest, patch: Json) -> Manifest:
    """The document after the patch."""
    if not isinstance(patch, Mapping):
        raise PatchError("json: cannot unmarshal array into Go value of type map[string]interface {}")
    merged = _merged(document, patch)
    return {} if merged is None else merged


def _directive(patch: Manifest) -> str:
    directive = patch.get(_PATCH, "merge")
    if directive not in _DIRECTIVES:
        raise PatchError(f"unknown patch type found: {directive}")
    return str(directive)


def _merged(document: Manifest, patch: Manifest) -> Manifest | None:
    """None for a map that the patch deletes."""
    match _directive(patch):
        case "delete":
            return None
        case "replace":
            return {key: _plain(value) for key, value in patch.items() if not key.startswith("$")}
    merged = dict(document)
    if _RETAIN in patch:
        retained = set(map(str, items(patch[_RETAIN])))
        merged = {key: value for key, value in merged.items() if key in retained}
    for key, value in patch.items():
        if key.startswith(_DELETE):
            name = key.removeprefix(_DELETE)
            deleted = items(value)
            merged[name] = [entry for entry in items(merged.get(name)) if entry not in deleted]
        elif key.startswith("$"):
            continue
        elif value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            inner = _merged(mapping(merged.get(key)), value)
            if inner is None:
                merged.pop(key, None)
            else:
                merged[key] = inner
        elif isinstance(value, (list, tuple)):
            merged[key] = _list(key, items(merged.get(key)), value, items(patch.get(_ORDER + key)))
        else:
            merged[key] = value
    for key, order in patch.items():
        name = key.removeprefix(_ORDER)
        if key.startswith(_ORDER) and name not in patch and name in merged:
            merged[name] = _list(name, items(merged[name]), [], items(order))
    return merged


def _plain(value: Json) -> Json:
    """A value of a patch without its directives."""
    if isinstance(value, Mapping):
        return {
            key: _plain(entry)
            for key, entry in value.items()
            if not key.startswith("$") and entry is not None
        }
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value if not (isinstance(entry, Mapping) and _PATCH in entry)]
    return value


def _list(name: str, old: Sequence[Json], new: Sequence[Json], order: Sequence[Json]) -> Json:
    """A list after the patch: a set gets new values, entries with a merge key are merged, others replaced."""
    if name in SETS:
        merged = [*old, *(entry for entry in new if entry not in old)]
        return _ordered(merged, order, "") if order else _normalized(merged, old, new, "")
    key = merge_key(name, [*old, *new, *order])
    if not key:
        return [_plain(entry) for entry in new] if new or not order else list(old)
    if any(isinstance(entry, Mapping) and entry.get(_PATCH) == "replace" for entry in new):
        return [_plain(entry) for entry in new if not (isinstance(entry, Mapping) and _PATCH in entry)]
    entries = list(old)
    for entry in new:
        if not isinstance(entry, Mapping):
            raise PatchError(f"expected a map in the list {name}")
        if key not in entry:
            raise PatchError(f"map: {dict(entry)} does not contain declared merge key: {key}")
        values = [mapping(existing).get(key) for existing in entries]
        place = values.index(entry[key]) if entry[key] in values else None
        if place is None:
            if _directive(entry) != "delete":
                entries.append(_plain(entry))
            continue
        merged_entry = _merged(mapping(entries[place]), entry)
        if merged_entry is None:
            del entries[place]
        else:
            entries[place] = merged_entry
    return _ordered(entries, order, key) if order else _normalized(entries, old, new, key)


def _normalized(entries: Sequence[Json], old: Sequence[Json], new: Sequence[Json], key: str) -> list[Json]:
    """The entries in the order of a patch that gives none: those that it names come first, unless one that it
    does not name stood before. Source: strategicpatch `normalizeElementOrder`, `mergeSortedSlice`.
    """

    def name(entry: Json) -> Json:
        return mapping(entry).get(key) if key else entry

    names, before = [name(entry) for entry in new], [name(entry) for entry in old]
    named = sorted(
        (entry for entry in entries if name(entry) in names), key=lambda entry: names.index(name(entry))
    )
    others = [entry for entry in entries if name(entry) not in names]
    result: list[Json] = []
    while named and others:
        first, second = name(others[0]), name(named[0])
        stood_before = first in before and second in before and before.index(first) < before.index(second)
        result.append(others.pop(0) if stood_before else named.pop(0))
    return [*result, *named, *others]


def _ordered(entries: Sequence[Json], order: Sequence[Json], key: str) -> list[Json]:
    """The entries in the order of the patch; those that it does not name stay behind what they followed."""

    def name(entry: Json) -> Json:
        return mapping(entry).get(key) if key else entry

    names = [name(value) for value in order]
    ranks = {str(value): place for place, value in enumerate(names)}
    placed: list[tuple[int, int, Json]] = []
    last = -1
    for at, entry in enumerate(entries):
        last = ranks.get(str(name(entry)), last)
        placed.append((last, at, entry))
    placed.sort(key=lambda row: row[:2])
    return [entry for _, _, entry in placed]
