"""Alternatives that clear several obstacles together."""

from __future__ import annotations

from scheduler_core.advice.alternatives import CLEARED_BY_OTHERS, MAX_ALTERNATIVES, Alternative, together
from scheduler_core.advice.cluster_changes import UncordonNode


def ways(*names: str) -> tuple[Alternative, ...]:
    """One alternative for each name, of one change."""
    return tuple((UncordonNode(name),) for name in names)


def names(result: tuple[Alternative, ...]) -> list[str]:
    return ["+".join(change.node for change in item) for item in result]  # type: ignore[attr-defined]


def test_one_alternative_of_each_obstacle_is_combined_with_one_of_the_other() -> None:
    assert ["a+c", "b+c"] == names(together([ways("a", "b"), ways("c")]))


def test_an_obstacle_without_an_alternative_leaves_none() -> None:
    assert () == together([ways("a", "b"), ()])


def test_an_obstacle_that_the_others_clear_adds_no_change() -> None:
    assert ["a"] == names(together([ways("a"), CLEARED_BY_OTHERS]))


def test_no_more_combinations_are_made_than_are_shown() -> None:
    assert MAX_ALTERNATIVES == len(together([ways("a", "b", "c"), ways("d", "e", "f")]))
