"""Answers of plugins as values."""

from __future__ import annotations

import pytest

from scheduler_core.scheduler.framework.status import SKIP, SUCCESS, Code, Status, unresolvable, unschedulable


def test_a_refusal_says_whether_the_removal_of_pods_may_cure_it() -> None:
    assert Status(Code.UNSCHEDULABLE, ("too full",), "Mine") == unschedulable("Mine", "too full")
    assert Status(Code.UNRESOLVABLE, ("wrong zone",), "Mine") == unresolvable("Mine", "wrong zone")


def test_several_reasons_are_one_message() -> None:
    assert (
        "Insufficient cpu, Insufficient memory"
        == unschedulable("NodeResourcesFit", "Insufficient cpu", "Insufficient memory").message
    )


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (SUCCESS, False),
        (SKIP, False),
        (Status(Code.WAIT), False),
        (Status(Code.ERROR), False),
        (Status(Code.UNSCHEDULABLE), True),
        (Status(Code.UNRESOLVABLE), True),
        (Status(Code.PENDING), True),
    ],
)
def test_a_pod_is_rejected_by_three_of_the_codes(status: Status, expected: bool) -> None:
    assert expected == status.rejected
