"""Which of a task's known wrong ways a visitor took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from playground.lessons.lesson import Solution

#: What an input does, and to which object: ("delete", "Pod", "p"), ("apply", "Pod", "").
Act = tuple[str, str, str]


def taken(
    rejected: Iterable[Solution], failed: set[str], inputs: Iterable[Mapping[str, Any]]
) -> Solution | None:
    """The wrong way that fails the same checks. Of several, the one whose acts are most like the inputs'.

    `inputs` are the visitor's, as JSON objects. Likeness is the share of acts that both have; of equally
    like ways the first one is returned.
    """
    ways = [each for each in rejected if set(each.fails) == failed]
    if len(ways) < 2:
        return ways[0] if ways else None
    done = set(_acts(inputs))
    return max(ways, key=lambda way: _likeness(done, {*_acts(each.to_json() for each in way.inputs)}))


def _likeness(done: set[Act], known: set[Act]) -> float:
    return len(done & known) / max(1, len(done | known))


def _acts(inputs: Iterable[Mapping[str, Any]]) -> Iterator[Act]:
    for each in inputs:
        kind = str(each.get("kind", ""))
        for document in each.get("documents", ()):
            yield kind, str(document.get("kind", "")), ""  # a visitor names new objects as they like
        if isinstance(named := each.get("object"), dict):
            yield kind, str(named.get("kind", "")), str(named.get("name", ""))
        elif "documents" not in each:
            yield kind, "", str(each.get("pod", each.get("node", "")))
