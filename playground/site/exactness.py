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

import scheduler_core as core

FILE = Path(__file__).resolve().parent / "exactness.json"


@dataclass(frozen=True, slots=True)
class Figure:
    """The figures of one theme: the number of compared verdicts, and of those that agree."""

    theme: str
    cases: int
    agreed: int

    @property
    def words(self) -> str:
        """The theme in the active language."""
        return str(THEMES[self.theme])


@dataclass(frozen=True, slots=True)
class Promise:
    """A property that needs no reference: the number of random cases for which it was checked and holds."""

    name: str
    kept: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one release. `modelled` is the version of Kubernetes that decided the recorded cases.
    Each of the `promises` was checked on `random_cases` cases. `groups` are those of the histories in which
    pods are scheduled together; None where there are none."""

    minor: str
    modelled: str
    themes: tuple[Figure, ...]
    random_cases: int
    promises: tuple[Promise, ...]
    groups: Figure | None = None

    @property
    def cases(self) -> int:
        return sum(figure.cases for figure in self.themes)

    @property
    def agreed(self) -> int:
        return sum(figure.agreed for figure in self.themes)


@cache
def figures() -> Mapping[str, Figures]:
    """The figures of each release that is compared, newest first."""
    results = json.loads(FILE.read_text(encoding="utf-8"))["releases"]
    ordered = sorted(results, key=core.parse_version, reverse=True)
    return {minor: summed(minor, results[minor]) for minor in ordered}


def table(figures: Mapping[str, Figures]) -> list[tuple[str, list[Figure | None]]]:
    """The text of each theme, with its figure in each release; None when the release has no such cases."""
    by_release = [{figure.theme: figure for figure in release.themes} for release in figures.values()]
    themes = sorted({theme for row in by_release for theme in row})
    rows = [(str(THEMES[theme]), [row.get(theme) for row in by_release]) for theme in themes]
    groups = [release.groups for release in figures.values()]
    if any(groups):
        rows.insert(themes.index("live") + 1, (str(OF_GROUPS), groups))
    return rows


def summed(minor: str, result: Mapping[str, Any]) -> Figures:
    """The rows of one release in the result file, summed for each theme."""
    sums: dict[str, tuple[int, int]] = {}
    for entry in result["files"]:
        cases, agreed = sums.get(entry["theme"], (0, 0))
        sums[entry["theme"]] = (cases + entry["cases"], agreed + entry["agreed"])
    groups = [entry for entry in result["files"] if entry["file"].endswith(GROUPS_FILE)]
    of_groups = Figure(
        "live", sum(entry["cases"] for entry in groups), sum(entry["agreed"] for entry in groups)
    )
    themes = tuple(Figure(theme, *pair) for theme, pair in sorted(sums.items()))
    random = result.get("random") or {"cases": 0, "promises": {}}
    promises = tuple(Promise(name, kept) for name, kept in random["promises"].items())
    modelled = result["modelled"]
    return Figures(minor, modelled, themes, random["cases"], promises, of_groups if groups else None)


GROUPS_FILE = "-gang.live"
"""The end of the name of a file with histories of groups."""
OF_GROUPS = _("of these, histories with pods that are scheduled together")
THEMES: Mapping[str, str | StrPromise] = {
    "live": _("whole control planes over time: events, conditions, refusals"),
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
"""A theme's name in the files of recorded cases → its text."""


PROMISES: Mapping[str, str | StrPromise] = {
    "fast_equals_traced": _("The fast path decides as the path that records every step."),
    "memo_changes_nothing": _("Filter results that are kept from one pod to the next change no decision."),
    "order_of_nodes_changes_tosses_only": _("Another order of the nodes changes only choices among equals."),
    "a_stranger_changes_no_reason": _("A further node without labels changes no reason on the others."),
    "more_room_lets_in_as_many": _("More room on the nodes refuses no pod that fitted before."),
    "text_is_the_sum_of_verdicts": _("The sentence of the event is the sum of the verdicts on the nodes."),
    "best_is_the_highest_total": _("The best nodes are those with the highest sum of weighted scores."),
}
"""A promise's name in the command's output → its text."""


def promises(figures: Mapping[str, Figures]) -> list[tuple[str, list[int]]]:
    """The promises in words, each with the number of cases that kept it in each release that was checked."""
    checked = [{promise.name: promise.kept for promise in release.promises} for release in figures.values()]
    names = [name for name in PROMISES if any(name in row for row in checked)]
    return [(str(PROMISES[name]), [row[name] for row in checked if row]) for name in names]
