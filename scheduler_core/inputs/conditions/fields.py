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
    """The steps of a path such as `spec.containers[0].image`, `metadata.labels['a.b/c']` or
    `spec.tolerations[*].key`; None for a text that is no path."""
    if _PATH.fullmatch(text) is None:
        return None
    return tuple(_step(*match.groups()) for match in _STEP.finditer(text))


def _step(quoted: str | None, index: str | None, key: str | None) -> Step:
    if index is not None:
        return None if index == "*" else int(index)
    return quoted if quoted is not None else key


def values_at(value: Json, path: tuple[Step, ...]) -> Iterator[Json]:
    """The values at a path: none when the path does not exist, several when it contains `[*]`."""
    values = [value]
    for step in path:
        values = [
            inner
            for entry in values
            for inner in (items(entry) if step is None else (find(entry, step),))
            if inner is not None
        ]
    return (entry for entry in values if entry is not None)


def contains(value: Json, expected: Json) -> bool:
    """Whether a value has everything that `expected` has.

    A map must contain every entry of the expected map. For every element of an expected list some element of
    the list must contain it. Other values must be equal and of the same type.
    """
    if isinstance(expected, Mapping):
        return isinstance(value, Mapping) and all(
            key in value and contains(value[key], part) for key, part in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        return isinstance(value, (list, tuple)) and all(
            any(contains(element, part) for element in value) for part in expected
        )
    return equal(value, expected)


def difference(value: Json, expected: Json, path: str) -> tuple[str, Json, Json]:
    """The first place where the value at `path` lacks what `expected` has: path, value there, expected value.

    Lists are compared as a whole, because it is unclear which element was meant.
    """
    if isinstance(value, Mapping) and isinstance(expected, Mapping):
        for key, part in expected.items():
            if not contains(value.get(key), part):
                return difference(value.get(key), part, path + _as_step(key))
    return path, value, expected


def _as_step(key: str) -> str:
    return f".{key}" if _KEY.fullmatch(key) else f"['{key}']"


def unlike(value: Json, pattern: Json, path: str) -> tuple[str, Json, Json] | None:
    """The first place where a value differs from `pattern`: path, value there, expected value; None if none.

    A map must have every entry of the pattern (for null: no entry, or null) and may have more. A list must be
    as long as the pattern's, with every element as described. Other values must be equal and of one type.
    """
    if isinstance(pattern, Mapping) and isinstance(value, Mapping):
        places = ((value.get(key), expected, path + _as_step(key)) for key, expected in pattern.items())
        return next((wrong for place in places if (wrong := unlike(*place))), None)
    if isinstance(pattern, (list, tuple)) and isinstance(value, (list, tuple)) and len(pattern) == len(value):
        rows = ((value[place], expected, f"{path}[{place}]") for place, expected in enumerate(pattern))
        return next((wrong for row in rows if (wrong := unlike(*row))), None)
    return None if equal(value, pattern) else (path, value, pattern)


_LONGEST = 80


def shown(value: Json) -> MessageArg:
    """A value in a sentence, cut where it is long."""
    if value is None:
        return message("condition.unset")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST or isinstance(value, str) else text[:_LONGEST] + "…"


def equal(value: Json, expected: Json) -> bool:
    """Whether two values are equal. Unlike in Python, true and 1 differ."""
    return value == expected and isinstance(value, bool) == isinstance(expected, bool)
