"""A replaced value is the one that `dataclasses.replace` makes."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

import pytest

from scheduler_core.objects.replacing import replace, twin_of


@dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    sizes: tuple[int, ...] = ()
    notes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Open:
    name: str
    size: int = 1


@dataclass(frozen=True, slots=True)
class Single:
    name: str


@dataclass(frozen=True, slots=True)
class Derived:
    name: str
    size: int = 1
    shout: str = field(init=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "shout", self.name.upper())


@pytest.mark.parametrize(
    "value", [Slotted("a", (1, 2), {"k": "v"}), Open("a", 2), Single("a"), Derived("a", 2)]
)
def test_it_has_the_change_and_all_else_of_the_value(value: Slotted | Open | Single | Derived) -> None:
    made = replace(value, name="b")

    assert dataclasses.replace(value, name="b") == made
    assert ("a", type(value)) == (value.name, type(made))


def test_values_that_do_not_change_are_shared() -> None:
    value = Slotted("a", (1, 2), {"k": "v"})
    made = replace(value, name="b")

    assert [True, True] == [value.sizes is made.sizes, value.notes is made.notes]


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises((KeyError, TypeError)):
        replace(Slotted("a"), nobody="b")  # type: ignore[call-arg]


class Counter:
    def __init__(self, start: int) -> None:
        self.count = start
        self.seen: list[int] = []


def test_a_twin_has_the_attributes_of_the_value_and_goes_its_own_way() -> None:
    value = Counter(3)
    twin = twin_of(value)
    twin.count += 1

    assert (3, 4, Counter) == (value.count, twin.count, type(twin))
    assert value.seen is twin.seen
