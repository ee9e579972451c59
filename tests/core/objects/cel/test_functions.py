"""The functions of CEL selectors."""

from __future__ import annotations

import pytest

from scheduler_core.objects.cel.cost import Meter
from scheduler_core.objects.cel.functions import (
    METHODS,
    METHODS_OF_ONE,
    ONE_ARGUMENT,
    CelRuntimeError,
    checked,
    compare,
    equal,
)
from scheduler_core.objects.cel.values import Value, parse_version
from scheduler_core.objects.scalars.quantity import parse_quantity

GIB = parse_quantity("1Gi")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("int", "-7", -7),
        ("int", 2.9, 2),
        ("double", "1.5", 1.5),
        ("string", True, "true"),
        ("string", 3, "3"),
        ("size", "abc", 3),
        ("size", ("a", "b"), 2),
        ("isQuantity", "40Gi", True),
        ("isQuantity", "forty", False),
        ("isSemver", "1.2.3", True),
        ("isSemver", "1.2", False),
    ],
)
def test_a_function_of_one_argument_has_its_value(name: str, value: Value, expected: Value) -> None:
    assert expected == ONE_ARGUMENT[name](value)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("lowerAscii", "A100-Ä", "a100-Ä"),
        ("upperAscii", "a100", "A100"),
        ("major", parse_version("4.5.6"), 4),
        ("minor", parse_version("4.5.6"), 5),
        ("patch", parse_version("4.5.6"), 6),
        ("asInteger", GIB, 2**30),
        ("isInteger", parse_quantity("500m"), False),
        ("sign", GIB, 1),
    ],
)
def test_a_method_has_its_value(name: str, value: Value, expected: Value) -> None:
    assert expected == METHODS[name](value)


@pytest.mark.parametrize(
    ("name", "value", "other", "expected"),
    [
        ("startsWith", "a100", "a1", True),
        ("endsWith", "a100", "a1", False),
        ("contains", "a100", "10", True),
        ("compareTo", GIB, parse_quantity("2Gi"), -1),
        ("isGreaterThan", parse_version("1.10.0"), parse_version("1.9.0"), True),
        ("isLessThan", parse_version("1.10.0"), parse_version("1.9.0"), False),
        ("add", GIB, GIB, parse_quantity("2Gi")),
        ("sub", GIB, 2**30, parse_quantity("0")),
    ],
)
def test_a_method_of_another_value_has_its_value(
    name: str, value: Value, other: Value, expected: Value
) -> None:
    result = METHODS_OF_ONE[name](value, other)

    assert equal(expected, result, Meter())


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("quantity", "forty", "quantities must match the regular expression"),
        ("semver", "1.2", "No Major.Minor.Patch elements found in '1.2'"),
        ("int", "x", "type conversion error from 'string' to 'int'"),
        ("int", "9" * 20, "integer overflow"),
        ("size", 4, "no such overload: size"),
    ],
)
def test_a_value_of_the_wrong_kind_is_an_error_in_words(name: str, value: Value, words: str) -> None:
    with pytest.raises(CelRuntimeError) as caught:
        ONE_ARGUMENT[name](value)

    assert words in str(caught.value)


def test_numbers_compare_across_types_and_texts_do_not() -> None:
    with pytest.raises(CelRuntimeError, match="no such overload: string < int"):
        compare("1", 1)

    assert [0, -1, 1] == [compare(1, 1.0), compare("a", "b"), compare(True, False)]


def test_values_of_different_types_are_unequal() -> None:
    pairs: list[tuple[Value, Value]] = [(1, 1.0), (1, True), ("1", 1), ((1,), (1,)), ({"a": 1}, {"a": 2})]

    assert [True, False, False, True, False] == [equal(left, right, Meter()) for left, right in pairs]


def test_an_int_beyond_64_bits_overflows() -> None:
    with pytest.raises(CelRuntimeError, match="integer overflow"):
        checked(2**63)

    assert -(2**63) == checked(-(2**63))
