"""Differences in how one pod fared, as texts."""

import pytest

from scheduler_core.queries.comparison.facts import clock_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (5, "0:05"), (31, "0:31"), (72.5, "1:12.5"), (3672, "1:01:12"), (0.04, "0:00")],
)
def test_a_second_is_written_as_on_a_clock(seconds: float, text: str) -> None:
    assert text == clock_text(seconds)
