"""The table of questions: arguments that are checked, and answers in parts that are the answer at once."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.query import AnswerPart, joined
from scheduler_core.queries.table import QUERIES
from scheduler_core.run import Run
from tests.core.play import gallery, played

BOUND = {"pod": {"name": "p", "bound": True}}
IN_PARTS: list[tuple[str, dict[str, Any]]] = [
    ("until", {"condition": BOUND, "limit": 400}),
    ("watch", {"condition": BOUND, "begin": 0}),
    ("figure", {"figure": "pending", "begin": 0}),
    ("upgrade", {"to": "1.35"}),
    ("find_steps", {"query": "kind:schedule", "templates": {}, "begin": 1, "most": 3}),
    ("until_match", {"query": "kind:sigkill", "templates": {}, "limit": 400}),
    ("first_decisions", {}),
]
FROM_THE_START = ("until", "until_match", "first_decisions")


@pytest.fixture(scope="module")
def run() -> Run:
    recording = played(gallery("basic-preemption")).recording
    recording.step(0, "quiet")
    return recording


def parts_of(run: Run, name: str, seq: int, args: dict[str, Any]) -> list[AnswerPart]:
    """The parts of an answer when a question may look at one step at a time."""
    parts: list[AnswerPart] = []
    while not parts or not parts[-1].done:
        part = QUERIES[name].ask(run, seq, args, lambda: False)
        assert isinstance(part, AnswerPart), part
        parts.append(part)
        args = {**args, **part.again}
        seq = args.pop("seq", seq)
    return parts


@pytest.mark.parametrize(("name", "args"), IN_PARTS, ids=[name for name, _ in IN_PARTS])
def test_an_answer_in_parts_is_the_answer_at_once(name: str, args: dict[str, Any], run: Run) -> None:
    seq = 0 if name in FROM_THE_START else run.head_seq
    parts = parts_of(run, name, seq, args)

    assert run.ask(name, seq, **args) == joined(part.answer for part in parts)
    assert len(parts) > 1


def test_every_question_in_parts_is_held_to_that() -> None:
    assert {name for name, query in QUERIES.items() if query.parts} - {"compare_marks", "course_reasons"} == {
        name for name, _ in IN_PARTS
    }


def test_a_run_is_as_it_was_up_to_the_first_mark_that_differs(run: Run) -> None:
    marks = [[seq, run.hash(seq)[:12]] for seq in (1, 3, 5)]
    wrong = [*marks, [7, "0" * 12]]

    assert {"same": 5, "differs": None} == run.ask("compare_marks", 0, marks=marks)
    assert {"same": 5, "differs": 7} == run.ask("compare_marks", 0, marks=wrong)
    fresh = Run(run.scenario)
    assert {"same": 5, "differs": 7} == joined(
        part.answer for part in parts_of(fresh, "compare_marks", 0, {"marks": wrong})
    )


@pytest.mark.parametrize(
    ("name", "args", "path", "code"),
    [
        ("why", {"pod": 7}, "pod", "input.not_a_text"),
        ("why", {}, "pod", "input.not_a_text"),
        ("acts", {"newest": "all"}, "newest", "input.not_a_whole_number"),
        ("sweep", {"what": "grace", "values": 3, "most": 10}, "values", "input.not_a_list"),
        ("find_steps", {"query": "", "templates": [], "begin": 1, "most": 3}, "templates", "input.not_a_map"),
        ("faults", {"node": 3}, "node", "input.not_a_text"),
    ],
)
def test_a_wrong_argument_is_named(name: str, args: dict[str, Any], path: str, code: str, run: Run) -> None:
    problem = run.ask(name, 1, **args)

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)


def test_an_argument_that_a_question_does_not_have_is_a_bug(run: Run) -> None:
    with pytest.raises(TypeError, match="no such argument"):
        run.ask("hash", 1, pod="default/p")
