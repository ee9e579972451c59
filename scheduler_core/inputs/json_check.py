"""The check that a value is JSON: a value that cannot be stored, hashed and sent is refused on input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from math import inf, isfinite
from typing import cast

from scheduler_core.objects.problem import Problem

MAX_DEPTH = 100
NUL = "\0"
"""Neither a text column of the database nor a name in Kubernetes can contain it."""
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a UTF-16 surrogate pair: it is no character, and UTF-8 cannot encode it."""
_LARGEST = int(sys.float_info.max)
"""Go reads a number of JSON as int64 or float64, so a larger whole number is as infinite as 1e400."""


def wrong_character(text: str) -> int | None:
    """The offset of the first character that no text may hold: NUL or half of a surrogate pair."""
    at = text.find(NUL)
    half = None if text.isascii() else _SURROGATE.search(text)
    if half is not None and (at < 0 or half.start() < at):
        return half.start()
    return None if at < 0 else at


def text_problem(text: str, path: str) -> Problem | None:
    """The problem of a text with NUL or half of a surrogate pair; None for a good text."""
    at = wrong_character(text)
    if at is None:
        return None
    if text[at] == NUL:
        return Problem(path, "value.nul")
    return Problem(path, "value.surrogate", {"character": f"U+{ord(text[at]):04X}"})


def not_json(value: object, path: str = "") -> Problem | None:
    """The first part of `value` that JSON cannot hold (a key that is not a text, NaN, a date …) or that is
    nested too deeply, a number beyond float64, or a text with NUL or half of a surrogate pair; None when
    there is none."""
    return None if _is_json(value) else _first_problem(value, path)


_PLAIN = frozenset((bool, type(None)))


def _is_json(value: object) -> bool:
    """A fast check without paths: True only for values without a problem. For classes that `json.loads` does
    not produce it returns False, and `_first_problem` decides.
    """
    waiting: list[tuple[object, int]] = [(value, 0)]
    depths: dict[int, int] = {}  # as in `_first_problem`
    names: set[object] = set()
    texts: list[str] = []  # they are searched for wrong characters at the end, all at once
    while waiting:
        item, depth = waiting.pop()
        kind = item.__class__
        if kind in _PLAIN or _is_finite(item):
            continue
        if isinstance(item, str):
            texts.append(item)
            continue
        if depth >= MAX_DEPTH:
            return False
        if depths.get(id(item), -1) >= depth:
            continue
        depths[id(item)] = depth
        inside: Iterable[object]
        if kind is dict:
            keyed = cast("dict[object, object]", item)
            if not keyed.keys() <= names:
                new = keyed.keys() - names
                if not all(isinstance(key, str) for key in new):
                    return False
                names |= new
                texts += cast("set[str]", new)
            inside = keyed.values()
        elif kind is list:
            inside = cast("list[object]", item)
        else:
            return False
        for inner in inside:
            if inner.__class__ is str:
                texts.append(inner)
            elif inner.__class__ not in _PLAIN:
                waiting.append((inner, depth + 1))
    return wrong_character("".join(texts)) is None


def _is_finite(value: object) -> bool:
    if value.__class__ is int:
        return -_LARGEST <= value <= _LARGEST
    return value.__class__ is float and isfinite(value)


def _first_problem(value: object, path: str) -> Problem | None:
    """The problem of `not_json` with its path. Any Mapping, list and tuple counts as JSON."""
    waiting: list[tuple[object, str, int]] = [(value, path, 0)]
    depths: dict[int, int] = {}  # by identity of maps and lists: the greatest depth at which they were passed
    while waiting:
        item, at, depth = waiting.pop()
        if item is None or isinstance(item, bool):
            continue
        if isinstance(item, str):
            if wrong := text_problem(item, at):
                return wrong
            continue
        if isinstance(item, int | float):
            if not _is_finite(item):
                got = item if isinstance(item, float) else inf if item > 0 else -inf
                return Problem(at, "value.not_finite", {"got": str(got)})
            continue
        if depth >= MAX_DEPTH:
            return Problem(at, "value.too_deep", {"limit": MAX_DEPTH})
        if depths.get(id(item), -1) >= depth:
            continue
        depths[id(item)] = depth
        if isinstance(item, Mapping):
            for key, inner in item.items():
                if not isinstance(key, str):
                    return Problem(at, "value.key_not_text", {"got": repr(key)[:60]})
                if wrong := text_problem(key, at):
                    return wrong
                if inner.__class__ is not str or wrong_character(inner) is not None:
                    waiting.append((inner, f"{at}.{key}" if at else key, depth + 1))
        elif isinstance(item, (list, tuple)):
            waiting.extend((inner, f"{at}[{index}]", depth + 1) for index, inner in enumerate(item))
        else:
            return Problem(at, "value.not_json", {"got": type(item).__name__})
    return None
