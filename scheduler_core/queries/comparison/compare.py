"""Compares two courses: which pods differ between the runs, and one sentence that sums up the change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scheduler_core.actor import Message, message
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.comparison.course import Course, PodCourse, Stretch, before
from scheduler_core.queries.comparison.decided import changed_decision
from scheduler_core.queries.comparison.edits import Edit, edits_between
from scheduler_core.queries.comparison.facts import BOUND, MOVED, Fact, facts_of
from scheduler_core.queries.comparison.unchanged import Played, why_unchanged

MANY = 3
"""The number of pods with the same kind of change from which the sentence counts instead of naming one."""

_Life = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """A pod in both runs, or in one of them, and what differs."""

    then: PodCourse | None
    now: PodCourse | None
    facts: tuple[Fact, ...]
    nodes: tuple[str, ...] = ()
    """Nodes whose verdict in a decision about the pod differs, although the decision has the same result."""

    @property
    def pod(self) -> PodCourse:
        pod = self.now or self.then
        assert pod is not None
        return pod

    @property
    def from_s(self) -> float:
        """The first virtual second at which the pod differs between the runs."""
        sides = [() if side is None else side.stretches for side in (self.then, self.now)]
        turns = sorted({stretch.from_s for side in sides for stretch in side})
        ends = sorted({stretch.to_s for side in sides for stretch in side if stretch.to_s is not None})
        for second in sorted({*turns, *ends}):
            if _standing(sides[0], second) != _standing(sides[1], second):
                return second
        if self.nodes:
            return self.facts[0].now_s or 0.0
        return turns[0] if turns else 0.0

    def to_json(self) -> dict[str, Json]:
        return {
            "from": self.from_s,
            "key": self.pod.key,
            "name": self.pod.name,
            "priority": self.pod.priority,
            "band": self.pod.band,
            "was": _side(self.then),
            "now": _side(self.now),
            "facts": [fact.to_json() for fact in self.facts],
            "nodes": list(self.nodes),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """`changed` are the pods that differ, the most important first; `same` are the names of the others. Both
    runs are compared up to second `upto_s`; `whole` is True when both had ended by then."""

    says: Message
    changed: tuple[Pair, ...]
    same: tuple[str, ...]
    upto_s: float
    whole: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "says": self.says.to_json(),
            "changed": [pair.to_json() for pair in self.changed],
            "same": list(self.same),
            "upto": self.upto_s,
            "whole": self.whole,
        }


def compare(then: Course, now: Course, focus: str = "", *, steps_differ: bool = False) -> Comparison:
    """`focus` is the key of the pod that the scenario is about. Where a run was not played to its end, both
    are compared up to the second that both reached.
    """
    ends = [course.end_s for course in (then, now) if not course.quiet]
    upto = min(ends) if ends else max(then.end_s, now.end_s)
    pairs = [Pair(was, is_, facts_of(was, is_)) for was, is_ in _pairs(before(then, upto), before(now, upto))]
    changed = sorted((pair for pair in pairs if pair.facts), key=lambda pair: _weight(pair, focus))
    same = tuple(pair.pod.name for pair in pairs if not pair.facts)
    return Comparison(_says(changed, focus, steps_differ), tuple(changed), same, upto, not ends)


def explained(
    comparison: Comparison,
    then: Played,
    now: Played,
    focus: str = "",
    *,
    edits: Iterable[Edit] | None = None,
) -> Comparison:
    """Explains a comparison without changed pods, by the decisions whose verdicts differ, or else by the
    reason why the edit leads to the same run. One with changed pods gets those behind them whose decisions
    are the same in other words. Without `edits` they are those between the two scenarios."""
    pairs: list[Pair] = []
    met = {pair.pod.key for pair in comparison.changed}
    for life, pod in now.course.pods.items():
        decided = changed_decision(then.decisions, now.decisions, pod.key) if not pod.life else None
        if decided is None or life not in then.course.pods or pod.key in met:
            continue
        if decided.reworded or not comparison.changed:
            pairs.append(Pair(then.course.pods[life], pod, decided.facts, decided.nodes))
    if pairs:
        pairs.sort(key=lambda pair: _weight(pair, focus))
        changed = (*comparison.changed, *pairs)
        names = {pair.pod.name for pair in changed}
        same = tuple(name for name in comparison.same if name not in names)
        says = comparison.says if comparison.changed else pairs[0].facts[0].says
        return replace(comparison, says=says, changed=changed, same=same)
    if comparison.changed:
        return comparison
    made = edits_between(then.scenario, now.scenario) if edits is None else edits
    reason = why_unchanged(made, then, now)
    return replace(comparison, says=reason or message("changed.only_steps"))


def _standing(stretches: Iterable[Stretch], second: float) -> tuple[str, str] | None:
    for stretch in stretches:
        if stretch.from_s <= second and (stretch.to_s is None or second < stretch.to_s):
            return stretch.kind, stretch.node
    return None


def _side(pod: PodCourse | None) -> Json:
    if pod is None:
        return None
    return {"key": pod.key, "life": pod.life, "stretches": [stretch.to_json() for stretch in pod.stretches]}


def _pairs(then: Course, now: Course) -> Iterable[tuple[PodCourse | None, PodCourse | None]]:
    """Matches pods by key and life; the remaining pods of a workload are matched in the order of creation."""
    both = [life for life in then.pods if life in now.pods]
    only_then = _by_group(then.pods, now.pods)
    only_now = _by_group(now.pods, then.pods)
    for life in both:
        yield then.pods[life], now.pods[life]
    for group in dict.fromkeys((*only_then, *only_now)):
        was, is_ = only_then.get(group, []), only_now.get(group, [])
        matched = min(len(was), len(is_)) if group else 0
        yield from zip(was[:matched], is_[:matched], strict=True)
        yield from ((pod, None) for pod in was[matched:])
        yield from ((None, pod) for pod in is_[matched:])


def _by_group(
    pods: Mapping[_Life, PodCourse], others: Mapping[_Life, PodCourse]
) -> dict[str, list[PodCourse]]:
    groups: dict[str, list[PodCourse]] = defaultdict(list)
    for life, pod in pods.items():
        if life not in others:
            groups[pod.group].append(pod)
    for group in groups.values():
        group.sort(key=lambda pod: (pod.order, pod.key, pod.life))
    return groups


def _weight(pair: Pair, focus: str) -> tuple[bool, int, int, float, int, str]:
    first = pair.facts[0]
    pod = pair.pod
    return (pod.key != focus, first.rank, -pod.priority, -abs(first.by_s), pod.order, pod.key)


def _says(changed: list[Pair], focus: str, steps_differ: bool) -> Message:
    if not changed:
        return message("changed.only_steps" if steps_differ else "changed.nothing")
    if changed[0].pod.key != focus:
        gained = sum(pair.facts[0].rank == BOUND and pair.facts[0].then is None for pair in changed)
        lost = sum(pair.facts[0].rank == BOUND and pair.facts[0].now is None for pair in changed)
        moved = sum(pair.facts[0].rank == MOVED for pair in changed)
        if max(lost, gained) >= MANY:
            most = lost if lost >= gained else gained
            return message("changed.fewer_bound" if lost >= gained else "changed.more_bound", n=most)
        if moved >= MANY and not (lost or gained):
            return message("changed.many_moved", n=moved)
    return changed[0].facts[0].says
