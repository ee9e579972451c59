"""Texts from outside: the only reader of JSON, and the only check of plain text.

All entrances of the playground read JSON with `read_json`: sockets, `/api/v1`, the Kubernetes API, links,
form fields and addresses. It refuses what is not Unicode text, not JSON by RFC 8259, or could not be stored
and read again: NUL, unpaired surrogates, numbers beyond float64, deep nesting."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from playground.limits import YAML_DEPTH
from playground.texts.manifests import json_source
from playground.texts.manifests.field_paths import nearest_steps
from scheduler_core import Position, Problem, not_json, wrong_character

_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)
Pairs = Callable[[list[tuple[str, Any]]], Any]
Words = Callable[[ValueError], str]


def plain_texts(texts: Iterable[str]) -> bool:
    """Whether none of the texts contains NUL or an unpaired surrogate."""
    return all(wrong_character(text) is None for text in texts)


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _number(text: str) -> int:
    if len(text.lstrip("-")) > json_source.MOST_DIGITS + 1:  # numbers of 309 digits are compared with float64
        raise ValueError("a number has too many digits")
    return int(text)


def python_words(error: ValueError) -> str:
    """Python's message about a text that is not JSON."""
    return error.msg if isinstance(error, json.JSONDecodeError) else str(error)


def read_json(
    data: bytes | str, *, path: str = "", pairs: Pairs | None = None, words: Words = python_words
) -> Any | Problem:
    """The value of a JSON text in UTF-8, or its problem with line and the path below `path`.

    `pairs` makes a map from its pairs, `words` the detail of a syntax error."""
    try:
        text = data.decode("utf-8").removeprefix("\ufeff") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        place = _line(bytes(data)[: error.start].decode("utf-8", "replace"))  # type: ignore[arg-type]
        return _syntax(path, "this is not UTF-8", place)
    value = decoded_json(text, path=path, pairs=pairs, words=words)
    wrong = None if isinstance(value, Problem) else not_json(value)
    if wrong is None:
        return value
    return Problem(wrong.below(path).path, wrong.code, wrong.args, position=_place(text, value, wrong.path))


def decoded_json(
    text: str, *, path: str = "", pairs: Pairs | None = None, words: Words = python_words
) -> Any | Problem:
    """Like `read_json`, but without checking the strings and numbers of the value, for callers that need a
    message's id before they can answer."""
    if _deeper(text, YAML_DEPTH):
        return Problem(path, "value.too_deep", {"limit": YAML_DEPTH}, position=Position(1, 1))
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=_no_constant, parse_int=_number)
    except json.JSONDecodeError as error:
        return _syntax(path, words(error), Position(error.lineno, error.colno))
    except ValueError as error:
        return _syntax(path, words(error), Position(1, 1))


def _syntax(path: str, detail: str, position: Position) -> Problem:
    return Problem(path, "protocol.not_json", {"detail": detail[:120]}, position=position)


def _line(before: str) -> Position:
    return Position(before.count("\n") + 1, len(before) - before.rfind("\n"))


def _place(text: str, value: Any, path: str) -> Position:
    """The position of a path in well-formed JSON."""
    steps = nearest_steps(value, path)
    return _line(text[: json_source.locate(text, {steps}).get(steps, 0)])


def _deeper(text: str, most: int) -> bool:
    """Whether brackets are nested deeper than `most`, without recursion, because Python's own decoder
    exhausts the stack."""
    if text.count("[") + text.count("{") <= most:
        return False
    depth = 0
    for match in _BRACKETS.finditer(text):
        match match[0]:
            case "[" | "{":
                depth += 1
                if depth > most:
                    return True
            case "]" | "}":
                depth -= 1
    return False
