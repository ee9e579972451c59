"""The check that a value is JSON: a value that cannot be stored, hashed and sent is refused on input."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import cast

from scheduler_core.objects.problem import Problem

MAX_DEPTH = 100
NUL = "\0"
"""No database of texts and no name in Kubernetes takes it."""


def not_json(value: object, path: str = "") -> Problem | None:
    """The first part of `value` that JSON cannot hold (a key that is not a text, NaN, a date …) or that is
    nested too deeply, or a text with NUL; None when there is none."""
    return None if _is_json(value) else _first_problem(value, path)


_PLAIN = frozenset((int, bool, type(None)))


def _is_json(value: object) -> bool:
    """Whether there is no problem, found without the paths. Values of other classes than those that texts are
    read into count as a problem.
    """
    waiting: list[tuple[object, int]] = [(value, 0)]
    seen: dict[int, int] = {}  # as in `_first_problem`
    while waiting:
        here, depth = waiting.pop()
        kind = here.__class__
        if kind in _PLAIN or _is_plain_text(here) or (kind is float and isfinite(cast("float", here))):
            continue
        if depth >= MAX_DEPTH:
            return False
        if seen.get(id(here), -1) >= depth:
            continue
        seen[id(here)] = depth
        inside: Iterable[object]
        if kind is dict:
            keyed = cast("dict[object, object]", here)
            if not all(map(_is_plain_text, keyed)):
                return False
            inside = keyed.values()
        elif kind is list:
            inside = cast("list[object]", here)
        else:
            return False
        for inner in inside:
            if isinstance(inner, str):
                if NUL in inner:
                    return False
            elif inner.__class__ not in _PLAIN:
                waiting.append((inner, depth + 1))
    return True


def _is_plain_text(value: object) -> bool:
    return isinstance(value, str) and NUL not in value


def _first_problem(value: object, path: str) -> Problem | None:
    waiting: list[tuple[object, str, int]] = [(value, path, 0)]
    seen: dict[int, int] = {}  # by identity of maps and lists: the greatest depth at which they were passed
    while waiting:
        here, at, depth = waiting.pop()
        if here is None or isinstance(here, int):
            continue
        if isinstance(here, str):
            if NUL in here:
                return Problem(at, "value.nul")
            continue
        if isinstance(here, float):
            if not isfinite(here):
                return Problem(at, "value.not_finite", {"got": str(here)})
            continue
        if depth >= MAX_DEPTH:
            return Problem(at, "value.too_deep", {"limit": MAX_DEPTH})
        if seen.get(id(here), -1) >= depth:
            continue
        seen[id(here)] = depth
        if isinstance(here, Mapping):
            for key, inner in here.items():
                if not isinstance(key, str):
                    return Problem(at, "value.key_not_text", {"got": repr(key)[:60]})
                if NUL in key:
                    return Problem(at, "value.nul")
                if inner.__class__ is not str or NUL in inner:
                    waiting.append((inner, f"{at}.{key}" if at else key, depth + 1))
        elif isinstance(here, (list, tuple)):
            waiting.extend((inner, f"{at}[{index}]", depth + 1) for index, inner in enumerate(here))
        else:
            return Problem(at, "value.not_json", {"got": type(here).__name__})
    return None
