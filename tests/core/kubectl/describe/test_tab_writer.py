from __future__ import annotations

import pytest

from scheduler_core.kubectl.describe.tab_writer import Tabbed, human_duration


def test_a_column_is_as_wide_as_its_widest_cell_among_neighbours() -> None:
    out = Tabbed()
    for line in ("Name:\tp", "Priority Class Name:\tp100", "Containers:", "  app:\tx"):
        out.line(0, line)

    assert "Name:                 p\nPriority Class Name:  p100\nContainers:\n  app:  x\n" == out.text()


def test_an_empty_column_is_two_blanks_wide() -> None:
    out = Tabbed()
    out.line(0, "a\t\tb")
    out.line(0, "ccc\t\tdd")

    assert "a      b\nccc    dd\n" == out.text()


def test_after_a_flush_columns_are_new() -> None:
    out = Tabbed()
    out.line(0, "long long\tx")
    out.flush()
    out.line(1, "a\tb")

    assert "long long  x\n  a  b\n" == out.text()


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (-5, "<invalid>"),
        (-1, "0s"),
        (0, "0s"),
        (119, "119s"),
        (120, "2m"),
        (150, "2m30s"),
        (601, "10m"),
        (3 * 3600, "3h"),
        (3 * 3600 + 300, "3h5m"),
        (9 * 3600, "9h"),
        (2 * 86400, "2d"),
        (2 * 86400 + 7200, "2d2h"),
        (9 * 86400, "9d"),
        (800 * 86400, "2y70d"),
        (9 * 365 * 86400, "9y"),
    ],
)
def test_ages_are_kubectls(seconds: int, expected: str) -> None:
    assert expected == human_duration(seconds * 1000)
