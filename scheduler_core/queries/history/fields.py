"""Compares two JSON values field by field. A path is written as in `spec.containers[0].image`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scheduler_core.objects.manifest import Json

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_NAMING = ("type", "name", "key", "ip", "uid")
"""Possible key fields of list entries; the first that all entries have is used. Lists without a key are
compared by index."""
_SILENT = frozenset(("metadata.resourceVersion", "metadata.managedFields"))
"""Fields that change with every write and carry no information."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that differs. `op` is `add`, `remove` or `change`; `was` is None for `add`, `now` for
    `remove`."""

    path: str
    op: str
    was: Json
    now: Json

    def to_json(self) -> dict[str, Json]:
        return {"path": self.path, "op": self.op, "was": self.was, "now": self.now}


def differences(was: Json, now: Json) -> list[Difference]:
    """The fields in which two manifests differ, in the order of the older one, then what is new."""
    return [difference for difference in _walk("", was, now) if difference.path not in _SILENT]


def _walk(path: str, was: Json, now: Json) -> Iterator[Difference]:
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        yield from _members(path, was, now, member_path)
    elif _is_list(was) and _is_list(now):
        yield from _lists(path, was, now)
    elif was != now:
        yield Difference(path, "change", was, now)


def _is_list(value: Json) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _lists(path: str, was: Json, now: Json) -> Iterator[Difference]:
    naming = _naming(was, now)
    yield from _members(path, _entries(was, naming), _entries(now, naming), "{}[{}]".format)


def _members(
    path: str, was: Mapping[str, Json], now: Mapping[str, Json], path_of: Callable[[str, str], str]
) -> Iterator[Difference]:
    """The differences of members with the same name; `path_of` makes the path of a member."""
    for name in dict.fromkeys((*was, *now)):
        below = path_of(path, name)
        if name not in now:
            yield Difference(below, "remove", was[name], None)
        elif name not in was:
            yield Difference(below, "add", None, now[name])
        else:
            yield from _walk(below, was[name], now[name])


def _naming(*lists: Json) -> str | None:
    """The key field of the entries of these lists; None when they have none."""
    for field in _NAMING:
        if all(_names(value, field) for value in lists):
            return field
    return None


def _names(value: Json, field: str) -> bool:
    assert isinstance(value, Sequence)
    names = [entry.get(field) for entry in value if isinstance(entry, Mapping)]
    distinct = len(names) == len(value) == len(set(map(str, names)))
    return distinct and all(isinstance(name, str) for name in names)


def _entries(value: Json, naming: str | None) -> dict[str, Json]:
    """The entries of a list by the value of their key field, or by index when `naming` is None."""
    assert isinstance(value, Sequence)
    entries: dict[str, Json] = {}
    for place, entry in enumerate(value):
        named = isinstance(entry, Mapping) and naming is not None
        entries[str(entry[naming]) if named and isinstance(entry, Mapping) and naming else str(place)] = entry
    return entries


def member_path(path: str, name: str) -> str:
    """The path of a member of the map at a path."""
    if not _PLAIN.fullmatch(name):
        return f"{path}['{name}']"
    return f"{path}.{name}" if path else name
