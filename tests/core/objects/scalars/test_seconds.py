"""Seconds in JSON."""

from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.seconds import optional_seconds, seconds


@pytest.mark.parametrize(("ms", "text"), [(0, "0"), (2_000, "2"), (2_500, "2.5"), (1, "0.001")])
def test_whole_seconds_are_integers_and_others_are_not(ms: int, text: str) -> None:
    assert text == str(seconds(ms))


def test_an_unknown_time_stays_unknown() -> None:
    assert optional_seconds(None) is None
    assert 1.5 == optional_seconds(1_500)
