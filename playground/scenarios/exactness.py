"""Figures of the last comparison with recorded verdicts, if one was committed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent / "exactness.json"


@dataclass(frozen=True, slots=True)
class Figure:
    theme: str
    cases: int
    agreed: int


@cache
def figures() -> tuple[Figure, ...]:
    """One a theme; empty when no comparison is on record."""
    if not FILE.exists():
        return ()
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(Figure(entry["theme"], entry["cases"], entry["agreed"]) for entry in entries)
