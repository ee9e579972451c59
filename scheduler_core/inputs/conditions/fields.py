"""Fields of manifests by path, and values that contain another value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from scheduler_core.actor import MessageArg, message
from scheduler_core.objects.manifest import Json, find, items

_PATH = re.compile(r"[A-Za-z_][\w-]*((\.[A-Za-z_][\w-]*)|(\[(\d+|\*)\])|(\['[^']+'\]))*")
_STEP = re.compile(r"\['([^']+)'\]|\[(\d+|\*)\]|([A-Za-z_][\w-]*)")
_KEY = re.compile(r"[A-Za-z_][\w-]*")
Step = str | int | None
"""A key, an index, or None for every element of a list."""


def parse_path(text: str) -> tuple[Step, ...] | None:
    """`spec.containers[0].image`, `metadata.labels['a.b/c']`, `spec.tolerations[*].key`; None for any other
    text."""
    if _PATH.fullmatch(text) is None:
        return None
    return tuple(_step(*found.groups()) for found in _STEP.finditer(text))


def _step(quoted: str | None, index: str | None, key: str | None) -> Step:
    if index is not None:
        return None if index == "*" else int(index)
    return quoted if quoted is not None else key


def values_at(value: Json, path: tuple[Step, ...]) -> Iterator[Json]:
    """The values at a path: none where it leads nowhere, several where it names every element."""
    found = [value]
    for step in path:
        found = [
            inner
            for each in found
            for inner in (items(each) if step is None else (find(each, step),))
            if inner is not None
        ]
    return (each for each in found if each is not None)


def contains(value: Json, wanted: Json) -> bool:
    """Whether a value has everything that `wanted` has.

    A map must contain each entry of `wanted`; for each element of a wanted list some element must contain it;
    other values must be equal, and of one type.
    """
    if isinstance(wanted, Mapping):
        return isinstance(value, Mapping) and all(
            key in value and contains(value[key], each) for key, each in wanted.items()
        )
    if isinstance(wanted, (list, tuple)):
        return isinstance(value, (list, tuple)) and all(
            any(contains(there, each) for there in value) for each in wanted
        )
    return equal(value, wanted)


def difference(value: Json, wanted: Json, path: str) -> tuple[str, Json, Json]:
    """Where a value at `path` first lacks what `wanted` has: the path, what is there, and what is wanted.

    It goes into maps only: which element of a list was meant cannot be known.
    """
    if isinstance(value, Mapping) and isinstance(wanted, Mapping):
        for key, each in wanted.items():
            if not contains(value.get(key), each):
                return difference(value.get(key), each, path + _written(key))
    return path, value, wanted


def _written(key: str) -> str:
    return f".{key}" if _KEY.fullmatch(key) else f"['{key}']"


def unlike(value: Json, pattern: Json, path: str) -> tuple[str, Json, Json] | None:
    """The first place where a value is not as `pattern` describes it: the path, what is there, and what is
    expected; None when it is.

    A map must have each entry that the pattern names (null: none, or null) and may have more. A list must be
    as long, and each element as described. Other values must be equal, and of one type.
    """
    if isinstance(pattern, Mapping) and isinstance(value, Mapping):
        places = ((value.get(key), each, path + _written(key)) for key, each in pattern.items())
        return next((wrong for place in places if (wrong := unlike(*place))), None)
    if isinstance(pattern, (list, tuple)) and isinstance(value, (list, tuple)) and len(pattern) == len(value):
        rows = ((value[place], each, f"{path}[{place}]") for place, each in enumerate(pattern))
        return next((wrong for row in rows if (wrong := unlike(*row))), None)
    return None if equal(value, pattern) else (path, value, pattern)


_LONGEST = 80


def shown(value: Json) -> MessageArg:
    """A value in a sentence, cut where it is long."""
    if value is None:
        return message("condition.unset")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST or isinstance(value, str) else text[:_LONGEST] + "…"


def equal(value: Json, wanted: Json) -> bool:
    """Whether two values are equal; true and 1 are not."""
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
