"""Preemption: the victims on each candidate, and the criterion that chose a candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scheduler_core as core
from playground.inspector.why.names import short
from playground.texts import messages

MOST_CANDIDATES = 12
MOST_VICTIMS = 12
"""More victims of one node are counted and not named."""
MOST_COLUMNS = 4

_NUMBERS = {name: number for number, name in enumerate((*core.CRITERIA, "order"), 1)}
"""Criterion → its number; the last one, `order`, takes the first candidate."""
_LAST = len(core.CRITERIA)
"""Number of the last criterion that compares victims."""


@dataclass(frozen=True, slots=True)
class Victim:
    name: str
    priority: int


@dataclass(frozen=True, slots=True)
class Victims:
    """`violations`: words about violated disruption budgets, or empty. `more`: how many pods are not named,
    or empty."""

    pods: tuple[Victim, ...]
    violations: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """`out_at`: the criterion that eliminated it, in words; empty when no criterion distinguished the
    candidates."""

    node: str
    victims: Victims
    reprieved: str
    chosen: bool
    out_at: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A candidate's value of a criterion. `state`: asked (still in), out (eliminated here), before
    (eliminated earlier)."""

    value: str
    state: str


@dataclass(frozen=True, slots=True)
class CriterionRow:
    words: str
    decided: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Preemption:
    """`title` is the question that the tables answer. `not_needed`: numbers of the criteria that were not
    used."""

    title: str
    reason: str
    only: str
    alone: Victims | None
    candidates: tuple[Candidate, ...]
    nodes: tuple[str, ...]
    rows: tuple[CriterionRow, ...]
    not_needed: str


def victims(candidate: Mapping[str, Any]) -> Victims:
    n = candidate["violations"]
    words = messages.fill(ngettext("{n} PDB violation", "{n} PDB violations", n), {"n": n}) if n else ""
    named = candidate["victims"][:MOST_VICTIMS]
    pods = tuple(Victim(short(victim["pod"]), victim["priority"]) for victim in named)
    n = len(candidate["victims"]) - len(named)
    more = messages.fill(ngettext("and {n} more pod", "and {n} more pods", n), {"n": n}) if n else ""
    return Victims(pods, words, more)


def preemption(decision: Mapping[str, Any]) -> Preemption | None:
    """None when there was no preemption, or when there is nothing to say about it."""
    attempt = decision.get("preemption")
    if not attempt:
        return None
    chosen = attempt["chosen"]
    if not chosen:
        if attempt["eligible"] and not attempt["reason"]:
            return None
        return Preemption(_("No preemption"), attempt["reason"] or "", "", None, (), (), (), "")
    candidates: Sequence[Mapping[str, Any]] = sorted(
        attempt["candidates"], key=lambda candidate: candidate["node"] != chosen
    )
    title = _title(chosen, candidates)
    if len(candidates) == 1:
        only = messages.fill(
            _("{node} is the only node where removing pods of lower priority helps."), {"node": chosen}
        )
        if not candidates[0].get("reprieved"):
            return Preemption(title, "", only, victims(candidates[0]), (), (), (), "")
        return Preemption(title, "", only, None, _candidates(attempt, candidates), (), (), "")
    used = _used_criteria(attempt)
    nodes = tuple(candidate["node"] for candidate in candidates)[:MOST_COLUMNS]
    return Preemption(
        title,
        "",
        "",
        None,
        _candidates(attempt, candidates),
        nodes,
        tuple(_row(row, before, nodes) for row, before in used),
        _not_needed(used),
    )


def _title(chosen: str, candidates: Sequence[Mapping[str, Any]]) -> str:
    n = len(candidates[0]["victims"])
    if n < 2:
        return messages.fill(_("Why {node}?"), {"node": chosen})
    text = ngettext(
        "Why {node}, although {n} pod must leave?", "Why {node}, although {n} pods must leave?", n
    )
    return messages.fill(text, {"node": chosen, "n": n})


def _used_criteria(attempt: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], list[str]]]:
    """The criteria that were used, each with the candidates that remained before it."""
    remaining = [candidate["node"] for candidate in attempt["candidates"]]
    used = []
    for row in attempt.get("criteria") or ():
        used.append((row, remaining))
        remaining = row["left"]
        if len(remaining) <= 1:
            break
    return used


def _numbered(identifier: str) -> str:
    criterion = messages.say({"id": f"criterion.{identifier}"})
    return f"{_NUMBERS[identifier]}. {criterion}"


def _candidates(attempt: Mapping[str, Any], candidates: Sequence[Mapping[str, Any]]) -> tuple[Candidate, ...]:
    out_at = {
        node: _numbered(row["id"])
        for row, before in _used_criteria(attempt)
        for node in before
        if node not in row["left"]
    }
    return tuple(
        Candidate(
            candidate["node"],
            victims(candidate),
            messages.listed(short(pod) for pod in candidate.get("reprieved") or ()),
            candidate["node"] == attempt["chosen"],
            out_at.get(candidate["node"], ""),
        )
        for candidate in candidates[:MOST_CANDIDATES]
    )


def _row(row: Mapping[str, Any], before: Sequence[str], nodes: Sequence[str]) -> CriterionRow:
    decided = len(before) > 1 and len(row["left"]) == 1
    cells = []
    for node in nodes:
        value = (row.get("values") or {}).get(node)
        state = "before" if node not in before else "out" if node not in row["left"] else "asked"
        cells.append(Cell("–" if value is None else str(value), state))
    return CriterionRow(_numbered(row["id"]), decided, tuple(cells))


def _not_needed(used: Sequence[tuple[Mapping[str, Any], Sequence[str]]]) -> str:
    """The numbers of the criteria after the deciding one, such as `3 … 5`; "" without any."""
    if not used or _NUMBERS[used[-1][0]["id"]] >= _LAST:
        return ""
    following = _NUMBERS[used[-1][0]["id"]] + 1
    return f"{following} … {_LAST}" if following < _LAST else str(_LAST)
