"""What a person may tell an application to do."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.application_inputs import Behave, SetUsage
from scheduler_core.inputs.parse import parse_input
from scheduler_core.objects.problem import Problem


def read(**value: Any) -> Any:
    return parse_input(value)


def test_usage_keeps_the_spelling_of_its_quantities_and_leaves_out_what_is_not_given() -> None:
    value = read(kind="usage", pod="default/p", memory="1.5Gi", over=2.5)

    assert isinstance(value, SetUsage)
    assert {"memory": "1.5Gi"} == dict(value.amounts)
    assert 2_500 == value.over_ms


@pytest.mark.parametrize(
    ("value", "path", "code"),
    [
        ({}, "input.pod", "input.node_or_pod"),
        ({"pod": "p", "node": "n1"}, "input.pod", "input.node_or_pod"),
        ({"node": "n1", "container": "app", "memory": "1Gi"}, "input.container", "input.container_of_node"),
        ({"pod": "p"}, "input.memory", "input.nothing_given"),
    ],
)
def test_usage_is_that_of_a_pod_or_of_a_node_and_names_an_amount(
    value: dict[str, Any], path: str, code: str
) -> None:
    problem = read(kind="usage", **value)

    assert isinstance(problem, Problem)
    assert (path, code) == (problem.path, problem.code)


def test_null_means_never_for_the_seconds_that_may_be_missing() -> None:
    value = read(kind="behave", pod="p", exitsAfterSigterm=None, preStopSeconds=None, readyAfter=1.5)

    assert isinstance(value, Behave)
    assert {"readyAfter": 1.5, "exitsAfterSigterm": None, "preStopSeconds": None} == dict(value.changes)


@pytest.mark.parametrize(
    ("field", "value"),
    [("exitCode", 256), ("exitCode", -1), ("crash", 1.5), ("liveness", "yes"), ("readyAfter", None)],
)
def test_a_value_outside_its_range_is_refused_by_its_path(field: str, value: object) -> None:
    problem = read(kind="behave", pod="p", **{field: value})

    assert isinstance(problem, Problem)
    assert f"input.{field}" == problem.path


def test_behaviour_without_a_change_is_refused() -> None:
    problem = read(kind="behave", pod="p")

    assert isinstance(problem, Problem)
    assert "input.nothing_given" == problem.code
