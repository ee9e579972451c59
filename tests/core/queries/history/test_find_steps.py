"""The search through the steps of a run."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core import Problem, Run
from scheduler_core.queries.history.find_steps import MOST_LETTERS, Finder, parse_step_search
from tests.builders import api_object, node, pod
from tests.core.builders import recorded

CLASS = api_object("PriorityClass", "high", value=100)


@pytest.fixture(scope="module")
def preempting() -> Run:
    low = pod("low", "1", on="n1", terminationGracePeriodSeconds=5)
    return recorded(CLASS, node("n1", "1"), low, pod("p", "1", priority="high"))


def kinds(recording: Run, request: str, **more: Any) -> list[Any]:
    query = parse_step_search(request)
    assert not isinstance(query, Problem)
    finder = Finder(recording, query, **more)
    hits = [finder.look(seq) for seq in range(1, recording.head_seq + 1)]
    return [hit["kind"] for hit in hits if hit]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("preemption", ["preempt"]),
        ("kind:bind", ["bind"]),
        ("binding", ["bind"]),
        ("event:Preempted", ["preempt"]),
        ('"insufficient CPU"', ["schedule"]),
        ("kind:bind pod:p node:n1", ["bind"]),
        ("kind:bind pod:low", []),
        ("who:kubelet kind:sigterm", ["sigterm"]),
        ("nothing-like-this", []),
    ],
)
def test_a_text_means_the_steps_that_say_it(preempting: Run, question: str, expected: list[str]) -> None:
    assert expected == kinds(preempting, question)


def test_what_touched_an_object_is_found(preempting: Run) -> None:
    result = kinds(preempting, "touched:Pod/default/low")

    assert ("preempt", "removed") == (result[0], result[-1])
    assert "bind" not in result


def test_sentences_are_found_in_the_language_of_the_person_too(preempting: Run) -> None:
    sentence = preempting.frame(preempting.head_seq)["message"]
    assert isinstance(sentence, dict)
    spoken = {str(sentence["id"]): "щось сталося"}

    assert [] == kinds(preempting, "сталося")
    assert 1 <= len(kinds(preempting, "Сталося", templates=spoken))


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("nod:n1", "find.unknown_field"),
        ("x" * (MOST_LETTERS + 1), "find.too_long"),
        ("a " * 13, "find.too_many"),
    ],
)
def test_a_text_that_cannot_be_read_says_why(question: str, code: str) -> None:
    result = parse_step_search(question)

    assert isinstance(result, Problem)
    assert code == result.code
