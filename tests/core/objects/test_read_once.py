"""Equal values are read once, and never mistaken for others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.read_once import (
    MAX_BYTES,
    MAX_SHARED_BYTES,
    REMEMBERED,
    read_once,
    shared,
    work_out_once,
)

CONTAINER = {"name": "app", "resources": {"requests": {"cpu": "500m"}}}


def test_equal_values_give_the_very_same_result() -> None:
    read = read_once(lambda value: [value])

    assert read({**CONTAINER}) is read({**CONTAINER})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        (0, False),
        ("1", 1),
        (None, ""),
        ([1], (1,)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ],
)
def test_values_of_other_types_or_with_other_orders_are_told_apart(one: Json, other: Json) -> None:
    read = read_once(repr)

    assert [repr(one), repr(other)] == [read(one), read(other)]


def test_several_arguments_count_together() -> None:
    read = read_once(lambda left, right: f"{left} {right}")

    assert ["1 2", "2 1"] == [read(1, 2), read(2, 1)]


def test_a_value_that_is_large_or_not_plain_is_read_each_time() -> None:
    requests: list[Json] = []

    def noted(value: Json) -> int:
        requests.append(value)
        return len(requests)

    read = read_once(noted)
    strange: Mapping[str, Json] = MappingProxyType({"name": "app"})
    for value in (strange, "x" * MAX_BYTES, strange, "x" * MAX_BYTES):
        read(value)

    assert 4 == len(requests)


def test_a_result_for_the_same_arguments_is_worked_out_once() -> None:
    shown = work_out_once(lambda value: [value])
    twins = ({"a": 1}, {"a": 1})

    assert shown(twins[0]) is shown(twins[0])
    assert shown(twins[0]) is not shown(twins[1])


def test_an_identity_that_is_used_again_does_not_give_the_result_of_another_value() -> None:
    shown = work_out_once(repr)

    assert [repr([number]) for number in range(3 * REMEMBERED)] == [
        shown([number]) for number in range(3 * REMEMBERED)
    ]


def test_equal_values_and_equal_parts_of_different_ones_stand_once_in_memory() -> None:
    one, other = shared({"spec": {**CONTAINER}, "no": []}), shared({"spec": {**CONTAINER}, "of": []})

    assert (one["spec"], one["no"]) == (other["spec"], other["of"])
    assert one["spec"] is other["spec"]
    assert one["no"] is other["of"]


def test_what_is_shared_has_the_types_and_the_order_that_it_had() -> None:
    values: list[Json] = [[1], [1.0], [True], {"a": 1, "b": 2}, {"b": 2, "a": 1}, {}, [], "text", None]

    assert [repr(value) for value in values] == [repr(shared(value)) for value in values]


def test_of_a_value_too_long_to_look_up_the_parts_are_shared() -> None:
    long = {"text": "x" * MAX_SHARED_BYTES, "part": {**CONTAINER}}

    assert shared(long) == long
    assert shared(long)["part"] is shared({**CONTAINER})


def test_a_value_that_is_no_plain_json_stays_as_it_is() -> None:
    value = {"a": MappingProxyType({})}

    assert shared(value) is value
