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


@pytest.mark.parametrize("text", ["9" * 5_000 + "s", "1ns" * 10 + "9" * 30 + "h", "9999999999h"])
def test_a_duration_that_go_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="time: invalid duration"):
        parse_duration(text)


def test_finer_digits_than_go_reads_are_left_out() -> None:
    assert 1_500 == parse_duration("1.5" + "0" * 5_000 + "s")
