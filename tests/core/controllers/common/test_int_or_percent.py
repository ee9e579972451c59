"""Amounts given as a number or as a percentage."""

from __future__ import annotations

import pytest

from scheduler_core.controllers.common.int_or_percent import scaled


@pytest.mark.parametrize(
    ("amount", "total", "expected"), [(3, 10, 3), ("25%", 10, 3), ("0%", 10, 0), ("100%", 7, 7), ("x", 7, 0)]
)
def test_a_percentage_is_rounded_up_and_a_number_stays(amount: int | str, total: int, expected: int) -> None:
    assert expected == scaled(amount, total)
