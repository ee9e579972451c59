"""Several files joined into one text: a marker line before each, and the mapping from a line to its file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

MARKER = "# file: "
_LINE_BREAKS = re.compile(r"[\x00-\x1f\x7f]")


def join(files: Sequence[tuple[str, str]]) -> str:
    """Joins texts, each as (name, text) and a YAML document of its own. A text without a name gets no marker.
    The editor on the page joins files in the same way (`static/js/pages/files.js`)."""
    return "\n---\n".join(marked(name, text) for name, text in files)


def marked(name: str, text: str) -> str:
    """The text with the marker of its file before it."""
    return f"{MARKER}{_LINE_BREAKS.sub(' ', name)}\n{text}" if name else text


@dataclass(frozen=True, slots=True)
class Places:
    """The files of a joined text: names, and the line of each marker, from 1."""

    names: tuple[str, ...]
    markers: tuple[int, ...]

    @classmethod
    def of(cls, text: str, file: str = "") -> Places:
        """Finds the markers in a text. A text without markers belongs to `file`, or to no file."""
        names, markers, line, end = [], [], 1, 0
        at = text.find(MARKER)
        while at >= 0:
            stop = text.find("\n", at)
            name = text[at + len(MARKER) : stop if stop >= 0 else None].removesuffix("\r")
            if name and (at == 0 or text[at - 1] == "\n"):
                line += text.count("\n", end, at)
                end = at
                names.append(name)
                markers.append(line)
            at = text.find(MARKER, at + 1)
        return cls((file,), (0,)) if file and not names else cls(tuple(names), tuple(markers))

    def name(self, line: int, column: int) -> str:
        """`file:line:column`, counted within the file; `line:column` before the first marker."""
        return f"{self.line_name(line) or line}:{column}"

    def line_name(self, line: int) -> str:
        """`file:line`, counted within the file; "" before the first marker."""
        index = bisect_right(self.markers, line) - 1
        return f"{self.names[index]}:{max(1, line - self.markers[index])}" if index >= 0 else ""
