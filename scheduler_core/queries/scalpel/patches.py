"""What becomes of a run when single fields of its objects are other ones: then and now.

Only the objects that chips name are read, and the run is played on from the last step that no chip reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import Frame
from scheduler_core.objects.manifest import Json, mapping
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.comparison.compare import compare, explained
from scheduler_core.queries.comparison.course import course_of
from scheduler_core.queries.comparison.edits import Edit
from scheduler_core.queries.comparison.unchanged import Played
from scheduler_core.queries.scalpel.branch import Branch, Due, Make, Tail, later_inputs, tail_of, world_at
from scheduler_core.queries.scalpel.chip import Chip, chips_text, parse_chips
from scheduler_core.queries.scalpel.kept import kept
from scheduler_core.queries.scalpel.paths import Place, value_at
from scheduler_core.queries.scalpel.plan import PATCH, REFUSED, Change, Plan, plan_of
from scheduler_core.queries.scalpel.requests import write_of
from scheduler_core.queries.scalpel.start import Beginning, beginning

MOST_STEPS, LARGE_STEPS = 600, 60
"""Steps that are played behind the first change, then and now, unless a caller asks for fewer; the second
number in a cluster of LARGE pods and more, where a step takes longer."""
LARGE = 2_000
MOST_PODS = 40
"""Pods whose courses an answer has; the others are counted."""
_MOST_UNTIL_GIVEN = 5_000
"""Steps within which the inputs behind the first change are given."""


def branch_of(recording: Recording, plan: Plan) -> Branch:
    """The changed run at the last step before any change, with all that is still to be given."""
    rows = [
        (change.chip.at or 0, number, change)
        for number, change in enumerate(plan.changes)
        if change.state == PATCH
    ]
    patches = sorted(rows, key=lambda row: row[:2])
    first = patches[0][0] if patches else recording.head_seq
    if plan.sources:
        begun = beginning(recording, plan.sources, first)
    else:
        begun = Beginning(recording.scenario, world_at(recording, first).copy())
    at = begun.world.seq
    due = [(entry.at_ms or 0, 0, entry) for entry in later_inputs(recording, at)]
    for seq, number, change in patches:
        moment = None if seq == at else round(float(recording.time(seq)) * 1000)
        assert change.place is not None
        due.append(
            (-1 if moment is None else moment, 1, Due(moment, _make(change.chip, change.place), number))
        )
    due.sort(key=lambda row: row[:2])
    past = [(seq, value) for seq, value in recording.inputs if seq < at and not isinstance(value, Problem)]
    return Branch(begun.scenario, begun.world, past, [entry for *_, entry in due])


def _make(chip: Chip, place: Place) -> Make:
    return lambda world: write_of(world.api, chip, place)


def patched(recording: Recording, chips: Sequence[Chip], newest: int) -> Recording:
    """The changed run as a recording of its own, for questions that play it on. Chips that are refused have
    no effect."""
    plan = plan_of(recording, chips, newest)
    if not any(change.counts for change in plan.changes):
        return recording
    branch = branch_of(recording, plan)
    branch.play(_MOST_UNTIL_GIVEN if any(entry.at_ms is not None for entry in branch.due) else 0)
    return Recording(branch.scenario, branch.inputs, plugins=recording.plugins)


def refused_chip(recording: Recording, seq: int, chips: Json) -> dict[str, Json] | Problem | None:
    """The first chip that comes to nothing: its own members and its `problem`; None where all can be made."""
    parsed = parse_chips(chips)
    if isinstance(parsed, Problem):
        return parsed
    changes = plan_of(recording, parsed, seq).changes
    return next((_json(change) for change in changes if change.state == REFUSED), None)


def patches(
    recording: Recording, seq: int, chips: Json, focus: str | None = None, most: int | None = None
) -> dict[str, Json] | Problem:
    """The run before and after its chips, for at most `most` steps behind the first change (usually
    MOST_STEPS or LARGE_STEPS).

    `{"chips", "link", "from", "comparison", "more", "first", "steps"}`: a chip has its own members (see
    `parse_chips`), its `state` (`start`, `patch`, `off`, `overridden`, `refused`), `problem`, `why`, `words`,
    `instead`, `line` and `patch`. `from` is the second from which the runs are compared, `comparison` as for
    a changed document, with at most MOST_PODS pods and `more` others; `focus` is the key of the pod that
    comes first. `first` is the first step that differs, `{"t", "then", "now"}` with frames' messages; None
    without one. Both are None where no chip has an effect.
    """
    parsed = parse_chips(chips)
    if isinstance(parsed, Problem):
        return parsed
    usual = LARGE_STEPS if len(recording.world(seq).api.pods) >= LARGE else MOST_STEPS
    steps = usual if most is None else max(1, min(most, MOST_STEPS))
    plan = plan_of(recording, parsed, seq)
    answer: dict[str, Json] = {"link": chips_text(parsed), "from": None, "comparison": None, "more": 0}
    answer |= {"first": None, "steps": None}
    changes: Sequence[Change] = plan.changes
    if any(change.counts for change in changes):
        branch = branch_of(recording, plan)
        branch.play(steps)
        changes = [_after(change, branch.refused.get(number)) for number, change in enumerate(changes)]
        answer |= _compared(recording, branch, plan, focus or recording.scenario.focus.pod, steps)
    answer["chips"] = [_json(change) for change in changes]
    return answer


def _after(change: Change, refused: Refused | Problem | None) -> Change:
    return change if refused is None else replace(change, state=REFUSED, problem=refused)


def _compared(recording: Recording, branch: Branch, plan: Plan, focus: str, steps: int) -> dict[str, Json]:
    then, now = _then(recording, branch.begin, steps), branch.tail
    first = _first_difference(then, now)
    own = [key for kind, key in plan.sources if kind == "Pod"]
    pods = sorted({*then.changed_pods, *now.changed_pods, *own, *([focus] if focus else [])})
    then, now = replace(then, pods=pods), replace(now, pods=pods)
    before, after = (course_of(tail, len(tail.frames)) for tail in (then, now))
    differ = len(then.frames) != len(now.frames)
    comparison = compare(before, after, focus, steps_differ=differ)
    if not comparison.changed:
        # One look at each node and pod for every decision would take seconds in a large cluster.
        about = {*own, focus} if len(then.views) >= LARGE else set(pods)
        was, is_ = then.about(about), now.about(about)
        played = Played(recording.scenario, was, len(was.frames), before)
        changed = Played(branch.scenario, is_, len(is_.frames), after)
        comparison = explained(comparison, played, changed, focus, edits=_edits(recording, plan))
    shown = replace(comparison, changed=comparison.changed[:MOST_PODS], same=())
    return {
        "from": branch.begin_s,
        "comparison": shown.to_json(),
        "more": len(comparison.changed) - len(shown.changed),
        "first": first,
        "steps": {"then": len(then.frames), "now": len(now.frames)},
    }


def _edits(recording: Recording, plan: Plan) -> list[Edit]:
    edits: list[Edit] = []
    for change in plan.changes:
        if not change.counts:
            continue
        chip = change.chip
        stored = recording.world(chip.at or 0).api.get(chip.kind, chip.key)
        manifest = {} if stored is None else stored.manifest
        was = chip.was if change.place is None else value_at(manifest, change.place)
        edits.append(Edit(chip.kind, chip.key, chip.path, was, chip.now, manifest))
    return edits


def _then(recording: Recording, begin: int, steps: int) -> Tail:
    return kept(recording, "tail", (begin, steps), lambda: tail_of(recording, begin, steps))


_TELLS = ("t", "actor", "kind", "focus", "message")


def _first_difference(then: Tail, now: Tail) -> Json:
    for number in range(max(len(then.frames), len(now.frames))):
        was, is_ = (tail.frames[number] if number < len(tail.frames) else None for tail in (then, now))
        if was is None or is_ is None or any(was.get(name) != is_.get(name) for name in _TELLS):
            seconds = [frame["t"] for frame in (was, is_) if frame is not None]
            return {"t": min(map(_number, seconds)), "then": _message(was), "now": _message(is_)}
    return None


def _number(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _message(frame: Frame | None) -> Json:
    return None if frame is None else {"t": frame["t"], **mapping(frame.get("message"))}


def _json(change: Change) -> dict[str, Json]:
    problem = change.problem
    if isinstance(problem, Refused):
        problem = Problem(change.chip.path, "scalpel.refused", {"text": problem.text})
    return {
        **change.chip.to_json(),
        "state": change.state,
        "problem": None
        if problem is None
        else {"path": problem.path, "code": problem.code, "args": dict(problem.args)},
        "why": change.why,
        "words": None if change.words is None else change.words.to_json(),
        "instead": None if change.instead is None else change.instead.to_json(),
        "line": change.line,
        "patch": dict(change.patch),
    }
