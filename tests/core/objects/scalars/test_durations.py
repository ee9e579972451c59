"""Durations as Go reads them."""

from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.durations import parse_duration


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [("1m30s", 90_000), ("5m", 300_000), ("1.5h", 5_400_000), ("0", 0), ("-1s", -1_000), ("300ms", 300)],
)
def test_durations_are_gos(text: str, milliseconds: int) -> None:
    assert parse_duration(text) == milliseconds


@pytest.mark.parametrize("text", ["", "s", ".s", "1d", "1", "-", "abc"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="time: "):
        parse_duration(text)
