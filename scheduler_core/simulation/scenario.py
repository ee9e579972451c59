"""A scenario: a start state, words, a seed and inputs at given times. Immutable, addressed by its content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from scheduler_core.apiserver.manifests import Problem, ReportEntry, SourceDocument, parse_documents
from scheduler_core.objects.manifest import Json, Manifest, find, flag, integer, items, mapping, text
from scheduler_core.objects.times import parse_time
from scheduler_core.simulation.hashing import digest
from scheduler_core.simulation.header import Focus, Header, is_header, parse_header
from scheduler_core.simulation.inputs import InputProblem, TimedInput, parse_timed_input
from scheduler_core.simulation.limits import OBJECTS
from scheduler_core.simulation.soundness import unsound

FORMAT = 1
_HEADER_TEXTS = ("name", "id", "topic", "title", "summary", "question", "answer", "because", "start")


@dataclass(frozen=True)
class Scenario(Header):
    """A header's fields (name, title, seed, inputs, …) and the start state's manifests, in order of
    creation."""

    objects: tuple[Manifest, ...] = ()

    @property
    def start_at(self) -> int:
        """The instant of virtual time 0, in milliseconds since the epoch."""
        return parse_time(self.start) or 0

    def canonical(self) -> dict[str, Json]:
        """All that decides how the scenario runs and what it says, as JSON; `from_canonical` is the
        inverse."""
        written: dict[str, Json] = {"podium": FORMAT}
        written.update((name, getattr(self, name)) for name in _HEADER_TEXTS)
        written["lesson"] = self.lesson
        written["seed"] = self.seed
        written["focus"] = {"pod": self.focus.pod, "node": self.focus.node}
        written["scheduler"] = {"running": self.scheduler_running}
        written["applications"] = list(self.applications)
        written["inputs"] = [timed.to_json() for timed in self.inputs]
        written["objects"] = list(self.objects)
        return written

    @cached_property
    def digest(self) -> str:
        """sha256 (hex) of the canonical form: equal scenarios have equal digests."""
        return digest(self.canonical())

    @staticmethod
    def from_canonical(value: Json) -> Scenario:
        """Raises ValueError for a value that `canonical` did not write."""
        if find(value, "podium") != FORMAT:
            raise ValueError(f"not a canonical scenario of format {FORMAT}: podium={find(value, 'podium')!r}")
        timed: list[TimedInput] = []
        for index, entry in enumerate(items(find(value, "inputs"))):
            parsed = parse_timed_input(entry, f"inputs[{index}]")
            if isinstance(parsed, InputProblem):
                raise ValueError(f"{parsed.path}: {parsed.code}")
            timed.append(parsed)
        return Scenario(
            **{name: text(find(value, name)) for name in _HEADER_TEXTS},
            lesson=integer(find(value, "lesson")),
            seed=integer(find(value, "seed")) or 0,
            focus=Focus(text(find(value, "focus", "pod")), text(find(value, "focus", "node"))),
            scheduler_running=flag(find(value, "scheduler", "running")),
            applications=tuple(mapping(entry) for entry in items(find(value, "applications"))),
            inputs=tuple(timed),
            objects=tuple(mapping(entry) for entry in items(find(value, "objects"))),
        )


@dataclass(frozen=True, slots=True)
class ParsedScenario:
    """`scenario` is None exactly when there are `problems`. Both tuples are ordered by document and place."""

    scenario: Scenario | None
    report: tuple[ReportEntry, ...]
    problems: tuple[Problem, ...]


def parse_scenario(documents: Sequence[SourceDocument]) -> ParsedScenario:
    """The scenario that some documents are: at most one Scenario document, the rest Kubernetes manifests.

    Lists count as their items. Unknown kinds are left out with a word in the report; what is wrong is a
    problem with its document and path, and then there is no scenario.
    """
    header = Header()
    problems: list[Problem] = []
    manifests: list[SourceDocument] = []
    seen = False
    for document in documents:
        wrong_value = unsound(document.value)
        if wrong_value is not None:
            problems.append(Problem(document.index, wrong_value.path, wrong_value.code, wrong_value.args))
        elif not is_header(document.value):
            manifests.append(document)
        elif seen:
            problems.append(Problem(document.index, "", "scenario.two_headers", {}))
        else:
            seen = True
            header, wrong = parse_header(mapping(document.value))
            problems += [Problem(document.index, each.path, each.code, each.args) for each in wrong]
    parsed = parse_documents(manifests)
    problems += parsed.problems
    if len(parsed.objects) > OBJECTS:
        args: dict[str, Json] = {"limit": OBJECTS, "got": len(parsed.objects)}
        problems.append(Problem(0, "", "scenario.too_many", args))
    if problems:
        return ParsedScenario(None, parsed.report, tuple(problems))
    words = {each.name: getattr(header, each.name) for each in fields(Header)}
    return ParsedScenario(Scenario(**words, objects=parsed.objects), parsed.report, ())
