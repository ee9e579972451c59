"""Makes values from YAML events by the rules of sigs.k8s.io/yaml v1 (goyaml.v2, `resolve.go`), which kubectl
uses.

YAML 1.1 booleans (`yes`, `on`, `y`), leading-zero octals, no sexagesimal numbers; timestamps stay strings,
keys become strings. A merge key takes effect at its place: it replaces the keys written before it
(`decode.go`, `mapping`). Unlike goyaml, a duplicate key is refused, and the expansion of aliases is
limited."""

from __future__ import annotations

import base64
import marshal
import math
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from playground.limits import YAML_DEPTH
from scheduler_core import Json, wrong_character

try:
    from yaml.cyaml import CParser as _CParser  # type: ignore[attr-defined]  # the types lack it
except ImportError:  # PyYAML without libyaml: some ten times slower, and stricter about tabs
    _CParser = None  # type: ignore[assignment, misc]

PROGRESS_ITEMS = 500
"""Items between two reports of progress."""
NOT_READ = "managedFields"
"""The field of `metadata` that is dropped from entries of `items`. It is often half of a dump, no two are
alike, and the report only says that it was dropped."""
NOT_READ_VALUE: list[Any] = [{}]
NODE_COST = 32
"""The cost of one value in a `Budget`; the length of its text is added."""

SHARED_BYTES = 4 * 1024
"""Parts that take more are seldom equal."""
MARSHAL_VERSION = 2
"""The last format of `marshal` in which equal values are always written alike."""

MOST_FIGURES = 1_100
"""The most digits of a whole number in any notation; Python reads no more than 4 300 decimal ones."""
LARGEST = int(sys.float_info.max)
"""A larger whole number stays a string, as in goyaml.v2, where it is neither int64 nor float64."""

_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_POINT_FLOAT = re.compile(r"\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?\Z")
"""A number that begins with a point. Only here must an underscore stand between two digits (`strconv`)."""
_INT = re.compile(r"[-+]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0([oO][0-7]|[0-7])[0-7]*|0|[1-9][0-9]*)\Z")
_INNER_LIST = re.compile(r"items\[\d+\]\.items")
_METADATA = re.compile(r"items\[\d+\]\.metadata")
TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}.*)?\Z")
_WORDS: Mapping[str, object] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_YAML_TAG = "tag:yaml.org,2002:"


class UnreadableError(Exception):
    """A document cannot be read. `yaml_source` makes a `Problem` of it."""

    def __init__(self, code: str, mark: Any = None, path: str = "", **args: Json) -> None:
        super().__init__(code)
        self.code, self.mark, self.path, self.args_ = code, mark, path, args


class Budget:
    """`left` is the remaining cost of values that aliases may repeat. Values written out need no budget,
    because the size of the text limits them."""

    __slots__ = ("left", "limit")

    def __init__(self, left: int) -> None:
        self.left = self.limit = left

    def spend(self, cost: int, mark: Any) -> None:
        self.left -= cost
        if self.left < 0:
            raise UnreadableError("yaml.expands_too_far", mark, limit=self.limit)


if _CParser is not None:
    Events: Any = _CParser
else:
    from yaml.parser import Parser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class Events(Reader, Scanner, Parser):  # type: ignore[no-redef]
        def __init__(self, text: str) -> None:
            Reader.__init__(self, text)
            Scanner.__init__(self)
            Parser.__init__(self)


class Builder:
    """Makes values from events. Aliased values are shared, not copied, and cost their full price at each use.

    `_anchors` holds (value, cost, depth) of each anchor, `_open` the anchors whose value is still incomplete.
    `progress` gets the share (0 to 1) of the text of a long list read so far."""

    def __init__(self, text: str, budget: Budget, progress: Callable[[float], None] | None = None) -> None:
        if not text.endswith("\n"):
            text += "\n"  # libyaml would drop the last line break of a block scalar, goyaml.v2 keeps it
        self._event: Callable[[], Any] = Events(text).get_event
        self._budget = budget
        self._progress, self._length = progress, len(text)
        self._anchors: dict[str, tuple[Any, int, int]] = {}
        self._open: set[str] = set()
        self._keys: dict[str, str] = {}
        """The unquoted keys that were read before: a dump has the same ones again and again."""
        self.item_lines: list[int] = []
        """The lines (from 0) on which the entries of the last document's `items` begin."""
        self.inner_lines: dict[int, list[int]] = {}
        """Index in `items` → the lines of the entries of the list at that index."""

    def next_document(self) -> tuple[bool, Any, int]:
        """(whether there is one, value, line of its first value counted from 0)."""
        try:
            return self._document()
        except yaml.MarkedYAMLError as error:
            context = f"{error.context}: " if error.context else ""
            mark = error.problem_mark or error.context_mark
            raise UnreadableError("yaml.syntax", mark, text=f"{context}{error.problem}") from None
        except yaml.YAMLError as error:
            raise UnreadableError("yaml.syntax", None, text=str(error).splitlines()[0]) from None

    def _document(self) -> tuple[bool, Any, int]:
        while True:
            event = self._event()
            if event is None or isinstance(event, StreamEndEvent):
                return False, None, 0
            if isinstance(event, DocumentStartEvent):
                break
        self._anchors.clear()
        self._open.clear()
        self.item_lines, self.inner_lines = [], {}
        first = self._event()
        value, _, _ = self._value(first, 1, "")
        while not isinstance(self._event(), DocumentEndEvent):
            pass
        if len(self.item_lines) >= PROGRESS_ITEMS and isinstance(value.get("items"), list):
            value = _with_equal_parts_once(value)
        return True, value, first.start_mark.line

    def _value(self, event: Any, depth: int, path: str) -> tuple[Any, int, int]:
        """(value, cost with all aliases written out, depth including its own level)."""
        if depth > YAML_DEPTH:
            raise UnreadableError("yaml.too_deep", event.start_mark, path, limit=YAML_DEPTH)
        if isinstance(event, ScalarEvent):
            cost = NODE_COST + len(event.value)
            value = (scalar(event, path), cost, 1)
            if event.anchor:
                self._anchors[event.anchor] = value
            return value
        if isinstance(event, AliasEvent):
            return self._alias(event, depth, path)
        anchor = event.anchor
        if anchor:
            self._open.add(anchor)
            self._anchors.pop(anchor, None)
        value = (
            self._sequence(depth, path)
            if isinstance(event, SequenceStartEvent)
            else self._mapping(depth, path)
        )
        if anchor:
            self._open.discard(anchor)
            self._anchors[anchor] = value
        return value

    def _alias(self, event: Any, depth: int, path: str) -> tuple[Any, int, int]:
        anchored = self._anchors.get(event.anchor)
        if anchored is None:
            code = "yaml.alias_in_itself" if event.anchor in self._open else "yaml.unknown_alias"
            raise UnreadableError(code, event.start_mark, path, name=event.anchor)
        if depth + anchored[2] - 1 > YAML_DEPTH:
            raise UnreadableError("yaml.too_deep", event.start_mark, path, limit=YAML_DEPTH)
        self._budget.spend(anchored[1], event.start_mark)
        return anchored

    def _sequence(self, depth: int, path: str) -> tuple[list[Any], int, int]:
        result: list[Any] = []
        total, deepest = NODE_COST, 0
        while not isinstance(event := self._event(), SequenceEndEvent):
            if depth == 4 and _INNER_LIST.fullmatch(path):
                self.inner_lines.setdefault(len(self.item_lines) - 1, []).append(event.start_mark.line)
            elif depth == 2 and path == "items":
                self.item_lines.append(event.start_mark.line)
                if self._progress is not None and len(result) % PROGRESS_ITEMS == 0:
                    self._progress(event.start_mark.index / self._length)
            value, cost, below = self._value(event, depth + 1, f"{path}[{len(result)}]")
            result.append(value)
            total += cost
            deepest = max(deepest, below)
        return result, total, deepest + 1

    def _mapping(self, depth: int, path: str) -> tuple[dict[str, Any], int, int]:
        result: dict[str, Any] = {}
        marks: dict[str, Any] = {}
        total, deepest = NODE_COST, 0
        next_event, known_keys = self._event, self._keys
        while (event := next_event()).__class__ is not MappingEndEvent:
            mark = event.start_mark
            key = known_keys.get(event.value) if _is_plain(event) else None
            if key is None and _is_merge(event):
                merge_event = next_event()
                value, cost, below = self._value(merge_event, depth + 1, f"{path}.<<")
                for source in reversed(_merge_sources(value, merge_event, path)):
                    result.update(source)
            else:
                key = key or self._key(event, path)
                if key in marks:
                    key_path = f"{path}.{key}" if path else key
                    first = marks[key].line + 1
                    raise UnreadableError("yaml.duplicate_key", mark, key_path, key=key, first=first)
                marks[key] = mark
                event = next_event()
                if key == NOT_READ and depth == 4 and _METADATA.fullmatch(path):
                    value, cost, below = self._not_read(event, depth + 1, f"{path}.{key}")
                elif (
                    _is_plain(event)
                    and depth < YAML_DEPTH
                    # a float may be one that JSON does not have
                    and (value := _plain_value(event.value)).__class__ is not float
                ):
                    cost, below = NODE_COST + len(event.value), 1
                else:
                    key_path = f"{path}.{key}" if path else key
                    value, cost, below = self._value(event, depth + 1, key_path)
                result[key] = value
            total += cost
            deepest = max(deepest, below)
        return result, total, deepest + 1

    def _not_read(self, event: Any, depth: int, path: str) -> tuple[Any, int, int]:
        """Passes over a value that is not read. One with anything unusual in it is read all the same, so that
        aliases have their values and what is wrong is found."""
        events, level, usual = [event], 0, True
        while True:
            kind = event.__class__
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                level += 1
                usual = usual and not event.anchor and depth + level <= YAML_DEPTH
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                level -= 1
            elif kind is AliasEvent or event.anchor or event.tag is not None:
                usual = False
            if not level:
                break
            event = self._event()
            events.append(event)
        if usual and len(events) > 2:
            return NOT_READ_VALUE, NODE_COST, 1
        read, self._event = self._event, iter(events[1:]).__next__
        try:
            value, cost, below = self._value(events[0], depth, path)
        finally:
            self._event = read
        return NOT_READ_VALUE if value else value, cost, below

    def _key(self, event: Any, path: str) -> str:
        if isinstance(event, AliasEvent):
            value = self._alias(event, 1, path)[0]
        elif isinstance(event, ScalarEvent):
            value = self._value(event, 1, path)[0]
        else:
            raise UnreadableError("yaml.key_type", event.start_mark, path, type="a list or a map")
        key = _key_text(value, event, path)
        if _is_plain(event):
            self._keys[event.value] = key
        return key


def _with_equal_parts_once(value: dict[str, Any]) -> dict[str, Any]:
    """A list of which equal parts of the entries are one value: who looks at it knows by identity what was
    seen before."""
    parts: dict[bytes, Any] = {}

    def once(part: Any) -> Any:
        if part.__class__ is not dict and part.__class__ is not list:
            return part
        written = marshal.dumps(part, MARSHAL_VERSION)
        if len(written) <= SHARED_BYTES:
            return parts.setdefault(written, part)
        if part.__class__ is dict:
            return {name: once(inner) for name, inner in part.items()}
        return [once(inner) for inner in part]

    def entry(item: Any) -> Any:
        if item.__class__ is not dict:
            return item
        return {
            name: {inner: once(part) for inner, part in value.items()} if value.__class__ is dict else value
            for name, value in item.items()
        }

    return {**value, "items": [entry(item) for item in value["items"]]}


def _key_text(value: Any, event: Any, path: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    raise UnreadableError("yaml.key_type", event.start_mark, path, type="null")


def _is_plain(event: Any) -> bool:
    """Whether an event is an unquoted scalar without tag and anchor."""
    return event.__class__ is ScalarEvent and event.implicit[0] and event.tag is None and not event.anchor


def _is_merge(event: Any) -> bool:
    return isinstance(event, ScalarEvent) and event.value == "<<" and event.implicit[0]


def _merge_sources(value: Any, event: Any, path: str) -> list[dict[str, Any]]:
    sources = value if isinstance(value, list) else [value]
    if not all(isinstance(source, dict) for source in sources):
        raise UnreadableError("yaml.merge", event.start_mark, path)
    return sources


def scalar(event: Any, path: str) -> Any:
    text: str = event.value
    # only escapes can produce such characters
    if event.style == '"' and (at := wrong_character(text)) is not None:
        character = f"U+{ord(text[at]):04X}"
        raise UnreadableError("yaml.control_character", event.start_mark, path, character=character)
    tag: str | None = event.tag
    if tag is None or tag == "!":
        if not event.implicit[0] or tag == "!":
            return text
        value = plain_value(text)
    elif tag in (_YAML_TAG + "int", _YAML_TAG + "float", _YAML_TAG + "bool", _YAML_TAG + "null"):
        value = plain_value(text)
        types = {"int": int, "float": (int, float), "bool": bool, "null": type(None)}[
            tag.removeprefix(_YAML_TAG)
        ]
        if not isinstance(value, types):  # type: ignore[arg-type]
            raise UnreadableError(
                "yaml.tag", event.start_mark, path, value=text[:80], tag=tag.removeprefix(_YAML_TAG)
            )
    elif tag == _YAML_TAG + "binary":
        try:
            return base64.b64decode(text, validate=False).decode("utf-8", "replace").replace("\0", "\ufffd")
        except ValueError:  # not base64, or not even ASCII
            raise UnreadableError("yaml.tag", event.start_mark, path, value=text[:80], tag="binary") from None
    else:
        return text
    if isinstance(value, float) and not math.isfinite(value):
        raise UnreadableError("yaml.not_json", event.start_mark, path, value=text)
    return value


def plain_value(text: str) -> Any:
    """The value of an unquoted scalar as goyaml.v2 resolves it, except that timestamps stay strings."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first not in "+-.0123456789":
        return text
    if first == ".":
        return _number(text, text) if _POINT_FLOAT.match(text) else text
    if TIMESTAMP.match(text):
        return text
    plain = text.replace("_", "")
    if _INT.match(plain):
        sign = -1 if plain[0] == "-" else 1
        digits = plain.lstrip("+-")
        if len(digits) > 1 and digits[0] == "0" and digits[1] in "01234567":
            digits = "0o" + digits[1:]
        if len(digits) > MOST_FIGURES:
            return text
        whole = int(digits, 0)
        return sign * whole if whole <= LARGEST else text
    if _FLOAT.match(plain):
        return _number(plain, text)
    return text


_plain_value = lru_cache(maxsize=8192)(plain_value)
"""The same, worked out once for the texts that come again and again."""


def _number(plain: str, text: str) -> int | float | str:
    """Go prints a whole float64 below 1e21 without a point, so the next reader sees an integer.

    A number beyond float64, such as `12e4567`, stays a string."""
    value = float(plain)
    if math.isinf(value):
        return text
    return int(value) if value.is_integer() and abs(value) < 1e21 else value
