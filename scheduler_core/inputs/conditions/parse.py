"""Reads conditions from JSON: `parse_condition` names the path of what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scheduler_core.inputs.conditions.condition_fields import Fields
from scheduler_core.inputs.conditions.decision_condition import DecisionCondition
from scheduler_core.inputs.conditions.joined_conditions import All, AnyOf, Count, Not, Versions
from scheduler_core.inputs.conditions.node_condition import NodeCondition
from scheduler_core.inputs.conditions.object_conditions import FieldCondition, SkewCondition
from scheduler_core.inputs.conditions.pod_condition import PodCondition
from scheduler_core.inputs.conditions.ranges import Range, parse_range
from scheduler_core.inputs.conditions.run_conditions import (
    EventCondition,
    ProcessesCondition,
    StepCondition,
    StepsCondition,
)
from scheduler_core.inputs.conditions.score_condition import ScoreCondition
from scheduler_core.inputs.conditions.time_conditions import Always, At, Before, Ever, When, Within
from scheduler_core.inputs.conditions.verdict import Condition
from scheduler_core.inputs.json_check import not_json
from scheduler_core.inputs.reader import Reader, WrongError, short
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.version import is_version

MAX_DEPTH = 8
"""How deep conditions may be nested."""


def parse_condition(value: Json, path: str) -> Condition | Problem:
    """The condition that a JSON value describes, or its first problem with its path.

    A list counts as `all`.
    """
    wrong = not_json(value, path)
    if wrong is not None:
        return Problem(wrong.path, wrong.code, wrong.args)
    try:
        return _condition(value, path, 0)
    except WrongError as wrong_field:
        return wrong_field.problem


def _condition(value: Json, path: str, depth: int) -> Condition:
    if depth > MAX_DEPTH:
        raise WrongError(Problem(path, "condition.too_deep", {"limit": MAX_DEPTH}))
    if isinstance(value, (list, tuple)):
        return All(_parts(value, path, depth))
    if not isinstance(value, Mapping) or len(value) != 1:
        raise WrongError(Problem(path, "condition.not_one_word"))
    ((word, inner),) = value.items()
    at = f"{path}.{word}"
    leaf, holder = _LEAVES.get(word), _HOLDERS.get(word)
    if leaf is not None:
        if not isinstance(inner, Mapping):
            raise WrongError(Problem(at, "input.not_a_map"))
        return leaf(inner, at)
    if holder is not None:
        return holder(inner, at, depth)
    words = [*_LEAVES, *_HOLDERS]
    raise WrongError(Problem(path, "condition.unknown_word", {"got": short(word), "supported": words}))


def _parts(value: Json, path: str, depth: int) -> tuple[Condition, ...]:
    if not isinstance(value, (list, tuple)) or not value:
        raise WrongError(Problem(path, "condition.not_a_list"))
    return tuple(_condition(part, f"{path}[{place}]", depth + 1) for place, part in enumerate(value))


def _reader(value: Json, path: str, fields: tuple[str, ...]) -> Reader:
    if not isinstance(value, Mapping):
        raise WrongError(Problem(path, "input.not_a_map"))
    read = Fields(value, path)
    read.refuse_unknown(fields)
    return read


def _inner(read: Reader, name: str, depth: int) -> Condition:
    return _condition(read.value(name), read.path_of(name), depth + 1)


def _count(value: Json, path: str, depth: int) -> Condition:
    read = _reader(value, path, ("of", "is"))
    parts = _parts(read.value("of"), read.path_of("of"), depth)
    bounds = parse_range(read.value("is"), read.path_of("is"))
    if not _reachable(bounds, len(parts)):
        why: Json = {"id": "condition.count", "args": {"n": bounds.low or 0, "of": len(parts)}}
        raise WrongError(Problem(read.path_of("is"), "condition.never", {"why": why}))
    return Count(parts, bounds)


def _reachable(bounds: Range, most: int) -> bool:
    """Whether a whole number from 0 to `most` is in the range."""
    return any(bounds.holds(number) for number in range(most + 1))


def _versions(value: Json, path: str, depth: int) -> Condition:
    if not isinstance(value, Mapping) or not value:
        raise WrongError(Problem(path, "input.not_a_map"))
    for version in value:
        if not is_version(version):
            raise WrongError(
                Problem(f"{path}.{version}", "scenario.unknown_version", {"got": short(version)})
            )
    return Versions(
        {version: _condition(part, f"{path}.{version}", depth + 1) for version, part in value.items()}
    )


def _at(value: Json, path: str, depth: int) -> Condition:
    read = _reader(value, path, ("seconds", "that"))
    return At(read.milliseconds("seconds"), _inner(read, "that", depth))


def _within(value: Json, path: str, depth: int) -> Condition:
    read = _reader(value, path, ("seconds", "of", "then"))
    return Within(read.milliseconds("seconds"), _inner(read, "of", depth), _inner(read, "then", depth))


def _before(value: Json, path: str, depth: int) -> Condition:
    read = _reader(value, path, ("first", "then"))
    return Before(_inner(read, "first", depth), _inner(read, "then", depth))


def _when(value: Json, path: str, depth: int) -> Condition:
    read = _reader(value, path, ("first", "that"))
    return When(_inner(read, "first", depth), _inner(read, "that", depth))


_LEAVES: Mapping[str, Callable[[Mapping[str, Json], str], Condition]] = MappingProxyType(
    {
        "pod": PodCondition.read,
        "node": NodeCondition.read,
        "field": FieldCondition.read,
        "skew": SkewCondition.read,
        "processes": ProcessesCondition.read,
        "event": EventCondition.read,
        "step": StepCondition.read,
        "steps": StepsCondition.read,
        "decision": DecisionCondition.read,
        "score": ScoreCondition.read,
    }
)
_HOLDERS: Mapping[str, Callable[[Json, str, int], Condition]] = MappingProxyType(
    {
        "all": lambda value, path, depth: All(_parts(value, path, depth)),
        "any": lambda value, path, depth: AnyOf(_parts(value, path, depth)),
        "not": lambda value, path, depth: Not(_condition(value, path, depth + 1)),
        "count": _count,
        "versions": _versions,
        "always": lambda value, path, depth: Always(_condition(value, path, depth + 1)),
        "ever": lambda value, path, depth: Ever(_condition(value, path, depth + 1)),
        "at": _at,
        "within": _within,
        "before": _before,
        "when": _when,
    }
)
WORDS = (*_LEAVES, *_HOLDERS)
