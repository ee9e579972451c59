"""Plays a lesson: the step of the run for each step, the true answer of each prediction, the end of a
task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import scheduler_core as core
from playground.lessons.contradictions import contradictions, objects_of
from playground.lessons.lesson import Ask, Check, Lesson, Start, Step, Task
from playground.plugins import own_plugins
from playground.runs.last_refusal import LOOKED_BACK, last_refusal
from playground.texts import messages


@dataclass(frozen=True, slots=True)
class Truth:
    """The true answer of a prediction: the indexes of the choices that hold, or the virtual second.

    `until` is the step up to which the run was played for it, `decided` the step from which the answer is
    visible."""

    until: int
    decided: int
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
        objects = {run: objects_of(recording) for run, recording in self._recordings.items()}
        for stage in played:
            recording = self._recordings[stage.start]
            self.problems.extend(contradictions(stage.step, recording, stage.at, stage.ends, objects))
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
        if until <= at:
            self.wrong(f"{ask.path}.until", "lesson.nothing_plays", step=at)
        recording = self.recording(start)
        if ask.second is not None:
            seq = self.first_stop(start, core.Stop(when=ask.second.of), at, f"{ask.second.path}.of")
            if seq is None:
                return None
            second = float(recording.time(seq))
            if not ask.second.low <= second <= ask.second.high:
                args = {"got": second, "low": ask.second.low, "high": ask.second.high}
                self.wrong(ask.second.path, "lesson.second_outside", **args)
            return Truth(max(until, seq), seq, second=second)
        conditions = [option.holds for option in ask.choices]
        verdicts = core.judge_all(recording, conditions, until)
        holding = tuple(place for place, verdict in enumerate(verdicts) if verdict.holds)
        if not holding:
            texts: core.Json = [verdict.message.to_json() for verdict in verdicts]
            self.wrong(f"{ask.path}.choices", "lesson.no_choice_holds", message=texts)
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
        decided = _decided(recording, conditions, at, until)
        if decided is None:
            right = [conditions[place].to_json() for place in holding]
            decided = last_refusal(recording, _pods_of(right), at, until)
        return Truth(until, decided, choices=holding)

    def begin(self, task: Task) -> Begin | None:
        """None when the moment at which the task begins does not come."""
        start = self.lesson.start(task.start)
        at = self.first_stop(start, task.begins, 0, f"{task.path}.from")
        return None if at is None else Begin(at, _given(self.recording(start), at))

    def played_task(self, task: Task, begin: Begin, inputs: Iterable[core.TimedInput]) -> core.Run:
        """The run of the task with these inputs."""
        start = self.lesson.start(task.start)
        script = start.played.inputs[: begin.given]
        inputs_in_order = sorted((*script, *inputs), key=lambda item: item.at_ms)
        return core.Run(replace(start.played, inputs=tuple(inputs_in_order)), plugins=own_plugins())

    def outcome(self, task: Task, begin: Begin, inputs: Iterable[core.TimedInput]) -> Outcome | None:
        """The end of the task with these inputs; None when the moment of judging does not come."""
        recording = self.played_task(task, begin, inputs)
        seq = core.find_stop(recording, task.judged, 0)
        if seq is None:
            return None
        verdicts = core.judge_all(recording, [check.holds for check in task.checks], seq)
        return Outcome(seq, tuple(zip(task.checks, verdicts, strict=True)))


def _decided(recording: core.Run, conditions: Sequence[core.Condition], at: int, until: int) -> int | None:
    """The step after `at` from which each condition is as at step `until`; None when nothing changes on the
    way."""

    def judged(seq: int) -> list[bool]:
        return [verdict.holds for verdict in core.judge_all(recording, conditions, seq)]

    end = judged(until)
    for seq in range(until - 1, max(at, until - LOOKED_BACK) - 1, -1):
        if judged(seq) != end:
            return seq + 1
    return None


def _pods_of(value: core.Json) -> frozenset[str]:
    """The keys of all pods that a condition, as JSON, names."""
    if isinstance(value, list):
        return frozenset().union(*map(_pods_of, value))
    if not isinstance(value, dict):
        return frozenset()
    pod = value.get("pod")
    name = pod.get("name") if isinstance(pod, dict) else pod
    named = {name if "/" in name else f"default/{name}"} if isinstance(name, str) and name else set()
    return frozenset(named).union(*map(_pods_of, value.values()))


def _given(recording: core.Run, seq: int) -> int:
    """The number of inputs that the script has given up to a step."""
    count = recording.script(seq)["given"]
    return count if isinstance(count, int) else 0
