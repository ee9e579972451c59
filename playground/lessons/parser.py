"""Reads a lesson from the JSON of its document. Every problem is reported with its path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import scheduler_core as core
from playground.lessons.lesson import (
    BEGINNING,
    QUIET,
    Ask,
    Check,
    Choice,
    Hint,
    Lesson,
    Offer,
    Second,
    Solution,
    Start,
    Step,
    Task,
    WrongSecond,
)
from playground.lessons.values import INPUTS, LONG, Values, short

API_VERSION = "podium/v1"
STEPS, CHOICES, STARTS = 40, 6, 8
MOST_PROBLEMS = 100
"""The most problems reported for one file."""
FAR = 10**7

Scenarios = Callable[[str], "core.Scenario | None"]
"""The gallery's scenario of a name; None without one."""


def read_lesson(
    document: Mapping[str, Any], scenarios: Scenarios
) -> tuple[Lesson | None, list[core.Problem]]:
    """The lesson in a document, or None; and its problems, by path."""
    reader = _Reader(scenarios)
    lesson = reader.lesson(document)
    return (None if reader.problems else lesson), reader.problems[:MOST_PROBLEMS]


class _Reader(Values):
    def __init__(self, scenarios: Scenarios) -> None:
        super().__init__()
        self.scenarios = scenarios
        self.starts: tuple[Start, ...] = ()

    def lesson(self, document: Mapping[str, Any]) -> Lesson:
        top = self.map(document, "", ("apiVersion", "kind", "metadata", "spec"))
        metadata = self.map(top.get("metadata"), "metadata", ("name",))
        names = ("number", "topic", "minutes", "needs", "title", "can", "teacher", "starts", "steps", "task")
        spec = self.map(top.get("spec"), "spec", names)
        number = spec.get("number")
        self.starts = self.list(spec.get("starts"), "spec.starts", self.start, 1, STARTS)
        self.unique(self.starts, "spec.starts")
        task = spec.get("task")
        return Lesson(
            name=self.name(metadata.get("name"), "metadata.name"),
            number=None if number is None else self.whole(number, "spec.number", 1, 99),
            topic=self.name(spec["topic"], "spec.topic") if spec.get("topic") is not None else "",
            minutes=self.whole(spec.get("minutes"), "spec.minutes", 1, 600),
            needs=self.list(spec.get("needs"), "spec.needs", self.name),
            title=self.text(spec.get("title"), "spec.title"),
            can=self.text(spec.get("can"), "spec.can", LONG, needed=False),
            teacher=self.text(spec.get("teacher"), "spec.teacher", LONG, needed=False),
            starts=self.starts,
            steps=self.list(spec.get("steps"), "spec.steps", self.step, 1, STEPS),
            task=None if task is None else self.task(task, "spec.task"),
        )

    def unique(self, named: tuple[Any, ...], path: str) -> None:
        names: set[str] = set()
        for place, item in enumerate(named):
            if item.name in names:
                self.wrong(f"{path}[{place}].name", "lesson.twice", name=item.name)
            names.add(item.name)

    def start(self, value: Any, path: str) -> Start:
        fields = self.map(value, path, ("name", "scenario", "revision", "documents", "inputs"))
        name = self.name(fields.get("name"), f"{path}.name")
        slug, documents = fields.get("scenario"), fields.get("documents")
        if (slug is None) == (documents is None):
            self.wrong(path, "lesson.scenario_or_documents")
            return Start(name, "", _NOTHING)
        if slug is not None:
            scenario = self.of_gallery(slug, f"{path}.scenario")
            revision = fields.get("revision")
            if scenario is not None and revision is not None and revision != scenario.digest:
                self.wrong(f"{path}.revision", "lesson.revision", got=short(revision), now=scenario.digest)
        else:
            scenario = self.of_documents(documents, f"{path}.documents")
        scenario = scenario or _NOTHING
        if fields.get("inputs") is not None:
            scenario = replace(scenario, inputs=self.inputs(fields["inputs"], f"{path}.inputs"))
        return Start(name, slug if isinstance(slug, str) else "", scenario)

    def of_gallery(self, slug: Any, path: str) -> core.Scenario | None:
        name = self.name(slug, path)
        scenario = self.scenarios(name) if name else None
        if name and scenario is None:
            self.wrong(path, "lesson.no_scenario", name=name)
        return scenario

    def of_documents(self, documents: Any, path: str) -> core.Scenario | None:
        items = self.list(documents, path, lambda item, _: item, 1, 500)
        sources = [
            core.SourceDocument(place, item) for place, item in enumerate(items) if isinstance(item, dict)
        ]
        parsed = core.parse_scenario(sources, version=core.NEW_RUNS)
        for problem in parsed.problems:
            if problem.severity == "error":
                self.problems.append(
                    replace(problem, document=None).below(f"{path}[{problem.document or 0}]")
                )
        for entry in parsed.report:
            if entry.code.startswith("invalid.refused"):
                where = core.Problem(entry.path, entry.code, entry.args)
                self.problems.append(where.below(f"{path}[{entry.document}]"))
        return parsed.scenario

    def start_named(self, value: Any, path: str) -> str:
        if value is None:
            return ""
        if not any(start.name == value for start in self.starts):
            names = [start.name for start in self.starts]
            self.wrong(path, "input.unknown_choice", got=short(value), supported=names)
        return str(value)

    def step(self, value: Any, path: str) -> Step:
        fields = self.map(value, path, ("title", "text", "start", "at", "lit", "ask", "shows", "absent"))
        at, ask, shows = fields.get("at"), fields.get("ask"), fields.get("shows")
        return Step(
            title=self.text(fields.get("title"), f"{path}.title"),
            text=self.text(fields.get("text"), f"{path}.text", LONG),
            start=self.start_named(fields.get("start"), f"{path}.start"),
            at=None if at is None else self.stop(at, f"{path}.at", BEGINNING),
            lit=self.lit(fields.get("lit"), f"{path}.lit"),
            ask=None if ask is None else self.ask(ask, f"{path}.ask"),
            path=path,
            shows=None if shows is None else self.condition(shows, f"{path}.shows"),
            absent=self.list(fields.get("absent"), f"{path}.absent", self.string),
        )

    def ask(self, value: Any, path: str) -> Ask:
        names = ("question", "until", "choices", "second", "ties", "because", "lit")
        fields = self.map(value, path, names)
        choices, second = fields.get("choices"), fields.get("second")
        if (choices is None) == (second is None):
            self.wrong(path, "lesson.choices_or_second")
        return Ask(
            question=self.text(fields.get("question"), f"{path}.question"),
            until=self.stop(fields.get("until"), f"{path}.until", QUIET),
            choices=self.list(choices, f"{path}.choices", self.choice, 2, CHOICES)
            if choices is not None
            else (),
            second=None if second is None else self.second(second, f"{path}.second"),
            ties=self.flag(fields.get("ties"), f"{path}.ties"),
            because=self.text(fields.get("because"), f"{path}.because", LONG, needed=False),
            lit=self.lit(fields.get("lit"), f"{path}.lit"),
            path=path,
        )

    def choice(self, value: Any, path: str) -> Choice:
        fields = self.map(value, path, ("text", "holds", "because", "misconception", "board"))
        return Choice(
            text=self.text(fields.get("text"), f"{path}.text"),
            holds=self.condition(fields.get("holds"), f"{path}.holds"),
            because=self.text(fields.get("because"), f"{path}.because", LONG),
            misconception=self.text(fields.get("misconception"), f"{path}.misconception", needed=False),
            board=None if fields.get("board") is None else self.lit(fields["board"], f"{path}.board"),
            path=path,
        )

    def second(self, value: Any, path: str) -> Second:
        fields = self.map(value, path, ("of", "from", "to", "tolerance", "wrong"))
        low = self.number(fields.get("from"), f"{path}.from", 0, FAR, 0)
        return Second(
            of=self.condition(fields.get("of"), f"{path}.of"),
            low=low,
            high=self.number(fields.get("to"), f"{path}.to", low + 1, FAR, low + 60),
            tolerance=self.number(fields.get("tolerance"), f"{path}.tolerance", 0, 3600, 3),
            wrong=self.list(fields.get("wrong"), f"{path}.wrong", self.wrong_second),
            path=path,
        )

    def wrong_second(self, value: Any, path: str) -> WrongSecond:
        fields = self.map(value, path, ("from", "to", "misconception", "because"))
        low = self.number(fields.get("from"), f"{path}.from", 0, FAR, 0)
        return WrongSecond(
            low=low,
            high=self.number(fields.get("to"), f"{path}.to", low, FAR, FAR),
            misconception=self.text(fields.get("misconception"), f"{path}.misconception", needed=False),
            because=self.text(fields.get("because"), f"{path}.because", LONG),
        )

    def task(self, value: Any, path: str) -> Task:
        allowed = (
            "title",
            "text",
            "start",
            "from",
            "offers",
            "judged",
            "checks",
            "hints",
            "accepted",
            "rejected",
        )
        fields = self.map(value, path, allowed)
        checks = self.list(fields.get("checks"), f"{path}.checks", self.check, 1)
        self.unique(checks, f"{path}.checks")
        accepted = self.list(fields.get("accepted"), f"{path}.accepted", self.solution, 1)
        rejected = self.list(fields.get("rejected"), f"{path}.rejected", self.solution)
        self.unique((*accepted, *rejected), f"{path}.accepted")
        names = {check.name for check in checks}
        for way in rejected:
            if not way.fails:
                self.wrong(f"{way.path}.fails", "lesson.missing")
            for place, name in enumerate(way.fails):
                if name not in names:
                    args = {"got": name, "supported": sorted(names)}
                    self.wrong(f"{way.path}.fails[{place}]", "input.unknown_choice", **args)
        hints = self.list(fields.get("hints"), f"{path}.hints", self.hint)
        for place, hint in enumerate(hints):
            if hint.show and not any(hint.show == solution.name for solution in accepted):
                args = {"got": hint.show, "supported": [solution.name for solution in accepted]}
                self.wrong(f"{path}.hints[{place}].show", "input.unknown_choice", **args)
        return Task(
            title=self.text(fields.get("title"), f"{path}.title", needed=False),
            text=self.text(fields.get("text"), f"{path}.text", LONG),
            start=self.start_named(fields.get("start"), f"{path}.start"),
            begins=self.stop(fields.get("from"), f"{path}.from", BEGINNING),
            offers=self.list(fields.get("offers"), f"{path}.offers", self.offer),
            judged=self.stop(fields.get("judged"), f"{path}.judged", QUIET),
            checks=checks,
            hints=hints,
            accepted=accepted,
            rejected=rejected,
            path=path,
        )

    def check(self, value: Any, path: str) -> Check:
        fields = self.map(value, path, ("name", "says", "holds"))
        return Check(
            self.name(fields.get("name"), f"{path}.name"),
            self.text(fields.get("says"), f"{path}.says"),
            self.condition(fields.get("holds"), f"{path}.holds"),
        )

    def solution(self, value: Any, path: str) -> Solution:
        fields = self.map(value, path, ("name", "says", "inputs", "fails", "because", "when"))
        when = fields.get("when")
        return Solution(
            name=self.name(fields.get("name"), f"{path}.name"),
            says=self.text(fields.get("says"), f"{path}.says", needed=False),
            inputs=self.inputs(fields.get("inputs"), f"{path}.inputs"),
            path=path,
            fails=self.list(fields.get("fails"), f"{path}.fails", self.name),
            because=self.text(fields.get("because"), f"{path}.because", LONG, needed=False),
            when=None if when is None else self.condition(when, f"{path}.when"),
        )

    def hint(self, value: Any, path: str) -> Hint:
        if not isinstance(value, Mapping) or "text" not in value:
            return Hint(self.text(value, path, LONG), "")
        fields = self.map(value, path, ("text", "show"))
        show = fields.get("show")
        return Hint(
            self.text(fields.get("text"), f"{path}.text", LONG),
            "" if show is None else self.name(show, f"{path}.show"),
        )

    def offer(self, value: Any, path: str) -> Offer:
        fields = self.map(value, path, ("name", "inputs"))
        inputs = self.list(fields.get("inputs"), f"{path}.inputs", core.parse_input, 1, INPUTS)
        for item in inputs:
            if isinstance(item, core.Problem):
                self.problems.append(item)
        good = [item.to_json() for item in inputs if not isinstance(item, core.Problem)]
        return Offer(self.text(fields.get("name"), f"{path}.name"), tuple(good))


_NOTHING = core.Scenario()
