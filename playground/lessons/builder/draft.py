"""The text of a lesson's file, changed place by place: comments, order and quotes of what is left stay."""

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
"""A draft may be so long; the round trip of more takes seconds."""
_PART = re.compile(r"([A-Za-z][\w-]*)|\[(\d{1,4})\]")
_PATH = re.compile(r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*|\[\d{1,4}\])*")
_LEAF_LENGTH = 100
_ENTRIES = frozenset({"spec", "steps", "choices", "checks", "accepted", "rejected"})
"""Lists whose maps always take a line for each field, and maps that do."""
_LISTS = _ENTRIES | {"starts", "hints", "documents", "inputs"}
"""Lists that always take a line for each element."""
Part = str | int


def parts_of(path: str) -> tuple[Part, ...] | None:
    """`spec.steps[0].title` as its names and places; None when it is no path."""
    if not _PATH.fullmatch(path):
        return None
    return tuple(name or int(place) for name, place in _PART.findall(path))


class Draft:
    """A file of one document that was read. A path that leads nowhere changes nothing."""

    def __init__(self, text: str) -> None:
        """Raises yaml.YAMLError, of PyYAML or of ruamel.yaml, for a text that is no YAML."""
        self._yaml = _round_trip()
        self._root: Any = self._yaml.load(text)

    def text(self) -> str:
        """The file as the formatter writes it."""
        out = io.StringIO()
        self._yaml.dump(self._root, out)
        return out.getvalue()

    def get(self, path: str) -> Any:
        """The value at a path, None where there is none."""
        value: Any = self._root
        for part in parts_of(path) or (-1,):
            value = _inner(value, part)
        return value

    def set(self, path: str, value: Any) -> None:
        """Writes a value; what does not change stays as it was written. None takes the entry away."""
        holder, last = self._place(path)
        if holder is None:
            return
        if value is None:
            if _inner(holder, last) is not None:
                del holder[last]
        elif _plain(_inner(holder, last)) != value:
            holder[last] = styled(value, last if isinstance(last, str) else "")

    def append(self, path: str, value: Any) -> None:
        """Adds an element to a list, which is made where there is none."""
        holder, last = self._place(path)
        if holder is None:
            return
        if not isinstance(_inner(holder, last), list):
            holder[last] = CommentedSeq()
        holder[last].append(styled(value, last if isinstance(last, str) else ""))

    def remove(self, path: str) -> None:
        self.set(path, None)

    def move(self, path: str, by: int) -> None:
        """Moves an element of a list one place or more; beyond an end it stays."""
        holder, last = self._place(path)
        if isinstance(holder, list) and isinstance(last, int) and 0 <= last + by < len(holder) > last:
            item = holder.pop(last)
            holder.insert(last + by, item)

    def _place(self, path: str) -> tuple[Any, Part]:
        """What holds the last part of a path, and that part; maps on the way are made."""
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
    """The same file as `Draft` writes it: two spaces, lists indented by four, comments where they were."""
    return Draft(text).text()


def written(value: Any) -> str:
    """A value as YAML in one line, for a field of a form."""
    text = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True, sort_keys=False)
    return str(text).removesuffix("\n...\n").strip()


def _reads_as_itself(value: str) -> bool:
    try:
        return bool(yaml.safe_load(f"- {value}") == [value])
    except yaml.YAMLError:  # `=` is a word of YAML 1.1 that means nothing
        return False


def styled(value: Any, name: str = "") -> Any:
    """A value as a person would write it below `name`: what is small in one line, long texts in a block."""
    if isinstance(value, str):
        if "\n" in value:
            return LiteralScalarString(value)
        # YAML 1.1, in which lessons are read, has more words that are no text than the writer knows.
        return value if _harmless(value) and _reads_as_itself(value) else DoubleQuotedScalarString(value)
    if isinstance(value, Mapping):
        made = CommentedMap((styled(key), styled(inner, key)) for key, inner in value.items())
        if name not in _ENTRIES and not _LISTS & set(value) and _small(value):
            made.fa.set_flow_style()
        return made
    if isinstance(value, Sequence):
        listed = CommentedSeq(styled(item, name) for item in value)
        if name not in _LISTS and _small(value):
            listed.fa.set_flow_style()
        return listed
    return value


def _round_trip() -> YAML:
    made = YAML(typ="rt")
    made.preserve_quotes = True
    made.width = 100_000
    made.brace_single_entry_mapping_in_flow_sequence = True
    made.indent(mapping=2, sequence=4, offset=2)
    return made


def _harmless(text: str) -> bool:
    return bool(text) and not re.search(r"[:#{}\[\],&*!|>'\"%@`?]|^\s|\s$|^-", text)


def _small(value: Any) -> bool:
    return bool(value) and len(written(value)) <= _LEAF_LENGTH


def _inner(value: Any, part: Part) -> Any:
    if isinstance(part, str):
        return value.get(part) if isinstance(value, dict) else None
    return value[part] if isinstance(value, list) and 0 <= part < len(value) else None


def _plain(value: Any) -> Any:
    """A value of the round trip as plain maps, lists and texts."""
    if isinstance(value, dict):
        return {str(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value
