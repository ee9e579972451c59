"""How many nodes the scheduler looks at before it is content."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.cycle.sampling import feasible_nodes_to_find


@pytest.mark.parametrize("percentage", [0, 5, 50, 100])
def test_below_100_nodes_all_are_looked_at(percentage: int) -> None:
    assert 99 == feasible_nodes_to_find(99, percentage)


@pytest.mark.parametrize(
    ("nodes", "expected"), [(100, 100), (1_000, 420), (5_000, 500), (6_000, 300), (20_000, 1_000)]
)
def test_adaptively_the_share_falls_from_half_of_the_nodes_to_5_percent(nodes: int, expected: int) -> None:
    assert expected == feasible_nodes_to_find(nodes, 0)


@pytest.mark.parametrize(
    ("percentage", "expected"), [(1, 100), (30, 300), (99, 990), (100, 1_000), (150, 1_000)]
)
def test_a_percentage_is_taken_of_all_nodes_but_never_below_100_of_them(
    percentage: int, expected: int
) -> None:
    assert expected == feasible_nodes_to_find(1_000, percentage)
