"""Verifies a lesson: accepted solutions pass, rejected ones fail as declared, and doing nothing fails."""

from __future__ import annotations

from dataclasses import dataclass

import scheduler_core as core
from playground.lessons.lesson import Lesson, Solution, Task
from playground.lessons.playback import Begin, Outcome, PlayedStep, Player


@dataclass(frozen=True, slots=True)
class Proof:
    """The result: the played steps, each solution with its outcome, and the problems, by path."""

    steps: tuple[PlayedStep, ...]
    solutions: tuple[tuple[Solution, Outcome | None], ...]
    problems: tuple[core.Problem, ...]


def prove(lesson: Lesson) -> Proof:
    player = Player(lesson)
    steps = player.steps()
    begin = player.begin(lesson.task) if lesson.task else None
    solutions = _solutions(player, lesson.task, begin) if lesson.task and begin else ()
    return Proof(steps, solutions, tuple(player.problems))


def _solutions(player: Player, task: Task, begin: Begin) -> tuple[tuple[Solution, Outcome | None], ...]:
    """The outcome of every solution. Doing nothing must not pass the task."""
    untouched = player.outcome(task, begin, ())
    if untouched is not None and not untouched.failed:
        player.wrong(f"{task.path}.checks", "lesson.untouched_passes")
    played = []
    for solution in (*task.accepted, *task.rejected):
        begins_ms = round(float(player.recording(player.lesson.start(task.start)).time(begin.at)) * 1000)
        for place, item in enumerate(solution.inputs):
            if item.at_ms < begins_ms:
                args = {"got": item.at_ms / 1000, "begins": begins_ms / 1000}
                player.wrong(f"{solution.path}.inputs[{place}].at", "lesson.too_early", **args)
        outcome = player.outcome(task, begin, solution.inputs)
        played.append((solution, outcome))
        _judge(player, solution, outcome)
        if solution.when is not None:
            _prove_when(player, task, begin, solution)
    return tuple(played)


def _prove_when(player: Player, task: Task, begin: Begin, way: Solution) -> None:
    """What is said of a wrong way must be true where the way ends."""
    recording = player.played_task(task, begin, way.inputs)
    seq = core.find_stop(recording, task.judged, 0)
    if way.when is None or seq is None:
        return
    (verdict,) = core.judge_all(recording, (way.when,), seq)
    if not verdict.holds:
        text = verdict.message.to_json()
        player.wrong(f"{way.path}.when", "lesson.when_fails", name=way.name, message=text)


def _judge(player: Player, solution: Solution, outcome: Outcome | None) -> None:
    """Adds a problem when a solution does not end as its file declares."""
    if outcome is None:
        player.wrong(solution.path, "lesson.never_judged", name=solution.name)
        return
    failed = set(outcome.failed)
    if not solution.fails:
        for check, verdict in outcome.verdicts:
            if not verdict.holds:
                text = verdict.message.to_json()
                player.wrong(
                    solution.path, "lesson.accepted_fails", name=solution.name, check=check.name, message=text
                )
    elif not failed:
        player.wrong(solution.path, "lesson.rejected_passes", name=solution.name)
    elif failed != set(solution.fails):
        verdicts = [verdict for _, verdict in outcome.verdicts if not verdict.holds]
        texts: list[core.Json] = [verdict.message.to_json() for verdict in verdicts]
        player.wrong(
            f"{solution.path}.fails",
            "lesson.fails_otherwise",
            name=solution.name,
            got=sorted(failed),
            expected=sorted(solution.fails),
            message=texts,
        )
