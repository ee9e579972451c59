"""The sections of a description: a title at the margin, its value, and the indented lines below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

_TITLE = re.compile(r"([A-Z][\w /.-]{0,60}?):(?:\s+(.*))?\Z")
_INNER = re.compile(r"(\s*)(\S.{0,250}?):(?:\s+(.*))?\Z")
_CELLS = re.compile(r"\s{2,}")
_PART_OF_AGE = re.compile(r"(\d+)([ydhms])")
_SECONDS = {"y": 365 * 86_400, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
MOST_WIDTH = 4_000
"""Characters of a line that are read."""
NOTHING = frozenset(("", "<none>", "<unset>", "<unknown>", "<nil>"))


@dataclass(frozen=True, slots=True)
class Section:
    """`value` stands behind the title; `lines` below it, as (line of the text from 1, text with its
    indentation)."""

    value: str = ""
    lines: Sequence[tuple[int, str]] = field(default_factory=list)

    def entries(self) -> list[str]:
        """The entries of a list: one behind the title, each further one on a line of its own."""
        return [
            entry for entry in (self.value, *(line.strip() for _, line in self.lines)) if entry not in NOTHING
        ]

    def pairs(self) -> dict[str, str]:
        """`key=value` entries as a map."""
        pairs = (entry.partition("=") for entry in self.entries())
        return {key: value for key, equals, value in pairs if equals}

    def values(self) -> dict[str, str]:
        """Lines `title:  value` as a map."""
        return {title: value for _, title, value in map(inner, self.lines) if title and value not in NOTHING}

    def blocks(self) -> dict[str, Section]:
        """The sections one level deeper: those at the least indentation of the lines."""
        return dict(_blocks(self.lines))

    def rows(self, columns: int) -> Iterator[tuple[int, list[str]]]:
        """(line, cells) of each row of a table with so many columns; header and rule are left out, and the
        last cell keeps its blanks."""
        for number, line in self.lines:
            cells = _CELLS.split(line.strip(), columns - 1)
            if len(cells) >= 2 and not set(cells[0]) <= {"-"} and cells[:2] not in _HEADERS:
                yield number, cells


_HEADERS = (["Type", "Status"], ["Namespace", "Name"], ["Resource", "Requests"])


def inner(line: tuple[int, str]) -> tuple[int, str, str]:
    """(indentation, title, value) of an indented line; title "" where it has none."""
    match = _INNER.match(line[1])
    return (len(match[1]), match[2], match[3] or "") if match else (0, "", "")


def _blocks(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Section]]:
    margin = min((len(line) - len(line.lstrip()) for _, line in lines), default=0)
    title, value, below = "", "", list[tuple[int, str]]()
    for line in lines:
        indentation, name, text = inner(line)
        if name and indentation == margin:
            if title:
                yield title, Section(value, below)
            title, value, below = name, text.strip(), []
        else:
            below.append(line)
    if title:
        yield title, Section(value, below)


def sections(lines: Sequence[tuple[int, str]]) -> dict[str, Section]:
    """Title → section of one description. A title that occurs twice is read at its first place."""
    read: dict[str, Section] = {}
    title, value, below = "", "", list[tuple[int, str]]()
    for number, whole in lines:
        line = whole[:MOST_WIDTH].rstrip()
        match = _TITLE.match(line)
        if match is None:
            if line:
                below.append((number, line))
            continue
        if title:
            read.setdefault(title, Section(value, below))
        title, value, below = match[1], (match[2] or "").strip(), []
    if title:
        read.setdefault(title, Section(value, below))
    return read


NO_SECTION = Section()


def value_of(read: Mapping[str, Section], title: str) -> str:
    """The value behind a title; "" where it is missing or says that there is none."""
    value = read.get(title, NO_SECTION).value
    return "" if value in NOTHING else value


def moment(text: str) -> str:
    """RFC 3339 in UTC of a moment that kubectl writes, `Mon, 02 Jan 2006 15:04:05 -0700`; "" for others."""
    try:
        return parsedate_to_datetime(text).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return ""


def before(newest: str, age: str) -> str:
    """The moment that lies an age as kubectl writes it (`5m30s`, `3d`) before another; "" without one."""
    seconds = sum(int(number[:9]) * _SECONDS[unit] for number, unit in _PART_OF_AGE.findall(age))
    try:
        then = datetime.fromisoformat(newest) - timedelta(seconds=seconds)
    except (ValueError, OverflowError):
        return ""
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")
