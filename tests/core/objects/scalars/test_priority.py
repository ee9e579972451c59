from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.priority import SYSTEM_CRITICAL_PRIORITY, priority_band


@pytest.mark.parametrize(
    ("priority", "band"),
    [
        (-(2**31), 0),
        (-5, 0),
        (0, 0),
        (1, 1),
        (99, 1),
        (100, 2),
        (999, 2),
        (1_000, 3),
        (9_999, 3),
        (10_000, 4),
        (999_999, 4),
        (1_000_000, 5),
        (SYSTEM_CRITICAL_PRIORITY - 1, 5),
        (SYSTEM_CRITICAL_PRIORITY, 6),
        (2**31 - 1, 6),
    ],
)
def test_a_band_follows_from_the_number_alone(priority: int, band: int) -> None:
    result = priority_band(priority)

    assert band == result
