from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects.resources import amount_text, rounded_bytes_text, units
from scheduler_core.objects.scalars.quantity import parse_quantity

MI, GI = 2**20, 2**30


@pytest.mark.parametrize(
    ("resource", "amount", "text"),
    [
        ("cpu", 0, "0"),
        ("cpu", 500, "500m"),
        ("cpu", 2000, "2"),
        ("cpu", 2500, "2500m"),
        ("memory", 0, "0"),
        ("memory", 2 * GI, "2Gi"),
        ("memory", 1536 * MI, "1536Mi"),
        ("memory", 2 * MI, "2Mi"),
        ("memory", 2 * MI + 1, "2097153"),
        ("ephemeral-storage", 3 * 2**40, "3Ti"),
        ("hugepages-2Mi", 4 * MI, "4Mi"),
        ("pods", 1024, "1024"),
        ("example.com/gpu", 2, "2"),
    ],
)
def test_an_amount_is_written_as_kubernetes_writes_it(resource: str, amount: int, text: str) -> None:
    written = amount_text(resource, amount)

    assert text == written


@given(st.sampled_from(["cpu", "memory", "ephemeral-storage", "pods"]), st.integers(0, 2**50))
def test_the_text_of_an_amount_is_read_back_as_the_same_amount(resource: str, amount: int) -> None:
    read = units(resource, parse_quantity(amount_text(resource, amount)))

    assert amount == read


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0"),
        (350 * MI, "350Mi"),
        (350 * MI + MI // 2, "351Mi"),
        (350 * MI + 5, "350Mi"),
        (GI, "1Gi"),
        (8 * GI, "8Gi"),
        (9_999 * MI, "9999Mi"),
        (20_000 * MI, "19.5Gi"),
    ],
)
def test_a_measured_amount_is_exact_in_gi_where_it_is_even_and_rounded_to_mi_elsewhere(
    amount: int, text: str
) -> None:
    written = rounded_bytes_text(amount)

    assert text == written
