"""A private copy of a manifest that is changed in place, and typed ways to the maps and lists inside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scheduler_core.objects.manifest import Json, Manifest

MutableJson: TypeAlias = "bool | int | float | str | list[MutableJson] | dict[str, MutableJson] | None"
Document: TypeAlias = dict[str, MutableJson]


def editable(manifest: Manifest) -> Document:
    """A deep copy. Its maps are dicts and its lists are lists, whatever they were in `manifest`."""
    return {name: _copied(value) for name, value in manifest.items()}


def _copied(value: Json) -> MutableJson:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return editable(value)
    return [_copied(entry) for entry in value]


def part(holder: Document, *path: str) -> Document:
    """The map at `path`, to be changed. Raises KeyError where a step is missing or is no map."""
    current = holder
    for step in path:
        inner = current.get(step)
        if not isinstance(inner, dict):
            raise KeyError(step)
        current = inner
    return current


def entries(holder: Document, name: str) -> list[MutableJson]:
    """The list under `name`, to be changed. Raises KeyError where there is none."""
    value = holder.get(name)
    if not isinstance(value, list):
        raise KeyError(name)
    return value


def parts(holder: Document, *path: str) -> list[Document]:
    """The maps in the list at `path`, to be changed; empty where a step is missing or there is no list."""
    value: MutableJson = holder
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
