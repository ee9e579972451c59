"""Cron schedules: what they mean, when they are due, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.scalars.cron_schedule import CronError, parse_cron, time_zone
from scheduler_core.objects.scalars.times import format_time, parse_time


def following(schedule: str, after: str, zone: str = "") -> str | None:
    run_state = time_zone(zone)
    assert run_state is not None
    result = parse_cron(schedule).next_after(parse_time(after) or 0, run_state)
    return None if result is None else format_time(result)


@pytest.mark.parametrize(
    ("schedule", "after", "expected"),
    [
        ("* * * * *", "2030-01-01T00:00:00Z", "2030-01-01T00:01:00Z"),
        ("*/15 * * * *", "2030-01-01T00:07:30Z", "2030-01-01T00:15:00Z"),
        ("5/20 * * * *", "2030-01-01T00:30:00Z", "2030-01-01T00:45:00Z"),
        ("0 8-18/4 * * mon-FRI", "2030-01-04T17:00:00Z", "2030-01-07T08:00:00Z"),
        ("30 6,12 * jan,jun ?", "2030-01-31T12:30:00Z", "2030-06-01T06:30:00Z"),
        ("0 0 13 * 5", "2030-01-01T00:00:00Z", "2030-01-04T00:00:00Z"),
        ("0 0 13 * *", "2030-01-01T00:00:00Z", "2030-01-13T00:00:00Z"),
        ("0 0 29 2 *", "2030-01-01T00:00:00Z", "2032-02-29T00:00:00Z"),
        ("0 0 31 2 *", "2030-01-01T00:00:00Z", None),
        ("@hourly", "2030-01-01T00:00:00Z", "2030-01-01T01:00:00Z"),
        ("@yearly", "2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"),
        ("@every 90s", "2030-01-01T00:00:30Z", "2030-01-01T00:02:00Z"),
    ],
)
def test_the_next_time_follows_strictly_after(schedule: str, after: str, expected: str | None) -> None:
    assert expected == following(schedule, after)


def test_a_schedule_is_read_in_its_zone_and_over_changed_clocks() -> None:
    assert "2030-01-01T23:00:00Z" == following("0 0 * * *", "2030-01-01T00:00:00Z", "Europe/Berlin")
    # 2030-03-31: the clocks skip 02:00 to 03:00; 2030-10-27: they repeat 02:00 to 03:00.
    assert "2030-04-01T00:30:00Z" == following("30 2 * * *", "2030-03-30T12:00:00Z", "Europe/Berlin")
    assert "2030-10-27T00:30:00Z" == following("30 2 * * *", "2030-10-26T12:00:00Z", "Europe/Berlin")
    assert "2030-10-27T01:30:00Z" == following("30 2 * * *", "2030-10-27T00:30:00Z", "Europe/Berlin")


@pytest.mark.parametrize(
    ("schedule", "words"),
    [
        ("", "empty spec string"),
        ("* * *", "expected exactly 5 fields, found 3: [* * *]"),
        ("60 * * * *", "end of range (60) above maximum (59): 60"),
        ("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
        ("* * * * 7", "end of range (7) above maximum (6): 7"),
        ("5-2 * * * *", "beginning of range (5) beyond end of range (2): 5-2"),
        ("1-2-3 * * * *", "too many hyphens: 1-2-3"),
        ("*/2/3 * * * *", "too many slashes: */2/3"),
        ("*/0 * * * *", "step of range should be a positive number: */0"),
        ("x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'),
        ("@never", "unrecognized descriptor: @never"),
        ("@every soon", 'failed to parse duration @every soon: time: invalid duration "soon"'),
    ],
)
def test_what_is_no_schedule_is_refused_in_words(schedule: str, words: str) -> None:
    with pytest.raises(CronError) as refused:
        parse_cron(schedule)

    assert words == str(refused.value)


def test_a_zone_that_does_not_exist_is_none() -> None:
    assert [None, None] == [time_zone("Mars/Olympus"), time_zone("../etc/passwd")]


@given(st.text("0123456789*/-,? @amonfri", max_size=20), st.integers(0, 2**41))
def test_any_text_is_refused_or_gives_a_later_time(schedule: str, at_ms: int) -> None:
    try:
        parsed = parse_cron(schedule)
    except CronError:
        return

    result = parsed.next_after(at_ms)
    assert result is None or result > at_ms


@pytest.mark.parametrize("schedule", [", * * * *", "* , * * *", "* * * , *"])
def test_a_field_without_numbers_matches_no_time(schedule: str) -> None:
    assert None is following(schedule, "2030-01-01T00:00:00Z")


@pytest.mark.parametrize("after", ["9999-12-31T23:59:00Z", "0001-01-01T00:00:00Z"])
def test_at_the_ends_of_the_calendar_no_time_follows(after: str) -> None:
    assert None is following("* * * * *", after, "America/New_York")
