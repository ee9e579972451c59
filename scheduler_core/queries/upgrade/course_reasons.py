"""Why a run goes otherwise under another release: the changes that are responsible, and for which pods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TypeAlias
from weakref import WeakKeyDictionary

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json, find, strings
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.releases.chosen import unknown_release
from scheduler_core.objects.releases.releases import BASELINE, Release, release
from scheduler_core.objects.releases.version import is_version
from scheduler_core.queries.comparison.compare import Pair, compare
from scheduler_core.queries.comparison.course import Course, course_of
from scheduler_core.queries.comparison.play_out import play_out, with_given_inputs
from scheduler_core.queries.comparison.played_once import PlayedOnce
from scheduler_core.queries.query import AnswerPart, More
from scheduler_core.queries.upgrade.responsible import differing, switched
from scheduler_core.simulation.scenario.scenario import Scenario

_Differing: TypeAlias = "tuple[tuple[str, ...], list[str]]"
"""Fields of `Release`, and the pods that go otherwise when they are switched together."""
_kept: WeakKeyDictionary[Recording, tuple[tuple[str, int, int], Course]] = WeakKeyDictionary()
"""How the run that is asked about goes under the other release; it can be dropped at any time."""


@dataclass(frozen=True)
class _OfRelease(Scenario):
    """A scenario under a release that no version has: some of its behaviours are those of another one."""

    behaviour: Release = BASELINE

    @property
    def release(self) -> Release:
        return self.behaviour


def course_reasons(
    recording: Recording, seq: int, to: str, most: int, left: Sequence[Json] | None, more: More
) -> AnswerPart | Problem:
    """`{"rows"}`: why the run, with the inputs that it was given, goes otherwise under the release
    `to`, when both are played for at most `most` steps. A row is `{"fields", "pods"}`: the pods that go
    otherwise under `to` when these fields of `Release` are as in the run's own release. It is one field,
    or some that make a difference only together. `left` are rows whose fields are still to be told apart.
    """
    if not is_version(to):
        return unknown_release("to", to)
    scenario = with_given_inputs(recording)
    then, now = scenario.release, release(to, scenario.feature_gates)
    course = _course(recording, scenario, to, most)
    rows: list[Json] = []

    def tried(names: Sequence[str]) -> list[_Differing]:
        """The set, where the run goes otherwise without it."""
        pods = _otherwise(_played(recording, scenario, switched(now, names, then), most), course)
        return [(tuple(names), pods)] if pods else []

    if left is None:
        sets = tried(differing(then, now))
    else:
        sets = [(strings(find(entry, "fields")), list(strings(find(entry, "pods")))) for entry in left]
    while sets:
        names, pods = sets.pop()
        half = len(names) // 2
        halves = [*tried(names[half:]), *tried(names[:half])] if half else []
        if halves:
            sets += halves
        else:
            rows.append(_row(names, pods))
        if not more():
            break
    again: list[Json] = [_row(*entry) for entry in sets]
    return AnswerPart({"rows": rows}, seq, not sets, {"left": again})


def _row(names: Sequence[str], pods: Sequence[str]) -> dict[str, Json]:
    return {"fields": list[Json](names), "pods": list[Json](pods)}


def _otherwise(tried: Course, course: Course) -> list[str]:
    """The names of the pods that go otherwise, in the order of their creation."""
    changed: Sequence[Pair] = compare(tried, course).changed
    pods = sorted((pair.pod.order, pair.pod.name) for pair in changed)
    return list(dict.fromkeys(name for _, name in pods))


def _course(recording: Recording, scenario: Scenario, to: str, most: int) -> Course:
    key = (to, most, len(recording.inputs))
    kept = _kept.get(recording)
    if kept is None or kept[0] != key:
        behaviour = release(to, scenario.feature_gates)
        kept = _kept[recording] = key, _played(recording, scenario, behaviour, most)
    return kept[1]


def _played(recording: Recording, scenario: Scenario, behaviour: Release, most: int) -> Course:
    values = {value.name: getattr(scenario, value.name) for value in fields(Scenario)}
    once = PlayedOnce(_OfRelease(**values, behaviour=behaviour), recording.plugins)
    return course_of(once, play_out(once, most))
