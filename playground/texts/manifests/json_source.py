"""Reads consecutive JSON values, detects duplicate keys, and locates paths on demand."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playground.texts.manifests.field_paths import Step
from playground.texts.manifests.yaml_values import NOT_READ, NOT_READ_VALUE
from scheduler_core import Json

MOST_DIGITS = 308
"""A whole number with more digits exceeds float64; beyond 4 300 digits Python refuses to read it."""
PROGRESS_ITEMS = 500
"""Entries between two reports of progress."""

_SPACE = re.compile(r"[ \t\n\r]*")
_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPES = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u[dD][89a-fA-F]..|.)")
"""Consecutive escapes: a whole pair of surrogates first, then an unpaired one."""
_TOKEN = re.compile(r'[ \t\n\r,:]*(?:("(?:[^"\\]|\\.)*")|([\[\]{}])|([^\s,:\[\]{}"]+))')


class NotJsonError(Exception):
    """The text is not JSON, most likely YAML in flow style."""


class DuplicateKeyError(Exception):
    """`offset` is the place of the repeated key, `first` that of its first occurrence."""

    def __init__(self, key: str, offset: int, path: str, first: int) -> None:
        super().__init__(key)
        self.key, self.offset, self.path, self.first = key, offset, path, first


class NoCharacterError(Exception):
    """A JSON string contains NUL or an unpaired surrogate, written as an escape, at an offset."""

    def __init__(self, offset: int, code: str, **args: Json) -> None:
        super().__init__(offset)
        self.offset, self.code, self.args_ = offset, code, args


class NumberError(Exception):
    """A number, written as `text` at an offset, exceeds float64. Go's JSON refuses it as well."""

    def __init__(self, text: str, offset: int) -> None:
        super().__init__(text)
        self.text, self.offset = text, offset


class _TwiceError(Exception):
    pass


class _BoundsError(Exception):
    """Its argument is the number as written."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes a map from its pairs; refuses duplicate keys."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _TwiceError
    return result


def _no_constant(word: str) -> Any:
    raise ValueError(word)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _BoundsError(text)
    return value


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise ValueError(text[:MOST_DIGITS])
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole
)


@dataclass(frozen=True, slots=True)
class JsonValue:
    """A value with the offsets of its start, of its end, and of the entries of its `items`."""

    start: int
    end: int
    value: Any
    items: tuple[int, ...]


def read_values(text: str, progress: Callable[[float], None] | None = None) -> list[JsonValue]:
    """All values of a text. `progress` gets the share of the text (0 to 1) read so far. Raises NotJsonError,
    DuplicateKeyError, NumberError, NoCharacterError or RecursionError."""
    values: list[JsonValue] = []
    at = _skip(text, 0)
    while at < len(text):
        items: list[int] = []
        try:
            value, end = _decode(text, at, items, progress)
        except _TwiceError:
            raise _find_duplicate(text) from None
        except _BoundsError as error:
            raise NumberError(str(error), text.find(str(error), at)) from None
        except ValueError:
            raise NotJsonError from None
        nul = _ESCAPED_NUL.search(text, at, end) if text.find(r"\u0000", at, end) >= 0 else None
        if nul is not None:
            raise NoCharacterError(nul.end() - len(r"\u0000"), "text.nul")
        if _ESCAPED_HALF.search(text, at, end) and (half := _unpaired(text, at, end)) is not None:
            character = f"U+{text[half + 2 : half + 6].upper()}"
            raise NoCharacterError(half, "text.surrogate", character=character)
        values.append(JsonValue(at, end, value, tuple(items)))
        at = _skip(text, end)
    return values


def _decode(
    text: str, at: int, items: list[int], progress: Callable[[float], None] | None
) -> tuple[Any, int]:
    """(value, end offset) of the value at an offset. Appends the offsets of the entries of its `items` to
    `items`."""
    if text[at] != "{":
        return _DECODER.raw_decode(text, at)
    pairs: list[tuple[str, Any]] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if not isinstance(key, str) or text[at : at + 1] != ":":
            raise ValueError(key)
        at = _skip(text, at + 1)
        if key == "items" and text[at : at + 1] == "[":
            value, at = _decode_items(text, at, items, progress)
        else:
            value, at = _DECODER.raw_decode(text, at)
        pairs.append((key, value))
        at = _next(text, at, "}")
    return _unique(pairs), at + 1


def _decode_items(
    text: str, at: int, items: list[int], progress: Callable[[float], None] | None
) -> tuple[list[Any], int]:
    """(list, end offset) of the list at an offset. Appends the offsets of its entries to `items`."""
    values: list[Any] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != "]":
        items.append(at)
        value, at = _DECODER.raw_decode(text, at)
        metadata = value.get("metadata") if isinstance(value, dict) else None
        if isinstance(metadata, dict) and metadata.get(NOT_READ):
            metadata[NOT_READ] = NOT_READ_VALUE  # as in YAML; otherwise all of them would stay in memory
        values.append(value)
        at = _next(text, at, "]")
        if progress is not None and len(values) % PROGRESS_ITEMS == 0:
            progress(at / len(text))
    return values, at + 1


def _next(text: str, at: int, end: str) -> int:
    """The offset after the comma that follows an offset, or that of the bracket that ends the value."""
    at = _skip(text, at)
    if text[at : at + 1] == end:
        return at
    if text[at : at + 1] != ",":
        raise ValueError(text[at : at + 1])
    at = _skip(text, at + 1)
    if text[at : at + 1] == end:
        raise ValueError(end)
    return at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _unpaired(text: str, at: int, end: int) -> int | None:
    """The offset of the first escape that is an unpaired surrogate; None without one."""
    halves = (match for match in _ESCAPES.finditer(text, at, end) if len(match[0]) == len(r"\ud800"))
    half = next(halves, None)
    return None if half is None else half.start()


def depth(value: Any) -> int:
    """The nesting depth of containers, counted level by level, because recursion could exhaust the stack."""
    level, count = [value], 0
    while level:
        count += 1
        level = [
            inner
            for item in level
            if isinstance(item, dict | list)
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return count


def _find_duplicate(text: str) -> DuplicateKeyError:
    """The first key that occurs twice in a map."""
    offsets: dict[tuple[Step, ...], int] = {}
    for path, offset, is_key in _places(text):
        if is_key:
            if path in offsets:
                return DuplicateKeyError(str(path[-1]), offset, _print(path), offsets[path])
            offsets[path] = offset
        elif path == ():
            offsets.clear()
    return DuplicateKeyError("", 0, "", 0)


def locate(text: str, needed: set[tuple[Step, ...]]) -> dict[tuple[Step, ...], int]:
    """The offset of each needed path and of its parents: a map's entry at its key, a list's entry at the
    item."""
    prefixes = {steps[:cut] for steps in needed for cut in range(len(steps) + 1)}
    places: dict[tuple[Step, ...], int] = {}
    for path, offset, _ in _places(text):
        if path in prefixes and path not in places:
            places[path] = offset
            if needed <= places.keys():
                break
    return places


def _places(text: str) -> Iterator[tuple[tuple[Step, ...], int, bool]]:
    """(path, offset, whether a key is there) of everything in well-formed JSON, in order."""
    stack: list[list[Any]] = []  # [path, is object, next key or index]
    for match in _TOKEN.finditer(text):
        string, bracket, _ = match.groups()
        if bracket in ("}", "]"):
            stack.pop()
            if stack:
                _advance(stack[-1])
            continue
        offset = match.start(match.lastindex or 0)
        top = stack[-1] if stack else None
        if top is not None and top[1] and top[2] is None:
            key: str = json.loads(string, strict=False) if string else ""
            top[2] = key
            yield (*top[0], key), offset, True
            continue
        path: tuple[Step, ...] = () if top is None else (*top[0], top[2])  # type: ignore[arg-type]  # its key came
        if top is None or not top[1]:
            yield path, offset, False
        if bracket:
            stack.append([path, bracket == "{", None if bracket == "{" else 0])
        elif top is not None:
            _advance(top)


def _advance(frame: list[Any]) -> None:
    frame[2] = None if frame[1] else frame[2] + 1


def _print(path: tuple[Step, ...]) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
