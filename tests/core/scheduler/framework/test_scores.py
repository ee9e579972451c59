"""The arithmetic of scores."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.framework.scores import default_normalize, go_round, truncated_division


@pytest.mark.parametrize(
    ("raw", "reverse", "expected"),
    [
        ([0, 5, 20], False, [0, 25, 100]),
        ([0, 5, 20], True, [100, 75, 0]),
        ([1, 2, 3], False, [33, 66, 100]),
        ([0, 0], False, [0, 0]),
        ([0, 0], True, [100, 100]),
        ([], False, []),
    ],
)
def test_scores_are_stretched_so_that_the_highest_gets_100(
    raw: list[int], reverse: bool, expected: list[int]
) -> None:
    assert expected == default_normalize(raw, reverse=reverse)


@pytest.mark.parametrize(("value", "expected"), [(0.49, 0), (0.5, 1), (1.5, 2), (2.5, 3), (3.0, 3)])
def test_halves_are_rounded_up(value: float, expected: int) -> None:
    assert expected == go_round(value)


@pytest.mark.parametrize(
    ("a", "b", "expected"), [(7, 2, 3), (-7, 2, -3), (7, -2, -3), (-7, -2, 3), (0, 5, 0)]
)
def test_a_division_is_cut_toward_zero(a: int, b: int, expected: int) -> None:
    assert expected == truncated_division(a, b)
