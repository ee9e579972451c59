"""kubectl's JSONPath templates: `{.items[*].metadata.name}`, `{range …}{end}`, filters, unions, `..`.

Source: k8s.io/client-go util/jsonpath/jsonpath.go (v0.35) as `kubectl get` uses it: a missing key is no
error. The keys of a map are visited in the order of the object; upstream's order is random."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from playground.console.jsonpath_parser import (
    Action,
    Array,
    Field,
    Filter,
    Identifier,
    Literal,
    Node,
    PathError,
    Recursion,
    Union,
    Wildcard,
    parse,
)
from playground.console.output import LineError

MOST = 100_000
"""Results of a path, and characters of a text, at most."""
_HTML = {code: f"\\u{code:04x}" for code in (*map(ord, "<>&"), 0x2028, 0x2029)}
_TYPES = {bool: "bool", int: "int64", float: "float64", str: "string", dict: "map[string]interface {}"}
_TOO_LONG = "error: the result is too long"


def render(template: str, value: Any) -> str:
    """The text of a template for a value. Raises LineError with kubectl's sentence."""
    try:
        parts, _ = _rendered(_parsed(template), 0, value, 0)
    except PathError as error:
        quoted = json.dumps(template, ensure_ascii=False)
        raise LineError(
            f"error: error executing jsonpath {quoted}: Error executing template: {error}"
        ) from None
    return "".join(parts)


def results(path: str, value: Any) -> list[Any]:
    """The values at a path such as `.status.phase` or `{.status.phase}`. Raises LineError."""
    inner = path.strip().removeprefix("{").removesuffix("}").strip()
    relaxed = f"{{{inner if inner.startswith(('.', '[', '$', '@')) else f'.{inner}'}}}"
    try:
        return [result for node in _parsed(relaxed) for result in _values([value], node)]
    except PathError as error:
        raise LineError(f"error: {error}") from None


def _parsed(template: str) -> list[Action]:
    try:
        return parse(template)
    except PathError as error:
        raise LineError(f"error: error parsing jsonpath {template[:200]}, {error}") from None


def _rendered(actions: Sequence[Action], at: int, value: Any, ranges: int) -> tuple[list[str], int]:
    """The text up to the end of the range that surrounds `at`, and the place of that end."""
    parts: list[str] = []
    size = 0
    while at < len(actions):
        action = actions[at]
        entries = _values([value], action)
        if action.names("end"):
            if not ranges:
                raise PathError("not in range, nothing to end")
            return parts, at
        if action.names("range"):
            end = at
            for entry in entries or [None]:
                texts, end = _rendered(actions, at + 1, entry, ranges + 1)
                if entries:
                    parts += texts
                    size += sum(map(len, texts))
                if size > MOST:
                    raise LineError(_TOO_LONG)
            at = end
        else:
            parts.append(" ".join(map(_text, entries)))
            size += len(parts[-1])
        if size > MOST:
            raise LineError(_TOO_LONG)
        at += 1
    return parts, at


def _values(values: list[Any], action: Action) -> list[Any]:
    """The values that the nodes of an action lead to, from several values."""
    for node in action.nodes:
        values = list(islice(_step(values, node), MOST + 1))
        if len(values) > MOST:
            raise LineError(_TOO_LONG)
    return values


def _step(values: list[Any], node: Node) -> Iterable[Any]:
    match node:
        case Literal(value):
            return [value] if isinstance(value, str) else [value] * len(values)
        case Identifier(name):
            if name not in ("range", "end"):
                raise PathError(f"unrecognized identifier {name}")
            return values if name == "range" else []
        case Field(name):
            return (value[name] for value in values if isinstance(value, dict) and name in value)
        case Wildcard():
            return (inner for value in values for inner in _children(value))
        case Recursion():
            return (inner for value in values for inner in _descendants(value))
        case Array():
            return (inner for value in values if value is not None for inner in _entries(value, node))
        case Union(actions):
            return (inner for action in actions for inner in _values(values, action))
        case Filter():
            return (inner for value in values for inner in _filtered(value, node))


def _children(value: Any) -> list[Any]:
    """What is inside a map, a list or a text; of a text its bytes."""
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, str):
        return list(value.encode())
    return value if isinstance(value, list) else []


def _descendants(value: Any) -> Iterator[Any]:
    """Everything with a content in a value, itself first."""
    inside = _children(value)
    if inside:
        yield value
    if not isinstance(value, str):
        for inner in inside:
            yield from _descendants(inner)


def _entries(value: Any, array: Array) -> list[Any]:
    if not isinstance(value, list):
        raise PathError(f"{_TYPES.get(type(value), type(value).__name__)} is not array or slice")
    length = len(value)
    start = array.start or 0
    if start < 0:
        start += length
    end = length if array.end is None else array.end
    if end < 0 or (end == 0 and array.single):
        end += length
    if start == end:
        return []
    if not 0 <= start < length:
        raise PathError(f"array index out of bounds: index {start}, length {length}")
    if not 0 <= end <= length:
        raise PathError(f"array index out of bounds: index {end - 1}, length {length}")
    if start > end:
        raise PathError(f"starting index {start} is greater than ending index {end}")
    if array.step is not None and array.step <= 0:
        raise PathError("step must be > 0")
    return value[start : end : array.step or 1]


def _filtered(value: Any, condition: Filter) -> list[Any]:
    if not isinstance(value, list):
        raise PathError(f"{_go(value)} is not array or slice and cannot be filtered")
    if condition.operator == "exists":
        return [entry for entry in value if _exists(entry, condition)]
    return [entry for entry in value if _holds(entry, condition)]


def _exists(entry: Any, condition: Filter) -> bool:
    try:
        return bool(_values([entry], condition.left))
    except PathError:
        return False


def _holds(entry: Any, condition: Filter) -> bool:
    """Whether the entry has both sides, and they compare as the operator says. An entry without the
    field is not selected by `!=` either."""
    sides = []
    for side in (condition.left, condition.right):
        entries = _values([entry], side)
        if not entries:
            return False
        if len(entries) > 1:
            raise PathError("can only compare one element at a time")
        sides.append(entries[0])
    left, right = sides
    if condition.operator not in ("==", "!=", "<", "<=", ">", ">="):
        raise PathError(f"unrecognized filter operator {condition.operator}")
    ordered = condition.operator not in ("==", "!=")
    kinds = (_basic(left), _basic(right))
    if kinds[0] is not kinds[1]:
        raise PathError("incompatible types for comparison")
    if ordered and kinds[0] is bool:
        raise PathError("invalid type for comparison")
    if condition.operator in ("==", "!="):
        return (left == right) == (condition.operator == "==")
    if condition.operator in ("<", ">="):
        return (left < right) == (condition.operator == "<")
    return (left <= right) == (condition.operator == "<=")


def _basic(value: Any) -> type:
    if type(value) not in (bool, int, float, str):
        raise PathError("invalid type for comparison")
    return type(value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return "<nil>"
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True).translate(_HTML)


def _go(value: Any) -> str:
    """A value as Go's `%v` prints it."""
    if isinstance(value, dict):
        return f"map[{' '.join(f'{key}:{_go(value[key])}' for key in sorted(value))}]"
    if isinstance(value, list):
        return f"[{' '.join(map(_go, value))}]"
    return _text(value)
