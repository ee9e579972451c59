"""Strategic merge patch. Source: apimachinery util/strategicpatch (v0.36) with the options of kube-apiserver:
directives are carried out, and a null for a key that is not there is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scheduler_core.apiserver.patches.json_patch import PatchError
from scheduler_core.apiserver.patches.merge_keys import SETS, merge_key
from scheduler_core.objects.manifest import Json, Manifest, items, mapping

_PATCH = "$patch"
_RETAIN = "$retainKeys"
_ORDER = "$setElementOrder/"
_DELETE = "$deleteFromPrimitiveList/"
_BAD_REQUEST, _INTERNAL_ERROR = 400, 500


def strategic_patched(document: Manifest, patch: Json) -> Manifest:
    """The document after the patch."""
    if not isinstance(patch, Mapping):
        raise PatchError("json: cannot unmarshal array into Go value of type map[string]interface {}")
    return _merged(document, patch)


def _merged(document: Manifest, patch: Manifest) -> Manifest:
    """A map after the patch; one that the patch deletes is empty (`mergeMap`)."""
    if _PATCH in patch:
        return _directed(patch)
    merged = dict(document)
    if _RETAIN in patch:
        retained = _retained(patch)
        merged = {key: value for key, value in merged.items() if key in retained}
    for key, value in patch.items():
        if key.startswith(_DELETE):
            name = key.removeprefix(_DELETE)
            deleted = items(value)
            if name in merged:
                merged[name] = [entry for entry in items(merged[name]) if entry not in deleted]
        elif key.startswith("$"):
            continue
        elif value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = _merged(mapping(merged[key]), value)
        elif isinstance(value, (list, tuple)) and isinstance(merged.get(key), (list, tuple)):
            merged[key] = _list(key, items(merged[key]), value, items(patch.get(_ORDER + key)))
        elif isinstance(value, Mapping) and _PATCH in value:
            merged.pop(key, None)
        else:
            merged[key] = _without_directives(value, nulls=_ORDER + key in patch)
    for key, order in patch.items():
        name = key.removeprefix(_ORDER)
        if key.startswith(_ORDER) and name not in patch and name in merged:
            merged[name] = _list(name, items(merged[name]), [], items(order))
    return merged


def _directed(patch: Manifest) -> Manifest:
    """A map whose patch has a directive (`handleDirectiveInMergeMap`)."""
    match patch[_PATCH]:
        case "replace":
            return mapping(_without_keys(patch))
        case "delete":
            return {}
        case directive:
            raise _unknown(directive, patch)


def _unknown(directive: Json, patch: Manifest) -> PatchError:
    return PatchError(f"unknown patch type: {directive} in map: {_as_go(patch)}", code=_INTERNAL_ERROR)


def _retained(patch: Manifest) -> set[str]:
    """The keys that `$retainKeys` lists, among which each key of the patch must be."""
    listed = patch[_RETAIN]
    retained = set(map(str, items(listed)))
    keys = (key for key, value in patch.items() if value is not None)
    kept = (_RETAIN, _DELETE, _ORDER)
    if not isinstance(listed, (list, tuple)) or not all(
        key in retained or key.startswith(kept) for key in keys
    ):
        raise PatchError("invalid patch format of retainKeys", code=_BAD_REQUEST)
    return retained


def _without_directives(value: Json, *, nulls: bool) -> Json:
    """A value of a patch that takes the place of none: maps with a directive are left out, and the nulls of
    maps unless `nulls` is set (`removeDirectives`, `discardNullValuesFromPatch`).
    """
    if isinstance(value, Mapping):
        return {
            key: _without_directives(entry, nulls=nulls)
            for key, entry in value.items()
            if not key.startswith("$") and not _has_directive(entry) and (nulls or entry is not None)
        }
    if isinstance(value, (list, tuple)):
        return [_without_directives(entry, nulls=nulls) for entry in value if not _has_directive(entry)]
    return value


def _has_directive(value: Json) -> bool:
    return isinstance(value, Mapping) and _PATCH in value


def _without_keys(value: Json) -> Json:
    """A value of a patch that is taken as it is, with its nulls; the keys of directives are fields that no
    object has, so that they are lost when it is decoded.
    """
    if isinstance(value, Mapping):
        return {key: _without_keys(entry) for key, entry in value.items() if not key.startswith("$")}
    return [_without_keys(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def _list(name: str, old: Sequence[Json], new: Sequence[Json], order: Sequence[Json]) -> Json:
    """A list after the patch: a set gets new values, entries with a merge key are merged, others replaced
    (`mergeSlice`).
    """
    if name in SETS:
        values = [*old, *new]
        merged = [value for at, value in enumerate(values) if value not in values[:at]]
        return _normalized(merged, old, order or new, "")
    key = merge_key(name, [*old, *new, *order])
    if not key:
        return _without_keys(new) if new or not order else list(old)
    entries, added = _after_directives(name, old, new, key)
    for entry in added:
        if key not in entry:
            raise _no_key(entry, key)
        values = [mapping(existing).get(key) for existing in entries]
        if entry[key] in values:
            place = values.index(entry[key])
            entries[place] = _merged(mapping(entries[place]), entry)
        else:
            entries.append(_without_keys(entry))
    return _normalized(entries, old, order or added, key)


def _after_directives(
    name: str, old: Sequence[Json], new: Sequence[Json], key: str
) -> tuple[list[Json], list[Manifest]]:
    """The entries of a list without those that the patch deletes, and the entries of the patch without
    directives (`mergeSliceWithSpecialElements`).
    """
    entries, added, replaces = list(old), [], False
    for entry in new:
        if not isinstance(entry, Mapping):
            raise PatchError(f"expected a map in the list {name}", code=_INTERNAL_ERROR)
        match entry.get(_PATCH):
            case None:
                added.append(entry)
            case "delete":
                if key not in entry:
                    raise _no_key(entry, key)
                entries = [existing for existing in entries if mapping(existing).get(key) != entry[key]]
            case "replace":
                replaces = True
            case "merge":
                words = "merging lists cannot yet be specified in the patch"
                raise PatchError(words, code=_INTERNAL_ERROR)
            case directive:
                raise _unknown(directive, entry)
    return ([], added) if replaces else (entries, added)


def _no_key(entry: Manifest, key: str) -> PatchError:
    words = f"map: {_as_go(entry)} does not contain declared merge key: {key}"
    return PatchError(words, code=_INTERNAL_ERROR)


def _normalized(entries: Sequence[Json], old: Sequence[Json], first: Sequence[Json], key: str) -> list[Json]:
    """The entries in their order: those that `first` names (the patch, or its `$setElementOrder`) come first,
    unless one that it does not name stood before. Source: `normalizeElementOrder`, `mergeSortedSlice`.
    """

    def name(entry: Json) -> Json:
        return mapping(entry).get(key) if key else entry

    names, before = [name(entry) for entry in first], [name(entry) for entry in old]
    named = sorted(
        (entry for entry in entries if name(entry) in names), key=lambda entry: names.index(name(entry))
    )
    others = [entry for entry in entries if name(entry) not in names]
    result: list[Json] = []
    while named and others:
        left, right = name(others[0]), name(named[0])
        stood_before = left in before and right in before and before.index(left) < before.index(right)
        result.append(others.pop(0) if stood_before else named.pop(0))
    return [*result, *named, *others]


def _as_go(value: Json) -> str:
    """A value as Go's `%v` prints it: `map[image:2 tty:true]`."""
    if isinstance(value, Mapping):
        return f"map[{' '.join(f'{key}:{_as_go(value[key])}' for key in sorted(value))}]"
    if isinstance(value, (list, tuple)):
        return f"[{' '.join(map(_as_go, value))}]"
    if value is None:
        return "<nil>"
    return str(value).lower() if isinstance(value, bool) else str(value)
