"""Quantities: exact, rounded up where Kubernetes rounds up, canonical when printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects import Quantity, QuantityError, parse_quantity

_SUFFIXES = ["", "n", "u", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti", "e3", "E-2"]


@st.composite
def quantity_texts(draw: st.DrawFn) -> str:
    sign = draw(st.sampled_from(["", "-", "+"]))
    whole = draw(st.integers(0, 10**6))
    fraction = draw(st.sampled_from(["", ".", ".5", ".25", ".001", ".123456789"]))
    return f"{sign}{whole}{fraction}{draw(st.sampled_from(_SUFFIXES))}"


@given(quantity_texts())
def test_parsing_what_was_printed_gives_the_same_amount(text: str) -> None:
    quantity = parse_quantity(text)

    printed = str(quantity)

    assert parse_quantity(printed).nano == quantity.nano
    assert str(parse_quantity(printed)) == printed


@given(st.integers(0, 10**15), st.integers(0, 10**15))
def test_a_sum_is_exact(left: int, right: int) -> None:
    total = parse_quantity(f"{left}m") + parse_quantity(f"{right}m")

    assert total.milli_value == left + right


@pytest.mark.parametrize(
    ("text", "milli", "whole"),
    [
        ("100m", 100, 1),
        ("0.5", 500, 1),
        ("1.5Gi", 1_610_612_736_000, 1_610_612_736),
        ("1e3", 1_000_000, 1_000),
        ("0.1n", 1, 1),
        ("9E", 9_000_000_000_000_000_000_000, 9_000_000_000_000_000_000),
        (".5", 500, 1),
        ("-5", -5_000, -5),
    ],
)
def test_values_are_rounded_up(text: str, milli: int, whole: int) -> None:
    quantity = parse_quantity(text)

    assert (milli, whole) == (quantity.milli_value, quantity.value)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2000m", "2"),
        ("0.5", "500m"),
        ("1.5Gi", "1536Mi"),
        ("1024Ki", "1Mi"),
        ("1000Ki", "1000Ki"),
        ("0", "0"),
        ("129e6", "129e6"),
    ],
)
def test_the_canonical_form_uses_the_largest_suffix_without_a_fraction(text: str, canonical: str) -> None:
    assert canonical == str(parse_quantity(text))


@pytest.mark.parametrize("text", ["", "abc", "1 Gi", "1gi", "--1", "1.2.3", "0x10", "1" * 65, "1e9999", "١"])
def test_what_is_no_quantity_is_refused_in_kubernetes_words(text: str) -> None:
    with pytest.raises(QuantityError, match="quantities must match the regular expression"):
        parse_quantity(text)


def test_an_absurd_amount_is_capped_at_int64_as_upstream_does() -> None:
    assert 2**63 - 1 == parse_quantity("999999999999Ei").value


def test_a_bare_number_of_yaml_counts_by_its_shortest_decimal_text() -> None:
    assert Quantity(500_000_000) == parse_quantity(0.5)
    assert Quantity(2_000_000_000) == parse_quantity(2)
