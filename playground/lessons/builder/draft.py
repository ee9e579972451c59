"""Edits the text of a lesson's file path by path; comments, order and quotes of the rest stay."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

MOST_BYTES = 200_000
"""The most bytes of a draft; a longer one would take seconds to parse and write."""
_PART = re.compile(r"([A-Za-z][\w-]*)|\[(\d{1,4})\]")
_PATH = re.compile(r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*|\[\d{1,4}\])*")
_LEAF_LENGTH = 100
_ENTRIES = frozenset({"spec", "steps", "choices", "checks", "accepted", "rejected"})
"""Lists whose maps always take a line for each field, and maps that do."""
_LISTS = _ENTRIES | {"starts", "hints", "documents", "inputs"}
"""Lists that always take a line for each element."""
Part = str | int


def parts_of(path: str) -> tuple[Part, ...] | None:
    """The keys and indexes of `spec.steps[0].title`; None when it is not a path."""
    if not _PATH.fullmatch(path):
        return None
    return tuple(name or int(place) for name, place in _PART.findall(path))


class Draft:
    """A parsed file of one document. Changes at a path that does not exist have no effect."""

    def __init__(self, text: str) -> None:
        """Raises yaml.YAMLError (of PyYAML or of ruamel.yaml) for a text that is not YAML."""
        self._yaml = _round_trip()
        self._root: Any = self._yaml.load(text)

    def text(self) -> str:
        """The file as the formatter writes it."""
        out = io.StringIO()
        self._yaml.dump(self._root, out)
        return out.getvalue()

    def get(self, path: str) -> Any:
        """The value at a path; None when there is none."""
        value: Any = self._root
        for part in parts_of(path) or (-1,):
            value = _inner(value, part)
        return value

    def set(self, path: str, value: Any) -> None:
        """Writes a value; unchanged parts keep their notation. None removes the entry."""
        holder, last = self._place(path)
        if holder is None:
            return
        if value is None:
            if _inner(holder, last) is not None:
                del holder[last]
        elif _plain(_inner(holder, last)) != value:
            holder[last] = styled(value, last if isinstance(last, str) else "")

    def append(self, path: str, value: Any) -> None:
        """Adds an element to a list, which is created if missing."""
        holder, last = self._place(path)
        if holder is None:
            return
        if not isinstance(_inner(holder, last), list):
            holder[last] = CommentedSeq()
        holder[last].append(styled(value, last if isinstance(last, str) else ""))

    def remove(self, path: str) -> None:
        self.set(path, None)

    def move(self, path: str, by: int) -> None:
        """Moves an element of a list by some places, at most to an end of the list."""
        holder, last = self._place(path)
        if isinstance(holder, list) and isinstance(last, int) and 0 <= last + by < len(holder) > last:
            item = holder.pop(last)
            holder.insert(last + by, item)

    def _place(self, path: str) -> tuple[Any, Part]:
        """The container of a path's last part, and that part; missing maps are created."""
        parts = parts_of(path)
        if parts is None:
            return None, ""
        holder: Any = self._root
        for part, following in pairwise(parts):
            inner = _inner(holder, part)
            if inner is None and isinstance(holder, dict) and isinstance(following, str):
                inner = holder[part] = CommentedMap()
            if not isinstance(inner, dict | list):
                return None, ""
            holder = inner
        last = parts[-1]
        fits = isinstance(holder, dict) if isinstance(last, str) else _inner(holder, last) is not None
        return (holder, last) if fits else (None, "")


def formatted(text: str) -> str:
    """The same file as `Draft` writes it: two spaces, lists indented by four, comments in their places."""
    return Draft(text).text()


def written(value: Any) -> str:
    """A value as YAML on one line, for a form field."""
    text = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True, sort_keys=False)
    return str(text).removesuffix("\n...\n").strip()


def _reads_as_itself(value: str) -> bool:
    """Whether the string, written without quotes, is read as the same string."""
    try:
        return bool(yaml.safe_load(f"- {value}") == [value])
    except yaml.YAMLError:  # `=` is a special word of YAML 1.1 without a meaning
        return False


def styled(value: Any, name: str = "") -> Any:
    """A value in readable style below `name`: small values on one line, long texts in a block."""
    if isinstance(value, str):
        if "\n" in value:
            return LiteralScalarString(value)
        # Lessons are read as YAML 1.1, which has more non-string words than the writer knows.
        return value if _harmless(value) and _reads_as_itself(value) else DoubleQuotedScalarString(value)
    if isinstance(value, Mapping):
        result = CommentedMap((styled(key), styled(inner, key)) for key, inner in value.items())
        if name not in _ENTRIES and not _LISTS & set(value) and _small(value):
            result.fa.set_flow_style()
        return result
    if isinstance(value, Sequence):
        listed = CommentedSeq(styled(item, name) for item in value)
        if name not in _LISTS and _small(value):
            listed.fa.set_flow_style()
        return listed
    return value


def _round_trip() -> YAML:
    yaml_format = YAML(typ="rt")
    yaml_format.preserve_quotes = True
    yaml_format.width = 100_000
    yaml_format.brace_single_entry_mapping_in_flow_sequence = True
    yaml_format.indent(mapping=2, sequence=4, offset=2)
    return yaml_format


def _harmless(text: str) -> bool:
    """Whether a string contains no characters with a meaning in YAML."""
    return bool(text) and not re.search(r"[:#{}\[\],&*!|>'\"%@`?]|^\s|\s$|^-", text)


def _small(value: Any) -> bool:
    return bool(value) and len(written(value)) <= _LEAF_LENGTH


def _inner(value: Any, part: Part) -> Any:
    """The entry of a map or list; None when there is none."""
    if isinstance(part, str):
        return value.get(part) if isinstance(value, dict) else None
    return value[part] if isinstance(value, list) and 0 <= part < len(value) else None


def _plain(value: Any) -> Any:
    """A ruamel.yaml value as plain maps, lists and strings."""
    if isinstance(value, dict):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
