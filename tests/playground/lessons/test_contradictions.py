"""Where a lesson's text says something else than its board, and questions whose board does not move."""

from __future__ import annotations

import pytest

from playground.lessons.files import open_lesson
from playground.lessons.playback import Player
from playground.lessons.proof import prove
from tests.playground.lessons.example import EXAMPLE

START = "text: Two pods run on `n1`."


def codes(text: str) -> list[tuple[str, str]]:
    opened = open_lesson(text)
    assert () == opened.problems
    assert opened.lesson is not None
    return [(problem.path, problem.code) for problem in prove(opened.lesson).problems]


@pytest.mark.parametrize(
    ("claim", "problems"),
    [
        ("text: It is second 0.", []),
        ("text: It is second 7.", [("spec.steps[0].text", "lesson.other_second")]),
        (
            'text: "It says:\\n\\n    0/9 nodes are available."',
            [("spec.steps[0].text", "lesson.not_on_board")],
        ),
        ("text: '`n1` has 2 CPU, and two pods run on `n1`.'", []),
        ("text: '`n1` has 3 CPU.'", [("spec.steps[0].text", "lesson.other_number")]),
        ("text: '`low1` has priority 7.'", [("spec.steps[0].text", "lesson.other_number")]),
        ("text: '`low1` requests **2 CPU**.'", [("spec.steps[0].text", "lesson.other_number")]),
        ("text: Three pods run on `n1`.", [("spec.steps[0].text", "lesson.other_number")]),
        ("text: Two pods wait.", [("spec.steps[0].text", "lesson.other_number")]),
        ("text: '`p` waits.'", [("spec.steps[0].text", "lesson.object_not_there")]),
        ("text: '`p` will come.'\n      absent: [p]", []),
        ("text: It is full.\n      absent: [low1]", [("spec.steps[0].absent[0]", "lesson.absent_there")]),
        ("shows: {node: {name: n1, pods: 2}}\n      text: Two pods run.", []),
        (
            "shows: {node: {name: n1, pods: 3}}\n      text: Three pods run.",
            [("spec.steps[0].shows", "lesson.shows_fails")],
        ),
    ],
)
def test_what_a_text_says_of_the_board_must_be_there(claim: str, problems: list[tuple[str, str]]) -> None:
    assert START in EXAMPLE

    assert problems == codes(EXAMPLE.replace(START, claim, 1))


def test_a_quoted_message_is_looked_up_on_the_board() -> None:
    quoted = 'text: "p says:\\n\\n    0/1 nodes are available: 1 Insufficient cpu."'
    step = "    - title: p has a message\n      " + quoted + "\n      at: {seconds: 1}\n"
    assert "\n  task:" in EXAMPLE

    assert [] == codes(EXAMPLE.replace("\n  task:", "\n" + step + "  task:", 1))


def test_a_question_is_refused_when_nothing_happens_before_its_answer() -> None:
    until = "until: {when: {pod: {name: p, bound: true}}}"
    assert until in EXAMPLE
    text = EXAMPLE.replace(until, "until: {step: 0}", 1)

    assert ("spec.steps[1].ask.until", "lesson.nothing_plays") in codes(text)


def test_a_choice_may_not_name_a_pod_that_an_earlier_answer_has_deleted() -> None:
    question = (
        "    - title: The pod that is gone\n      text: It is second 31.\n      at: {when: {pod: {name: low2, exists: false}}}\n"
        "      absent: [low2]\n"
        "      ask:\n        question: Where does low2 go?\n        choices:\n"
        "          - {text: n1, holds: {pod: {name: low2, exists: true}}, because: a, misconception: b, "
        "board: {pods: [low2]}}\n"
        "          - {text: nowhere, holds: {pod: {name: low2, exists: false}}, because: c, board: {}}\n"
    )
    result = codes(EXAMPLE.replace("\n  task:", "\n" + question + "  task:", 1))

    assert [("spec.steps[3].ask.choices[0].board", "lesson.choice_not_there")] == result


def test_an_explanation_may_not_name_what_is_on_the_board_at_no_step_up_to_the_answer() -> None:
    another = "    - {name: alone, scenario: queue-by-priority}\n"
    step = "    - title: Elsewhere\n      start: alone\n      text: '`b` waits.'\n      at: {step: 0}\n"
    because = "because: '**low1** is put back first.'"
    starts = "    - {name: main, scenario: basic-preemption}\n"
    text = EXAMPLE.replace(starts, starts + another, 1).replace("\n  task:", "\n" + step + "  task:", 1)
    assert because in text

    assert [] == codes(text)
    assert [("spec.steps[1].ask.because", "lesson.object_never_there")] == codes(
        text.replace(because, "because: '`b` is put back first.'", 1)
    )


def test_that_a_pod_stays_pending_is_decided_where_it_is_refused_for_the_last_time() -> None:
    question = (
        "    - title: Pending\n      text: It is second 0.\n      at: {step: 1}\n      start: third\n"
        "      ask:\n        question: Where does p go?\n        choices:\n"
        "          - {text: n1, holds: {pod: {name: a, node: n1}}, because: a, misconception: b}\n"
        "          - {text: nowhere, holds: {pod: {name: a, pending: true}}, because: c}\n"
    )
    starts = "    - {name: main, scenario: basic-preemption}\n"
    text = EXAMPLE.replace(starts, starts + "    - {name: third, scenario: queue-by-priority}\n", 1)
    lesson = open_lesson(text.replace("\n  task:", "\n" + question + "  task:", 1)).lesson
    assert lesson is not None
    player = Player(lesson)
    truth = player.steps()[3].truth
    assert truth is not None
    frames = player.recording(lesson.start("third")).frames(0, truth.until)
    refusals = [
        frame["seq"]
        for frame in frames
        if frame["kind"] == "schedule" and frame["focus"]["pods"] == ["default/a"]
    ]

    assert truth.decided < truth.until
    assert refusals[-1] == truth.decided
