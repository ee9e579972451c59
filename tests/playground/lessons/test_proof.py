"""What `podium lesson check` proves of a lesson."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import scheduler_core as core
from playground.lessons.files import COURSE, open_lesson
from playground.lessons.lesson import Solution
from playground.lessons.proof import Proof, prove
from tests.harness.series import sampled
from tests.playground.lessons.example import EXAMPLE

STEPS_OF_A_LOOP = 500
"""After so many steps the moment of judging counts as one that never comes."""


def proof(text: str) -> Proof:
    opened = open_lesson(text)
    assert () == opened.problems
    assert opened.lesson is not None
    return prove(opened.lesson)


def codes(text: str) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in proof(text).problems]


def changed(old: str, new: str) -> str:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize("path", sampled(sorted(COURSE.glob("*.yaml"))), ids=lambda path: path.stem)
def test_a_lesson_of_the_course_is_proved(path: Path) -> None:
    opened = open_lesson(path.read_bytes())
    assert () == opened.problems
    assert opened.lesson is not None

    assert () == prove(opened.lesson).problems


def test_the_truth_of_each_prediction_is_played() -> None:
    result = proof(EXAMPLE)
    truths = [step.truth for step in result.steps]

    assert () == result.problems
    assert [0, 0, 2] == [step.at for step in result.steps]
    assert [None, (1,), ()] == [truth and truth.choices for truth in truths]
    assert truths[2] is not None
    assert truths[2].second == pytest.approx(30, abs=2)


def test_solutions_fail_and_pass_as_they_say() -> None:
    assert [("force", ()), ("plain", ("low2",))] == [
        (solution.name, outcome.failed) for solution, outcome in proof(EXAMPLE).solutions if outcome
    ]


def test_an_accepted_solution_that_fails_is_told_with_what_is_there() -> None:
    text = changed("force: true", "gracePeriodSeconds: 300")

    assert ("spec.task.accepted[0]", "lesson.accepted_fails") == codes(text)[0]


def test_a_check_that_can_never_be_true_is_told_of_each_solution() -> None:
    text = changed("{pod: {name: p, node: n1}}", "{pod: {name: p, node: n9}}")

    assert [
        ("spec.task.accepted[0]", "lesson.accepted_fails"),
        ("spec.task.rejected[0].fails", "lesson.fails_otherwise"),
    ] == codes(text)


def test_a_solution_that_never_comes_to_rest_is_told_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "find_stop", partial(core.find_stop, limit=STEPS_OF_A_LOOP))
    loops = (
        '{apiVersion: v1, kind: Pod, metadata: {name: loop, annotations: {podium/exits-after: "1"}}, '
        "spec: {containers: [{name: app, image: a}]}}"
    )
    force = "          - {at: 0, kind: delete, object: {kind: Pod, name: low1}, force: true}\n"
    text = changed(force, f"{force}          - {{at: 0, kind: apply, documents: [{loops}]}}\n")

    assert [("spec.task.accepted[0]", "lesson.never_judged")] == codes(text)


def test_a_rejected_solution_that_passes_is_told() -> None:
    text = changed("- {at: 1, kind: apply, documents: *p}", "- {at: 40, kind: cordon, node: n1}")

    assert [("spec.task.rejected[0].fails", "lesson.fails_otherwise")] == codes(text)


def test_a_task_that_is_done_without_any_input_is_told() -> None:
    checks = "[{name: low2, says: x, holds: {pod: {name: low2, same: true}}}]\n    hints:"
    before, rest = EXAMPLE.split("    checks: ", 1)
    text = f"{before}    checks: {checks}{rest.split('hints:', 1)[1]}"

    assert ("spec.task.checks", "lesson.untouched_passes") in codes(text)


def test_a_prediction_without_a_true_choice_is_told() -> None:
    text = changed("holds: {pod: {name: low2, exists: false}}", "holds: {pod: {name: low2, exists: true}}")

    assert [("spec.steps[1].ask.choices", "lesson.no_choice_holds")] == codes(text)


def test_a_prediction_with_two_true_choices_is_told_unless_it_may_have_ties() -> None:
    text = changed(
        "holds: {pod: {name: low1, exists: false}}, because: It started first., misconception: Seniority,",
        "holds: {pod: {name: p, bound: true}}, because: x,",
    )

    assert [("spec.steps[1].ask.choices", "lesson.several_hold")] == codes(text)
    assert [] == codes(
        text.replace("question: Which pod ends?", "ties: true\n        question: Which pod ends?")
    )


def test_a_right_choice_with_a_misconception_is_told() -> None:
    text = changed("because: It started later.", "because: It started later., misconception: Youth")

    assert [("spec.steps[1].ask.choices[1].misconception", "lesson.right_misconception")] == codes(text)


def test_a_moment_that_never_comes_is_told() -> None:
    text = changed("at: {step: 2}", "at: {when: {pod: {name: p, node: n9}}}")

    assert ("spec.steps[2].at", "lesson.never_comes") in codes(text)


def test_a_second_outside_of_the_range_is_told() -> None:
    assert [("spec.steps[2].ask.second", "lesson.second_outside")] == codes(changed("to: 60", "to: 20"))


def test_an_input_before_the_task_begins_is_told() -> None:
    text = changed("text: Let `p` run", "from: {seconds: 40}\n    text: Let `p` run")

    assert ("spec.task.accepted[0].inputs[0].at", "lesson.too_early") in codes(text)


def test_the_command_prints_what_is_wrong_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(changed("force: true", "gracePeriodSeconds: 300"))

    with pytest.raises(CommandError):
        call_command("lesson", "check", str(path))

    assert f"{path}:37: spec.task.accepted[0]: force must pass, but " in capsys.readouterr().err


def test_the_command_shows_the_truth_of_each_prediction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lesson.yaml"
    path.write_text(EXAMPLE)

    call_command("lesson", "check", str(path))

    assert "Which pod ends? -> low2" in capsys.readouterr().out


def test_what_is_said_of_a_wrong_way_only_at_times_must_hold_where_the_way_ends() -> None:
    text = (COURSE / "01-queue-by-priority.yaml").read_text(encoding="utf-8")
    condition = "when: {pod: {name: a, pending: true, priority: {from: 11}}}"
    assert condition in text
    place = next(
        place
        for place, way in enumerate(rejected(text))
        if way.name == "not-started" and way.when is not None
    )

    result = codes(text.replace(condition, "when: {pod: {name: a, bound: true}}"))
    assert [(f"spec.task.rejected[{place}].when", "lesson.when_fails")] == result


def rejected(text: str) -> tuple[Solution, ...]:
    lesson = open_lesson(text).lesson
    assert lesson is not None
    assert lesson.task is not None
    return lesson.task.rejected
