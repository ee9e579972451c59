"""Compares a run with the run of its changed document, for the live manifest.

The document of a run is its scenario as YAML; its script includes people's inputs. The unchanged and the
changed document are played, and the runs are compared."""

from __future__ import annotations

import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakKeyDictionary

import scheduler_core as core
from playground import limits
from playground.plugins import own_plugins
from playground.texts.manifests import importer, yaml_text
from playground.texts.manifests.writer import whole_documents

log = logging.getLogger("playground.workers")

_SEPARATORS = (",", ":")
_KEPT = 8
"""The number of cached answers about changes of one run, for people who drag a number to and fro."""
CHIPS = "chips"
"""Beside what else a run is compared with: itself with chips."""
_WORDS = ("summary", "question", "answer", "because", "id")
"""A scenario's texts about its course; a changed scenario takes another course."""


@dataclass(frozen=True, slots=True)
class World:
    """A run played as far as it is shown. `film` is JSON text: `{snapshot, frames, quiet, broken}`."""

    played: core.Played
    film: str

    @property
    def course(self) -> core.Course:
        return self.played.course

    @property
    def steps(self) -> int:
        return self.played.upto


@dataclass(slots=True)
class Base:
    """An unchanged run: its scenario with all inputs, its document, and its world after the first request.
    `answers` are those about changed documents, by digest."""

    scenario: core.Scenario
    inputs: tuple[tuple[int, core.Input | core.Problem], ...]
    written: str | None = None
    world: World | None = None
    odd: frozenset[tuple[str, str]] | None = None
    """Code and path of the problems of the unchanged document, which are tolerated."""
    answers: OrderedDict[str, str] = field(default_factory=OrderedDict)

    @property
    def text(self) -> str:
        """The document, written when it is first asked for: of a large run it takes seconds."""
        if self.written is None:
            self.written = yaml_text.dump_documents(whole_documents(self.scenario))
        return self.written

    def played(self) -> World:
        if self.world is None:
            self.world = play(self.scenario)
        return self.world

    def wrong(self, problems: Iterable[core.Problem]) -> bool:
        """Whether some of these problems of a changed document are new. Then an object that the API server
        would refuse is not left out silently."""
        if self.odd is None:
            problems_before = importer.import_text(self.text, add_nodes=False).problems
            self.odd = frozenset((problem.code, problem.path) for problem in problems_before)
        return any(
            (problem.code, problem.path) not in self.odd for problem in problems if problem.severity != "info"
        )


_bases: WeakKeyDictionary[core.Run, Base] = WeakKeyDictionary()


def base_of(recording: core.Run) -> Base:
    """The base of a live run, computed again after another input."""
    base = _bases.get(recording)
    if base is None or base.inputs != recording.inputs:
        base = _bases[recording] = Base(core.with_given_inputs(recording), recording.inputs)
    return base


def document(recording: core.Run) -> dict[str, Any]:
    """`{text, characters}`: the document of a run; no text when it exceeds the limit for changes."""
    base = base_of(recording)
    long = len(base.text) > limits.CHANGED_CHARACTERS
    return {"text": "" if long else base.text, "characters": len(base.text)}


def varied(recording: core.Run, what: str, value: str) -> dict[str, Any] | None:
    """The `document` of the run with one value changed (`core.variant`); None when the variant does not
    apply."""
    scenario = core.variant(base_of(recording).scenario, what, value)
    if scenario is None:
        return None
    text = yaml_text.dump_documents(whole_documents(scenario))
    long = len(text) > limits.CHANGED_CHARACTERS
    return {"text": "" if long else text, "characters": len(text)}


def beside(recording: core.Run, seq: int, what: str, value: str, whole: bool) -> str | core.Problem | None:
    """The answer of `changed` about the run itself (`what` is ""), about a variant of it (`core.variant`), or
    about the run with chips that may name steps up to `seq`; it needs no document, so a larger run can be
    compared. None when the run has no such value."""
    base = base_of(recording)
    scenario: core.Scenario | None
    if what == CHIPS:
        chips = core.read_chips(value)
        if isinstance(chips, core.Problem):
            return chips
        mine = core.changed_run(recording, seq, [chip.to_json() for chip in chips])
        if isinstance(mine, core.Problem):
            return mine
        scenario = _silent(core.with_given_inputs(mine))
    else:
        scenario = core.variant(base.scenario, what, value) if what else base.scenario
    if scenario is None:
        return None
    answer = f'"problems":[],{_compared(base, scenario, same_text=not what)}'
    return f'{{{answer},"was":{base.played().film}}}' if whole else f"{{{answer}}}"


def with_chips(recording: core.Run, seq: int, chips: Any) -> dict[str, Any] | core.Problem:
    """The values to store for the run with its chips: `canonical`, `seed`, and `at`, the step of the new run
    at the second of step `seq`."""
    mine = core.changed_run(recording, seq, chips)
    if isinstance(mine, core.Problem):
        return mine
    scenario = _silent(core.with_given_inputs(mine))
    at = core.same_moment(recording, seq, mine)
    return {"canonical": importer.canonical_text(scenario), "seed": scenario.seed, "steps": at}


def chips_document(recording: core.Run, seq: int, chips: Any) -> dict[str, Any] | core.Problem:
    """The `document` of the run with its chips."""
    mine = core.changed_run(recording, seq, chips)
    if isinstance(mine, core.Problem):
        return mine
    text = yaml_text.dump_documents(whole_documents(core.with_given_inputs(mine)))
    long = len(text) > limits.CHANGED_CHARACTERS
    return {"text": "" if long else text, "characters": len(text)}


def _silent(scenario: core.Scenario) -> core.Scenario:
    """A changed scenario without the texts about another course."""
    silent: dict[str, Any] = dict.fromkeys(_WORDS, "")
    return replace(scenario, **silent, lesson=None, expect=())


def changed(recording: core.Run, text: str, whole: bool) -> str:
    """JSON text: `problems` of the changed document, and when it is valid `comparison` and `now`, the film of
    the changed run; with `whole` also `was`, the film of the unchanged run."""
    base = base_of(recording)
    key = hashlib.sha256(text.encode()).hexdigest()
    answer = base.answers.get(key)
    if answer is None:
        answer = base.answers[key] = _answer(base, text)
        if len(base.answers) > _KEPT:
            base.answers.popitem(last=False)
    base.answers.move_to_end(key)
    return f'{{{answer},"was":{base.played().film}}}' if whole else f"{{{answer}}}"


def _answer(base: Base, text: str) -> str:
    """The members of an answer about a changed document."""
    imported = importer.import_text(text, add_nodes=False)
    problems = _encoded([_problem(problem) for problem in imported.problems])
    if imported.canonical is None or base.wrong(imported.problems):
        return f'"problems":{problems}'
    scenario = scenario_of(base.scenario, imported)
    return f'"problems":{problems},{_compared(base, scenario, same_text=text == base.text)}'


def _compared(base: Base, scenario: core.Scenario, *, same_text: bool = False) -> str:
    """The other members of an answer about a changed scenario."""
    then = base.played()
    now = then if same_text else play(scenario)
    focus = base.scenario.focus.pod
    comparison = core.compare(then.course, now.course, focus, steps_differ=then.steps != now.steps)
    same = now is then
    if not same:
        same = not (comparison.changed or any(core.edits_between(base.scenario, scenario)))
        comparison = core.explained(comparison, then.played, now.played, focus)
    lines = [core.kubectl_line(timed.input) for timed in scenario.inputs]
    members = {"comparison": comparison.to_json(), "same": same, "inputs": lines}
    return f'{_encoded(members)[1:-1]},"now":{now.film}'


def scenario_of(base: core.Scenario, imported: importer.Imported) -> core.Scenario:
    """The scenario of a changed document, with the title and the focus of the original run."""
    scenario = core.Scenario.from_canonical(json.loads(imported.canonical or ""))
    texts: dict[str, Any] = {name: getattr(base, name) for name in ("topic", "title", "focus")}
    changed = _silent(replace(scenario, **texts))
    return core.with_settled_budgets(base, changed, own_plugins())


def play(scenario: core.Scenario) -> World:
    """Plays a scenario until nothing more happens, within CHANGED_FRAMES steps and CHANGED_FILM_CHARACTERS. A
    run that cannot continue is shown up to that point, and its film says so."""
    recording, most, broken = _played_out(scenario)
    frames: list[str] = []
    remaining = limits.CHANGED_FILM_CHARACTERS
    while len(frames) < most and remaining > 0:
        frames.append(recording.encoded_frame(len(frames) + 1).decode("ascii"))
        remaining -= len(frames[-1])
    steps = len(frames)
    members = _encoded({"quiet": steps == most and not broken and recording.quiet(steps), "broken": broken})
    snapshot = recording.encoded_snapshot(0).decode("ascii")
    film = f'{{"snapshot":{snapshot},"frames":[{",".join(frames)}],{members[1:-1]}}}'
    return World(core.Played(scenario, recording, steps, core.course_of(recording, steps)), film)


def _played_out(scenario: core.Scenario) -> tuple[core.Run, int, bool]:
    """A scenario played as far as it is shown, the number of its steps, and whether it failed there."""
    recording = core.Run(scenario, plugins=own_plugins())
    try:
        return recording, core.play_out(recording, limits.CHANGED_FRAMES), False
    except MemoryError:
        raise
    except Exception:
        log.exception("a changed run broke after step %d", recording.head_seq)
        return recording, recording.head_seq, True


def kept(recording: core.Run, text: str, second: float) -> dict[str, Any]:
    """The values to store for a changed document: `canonical`, `title`, `seed`, the number of `steps` played,
    the hash of its `state` after them, and `at`, the step at the given second; or only its `problems`."""
    base = base_of(recording)
    imported = importer.import_text(text, add_nodes=False)
    if imported.canonical is None or base.wrong(imported.problems):
        return {"problems": [_problem(problem) for problem in imported.problems]}
    scenario = scenario_of(base.scenario, imported)
    played, steps, _ = _played_out(scenario)
    at = sum(played.time(seq) <= second for seq in range(1, steps + 1))
    members = {"title": scenario.title, "seed": scenario.seed, "steps": steps, "at": at}
    members["state"] = played.hash(steps)
    return {"canonical": importer.canonical_text(scenario), **members}


def _problem(problem: core.Problem) -> dict[str, Any]:
    at = problem.position or core.Position(1, 1)
    return {
        "line": at.line,
        "col": at.column,
        "severity": problem.severity,
        "path": problem.path,
        "code": problem.code,
        "args": dict(problem.args),
    }


def _encoded(value: Any) -> str:
    return json.dumps(value, separators=_SEPARATORS)
