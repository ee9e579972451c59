"""Why a run goes otherwise under another release."""

from __future__ import annotations

from typing import Any

from scheduler_core.objects.problem import Problem
from scheduler_core.queries.query import AnswerPart, joined
from scheduler_core.queries.table import QUERIES
from scheduler_core.run import Run
from tests.builders import node, pod
from tests.core.play import Play, header

NODES = [node("a", "4", "16Gi"), node("b", "4", "16Gi")]
RUNNING = [pod("at-a", "2", "8Gi", on="a"), pod("at-b", "1m", "12Gi", on="b")]
BALANCED = [*NODES, *RUNNING, pod("p", "500m", "1Gi")]


def run_of(*documents: Any) -> Run:
    return Run(Play([header(), *documents]).recording.scenario)


def reasons(*documents: Any, to: str = "1.36") -> Any:
    return run_of(*documents).ask("course_reasons", 0, to=to, most=200)


def test_the_change_that_moves_a_pod_is_named_with_the_pod() -> None:
    assert [{"fields": ["balances_by_change"], "pods": ["p"]}] == reasons(*BALANCED)["rows"]


def test_an_answer_in_parts_is_the_answer_at_once() -> None:
    run, args, parts = run_of(*BALANCED), {"to": "1.36", "most": 200}, list[AnswerPart]()
    while not parts or not parts[-1].done:
        part = QUERIES["course_reasons"].ask(run, 0, args, lambda: False)
        assert isinstance(part, AnswerPart)
        parts.append(part)
        args = {**args, **part.again}

    assert reasons(*BALANCED) == joined(part.answer for part in parts)
    assert len(parts) > 1


def test_a_run_that_goes_the_same_way_has_no_reason() -> None:
    assert [] == reasons(node("a"), pod("p", "1"))["rows"]


def test_an_unknown_release_is_a_problem() -> None:
    assert isinstance(reasons(node("a"), to="1.99"), Problem)
