"""Plays a lesson: the step of the run for each step, the true answer of each prediction, the end of a
task."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import scheduler_core as core
from playground.lessons.lesson import Ask, Check, Lesson, Start, Step, Task
from playground.plugins import own_plugins
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class Truth:
    """The true answer of a prediction: the indexes of the choices that hold, or the virtual second.

    `until` is the step up to which the run was played for it."""

    until: int
    choices: tuple[int, ...] = ()
    second: float | None = None


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """`start` is the name of the start, `at` the step of its run, `ends` the step where the next one
    begins."""

    step: Step
    start: str
    at: int
    ends: int
    truth: Truth | None


@dataclass(frozen=True, slots=True)
class Begin:
    """The beginning of a task's sandbox: step `at`, after `given` inputs of the script."""

    at: int
    given: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a task: the step at which it was judged, and each check with its verdict."""

    seq: int
    verdicts: tuple[tuple[Check, core.Verdict], ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that do not hold."""
        return tuple(check.name for check, verdict in self.verdicts if not verdict.holds)


@dataclass
class Player:
    """Plays one lesson. The run of each start is played once and cached."""

    lesson: Lesson
    problems: list[core.Problem] = field(default_factory=list)
    _recordings: dict[str, core.Run] = field(default_factory=dict)

    def recording(self, start: Start) -> core.Run:
        recording = self._recordings.get(start.name)
        if recording is None:
            recording = self._recordings[start.name] = core.Run(start.played, plugins=own_plugins())
        return recording

    def wrong(self, path: str, code: str, **args: core.Json) -> None:
        self.problems.append(core.Problem(path, code, args))

    def steps(self) -> tuple[PlayedStep, ...]:
        """The played steps. Moments that never come and predictions without exactly one true answer are
        problems."""
        played: list[PlayedStep] = []
        for step in self.lesson.steps:
            start = self.lesson.start(step.start)
            before = played[-1].ends if played and played[-1].start == start.name else 0
            at: int | None = before
            if step.at is not None:
                at = self.first_stop(start, step.at, 0, f"{step.path}.at")
            at = before if at is None else at
            truth = None if step.ask is None else self.truth(start, step.ask, at)
            played.append(PlayedStep(step, start.name, at, at if truth is None else truth.until, truth))
        return tuple(played)

    def first_stop(self, start: Start, stop: core.Stop, from_seq: int, path: str) -> int | None:
        """The first step at which a moment is reached; without one, a problem and None."""
        seq = core.find_stop(self.recording(start), stop, from_seq)
        if seq is None:
            self.wrong(path, "lesson.never_comes")
        return seq

    def truth(self, start: Start, ask: Ask, at: int) -> Truth | None:
        """The true answer of a prediction; None when there is not exactly one."""
        until = self.first_stop(start, ask.until, at, f"{ask.path}.until")
        if until is None:
            return None
        recording = self.recording(start)
        if ask.second is not None:
            seq = self.first_stop(start, core.Stop(when=ask.second.of), at, f"{ask.second.path}.of")
            if seq is None:
                return None
            second = float(recording.time(seq))
            if not ask.second.low <= second <= ask.second.high:
                args = {"got": second, "low": ask.second.low, "high": ask.second.high}
                self.wrong(ask.second.path, "lesson.second_outside", **args)
            return Truth(max(until, seq), second=second)
        verdicts = core.judge_all(recording, [option.holds for option in ask.choices], until)
        holding = tuple(place for place, verdict in enumerate(verdicts) if verdict.holds)
        if not holding:
            texts: core.Json = [verdict.message.to_json() for verdict in verdicts]
            self.wrong(f"{ask.path}.choices", "lesson.no_choice_holds", said=texts)
        elif len(holding) > 1 and not ask.ties:
            self.wrong(
                f"{ask.path}.choices",
                "lesson.several_hold",
                choices=messages.listed(place + 1 for place in holding),
            )
        for place in holding:
            if ask.choices[place].misconception:
                self.wrong(f"{ask.choices[place].path}.misconception", "lesson.right_misconception")
        for place, choice in enumerate(ask.choices):
            if holding and place not in holding and not choice.misconception:
                self.wrong(choice.path, "lesson.wrong_without_misconception")
        return Truth(until, choices=holding)

    def begin(self, task: Task) -> Begin | None:
        """None when the moment at which the task begins does not come."""
        start = self.lesson.start(task.start)
        at = self.first_stop(start, task.begins, 0, f"{task.path}.from")
        return None if at is None else Begin(at, _given(self.recording(start), at))

    def outcome(self, task: Task, begin: Begin, inputs: Iterable[core.TimedInput]) -> Outcome | None:
        """The end of the task with these inputs; None when the moment of judging does not come."""
        start = self.lesson.start(task.start)
        script = start.played.inputs[: begin.given]
        inputs_in_order = sorted((*script, *inputs), key=lambda item: item.at_ms)
        recording = core.Run(replace(start.played, inputs=tuple(inputs_in_order)), plugins=own_plugins())
        seq = core.find_stop(recording, task.judged, 0)
        if seq is None:
            return None
        verdicts = core.judge_all(recording, [check.holds for check in task.checks], seq)
        return Outcome(seq, tuple(zip(task.checks, verdicts, strict=True)))


def _given(recording: core.Run, seq: int) -> int:
    """The number of inputs that the script has given up to a step."""
    count = recording.script(seq)["given"]
    return count if isinstance(count, int) else 0
