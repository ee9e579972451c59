"""`sleep N` in a command says how long it takes."""

from __future__ import annotations

import pytest

from scheduler_core.objects.scalars.sleep_commands import sleep_in, slept_ms


@pytest.mark.parametrize(
    ("command", "message", "ms"),
    [
        (["sleep", "5"], "5", 5_000),
        (["sh", "-c", "x && sleep 2.5; y"], "2.5", 2_500),
        (["/bin/sleep", "infinity"], "infinity", -1),
        (["sleepy", "5"], None, None),
        ([], None, None),
    ],
)
def test_the_first_sleep_of_a_command_counts(command: list[str], message: str | None, ms: int | None) -> None:
    assert (message, ms) == (sleep_in(command), slept_ms(command))


@pytest.mark.parametrize("seconds", ["9" * 10, "9" * 400])
def test_more_seconds_than_thirty_years_are_for_ever(seconds: str) -> None:
    assert -1 == slept_ms(["sleep", seconds])
