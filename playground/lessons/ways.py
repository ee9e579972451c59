"""Which of a task's known wrong ways a visitor took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from playground.lessons.lesson import Offer, Solution, Task

#: One thing that an input says: what it does or which kind it applies, the path of a field, and the value.
Trait = tuple[str, str, str]

LEAST_LIKENESS = 0.33
"""From 0 to 1: a way that is less like what the visitor did is not told."""
_OF_VISITORS = ("metadata.name", "metadata.namespace", "spec.priorityClassName")
"""A visitor names new objects and classes as they like."""


def taken(task: Task, failed: set[str], inputs: Iterable[Mapping[str, Any]]) -> Solution | None:
    """The wrong way that fails the same checks and is most like what the visitor did.

    None where no way is like it, because a reason that does not fit is worse than none.

    `inputs` are the visitor's, as JSON objects. What the task offers, and what every accepted solution does,
    counts only between ways that are equally like. The fewer solutions have a trait, the more it counts.
    """
    common = _common(task)
    done = set(_traits(inputs))
    times = Counter(trait for way in (*task.accepted, *task.rejected) for trait in _of(way))
    likely = [
        (likeness, _likeness(done, _of(way), times), -place, way)
        for place, way in enumerate(task.rejected)
        if set(way.fails) == failed
        and (likeness := _likeness(done - common, _of(way) - common, times)) >= LEAST_LIKENESS
    ]
    return max(likely, key=lambda row: row[:3])[3] if likely else None


def _of(way: Solution) -> set[Trait]:
    return set(_traits(value.to_json() for value in way.inputs))


def _common(task: Task) -> set[Trait]:
    """What the documents of the offers say, and what is in every accepted solution."""
    offered = set(_traits(document for offer in task.offers for document in _applied(offer)))
    return offered | (set.intersection(*map(_of, task.accepted)) if task.accepted else set())


def _applied(offer: Offer) -> Iterator[Mapping[str, Any]]:
    return (value for value in offer.inputs if "documents" in value)


def _likeness(done: set[Trait], expected: set[Trait], times: Mapping[Trait, int]) -> float:
    """The weight of what both have, as a share of the weight of all; 1 where neither has anything."""

    def weight(traits: set[Trait]) -> float:
        return sum(1 / max(1, times.get(trait, 0)) for trait in traits)

    return weight(done & expected) / weight(done | expected) if done | expected else 1.0


def _traits(inputs: Iterable[Mapping[str, Any]]) -> Iterator[Trait]:
    for value in inputs:
        act = str(value.get("kind", ""))
        for document in value.get("documents", ()):
            kind = str(document.get("kind", ""))
            yield from _leaves(
                kind, {key: document[key] for key in document if key not in ("apiVersion", "kind")}
            )
        if isinstance(named := value.get("object"), Mapping):
            yield act, "object", f"{named.get('kind', '')}/{named.get('name', '')}"
        elif "documents" not in value:
            yield act, "", ""
        rest = {key: value[key] for key in value if key not in ("at", "kind", "documents", "object")}
        yield from _leaves(act, rest)


def _leaves(about: str, value: Any, path: str = "") -> Iterator[Trait]:
    """The fields that say something, with their paths; places in lists are left out."""
    if isinstance(value, Mapping) and (value or not path):
        for key, inner in value.items():
            yield from _leaves(about, inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _leaves(about, inner, path)
    elif value is not None and value is not False and value != "" and path not in _OF_VISITORS:
        yield about, path, str(value)
