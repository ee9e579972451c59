"""Milliseconds of the model as seconds in JSON."""

from __future__ import annotations


def seconds(ms: int) -> int | float:
    """Milliseconds as seconds, an integer where they are whole."""
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


def optional_seconds(ms: int | None) -> int | float | None:
    return None if ms is None else seconds(ms)
