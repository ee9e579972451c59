"""The checker of histories: what one order of inputs explains, and what no order does."""

import pytest

from tools.chaos.history import Operation, Stored, violations

RUN = "r"


def given(mark: str, began: float, ended: float, seq: int) -> Operation:
    return Operation(RUN, mark, began, ended, "acknowledged", seq)


def look(began: float, ended: float, seq: int) -> Operation:
    return Operation(RUN, "", began, ended, "acknowledged", seq)


STORED = [Stored("a", 0), Stored("b", 3)]


@pytest.mark.parametrize(
    ("operations", "stored"),
    [
        ([given("a", 0, 1, 1), given("b", 2, 3, 4)], STORED),
        ([given("b", 0, 3, 4), given("a", 1, 2, 1)], STORED),  # at the same time: either order
        (
            [Operation(RUN, "a", 0), Operation(RUN, "c", 1), given("b", 2, 3, 4)],
            STORED,
        ),  # no answer: there or not
        ([Operation(RUN, "c", 0, 1, "refused"), given("b", 2, 3, 4), look(4, 5, 4)], STORED),
        ([look(0, 5, 0), given("a", 1, 2, 1)], STORED),
    ],
)
def test_what_one_order_explains_is_no_violation(operations: list[Operation], stored: list[Stored]) -> None:
    assert [] == list(violations(operations, stored))


@pytest.mark.parametrize(
    ("operations", "stored", "message"),
    [
        ([given("c", 0, 1, 1)], STORED, "the input c was acknowledged and is lost"),
        ([Operation(RUN, "a", 0, 1, "refused")], STORED, "the input a was refused and stands"),
        ([given("a", 0, 1, 2)], STORED, "the input a was told at step 2 and stands at 1"),
        ([], [*STORED, Stored("a", 9)], "the input a stands twice"),
        (
            [given("b", 0, 1, 4), given("a", 2, 3, 1)],
            STORED,
            "the input a was sent after b was answered, and stands before it",
        ),
        (
            [given("b", 0, 1, 4), Operation(RUN, "a", 2)],
            STORED,
            "the input a was sent after b was answered, and stands before it",
        ),
        (
            [given("b", 0, 1, 4), look(2, 3, 1)],
            STORED,
            "the head was told as 1 after 4 had been acknowledged",
        ),
        ([look(0, 1, 4), look(2, 3, 1)], STORED, "the head was told as 1 after 4 had been acknowledged"),
    ],
)
def test_what_no_order_explains_is_named(
    operations: list[Operation], stored: list[Stored], message: str
) -> None:
    assert [message] == list(violations(operations, stored))
