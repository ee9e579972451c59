"""The runs of a lesson's steps: those that a page shows before and after each answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import scheduler_core as core
from playground.lessons.lesson import Lesson
from playground.lessons.playback import Begin, PlayedStep

StageRun = Callable[[core.Scenario, int], str]
"""Creates the run of a scenario that ends at a step, and returns its name."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a lesson. `run` ends at step `at`, so it reveals nothing of the answer. `shown` is the same
    run up to step `until`, for a person who has answered; without a prediction it equals `run`.

    `choices` are the indexes of the right choices; `second` is the right virtual second when the question
    asks for one. `decided` is the step from which the answer is visible; None in lessons that were stored
    without it, where it is `until`."""

    run: str
    at: int
    shown: str
    until: int
    choices: tuple[int, ...] = ()
    second: float | None = None
    decided: int | None = None

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Stage:
        return cls(**{**value, "choices": tuple(value["choices"])})


@dataclass(frozen=True, slots=True)
class Stages:
    """`sandbox` is the run from whose end a task begins, "" without a task; `script` is the number of the
    script's inputs in it."""

    steps: tuple[Stage, ...]
    sandbox: str = ""
    script: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Stages:
        return cls(tuple(Stage.from_json(step) for step in value["steps"]), value["sandbox"], value["script"])


def staged(
    lesson: Lesson, played: tuple[PlayedStep, ...], begin: Begin | None, stage_run: StageRun
) -> Stages:
    """The runs of a played lesson. Steps at the same place share a run."""
    runs: dict[tuple[str, int], str] = {}

    def run(start: str, seq: int) -> str:
        if (start, seq) not in runs:
            runs[start, seq] = stage_run(lesson.start(start).played, seq)
        return runs[start, seq]

    steps = []
    for stage in played:
        before = run(stage.start, stage.at)
        truth = stage.truth
        if truth is None:
            steps.append(Stage(before, stage.at, before, stage.at))
        else:
            after = run(stage.start, truth.until)
            steps.append(
                Stage(before, stage.at, after, truth.until, truth.choices, truth.second, truth.decided)
            )
    if lesson.task is None or begin is None:
        return Stages(tuple(steps))
    return Stages(tuple(steps), run(lesson.start(lesson.task.start).name, begin.at), begin.given)
