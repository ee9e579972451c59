"""What is wrong with a value has a path, a code and, from Kubernetes, a sentence."""

from __future__ import annotations

import pytest

from scheduler_core.objects.problem import Problem


def test_the_words_of_a_component_are_an_argument_of_the_sentence() -> None:
    problem = Problem.of("spec.replicas", "negative", "must be non-negative, got -1", got="-1")

    assert {"text": "must be non-negative, got -1", "got": "-1"} == problem.args


def test_a_sentence_is_the_words_behind_their_path() -> None:
    problem = Problem.of("spec.replicas", "negative", "must be non-negative, got -1")

    assert "spec.replicas: must be non-negative, got -1" == problem.sentence


def test_a_problem_without_a_components_words_has_no_text() -> None:
    problem = Problem("input.kind", "input.unknown_kind", {"kind": "jump"})

    assert "" == problem.text


@pytest.mark.parametrize(
    ("outer", "inner", "path"),
    [
        ("input", "documents", "input.documents"),
        ("items", "[2].spec", "items[2].spec"),
        ("", "spec", "spec"),
        ("spec", "", "spec"),
    ],
)
def test_the_problem_of_a_part_has_the_path_of_the_whole_before_its_own(
    outer: str, inner: str, path: str
) -> None:
    problem = Problem(inner, "input.not_a_map", {"got": 1}, document=3)

    assert Problem(path, "input.not_a_map", {"got": 1}, document=3) == problem.below(outer)
