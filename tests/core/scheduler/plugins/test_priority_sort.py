"""PrioritySort: who is tried first."""

import pytest

from scheduler_core.scheduler.plugins.priority_sort import PrioritySort
from tests.core.scheduler.builders import pod


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param((100, 5, 1), (10, 1, 0), id="the higher priority, however late"),
        pytest.param((10, 1, 1), (10, 2, 0), id="of equal priority who waits longer"),
        pytest.param((10, 1, 0), (10, 1, 1), id="of equal times who came first"),
        pytest.param((0, 9, 9), (-5, 0, 0), id="below zero there are priorities too"),
    ],
)
def test_who_comes_first(first: tuple[int, int, int], second: tuple[int, int, int]) -> None:
    keys = [
        PrioritySort().sort_key(pod("p", priority=priority), timestamp_ms, serial)
        for priority, timestamp_ms, serial in (first, second)
    ]

    assert keys[0] < keys[1]
