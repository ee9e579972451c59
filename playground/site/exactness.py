"""Figures of the comparison with recorded verdicts, from the file that `make parity` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.functional import Promise as StrPromise
from django.utils.translation import gettext_lazy as _

FILE = Path(__file__).resolve().parent / "exactness.json"


@dataclass(frozen=True, slots=True)
class Figure:
    """The figures of one theme: verdicts that were compared, and those that agreed."""

    theme: str
    cases: int
    agreed: int

    @property
    def words(self) -> str:
        """The theme in the active language."""
        return str(THEMES[self.theme])


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise that needs no original: on how many of the random cases it was checked and kept."""

    name: str
    kept: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures. `modelled` is the version of kube-scheduler that the core models. Each of the `promises`
    was checked on `random_cases` cases."""

    modelled: str
    themes: tuple[Figure, ...]
    random_cases: int
    promises: tuple[Promise, ...]

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
    random = result.get("random") or {"cases": 0, "promises": {}}
    promises = tuple(Promise(name, kept) for name, kept in random["promises"].items())
    return Figures(result["modelled"], themes, random["cases"], promises)


THEMES: Mapping[str, str | StrPromise] = {
    "mixed": _("all plugins together"),
    "node-affinity": _("node affinity"),
    "pod-affinity": _("pod affinity and anti-affinity"),
    "preemption": _("preemption"),
    "queue": _("scheduling queue"),
    "resources": _("resources"),
    "spread-hard": _("topology spread, hard constraints"),
    "spread-soft": _("topology spread, soft constraints"),
    "taints": _("taints and tolerations"),
    "volumes": _("volumes"),
}
"""Name of a theme, as the files of recorded cases have it → what it says."""


PROMISES: Mapping[str, str | StrPromise] = {
    "fast_equals_traced": _("The fast path decides as the path that records every step."),
    "memo_changes_nothing": _("Filter results that are kept from one pod to the next change no decision."),
    "order_of_nodes_changes_tosses_only": _("Another order of the nodes changes only random choices."),
    "a_stranger_changes_no_reason": _("A further node without labels changes no reason on the others."),
    "more_room_lets_in_as_many": _("More room on the nodes refuses no pod that fitted before."),
    "text_is_the_sum_of_verdicts": _("The sentence of the event is the sum of the verdicts on the nodes."),
    "best_is_the_highest_total": _("The best nodes are those with the highest sum of weighted scores."),
}
"""Name of a promise, as the command prints it → what it says."""


def promises(figures: Figures) -> tuple[tuple[str, int], ...]:
    """The promises in words, each with the number of cases that kept it."""
    return tuple((str(PROMISES[promise.name]), promise.kept) for promise in figures.promises)
