"""Manifests: the JSON documents of which objects are made, and small typed readers for them.

A manifest is immutable by convention: no code writes into one, and a change makes a path copy (`with_value`).
So an object keeps every field it was given, including those that no rule here knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeAlias, TypeGuard, TypeVar, cast

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Manifest: TypeAlias = Mapping[str, Json]

EMPTY: Manifest = {}
T = TypeVar("T")


def is_map(value: Json) -> TypeGuard[Manifest]:
    """Whether `value` is a mapping. Nearly all maps are dicts, and most other values are missing; checking
    against an abstract class takes ten times as long.
    """
    return isinstance(value, dict) or (value is not None and isinstance(value, Mapping))


def mapping(value: Json) -> Manifest:
    """`value` if it is a mapping, else the empty mapping."""
    if isinstance(value, dict):  # as in `is_map`: this is called all the time
        return value
    return value if is_map(value) else EMPTY


def items(value: Json) -> Sequence[Json]:
    """`value` if it is a list, else the empty tuple."""
    return value if isinstance(value, (list, tuple)) else ()


def text(value: Json, default: str = "") -> str:
    """`value` if it is a string, else `default`."""
    return value if isinstance(value, str) else default


def integer(value: Json) -> int | None:
    """`value` if it is an integer, else None. A bool is not an integer; 3.0 counts as 3."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return None


def number(value: Json) -> int:
    """`value` if it is an integer, else 0."""
    return integer(value) or 0


def flag(value: Json) -> bool:
    """True only for a JSON true."""
    return value is True


def texts(value: Json) -> Mapping[str, str]:
    """A map of strings: entries whose value is not a string are left out (`null` counts as "")."""
    entries = mapping(value)
    for entry in entries.values():
        if entry.__class__ is not str:
            break
    else:
        return cast("Mapping[str, str]", entries)
    return {
        key: entry if isinstance(entry, str) else ""
        for key, entry in entries.items()
        if isinstance(entry, str) or entry is None
    }


def strings(value: Json) -> tuple[str, ...]:
    """The strings of a list."""
    return tuple(entry for entry in items(value) if isinstance(entry, str))


def find(manifest: Json, *path: str | int) -> Json:
    """The value at `path`; None when a step is missing."""
    value = manifest
    for step in path:
        if value.__class__ is dict and step.__class__ is str:  # nearly always; the other checks take longer
            value = value.get(step)
            continue
        if value is None:
            return None
        if isinstance(step, str) and is_map(value):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, (list, tuple)) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


class HasManifest(Protocol):
    @property
    def manifest(self) -> Manifest:
        """The document."""


class Read(Generic[T]):
    """An attribute of a parsed object that is read from its manifest whenever it is used."""

    def __init__(self, convert: Callable[[Json], T], *path: str) -> None:
        self._convert, self._path = convert, path

    def __get__(self, owner: HasManifest, _: object = None) -> T:
        return self._convert(find(owner.manifest, *self._path))


def with_value(manifest: Manifest, path: Sequence[str], value: Json) -> dict[str, Json]:
    """A copy of `manifest` with `value` at `path`; everything beside the path is shared, not copied."""
    head, rest = path[0], path[1:]
    copy = dict(manifest)
    copy[head] = with_value(mapping(copy.get(head)), rest, value) if rest else value
    return copy


def without(manifest: Manifest, path: Sequence[str]) -> dict[str, Json]:
    """A copy of `manifest` without the key at `path`; a missing key is no error."""
    head, rest = path[0], path[1:]
    copy = dict(manifest)
    if not rest:
        copy.pop(head, None)
    elif isinstance(copy.get(head), Mapping):
        copy[head] = without(mapping(copy[head]), rest)
    return copy
