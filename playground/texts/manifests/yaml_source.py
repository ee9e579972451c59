"""Reads Kubernetes documents from a text as kubectl does, and locates paths in it.

A text may hold many documents in YAML, KYAML or JSON. A problem with line and column names each document that
cannot be read; the others are still returned."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from playground.limits import IMPORT_BYTES, IMPORT_OBJECTS, IMPORT_PROBLEMS, YAML_DEPTH, YAML_EXPANDED
from playground.texts.manifests import json_source, yaml_places
from playground.texts.manifests.field_paths import Step, nearest_steps
from playground.texts.manifests.yaml_values import PROGRESS_ITEMS, Budget, Builder, UnreadableError
from scheduler_core import Json, Position, Problem, wrong_character

MAX_PATH = 120
Progress = Callable[[float], None]
ListReader = Callable[[str, Progress | None], Any]
"""Reads a long list: gives what is used as its `Builder`, None for a text that it leaves to one."""

_DOCUMENT_START = re.compile(r"\n---(?=[ \t\n]|\Z)")
_FORBIDDEN = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ALLOWED = bytes([0x09, 0x0A, *range(0x20, 0x7F)])
"""The ASCII characters that `_FORBIDDEN` does not match."""
_LOOKED_AT = 1024 * 1024
"""The number of characters searched at a time, so that a large text is not copied as a whole."""
_BEFORE_JSON = re.compile(r"(?:[ \t]*(?:#[^\n]*|---[ \t]*)?\n)*(?:---)?[ \t]*")
"""Comments, empty lines and the beginning of a document."""
_ONLY_DIRECTIVES = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n|%[^\n]*\n)*\Z")


@dataclass(frozen=True, slots=True)
class SourceText:
    """A document with its part of the text, so that paths can be located in it."""

    index: int
    value: Any
    line: int
    text: str = field(repr=False)
    is_json: bool = False
    skip: int = 0
    """The number of earlier documents in `text`, separated by `...` lines."""
    item_lines: tuple[int, ...] = ()
    """The lines, from 1, of the entries of the document's `items`."""
    inner_lines: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """Index in `items` → the lines, from 1, of the entries of the list at that index."""

    def line_of(self, place: Sequence[int]) -> int:
        """The line, from 1, of the entry at an index in `items`, in the list there, and so on; without its
        line, that of the nearest enclosing list."""
        if not place or place[0] >= len(self.item_lines):
            return self.line
        lines = self.inner_lines.get(place[0], ())
        return lines[place[1]] if len(place) > 1 and place[1] < len(lines) else self.item_lines[place[0]]


@dataclass(frozen=True, slots=True)
class Source:
    documents: tuple[SourceText, ...]
    problems: tuple[Problem, ...]

    def locate(self, index: int, paths: Iterable[str]) -> dict[str, Position]:
        """The position of each path of document `index`; for a missing one, that of its nearest parent."""
        for document in self.documents:
            if document.index == index:
                return _locate(document, paths)
        return {}


def decode(data: bytes | bytearray | str) -> tuple[str, Problem | None]:
    """The text with LF line ends and without a byte order mark, or a problem when it is not text."""
    if isinstance(data, bytes | bytearray):
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        if data[257:262] == b"ustar" or data[:4] == b"PK\x03\x04":
            return "", Problem("", "text.archive", position=Position(1, 1))
        if encoding == "utf-8" and b"\0" in data:
            return "", Problem("", "text.binary", position=_position_of_byte(data, data.index(b"\0")))
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as error:
            place = _position_of_byte(data, error.start) if encoding == "utf-8" else Position(1, 1)
            return "", Problem("", "text.not_utf8", position=place)
    else:
        text = data
        if "\0" in text:
            return "", Problem("", "text.binary", position=_position_in(text, text.index("\0")))
        if (half := wrong_character(text)) is not None:
            args: dict[str, Json] = {"character": f"U+{ord(text[half]):04X}"}
            return "", Problem("", "text.surrogate", args, position=_position_in(text, half))
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, None


def read(
    data: bytes | str,
    *,
    max_bytes: int = IMPORT_BYTES,
    max_objects: int = IMPORT_OBJECTS,
    max_expanded: int = YAML_EXPANDED,
    progress: Progress | None = None,
    list_reader: ListReader | None = None,
) -> Source:
    """All documents of a text (YAML, KYAML, JSON, consecutive JSON values) and its problems.

    A document that cannot be read is replaced by a problem; the others are still returned. `progress` gets
    the share (0 to 1) of a long document read so far. `list_reader` is asked first for each document."""
    size = _size(data)
    if size > max_bytes:
        return Source((), (Problem("", "text.too_large", {"bytes": size, "limit": max_bytes}),))
    text, problem = decode(data)
    if problem:
        return Source((), (problem,))
    if text.lstrip()[:1] in ("{", "["):
        source = _read_json(text, max_objects, progress)
        if source is not None:
            return source
    return _read_yaml(text, max_objects, max_expanded, progress, list_reader)


def _size(data: bytes | str) -> int:
    """The number of bytes of a text in UTF-8."""
    if isinstance(data, bytes) or data.isascii():
        return len(data)
    return len(data.encode("utf-8", "surrogatepass"))


def first_value(text: str) -> Any | Problem:
    """The value of a text with a single value, such as a form field; None for an empty text."""
    source = read(text)
    if source.problems:
        return source.problems[0]
    return source.documents[0].value if source.documents else None


def _read_json(text: str, max_objects: int, progress: Progress | None) -> Source | None:
    """Consecutive JSON values; None when the text is not JSON after all (KYAML begins alike)."""
    try:
        values = json_source.read_values(text, progress)
    except json_source.NotJsonError:
        return None
    except json_source.DuplicateKeyError as error:
        place = _position_in(text, error.offset)
        args: dict[str, Json] = {"key": error.key, "first": _position_in(text, error.first).line}
        return Source((), (Problem(error.path, "yaml.duplicate_key", args, 0, place),))
    except json_source.NumberError as error:
        place = _position_in(text, error.offset)
        return Source((), (Problem("", "yaml.not_json", {"value": error.text}, 0, place),))
    except json_source.NoCharacterError as error:
        place = _position_in(text, error.offset)
        return Source((), (Problem("", error.code, error.args_, 0, place),))
    except RecursionError:
        return Source((), (Problem("", "yaml.too_deep", {"limit": YAML_DEPTH}, 0, Position(1, 1)),))
    documents: list[SourceText] = []
    objects, last, line = 0, 0, 1
    for item in values:
        value = item.value
        line += text.count("\n", last, item.start)
        last = item.start
        if json_source.depth(value) > YAML_DEPTH:
            problem = Problem("", "yaml.too_deep", {"limit": YAML_DEPTH}, len(documents), Position(line, 1))
            return Source(tuple(documents), (problem,))
        objects += count_objects(value)
        if objects > max_objects:
            return Source((), (_too_many(max_objects, Position(line, 1)),))
        lines = _lines_of(text, line, item.start, item.items)
        alone = len(values) == 1 and item.start == 0  # such as a large text, which is then not copied
        part = text if alone else text[item.start : item.end]
        documents.append(SourceText(len(documents), value, line, part, is_json=True, item_lines=lines))
    return Source(tuple(documents), ())


def _lines_of(text: str, line: int, begin: int, offsets: Iterable[int]) -> tuple[int, ...]:
    """The lines of ascending offsets in a text; offset `begin` is in `line`."""
    lines: list[int] = []
    for offset in offsets:
        line += text.count("\n", begin, offset)
        begin = offset
        lines.append(line)
    return tuple(lines)


def _read_yaml(
    text: str,
    max_objects: int,
    max_expanded: int,
    progress: Progress | None,
    list_reader: ListReader | None = None,
) -> Source:
    documents: list[SourceText] = []
    problems: list[Problem] = []
    objects, index, before = 0, 0, 0
    budget = Budget(max_expanded)
    for number, (line, chunk) in enumerate(_chunks(text)):
        tell = None
        if progress is not None:
            tell = partial(_tell, progress, before / len(text), len(chunk) / len(text))
            if number % PROGRESS_ITEMS == 0:
                tell(0.0)
        before += len(chunk)
        forbidden = _forbidden(chunk)
        if forbidden:
            place = _position_in(chunk, forbidden.start(), line)
            args = {"character": f"U+{ord(forbidden.group()):04X}"}
            problems.append(Problem("", "yaml.control_character", args, index, place))
            index += 1
            continue
        values = _read_json_part(chunk, line, len(documents) + len(problems), max_objects, tell)
        if values is not None:
            documents += values.documents
            problems += values.problems
            index = len(documents) + len(problems)
            objects += sum(count_objects(document.value) for document in values.documents)
            if objects > max_objects:
                return Source((), (_too_many(max_objects, Position(line, 1)),))
            continue
        builder = None if list_reader is None else list_reader(chunk, tell)
        builder = builder or Builder(chunk, budget, tell)
        skip = 0
        while True:
            try:
                there, value, at = builder.next_document()
            except UnreadableError as unreadable:
                problems.append(_problem(unreadable, line, index, chunk))
                index += 1
                if unreadable.code == "yaml.expands_too_far":
                    return Source(tuple(documents), tuple(problems))
                break
            if not there:
                break
            if value is not None:
                objects += count_objects(value)
                if objects > max_objects:
                    return Source((), (_too_many(max_objects, Position(line + at, 1)),))
                lines = tuple(line + item_line for item_line in builder.item_lines)
                inner = {
                    item: [line + inner_line for inner_line in inner_lines]
                    for item, inner_lines in builder.inner_lines.items()
                }
                documents.append(
                    SourceText(index, value, line + at, chunk, skip=skip, item_lines=lines, inner_lines=inner)
                )
                index += 1
            skip += 1
        if len(problems) >= IMPORT_PROBLEMS:
            break
    return Source(tuple(documents), tuple(problems))


def _read_json_part(
    chunk: str, line: int, index: int, max_objects: int, progress: Progress | None
) -> Source | None:
    """The values of a part of a text that is JSON behind its first lines, because JSON is read much faster
    than YAML; None for a part that is not. Indexes count from `index`."""
    begin = match.end() if (match := _BEFORE_JSON.match(chunk)) else 0
    if chunk[begin : begin + 1] != "{":
        return None
    source = _read_json(chunk[begin:], max_objects, progress)
    if source is None:
        return None
    above = line - 1 + chunk.count("\n", 0, begin)
    documents = (
        replace(
            document,
            index=index + number,
            line=above + document.line,
            item_lines=tuple(above + item for item in document.item_lines),
        )
        for number, document in enumerate(source.documents)
    )
    problems = (
        replace(problem, document=index, position=_below(problem.position, above))
        for problem in source.problems
    )
    return Source(tuple(documents), tuple(problems))


def _below(position: Position | None, lines: int) -> Position | None:
    return None if position is None else Position(position.line + lines, position.column)


def _forbidden(text: str) -> re.Match[str] | None:
    """The first character that YAML does not allow; None without one."""
    pieces = (text[at : at + _LOOKED_AT] for at in range(0, len(text), _LOOKED_AT))
    if text.isascii() and not any(piece.encode().translate(None, _ALLOWED) for piece in pieces):
        return None
    return _FORBIDDEN.search(text)


def _tell(progress: Progress, before: float, part: float, share: float) -> None:
    """Reports `share` of a part of the text; `before` and `part` are shares of the whole text."""
    progress(before + part * share)


def count_objects(value: Any) -> int:
    """The number of Kubernetes objects in a document, counting the items of lists of any kind, nested ones
    too."""
    if isinstance(value, dict):
        items = value.get("items")
        kind = value.get("kind")
        if isinstance(items, list) and isinstance(kind, str) and kind.endswith("List"):
            return sum(map(count_objects, items)) or 1
    return 1


def _too_many(limit: int, place: Position) -> Problem:
    return Problem("", "text.too_many_objects", {"limit": limit}, position=place)


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """The text cut before each `---` line, with each piece's first line; directives stay with the following
    piece."""
    cuts = [match.start() + 1 for match in _DOCUMENT_START.finditer(text)]
    if _DOCUMENT_START.match(f"\n{text[:4]}"):
        cuts.insert(0, 0)
    begin, line = 0, 1
    for cut in [*cuts, len(text)]:
        chunk = text[begin:cut]
        if cut < len(text) and "%" in chunk and _ONLY_DIRECTIVES.match(chunk):
            continue
        if chunk.strip():
            yield line, chunk
        line += chunk.count("\n")
        begin = cut


def _problem(unreadable: UnreadableError, line: int, index: int, chunk: str) -> Problem:
    """The problem of an unreadable document, with its line in the whole text."""
    mark = unreadable.mark
    place = Position(line + mark.line, mark.column + 1) if mark else Position(line, 1)
    code, args = unreadable.code, dict(unreadable.args_)
    if "first" in args:
        args["first"] = line - 1 + int(str(args["first"]))
    if mark is None:
        return Problem(unreadable.path, code, args, index, place)
    lines = chunk.split("\n")
    template = _template_line(lines, mark.line) if code in ("yaml.syntax", "yaml.key_type") else None
    if template is not None:
        code, args = "yaml.template", {}
        place = Position(line + template, lines[template].index("{{") + 1)
    elif code == "yaml.syntax":
        if mark.line >= len(lines) or (mark.line == len(lines) - 1 and not lines[mark.line]):
            last = max(0, len(chunk.rstrip("\n").split("\n")) - 1)
            place = Position(line + last, len(lines[last]) + 1)
        around = lines[mark.line] if mark.line < len(lines) else ""
        if around[: mark.column + 1].endswith("\t") or around[: len(around) - len(around.lstrip())].count(
            "\t"
        ):
            code, args = "yaml.tab", {}
    path = unreadable.path if len(unreadable.path) <= MAX_PATH else unreadable.path[:MAX_PATH] + "…"
    return Problem(path, code, args, index, place)


def _template_line(lines: Sequence[str], line: int) -> int | None:
    """The nearest line, up to two above `line`, that contains a template's braces; None without one."""
    return next(
        (n for n in range(min(line, len(lines) - 1), max(-1, line - 3), -1) if "{{" in lines[n]), None
    )


def _position_in(text: str, offset: int, first_line: int = 1) -> Position:
    return Position(first_line + text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1) + 1)


def _position_of_byte(data: bytes | bytearray, offset: int) -> Position:
    begin = data.rfind(b"\n", 0, offset) + 1
    return Position(1 + data.count(b"\n", 0, offset), len(data[begin:offset].decode("utf-8", "replace")) + 1)


def _locate(document: SourceText, paths: Iterable[str]) -> dict[str, Position]:
    """The positions of paths in a document."""
    steps_of: dict[str, tuple[Step, ...]] = {path: nearest_steps(document.value, path) for path in paths}
    needed = set(steps_of.values())
    if document.is_json:
        offsets = json_source.locate(document.text, needed)
        places = {steps: _position_in(document.text, at, document.line) for steps, at in offsets.items()}
    else:
        begin = document.line - yaml_places.first_line(document.text, document.skip)
        walked = yaml_places.walk(document.text, document.skip, needed)
        places = {steps: Position(begin + line, column) for steps, (line, column) in walked.items()}
    origin = Position(document.line, 1)
    result: dict[str, Position] = {}
    for path, steps in steps_of.items():
        # A value from a merge key or an alias has no position of its own; its parent's is used.
        while steps and steps not in places:
            steps = steps[:-1]
        result[path] = places.get(steps, origin)
    return result
