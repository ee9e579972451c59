"""The changes of a real cluster between two polls, as inputs of a run that follows it.

One poll becomes one input, or several when it would exceed an input's limit. Mere heartbeats and the server's
own counters are not changes. The clock of such a run stands at its beginning, so later timestamps are
replaced by that moment; the input records when they were seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from playground import limits

CLIENT = "podium watch"
_SECOND = 200
"""The most characters of an input apart from its objects."""
_COUNTED = frozenset(("managedFields", "resourceVersion", "selfLink"))
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_LEAVES = frozenset(("Lease", "EndpointSlice", "ControllerRevision", "CSIStorageCapacity"))
"""Kinds that are written continuously, or that no decision depends on."""
Key: TypeAlias = "tuple[str, str, str]"
Objects: TypeAlias = "Mapping[Key, dict[str, Any]]"


def by_key(objects: Sequence[dict[str, Any]]) -> dict[Key, dict[str, Any]]:
    """The objects of a poll by kind, namespace and name."""
    objects_by_key: dict[Key, dict[str, Any]] = {}
    for value in objects:
        metadata = value.get("metadata") or {}
        if value.get("kind") not in _LEAVES:
            key = value["kind"], metadata.get("namespace") or "", metadata.get("name") or ""
            objects_by_key[key] = value
    return objects_by_key


def opening(objects: Sequence[dict[str, Any]], moment: str) -> bytes:
    """The text of a run that begins with these objects at a moment of the clock."""
    header = {"apiVersion": "podium/v1", "kind": "Scenario", "metadata": {"name": "watched"}}
    listed = {"apiVersion": "v1", "kind": "List", "items": list(objects)}
    return "\n---\n".join(
        json.dumps(document) for document in ({**header, "spec": {"start": moment}}, listed)
    ).encode()


def _still(value: Any) -> Any:
    """A part of a manifest without fields that do not count as changes."""
    if isinstance(value, dict):
        return {key: _still(inner) for key, inner in value.items() if key not in _COUNTED}
    if isinstance(value, list):
        return [_still(item) for item in value]
    return "" if isinstance(value, str) and _MOMENT.fullmatch(value) else value


def _until(value: Any, start: str) -> Any:
    """A part of a manifest in which no timestamp is later than the beginning of the run."""
    if isinstance(value, dict):
        return {key: _until(inner, start) for key, inner in value.items()}
    if isinstance(value, list):
        return [_until(item, start) for item in value]
    late = isinstance(value, str) and value > start and _MOMENT.fullmatch(value)
    return start if late else value


def changes(before: Objects, now: Objects, moment: str, start: str) -> Iterator[dict[str, Any]]:
    """The inputs that lead from one poll to the next; none when nothing changed."""
    new = [
        (key, _until(item, start))
        for key, item in now.items()
        if key not in before or _still(before[key]) != _still(item)
    ]
    deleted = [key for key in before if key not in now]
    parts: list[list[tuple[Key, dict[str, Any] | None]]] = [[]]
    length = _SECOND
    for key, item in (*((key, None) for key in deleted), *new):
        size = len(json.dumps(item)) + _SECOND
        if parts[-1] and length + size > limits.INPUT_CHARACTERS_MAX:
            parts.append([])
            length = _SECOND
        parts[-1].append((key, item))
        length += size
    yield from (_input(part, moment) for part in parts if part)


def _input(part: Sequence[tuple[Key, dict[str, Any] | None]], moment: str) -> dict[str, Any]:
    items = [item for _, item in part if item is not None]
    return {
        "kind": "request",
        "verb": "observe",
        "client": CLIENT,
        "objects": [
            {"kind": kind, "namespace": namespace, "name": name} for (kind, namespace, name), _ in part
        ],
        "document": {"metadata": {"creationTimestamp": moment}, "items": items},
    }
