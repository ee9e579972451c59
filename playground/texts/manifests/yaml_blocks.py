"""Reads a list in the block style of kubectl (`items:`, then `- apiVersion: …`) block by block. Equal blocks
are read once: the pods of a ReplicaSet differ in a few lines only.

What is not written as kubectl writes it goes to the YAML parser, entry by entry. A text in which a block does
not stand for itself (anchors, aliases, merge keys, several documents, errors) is refused as a whole, and the
parser reads it with all its marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.limits import YAML_DEPTH
from playground.texts.manifests.yaml_values import (
    PROGRESS_ITEMS,
    Budget,
    Builder,
    UnreadableError,
    plain_value,
)

LEAST_CHARACTERS = 64 * 1024
"""Shorter texts go to the parser at once."""
REMEMBERED_CHARACTERS = 4 * 1024 * 1024
"""Twice as many characters of blocks that were read are remembered at most."""

_ITEMS = re.compile(r"^items:[ ]*\n(?=- )", re.MULTILINE)
_AFTER_ITEMS = re.compile(r"\n[^ \n-]")
_NEXT_ITEM = "\n- "
_ANCHOR = re.compile(r"[&*](?=[A-Za-z0-9_-])")
_BEFORE_ANCHOR = re.compile(r"(?:[:?-] +|[\[{,] *|\n *|![^ \n]* +)\Z")
"""What stands before an anchor or alias; in a text, such as the command `wait &`, something else does."""
_MERGE = re.compile(r"<<(?= *:)")
_BEFORE_MERGE = re.compile(r"[\n{,?-] *\Z")
_LOOKED_BACK = 200
"""Characters before a mark in which what gives it its meaning is looked for."""
_EMPTY_ENTRY = re.compile(r"\n- *\n")
_WORD = r"[A-Za-z0-9_/.][A-Za-z0-9_/.@+=,()%<>;-]*"
_QUOTED = r"'(?P<quoted>[^'\n]*)'"
_ENTRY = re.compile(
    r"(?P<key>[A-Za-z_/][A-Za-z0-9_./-]*):"
    rf"(?: (?:{_QUOTED}|(?P<plain>{_WORD}(?::[A-Za-z0-9_/.@+=,()%<>;-]+)*)))?(?:\n|\Z)"
)
_ALONE = re.compile(rf"(?:{_QUOTED}|(?P<plain>{_WORD}))\Z")
_KEY_COMES = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*:(?:[ \n]|\Z)")
# Patterns that begin with a line break are found by it, several times faster than those that ask at each
# character whether a line begins there.
_FIRST_KEYS = [re.compile(rf" {{{indent}}}[^ \n#-]") for indent in range(YAML_DEPTH)]
_KEYS = [re.compile(rf"\n(?= {{{indent}}}[^ \n#-])") for indent in range(YAML_DEPTH)]
"""For each indentation, what cuts a map into its pairs."""
_DASHES = [re.compile(rf"\n(?= {{{indent}}}- )") for indent in range(YAML_DEPTH)]
"""For each indentation, what cuts a list into its entries."""
_MISSING = object()
_METADATA_INDENT = 4
NOT_READ = "managedFields"
"""The field of `metadata` that is not read where each entry of `items` stands for itself. It is often half of
a dump, no two are alike, and the report says no more than that it went."""
NOT_READ_VALUE: list[Any] = [{}]


class _OtherwiseError(Exception):
    """The text has to be read by the parser as a whole."""


@dataclass(frozen=True, slots=True)
class BlockList:
    """The document, and the lines (from 0) on which the entries of its `items` begin."""

    value: dict[str, Any]
    lines: tuple[int, ...]


def read_list(text: str, progress: Callable[[float], None] | None = None) -> BlockList | None:
    """The document that `text` holds; None when it is not such a list, or when something in it is wrong.
    `progress` is told the share of the text (0 to 1) that has been read.
    """
    begin = _ITEMS.search(text) if len(text) >= LEAST_CHARACTERS else None
    if begin is None or not text.endswith("\n") or _has_other_style(text):
        return None
    after = _AFTER_ITEMS.search(text, begin.end() - 1)
    end = after.start() + 1 if after else len(text)
    try:
        head = _parsed(f"{text[: begin.start()]}items: []\n{text[end:]}")
        if not isinstance(head, dict) or head.get("items") != []:
            return None
        reader, items, lines = _Reader(), [], []
        line, read = text.count("\n", 0, begin.end()), begin.end()
        while read < end:  # piece by piece: all of them at once would be the text once more
            stop = text.find(_NEXT_ITEM, read, end)
            part = text[read : stop if stop >= 0 else end - 1]
            lines.append(line)
            items.append(reader.item(part))
            line += part.count("\n") + 1
            read += len(part) + 1
            if progress is not None and len(items) % PROGRESS_ITEMS == 1:
                progress(read / len(text))
    except (_OtherwiseError, UnreadableError):
        return None
    return BlockList({**head, "items": items}, tuple(lines))


def _has_other_style(text: str) -> bool:
    """Whether anything stands in the text by which a block does not stand for itself."""
    if "\n..." in text or "\n%" in text or _EMPTY_ENTRY.search(text):
        return True
    return any(
        before.search(text, max(0, match.start() - _LOOKED_BACK), match.start())
        for mark, before in ((_ANCHOR, _BEFORE_ANCHOR), (_MERGE, _BEFORE_MERGE))
        for match in mark.finditer(text)
    )


def first_item_line(text: str) -> int:
    """The line (from 0) on which the first entry of `items` begins, in a text that `read_list` has read."""
    begin = _ITEMS.search(text)
    return 0 if begin is None else text.count("\n", 0, begin.end())


class _Reader:
    """Remembers what it has read by the text, indentation included. A text ends before its last line
    break.

    What has not been met again for REMEMBERED_CHARACTERS is forgotten: pods that are alike stand near each
    other, and all that was ever read would be the text several times.
    """

    def __init__(self) -> None:
        self._maps: dict[str, dict[str, Any]] = {}
        self._pairs: dict[str, tuple[str, Any]] = {}
        self._older_maps: dict[str, dict[str, Any]] = {}
        self._older_pairs: dict[str, tuple[str, Any]] = {}
        self._remembered = 0

    def item(self, text: str) -> Any:
        """An entry of `items`, which is not remembered: no two objects are equal."""
        if self._remembered > REMEMBERED_CHARACTERS:
            self._older_maps, self._older_pairs = self._maps, self._pairs
            self._maps, self._pairs, self._remembered = {}, {}, 0
        if _KEY_COMES.match(text, 2):
            return self._read_map(f"  {text[2:]}", 2)
        return self.entry(text, 0)

    def entry(self, text: str, indent: int) -> Any:
        """The entry of a list; `text` begins with its dash, which stands at `indent`."""
        if _KEY_COMES.match(text, indent + 2):
            return self._map(f"{text[:indent]}  {text[indent + 2 :]}", indent + 2)
        alone = _ALONE.match(text, indent + 2)
        if alone is not None:
            return _scalar(alone)
        made = _parsed(f"{text}\n")
        if not isinstance(made, list) or len(made) != 1:
            raise _OtherwiseError
        return made[0]

    def _map(self, text: str, indent: int) -> dict[str, Any]:
        """A map whose keys stand at `indent`."""
        value = self._maps.get(text)
        if value is None:
            value = self._older_maps.get(text) or self._read_map(text, indent)
            self._maps[text] = value
            self._remembered += len(text)
        return value

    def _read_map(self, text: str, indent: int) -> dict[str, Any]:
        if indent >= YAML_DEPTH or not _FIRST_KEYS[indent].match(text):
            raise _OtherwiseError
        parts = _KEYS[indent].split(text)
        pairs, made = self._pairs, {}
        for part in parts:
            pair = pairs.get(part)
            if pair is None:
                pair = pairs[part] = self._older_pairs.get(part) or self._pair(part, indent)
                self._remembered += len(part)
            made[pair[0]] = pair[1]
        if len(made) != len(parts):  # a key stands there twice
            raise _OtherwiseError
        return made

    def _pair(self, text: str, indent: int) -> tuple[str, Any]:
        """A key, which stands at `indent`, and its value."""
        match = _ENTRY.match(text, indent)
        if match is not None and isinstance(plain_value(match["key"]), str):
            key = match["key"]
            bare = match["plain"] is None and match["quoted"] is None
            if match.end() == len(text):
                return key, None if bare else _scalar(match)
            if bare and key == NOT_READ and indent == _METADATA_INDENT:
                return key, NOT_READ_VALUE
            if bare:
                value = self._below(text[match.end() :], indent)
                if value is not _MISSING:
                    return key, value
        made = _parsed(f"{text}\n")
        if not isinstance(made, dict) or len(made) != 1:
            raise _OtherwiseError
        return next(iter(made.items()))

    def _below(self, text: str, indent: int) -> Any:
        """The map or list under a key that stands at `indent`; `_MISSING` when it is something else."""
        own = len(text) - len(text.lstrip(" "))
        if text.startswith("- ", own) and indent <= own < YAML_DEPTH:
            return [self.entry(part, own) for part in _DASHES[own].split(text)]
        if own > indent and _KEY_COMES.match(text, own):
            return self._map(text, own)
        return _MISSING


def _scalar(match: re.Match[str]) -> Any:
    quoted = match["quoted"]
    return plain_value(match["plain"]) if quoted is None else quoted


def _parsed(text: str) -> Any:
    """The one document of a short text, as the parser reads it."""
    builder = Builder(text, Budget(0))
    there, value, _ = builder.next_document()
    if not there or builder.next_document()[0]:
        raise _OtherwiseError
    return value
