"""Recognises which of a task's known wrong ways a visitor took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import scheduler_core as core
from playground.lessons.lesson import Offer, Solution, Task

#: A trait of an input: its action or the applied kind, the path of a field, and the value.
Trait = tuple[str, str, str]

LEAST_LIKENESS = 0.33
"""From 0 to 1: a way that is less similar to the visitor's inputs is not reported."""
_OF_VISITORS = ("metadata.name", "metadata.namespace", "spec.priorityClassName")
"""Fields that visitors choose freely: the names of new objects and classes."""


def conditional(task: Task, failed: set[str]) -> list[tuple[str, core.Condition]]:
    """The wrong ways that fail these checks and have a `when`: the name of each, and its condition."""
    ways = (way for way in task.rejected if set(way.fails) == failed)
    return [(way.name, way.when) for way in ways if way.when is not None]


def taken(
    task: Task, failed: set[str], inputs: Iterable[Mapping[str, Any]], holding: Collection[str] = ()
) -> Solution | None:
    """The wrong way that fails the same checks and is most similar to the visitor's inputs.

    None when no way is similar, because an unrelated explanation is worse than none. A way of which the
    visitor has done only the beginning is not taken yet. `holding` names the ways whose `when` holds now:
    what they say is true, however the visitor came there; the other ways with a `when` are left out.

    `inputs` are the visitor's, as JSON objects. Traits of the task's offers, and of every accepted solution,
    count only between equally similar ways. The fewer solutions have a trait, the more it counts."""
    common = _common(task)
    inputs = list(inputs)
    done, acts = set(_traits(inputs)), set(_acts(inputs))
    times = Counter(trait for way in (*task.accepted, *task.rejected) for trait in _of(way))
    likely = [
        (likeness, _likeness(done, _of(way), times), -place, way)
        for place, way in enumerate(task.rejected)
        if set(way.fails) == failed
        and acts.issuperset(_acts(value.to_json() for value in way.inputs))
        and (way.when is None or way.name in holding)
        and (likeness := _likeness(done - common, _of(way) - common, times))
        >= (LEAST_LIKENESS if way.when is None else 0)
    ]
    return max(likely, key=lambda row: row[:3])[3] if likely else None


def _acts(inputs: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What inputs do, and to which kind of object ("" for what is no object)."""
    for value in inputs:
        act, named = str(value.get("kind", "")), value.get("object")
        if isinstance(named, Mapping):
            yield act, str(named.get("kind", ""))
        elif "documents" in value:
            yield from ((act, str(document.get("kind", ""))) for document in value["documents"])
        else:
            yield act, ""


def _of(way: Solution) -> set[Trait]:
    return set(_traits(value.to_json() for value in way.inputs))


def _common(task: Task) -> set[Trait]:
    """The traits of the offers' documents, and those that all accepted solutions share."""
    offered = set(_traits(document for offer in task.offers for document in _applied(offer)))
    return offered | (set.intersection(*map(_of, task.accepted)) if task.accepted else set())


def _applied(offer: Offer) -> Iterator[Mapping[str, Any]]:
    return (value for value in offer.inputs if "documents" in value)


def _likeness(done: set[Trait], expected: set[Trait], times: Mapping[Trait, int]) -> float:
    """The weight of the common traits as a share of the weight of all; 1 when neither has any."""

    def weight(traits: set[Trait]) -> float:
        return sum(1 / max(1, times.get(trait, 0)) for trait in traits)

    return weight(done & expected) / weight(done | expected) if done | expected else 1.0


def _traits(inputs: Iterable[Mapping[str, Any]]) -> Iterator[Trait]:
    """The traits of inputs: what they do, and the fields of the documents they apply."""
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
    """The fields with values, with their paths; indexes of lists are left out."""
    if isinstance(value, Mapping) and (value or not path):
        for key, inner in value.items():
            yield from _leaves(about, inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _leaves(about, inner, path)
    elif value is not None and value is not False and value != "" and path not in _OF_VISITORS:
        yield about, path, str(value)
