"""Which pods go first when a ReplicaSet shrinks, beyond the recorded cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scheduler_core.controllers.replicaset.scale_down import (
    RankedPod,
    deletion_cost,
    pods_to_delete,
    scale_down_order,
)

BASE = RankedPod("base", "m", "n1", "Running", True, 3_600_000, 1, ready_for_ms=3_600_000)


@pytest.mark.parametrize(
    "first",
    [
        replace(BASE, name="first", node=""),
        replace(BASE, name="first", phase="Pending"),
        replace(BASE, name="first", ready=False),
        replace(BASE, name="first", deletion_cost=-1),
        replace(BASE, name="first", colocated=2),
        replace(BASE, name="first", ready_for_ms=1_000),
        replace(BASE, name="first", restarts=1),
        replace(BASE, name="first", age_ms=1_000),
    ],
)
def test_one_difference_decides(first: RankedPod) -> None:
    assert ["first", "base"] == [one.name for one in scale_down_order([BASE, first])]


def test_ages_within_one_power_of_two_count_as_equal_and_the_smaller_uid_goes_first() -> None:
    younger = replace(BASE, name="younger", uid="z", ready_for_ms=3_500_000)

    assert ["base", "younger"] == [one.name for one in scale_down_order([younger, BASE])]


def test_where_all_go_nothing_is_sorted() -> None:
    worse = replace(BASE, name="worse", ready=False)

    assert [BASE, worse] == pods_to_delete([BASE, worse], 2)
    assert [worse] == pods_to_delete([BASE, worse], 1)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [(None, 0), ("7", 7), ("-7", -7), ("+7", 0), ("07", 0), ("-", 0), ("2147483648", 0), ("much", 0)],
)
def test_a_malformed_cost_is_0(annotation: str | None, expected: int) -> None:
    assert expected == deletion_cost(annotation)
