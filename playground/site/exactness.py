"""Figures of the comparison with recorded verdicts, from the file that `make parity` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent / "exactness.json"


@dataclass(frozen=True, slots=True)
class Figure:
    """The figures of one theme: verdicts that were compared, and those that agreed."""

    theme: str
    cases: int
    agreed: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures. `modelled` is the version of kube-scheduler that the core models."""

    modelled: str
    themes: tuple[Figure, ...]

    @property
    def cases(self) -> int:
        return sum(figure.cases for figure in self.themes)

    @property
    def agreed(self) -> int:
        return sum(figure.agreed for figure in self.themes)


@cache
def figures() -> Figures:
    return summed(json.loads(FILE.read_text(encoding="utf-8")))


def summed(result: Mapping[str, Any]) -> Figures:
    """The rows of the result file added up to one figure for each theme."""
    sums: dict[str, tuple[int, int]] = {}
    for entry in result["files"]:
        cases, agreed = sums.get(entry["theme"], (0, 0))
        sums[entry["theme"]] = (cases + entry["cases"], agreed + entry["agreed"])
    themes = tuple(Figure(theme, *pair) for theme, pair in sorted(sums.items()))
    return Figures(result["modelled"], themes)
