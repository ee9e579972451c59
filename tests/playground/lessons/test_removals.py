"""Which guesses are crosses: those that say that pods are removed."""

from __future__ import annotations

from typing import Any

import pytest

from playground.lessons.removals import removes


@pytest.mark.parametrize(
    ("condition", "crossed"),
    [
        ({"pod": {"name": "a", "preempted": True}}, True),
        ({"all": [{"pod": {"name": "b", "node": "n1"}}, {"pod": {"name": "a", "exists": False}}]}, True),
        (
            {"all": [{"pod": {"name": "b", "preempted": True}}, {"pod": {"name": "a", "preempted": False}}]},
            False,
        ),
        ({"pod": {"name": "a", "node": "n1"}}, False),
        ({"not": {"pod": {"name": "a", "exists": False}}}, False),
        ({"pod": {"name": "other/a", "exists": False}}, False),
    ],
)
def test_a_choice_whose_pods_go_is_a_cross_and_another_one_a_pin(condition: Any, crossed: bool) -> None:
    assert crossed == removes(condition, ("default/a",))
