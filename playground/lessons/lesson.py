"""The values of a lesson; docs/lessons.md describes its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import scheduler_core as core
from playground.lessons.texts import NO_TEXT, Text

BEGINNING = core.Stop(step=0)
QUIET = core.Stop()


@dataclass(frozen=True, slots=True)
class Lit:
    """Pods (keys `namespace/name`) and nodes highlighted on the board."""

    nodes: tuple[str, ...] = ()
    pods: tuple[str, ...] = ()

    def to_json(self) -> dict[str, list[str]]:
        return {"nodes": list(self.nodes), "pods": list(self.pods)}


@dataclass(frozen=True, slots=True)
class Start:
    """A run that the lesson uses: a scenario, with the lesson's own script if there is one.

    `scenario` is the name in the gallery, "" for the lesson's own documents."""

    name: str
    scenario: str
    played: core.Scenario


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a prediction. `board` is what a person clicks on the board to choose it, or None."""

    text: Text
    holds: core.Condition
    because: Text
    misconception: Text
    board: Lit | None
    path: str


@dataclass(frozen=True, slots=True)
class WrongSecond:
    """A range of seconds, both ends included, that indicates a misconception."""

    low: float
    high: float
    misconception: Text
    because: Text


@dataclass(frozen=True, slots=True)
class Second:
    """A question for a virtual second between `low` and `high`: the first one at which `of` holds."""

    of: core.Condition
    low: float
    high: float
    tolerance: float
    wrong: tuple[WrongSecond, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A prediction: either `choices` or `second`. Its true answer is determined at `until`."""

    question: Text
    until: core.Stop
    choices: tuple[Choice, ...]
    second: Second | None
    ties: bool
    because: Text
    lit: Lit
    path: str


@dataclass(frozen=True, slots=True)
class Step:
    """`at` is None when the step continues where the previous one ended; `start` is the name of a start.

    `shows` is what the text says of the board, as a condition that holds at the step; None for nothing.
    `absent` are names of pods and nodes of which the text speaks although they are not on the board then."""

    title: Text
    text: Text
    start: str
    at: core.Stop | None
    lit: Lit
    ask: Ask | None
    path: str
    shows: core.Condition | None = None
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    says: Text
    holds: core.Condition


@dataclass(frozen=True, slots=True)
class Solution:
    """Inputs that solve a task, or fail in a known way; `fails` names the checks that they fail.

    `because` is true only while `when` holds; None for one that always is."""

    name: str
    says: Text
    inputs: tuple[core.TimedInput, ...]
    path: str
    fails: tuple[str, ...] = ()
    because: Text = NO_TEXT
    when: core.Condition | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """`show` names an accepted solution whose inputs the page fills in; "" for none."""

    text: Text
    show: str


@dataclass(frozen=True, slots=True)
class Offer:
    """Inputs offered to the person, each as JSON."""

    name: Text
    inputs: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Task:
    title: Text
    text: Text
    start: str
    begins: core.Stop
    offers: tuple[Offer, ...]
    judged: core.Stop
    checks: tuple[Check, ...]
    hints: tuple[Hint, ...]
    accepted: tuple[Solution, ...]
    rejected: tuple[Solution, ...]
    path: str

    @property
    def fewest(self) -> int:
        """The smallest number of inputs in an accepted solution; 0 without one."""
        return min((len(solution.inputs) for solution in self.accepted), default=0)


@dataclass(frozen=True, slots=True)
class Lesson:
    name: str
    number: int | None
    topic: str
    minutes: int
    needs: tuple[str, ...]
    title: Text
    can: Text
    teacher: Text
    starts: tuple[Start, ...]
    steps: tuple[Step, ...]
    task: Task | None

    def start(self, name: str) -> Start:
        """The start with that name; "" means the first one."""
        return next((start for start in self.starts if start.name == name), self.starts[0])
