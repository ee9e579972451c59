"""Constraints: the same value of an attribute, or different ones."""

from __future__ import annotations

from scheduler_core.objects.device_slices import Device
from scheduler_core.objects.devices import DeviceConstraint
from scheduler_core.scheduler.plugins.dynamic_resources.constraints import Constraint, constraint_of

ROOT = "gpu.example.com/root"


def constraint(*, match: str = "", distinct: str = "", requests: tuple[str, ...] = ()) -> Constraint:
    made = constraint_of(DeviceConstraint(match, requests, distinct))
    assert made is not None
    return made


def with_root(value: str | int) -> Device:
    return Device("d", {"root": value}, {}, "gpu.example.com")


def test_a_constraint_of_an_unknown_kind_is_none() -> None:
    assert constraint_of(DeviceConstraint("", ())) is None


def test_all_devices_have_the_value_of_the_first_one() -> None:
    same = constraint(match=ROOT)

    assert [True, False, True] == [same.add("r", "r", with_root(value)) for value in ("a", "b", "a")]
    same.remove("r", "r", with_root("a"))
    same.remove("r", "r", with_root("a"))
    assert same.add("r", "r", with_root("b"))


def test_values_of_different_types_are_never_the_same() -> None:
    same = constraint(match=ROOT)

    assert [True, False] == [same.add("r", "r", with_root(value)) for value in (1, "1")]


def test_devices_of_different_requests_have_different_values() -> None:
    distinct = constraint(distinct=ROOT)

    assert distinct.add("x", "x", with_root("a"))
    assert not distinct.add("y", "y", with_root("a"))
    assert distinct.add("y", "y", with_root("b"))


def test_of_several_devices_of_one_request_only_the_last_one_counts() -> None:
    distinct = constraint(distinct=ROOT)

    assert [True, True, True] == [distinct.add("x", "x", with_root(value)) for value in ("a", "b", "a")]


def test_a_constraint_concerns_the_requests_and_alternatives_that_it_names() -> None:
    same = constraint(match=ROOT, requests=("x", "y/big"))
    bare = Device("d", {}, {}, "gpu.example.com")

    assert [True, False, False] == [
        same.add("z", "z", bare),
        same.add("x", "x", bare),
        same.add("y", "y/big", bare),
    ]
    assert same.add("y", "y/small", bare)
