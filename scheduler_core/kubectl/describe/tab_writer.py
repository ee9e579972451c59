"""Elastic columns and ages exactly as kubectl prints them.

Sources: Go text/tabwriter (minwidth 0, padding 2, blanks), as in kubectl's `tabbedString`; apimachinery
duration.HumanDuration (v0.34); Go's time.RFC1123Z.
"""

from __future__ import annotations

PADDING = 2


class Tabbed:
    """Lines of cells ended by tabs. A column is as wide as its widest cell among consecutive lines that
    have it."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._lines: list[list[str]] = []

    def line(self, level: int, text: str) -> None:
        """Writes one line, indented by two blanks for each level."""
        self._lines.append(("  " * level + text).split("\t"))

    def flush(self) -> None:
        """Ends the table: later lines no longer share columns with earlier ones."""
        self._format([], 0, len(self._lines))
        self._lines = []

    def text(self) -> str:
        self.flush()
        return "".join(line + "\n" for line in self._done)

    def _format(self, widths: list[int], first: int, end: int) -> None:
        column = len(widths)
        this = first
        while this < end:
            if column >= len(self._lines[this]) - 1:
                this += 1
                continue
            self._write(widths, first, this)
            first, width = this, 0
            while this < end and column < len(self._lines[this]) - 1:
                width = max(width, len(self._lines[this][column]) + PADDING)
                this += 1
            self._format([*widths, width], first, this)
            first = this
        self._write(widths, first, end)

    def _write(self, widths: list[int], first: int, end: int) -> None:
        for cells in self._lines[first:end]:
            padded = (
                cell.ljust(widths[place]) if place < len(widths) else cell for place, cell in enumerate(cells)
            )
            self._done.append("".join(padded))


def human_duration(ms: int) -> str:
    """A duration as `5s`, `2m30s`, `3h5m` or `8d`; a negative one is `<invalid>`."""
    seconds = ms // 1000
    if seconds < -1:
        return "<invalid>"
    if seconds < 0:
        return "0s"
    if seconds < 120:
        return f"{seconds}s"
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    if minutes < 10:
        return f"{minutes}m{seconds % 60}s" if seconds % 60 else f"{minutes}m"
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h{minutes % 60}m" if minutes % 60 else f"{hours}h"
    if hours < 48:
        return f"{hours}h"
    if hours < 192:
        return f"{days}d{hours % 24}h" if hours % 24 else f"{days}d"
    if days < 730:
        return f"{days}d"
    if days < 2920:
        return f"{days // 365}y{days % 365}d" if days % 365 else f"{days // 365}y"
    return f"{days // 365}y"
