"""A draft as a form: every text in every language, and the problems of each field beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.lessons.builder.draft import written
from playground.lessons.texts import LANGUAGES

ProblemsAt = Callable[[str], str]
"""The problems at a path or below it, "" without any."""


@dataclass(frozen=True, slots=True)
class Field:
    """`words` are pairs (language, text) of a text, or one ("", value) of any other value. `rows` is the
    height of the input in lines."""

    path: str
    words: tuple[tuple[str, str], ...]
    wrong: str
    rows: int = 1


@dataclass(frozen=True, slots=True)
class ShownChoice:
    path: str
    text: Field
    holds: Field
    board: Field
    misconception: Field
    because: Field


@dataclass(frozen=True, slots=True)
class ShownAsk:
    path: str
    question: Field
    until: Field
    second: Field | None
    choices: tuple[ShownChoice, ...]
    because: Field


@dataclass(frozen=True, slots=True)
class ShownStep:
    path: str
    title: Field
    text: Field
    at: Field
    ask: ShownAsk | None


@dataclass(frozen=True, slots=True)
class ShownCheck:
    path: str
    name: str
    says: Field
    holds: Field


@dataclass(frozen=True, slots=True)
class ShownSolution:
    """`fails` is None for an accepted solution."""

    path: str
    name: str
    inputs: int
    fails: Field | None
    because: Field | None


@dataclass(frozen=True, slots=True)
class ShownTask:
    path: str
    text: Field
    begins: Field
    judged: Field
    checks: tuple[ShownCheck, ...]
    solutions: tuple[ShownSolution, ...]
    hints: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    name: Field
    title: Field
    can: Field
    minutes: Field
    teacher: Field
    steps: tuple[ShownStep, ...]
    task: ShownTask | None


def outline(document: Mapping[str, Any], wrong: ProblemsAt) -> Shown:
    """The form of a lesson's document; missing values and those of a wrong type are empty."""
    return _Outline(wrong).shown(document)


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []


class _Outline:
    def __init__(self, wrong: ProblemsAt) -> None:
        self.wrong = wrong

    def text(self, holder: Any, path: str, name: str, rows: int = 1) -> Field:
        value = _map(holder).get(name)
        words = _map(value) if isinstance(value, Mapping) else {"en": value}
        shown = tuple((language, _line(words.get(language))) for language in LANGUAGES)
        where = f"{path}.{name}"
        return Field(where, shown, self.wrong(where), rows)

    def value(self, holder: Any, path: str, name: str, *, plain: bool = False) -> Field:
        value = _map(holder).get(name)
        shown = "" if value is None else str(value) if plain else written(value)
        where = f"{path}.{name}"
        return Field(where, (("", shown),), self.wrong(where))

    def shown(self, document: Mapping[str, Any]) -> Shown:
        spec = _map(document.get("spec"))
        steps = enumerate(_list(spec.get("steps")))
        task = spec.get("task")
        return Shown(
            name=self.value(document.get("metadata"), "metadata", "name", plain=True),
            title=self.text(spec, "spec", "title"),
            can=self.text(spec, "spec", "can"),
            minutes=self.value(spec, "spec", "minutes", plain=True),
            teacher=self.text(spec, "spec", "teacher", 3),
            steps=tuple(self.step(step, f"spec.steps[{place}]") for place, step in steps),
            task=self.task(task, "spec.task") if isinstance(task, Mapping) else None,
        )

    def step(self, step: Any, path: str) -> ShownStep:
        ask = _map(step).get("ask")
        return ShownStep(
            path,
            self.text(step, path, "title"),
            self.text(step, path, "text", 4),
            self.value(step, path, "at"),
            self.ask(ask, f"{path}.ask") if isinstance(ask, Mapping) else None,
        )

    def ask(self, ask: Mapping[str, Any], path: str) -> ShownAsk:
        choices = enumerate(_list(ask.get("choices")))
        return ShownAsk(
            path,
            self.text(ask, path, "question"),
            self.value(ask, path, "until"),
            self.value(ask, path, "second") if "second" in ask else None,
            tuple(self.choice(choice, f"{path}.choices[{place}]") for place, choice in choices),
            self.text(ask, path, "because", 3),
        )

    def choice(self, choice: Any, path: str) -> ShownChoice:
        return ShownChoice(
            path,
            self.text(choice, path, "text"),
            self.value(choice, path, "holds"),
            self.value(choice, path, "board"),
            self.text(choice, path, "misconception"),
            self.text(choice, path, "because", 2),
        )

    def task(self, task: Mapping[str, Any], path: str) -> ShownTask:
        entries = enumerate(_list(task.get("checks")))
        checks = tuple(
            ShownCheck(
                where := f"{path}.checks[{place}]",
                str(_map(item).get("name", "")),
                self.text(item, where, "says"),
                self.value(item, where, "holds"),
            )
            for place, item in entries
        )
        solutions = [
            self.solution(item, f"{path}.{kind}[{place}]", rejected=kind == "rejected")
            for kind in ("accepted", "rejected")
            for place, item in enumerate(_list(task.get(kind)))
        ]
        hints = {str(place): item for place, item in enumerate(_list(task.get("hints")))}
        return ShownTask(
            path,
            self.text(task, path, "text", 4),
            self.value(task, path, "from"),
            self.value(task, path, "judged"),
            checks,
            tuple(solutions),
            tuple(self.hint(item, f"{path}.hints[{place}]") for place, item in hints.items()),
        )

    def solution(self, solution: Any, path: str, *, rejected: bool) -> ShownSolution:
        fields = _map(solution)
        return ShownSolution(
            path,
            str(fields.get("name", "")),
            len(_list(fields.get("inputs"))),
            self.value(fields, path, "fails") if rejected else None,
            self.text(fields, path, "because", 2) if rejected else None,
        )

    def hint(self, hint: Any, path: str) -> Field:
        if isinstance(hint, Mapping) and "text" in hint:
            return self.text(hint, path, "text", 2)
        words = _map(hint) if isinstance(hint, Mapping) else {"en": hint}
        shown = tuple((language, _line(words.get(language))) for language in LANGUAGES)
        return Field(path, shown, self.wrong(path), 2)


def _line(value: Any) -> str:
    return "" if value is None else str(value)
