"""A lesson's file, and thirty kinds of mistakes in one."""

from __future__ import annotations

import pytest

from playground.lessons.files import COURSE, MOST_BYTES, open_lesson
from playground.texts.manifests import words
from tests.playground.lessons.example import EXAMPLE

FILES = sorted(COURSE.glob("*.yaml"))


def first(text: str) -> str:
    """The first mistake, as `line: path: sentence`."""
    problem = open_lesson(text).problems[0]
    assert problem.position is not None
    return f"{problem.position.line}: {problem.path}: {words.say(problem.code, problem.args)}"


def test_the_example_is_a_lesson() -> None:
    opened = open_lesson(EXAMPLE)

    assert () == opened.problems
    assert opened.lesson is not None
    assert ("basic-preemption", 2, 3) == (opened.lesson.name, opened.lesson.number, len(opened.lesson.steps))


def test_a_text_is_said_in_its_language_and_else_in_english() -> None:
    lesson = open_lesson(EXAMPLE).lesson
    assert lesson is not None

    assert ["Making room", "Звільнити місце", "Making room"] == [
        lesson.title.in_language(language) for language in ("en", "uk", "zh-hans")
    ]


MISTAKES = [
    (
        "Two pods run",
        "Two ![a](https://example.org/a.png) pods run",
        "13: spec.steps[0].text: An image must be a data: URL",
    ),
    ("kind: Lesson", "kind: Lessen", "1: : This is not a lesson: kind must be Lesson."),
    (
        "podium/v1",
        "podium/v9",
        "1: : This file is of another version (podium/v9); this podium reads podium/v1.",
    ),
    ("podium/v1", "v1", "1: : apiVersion must be podium/v1, not v1."),
    ("name: basic-preemption}\nspec", "name: Basic}\nspec", "3: metadata.name: "),
    ("minutes: 8", "minutes: many", "7: spec.minutes: "),
    ("minutes: 8", "minutes: 0", "7: spec.minutes: "),
    ("minutes: 8", "minuets: 8", "7: spec.minuets: unknown field; known fields: number, topic, minutes"),
    ("number: 2", "number: 2.5", "5: spec.number: "),
    (
        "{en: Making room,",
        "{de: Platz, en: Making room,",
        "8: spec.title.de: Unknown language. Known languages: en, id",
    ),
    ("{en: Making room,", "{id: Ruang,", "8: spec.title.en: This field is needed."),
    (
        "scenario: basic-preemption",
        "scenario: no-such",
        "10: spec.starts[0].scenario: The gallery has no scenario named no-such.",
    ),
    ("scenario: basic-preemption", "scenario: ../secrets", "10: spec.starts[0].scenario: "),
    (
        "scenario: basic-preemption",
        "revision: abc, scenario: basic-preemption",
        "10: spec.starts[0].revision: The scenario has changed",
    ),
    (
        "scenario: basic-preemption}",
        "scenario: basic-preemption, documents: []}",
        "10: spec.starts[0]: Give either scenario or documents.",
    ),
    (
        "scenario: basic-preemption}",
        "documents: [{apiVersion: v1, kind: Pod, metadata: {}}]}",
        "10: spec.starts[0].documents[0].spec: ",
    ),
    ("title: The start", "titel: The start", "12: spec.steps[0].titel: unknown field"),
    ("at: {step: 0}", "at: {step: soon}", "14: spec.steps[0].at.step: "),
    (
        "at: {step: 0}",
        "at: {step: 0, seconds: 1}",
        "14: spec.steps[0].at: exactly one of step, seconds, when, after is needed",
    ),
    ("at: {step: 0}", "at: later", "14: spec.steps[0].at: later is not a moment"),
    ("at: {step: 0}", "start: other", "14: spec.steps[0].start: "),
    ("lit: {nodes: [n1]}", "lit: {node: n1}", "15: spec.steps[0].lit.node: unknown field"),
    ("question: Which pod ends?", "question: ''", "19: spec.steps[1].ask.question: This field is needed."),
    (
        "pod: {name: low1, exists: false}",
        "pod: {name: low1, exits: false}",
        "23: spec.steps[1].ask.choices[0].holds.pod.exits: ",
    ),
    ("board: {pods: [low1]}", "on: {pods: [low1]}", "23: spec.steps[1].ask.choices[0].true: unknown field"),
    (
        "        second: {of:",
        "        choices: []\n        second: {of:",
        "28: spec.steps[2].ask: Give either choices or second.",
    ),
    ("from: 0, to: 60", "from: 60, to: 0", "30: spec.steps[2].ask.second.to: "),
    ("name: bound, says", "name: low2, says", "33: spec.task.checks[1].name: The name low2 occurs twice."),
    ("fails: [low2]", "fails: [low9]", "46: spec.task.rejected[0].fails[0]: "),
    ("show: force", "show: farce", "35: spec.task.hints[0].show: "),
    ("kind: delete, object", "kind: remove, object", "39: spec.task.accepted[0].inputs[0].kind: "),
    ("at: 0, kind: delete", "at: never, kind: delete", "39: spec.task.accepted[0].inputs[0].at: "),
    (
        "  minutes: 8",
        "\tminutes: 8",
        "7: : Not valid YAML: this line is indented with a tab. YAML requires spaces.",
    ),
    (
        "  minutes: 8",
        "  minutes: 8\n  minutes: 9",
        "8: spec.minutes: The key minutes occurs twice; the first one is on line 7.",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "message"), MISTAKES)
def test_a_mistake_is_named_with_its_line_and_its_path(right: str, wrong: str, message: str) -> None:
    assert right in EXAMPLE

    assert first(EXAMPLE.replace(right, wrong, 1)).startswith(message)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = EXAMPLE.replace("minutes: 8", "minutes: 0").replace("at: {step: 0}", "at: later")

    assert ["spec.minutes", "spec.steps[0].at"] == [problem.path for problem in open_lesson(text).problems]


def test_a_text_without_end_is_refused() -> None:
    assert "text.too_large" == open_lesson("x" * (MOST_BYTES + 1)).problems[0].code
    assert "input.too_long" == open_lesson(EXAMPLE.replace("Two pods run", "x" * 9_000)).problems[0].code


@pytest.mark.parametrize("text", ["", "kind: Lesson\n---\nkind: Lesson", "[]", "text"])
def test_a_file_that_is_no_lesson_is_refused(text: str) -> None:
    assert "lesson.one_document" == open_lesson(text).problems[0].code
