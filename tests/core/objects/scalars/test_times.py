"""Instants as Kubernetes writes them."""

from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.times import format_time, parse_time, rfc1123z

NEW_YEAR = 1_893_456_000_000


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("2030-01-01T00:00:00Z", NEW_YEAR),
        ("2030-01-01t00:00:00.5z", NEW_YEAR + 500),
        ("2030-01-01T00:00:00.123456789Z", NEW_YEAR + 123),
        ("2030-01-01T01:30:00+01:30", NEW_YEAR),
        ("2029-12-31T22:00:00-02:00", NEW_YEAR),
        ("1969-12-31T23:59:59Z", -1_000),
    ],
)
def test_an_instant_is_read_in_milliseconds(source: str, expected: int) -> None:
    assert expected == parse_time(source)


@pytest.mark.parametrize("source", ["", "2030-01-01", "2030-02-30T00:00:00Z", "2030-01-01T00:00:00", "soon"])
def test_what_is_no_instant_is_none(source: str) -> None:
    assert parse_time(source) is None


def test_an_instant_is_written_in_whole_seconds() -> None:
    assert "2030-01-01T00:00:00Z" == format_time(NEW_YEAR + 999)


def test_instants_are_rfc1123z() -> None:
    assert "Tue, 01 Jan 2030 00:00:00 +0000" == rfc1123z(1893456000000)
    assert "Mon, 01 Jan 0001 00:00:00 +0000" == rfc1123z(None)


def test_an_instant_beyond_the_calendar_is_none_and_written_as_its_end() -> None:
    assert None is parse_time("9999-12-31T23:59:59-00:01")
    assert "9999-12-31T23:59:59Z" == format_time(10**18)
