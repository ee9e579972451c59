"""Which known wrong way is told of, where several fail the same checks."""

from __future__ import annotations

from typing import Any

import pytest

from playground.lessons.files import COURSE, open_lesson
from playground.lessons.lesson import Solution
from playground.lessons.ways import taken

LOW1_IS_DELETED: dict[str, Any] = {"kind": "delete", "object": {"kind": "Pod", "name": "low1"}}
P_IS_CREATED: dict[str, Any] = {"kind": "apply", "documents": [{"kind": "Pod", "metadata": {"name": "p"}}]}
A_BUDGET_IS_CREATED: dict[str, Any] = {
    "kind": "apply",
    "documents": [{"kind": "PodDisruptionBudget", "metadata": {"name": "mine"}}],
}


@pytest.fixture(scope="module")
def rejected() -> tuple[Solution, ...]:
    found = open_lesson((COURSE / "02-basic-preemption.yaml").read_text(encoding="utf-8"))
    assert found.lesson is not None
    assert found.lesson.task is not None
    return found.lesson.task.rejected


@pytest.mark.parametrize(
    ("inputs", "name"),
    [
        ([LOW1_IS_DELETED, P_IS_CREATED], "still-ending"),
        ([P_IS_CREATED, LOW1_IS_DELETED], "still-ending"),
        ([A_BUDGET_IS_CREATED, P_IS_CREATED], "empty-selector"),
    ],
)
def test_of_ways_that_fail_alike_the_one_with_the_same_acts_is_told(
    rejected: tuple[Solution, ...], inputs: list[dict[str, Any]], name: str
) -> None:
    found = taken(rejected, {"low2-same"}, inputs)

    assert found is not None
    assert found.name == name
