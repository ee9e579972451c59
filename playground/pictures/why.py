"""The Why of a pod beside its board: lines of text that fit into a panel."""

from __future__ import annotations

from collections.abc import Sequence

from playground.pictures import letters
from playground.pictures.sheet import WIDTH, Sheet

PANEL = 360.0
"""The panel's width in pixels, taken from the picture's."""
_PAD, _EDGE = 14.0, 28.0
_TITLE, _SIZE, _LEADING, _GAP = 16.0, 13.0, 17.0, 6.0
_INDENT = 12.0
_MOST_LINES = 6
"""The most lines of one sentence."""


def draw(sheet: Sheet, lines: Sequence[str], top: float, bottom: float) -> None:
    """Draws the lines; the first is the title, and indented ones stand further right. An ellipsis replaces
    lines that do not fit."""
    x, width = WIDTH - PANEL, PANEL - _EDGE
    sheet.box(x, top, width, bottom - top, fill="surface", line="line-2", radius=10)
    title, *rest = lines
    sheet.text(x + _PAD, top + 26, title, _TITLE, most=width - 2 * _PAD, bold=True)
    y = top + 26 + _GAP
    for line in rest:
        if not line.strip():
            y += _GAP
            continue
        inside = _INDENT if line.startswith("   ") else 0.0
        bold = not line.startswith(" ")
        rows = letters.wrapped(line.strip(), width - 2 * _PAD - inside, _SIZE, _MOST_LINES)
        if y + len(rows) * _LEADING > bottom - _PAD - _LEADING:
            sheet.text(x + _PAD, y + _LEADING, "…", _SIZE, most=width, fill="ink-3")
            return
        for row in rows:
            y += _LEADING
            ink = "ink" if bold else "ink-2"
            sheet.text(x + _PAD + inside, y, row, _SIZE, most=width - 2 * _PAD, bold=bold, fill=ink)
        y += _GAP
