"""What a text of 2 kB costs is bounded, in CPU time and in bytes, whatever the text and whoever reads it."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bounds.interpreters import INTERPRETERS, LONG, REFUSED
from tests.bounds.measure import bounded


def read(name: str, text: str) -> None:
    """Reads a text within the bounds. One that is refused in the words of its language is read as well."""
    with contextlib.suppress(*REFUSED):
        bounded(lambda: INTERPRETERS[name].read(text), (name, text))


def texts(words: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Any text, words of a language in any order, and a few words again and again."""
    of_words = st.lists(st.sampled_from(words), max_size=300).map("".join)
    repeated = st.tuples(of_words.map(lambda text: text[:20]), st.integers(1, LONG)).map(
        lambda result: result[0] * result[1]
    )
    return st.one_of(st.text(max_size=200), of_words, repeated).map(lambda text: text[:LONG])


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, item in INTERPRETERS.items() for text in item.hostile]
)
def test_a_text_that_looks_as_if_it_took_long_does_not(name: str, text: str) -> None:
    read(name, text)


@pytest.mark.parametrize("name", INTERPRETERS)
def test_any_text_costs_at_most_so_much(name: str) -> None:
    @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(texts(INTERPRETERS[name].words))
    def any_text(text: str) -> None:
        read(name, text)

    any_text()
