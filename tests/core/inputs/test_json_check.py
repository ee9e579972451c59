from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from scheduler_core import Problem, SourceDocument, parse_input, parse_scenario
from scheduler_core.inputs.json_check import MAX_DEPTH, not_json


def nested(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ({"metadata": {"labels": {1: "x"}}}, "metadata.labels", "value.key_not_text"),
        ({"spec": [{"x": float("nan")}]}, "spec[0].x", "value.not_finite"),
        ({"x": float("-inf")}, "x", "value.not_finite"),
        ({"x": [10**309]}, "x[0]", "value.not_finite"),
        ({"x": -(10**5000)}, "x", "value.not_finite"),
        ({"x": ["a", "\ud800"]}, "x[1]", "value.surrogate"),
        ({"x": {"\udfff": 1}}, "x", "value.surrogate"),
        ({"x": "a\0"}, "x", "value.nul"),
        ({"since": date(2030, 1, 1)}, "since", "value.not_json"),
        ({"raw": b"x"}, "raw", "value.not_json"),
        (nested(MAX_DEPTH + 1), ".".join("a" * MAX_DEPTH), "value.too_deep"),
    ],
)
def test_what_json_cannot_hold_is_a_problem_with_its_path(value: Any, path: str, code: str) -> None:
    parsed = parse_scenario([SourceDocument(2, value)])
    given = parse_input({"kind": "apply", "documents": [value]})

    assert parsed.scenario is None
    assert [(2, path, code)] == [
        (problem.document, problem.path, problem.code) for problem in parsed.problems
    ]
    assert isinstance(given, Problem)
    if code != "value.too_deep":
        assert (f"input.documents[0].{path}", code) == (given.path, given.code)


def test_what_json_can_hold_is_sound() -> None:
    assert not_json({"a": [1, 10**308, 2.5, None, True, "x", "\U0001f600", {"b": []}]}) is None
    assert not_json(nested(MAX_DEPTH)) is None


def test_a_part_that_stands_in_two_places_is_looked_at_where_it_is_deeper() -> None:
    part = nested(MAX_DEPTH - 1)

    assert not_json({"a": part, "b": part}) is None
    assert not_json([{"a": part}, part]) is not None
    assert not_json([part, {"a": part}]) is not None
