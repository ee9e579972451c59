"""The Why of a pod beside its board: lines of text that fit into a panel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from playground.pictures import letters
from playground.pictures.sheet import WIDTH, Sheet

PANEL = 360.0
"""The panel's width in pixels, taken from the picture's."""
_PAD, _EDGE = 14.0, 28.0
_TITLE, _SIZE, _LEADING, _GAP = 16.0, 13.0, 17.0, 6.0
_INDENT = 12.0
_MOST_LINES = (6, 3, 1)
"""The most lines of one sentence: the first number with which the reasons fit, that is the lines up to the
first empty one."""


def draw(sheet: Sheet, lines: Sequence[str], top: float, bottom: float) -> None:
    """Draws the lines; the first is the title, and indented ones stand further right. An ellipsis replaces
    lines that do not fit."""
    x, width = WIDTH - PANEL, PANEL - _EDGE
    sheet.box(x, top, width, bottom - top, fill="surface", line="line-2", radius=10)
    title, *rest = lines
    sheet.text(x + _PAD, top + 26, title, _TITLE, most=width - 2 * _PAD, bold=True)
    y, room = top + 26 + _GAP, width - 2 * _PAD
    candidates = (_rows(rest, room, most) for most in _MOST_LINES)
    fitting = (rows_of for rows_of in candidates if y + _tall(rows_of) <= bottom - 2 * _PAD)
    rows_of = next(fitting, None) or _rows(rest, room, _MOST_LINES[-1])
    for line, rows in rows_of:
        if not rows:
            y += _GAP
            continue
        inside = _inside(line)
        bold = not line.startswith(" ")
        if y + len(rows) * _LEADING > bottom - _PAD - _LEADING:
            sheet.text(x + _PAD, y + _LEADING, "…", _SIZE, most=width, fill="ink-3")
            return
        for row in rows:
            y += _LEADING
            ink = "ink" if bold else "ink-2"
            sheet.text(x + _PAD + inside, y, row, _SIZE, most=room, bold=bold, fill=ink)
        y += _GAP


def _inside(line: str) -> float:
    return _INDENT if line.startswith("   ") else 0.0


def _rows(lines: Sequence[str], room: float, most: int) -> list[tuple[str, list[str]]]:
    """Each line with its rows, at most so many; no rows for an empty line."""
    return [
        (line, list(letters.wrapped(line.strip(), room - _inside(line), _SIZE, most)) if line.strip() else [])
        for line in lines
    ]


def _tall(rows_of: Sequence[tuple[str, list[str]]]) -> float:
    """Pixels down to the first empty line."""
    reasons = takewhile(bool, (rows for _, rows in rows_of))
    return sum(_GAP + len(rows) * _LEADING for rows in reasons)
