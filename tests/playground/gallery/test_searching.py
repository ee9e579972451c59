"""Search in the texts of scenarios."""

import pytest
from django.utils import translation

from playground.gallery.models import Scenario
from playground.gallery.searching import search

TITLES = (
    "One hard constraint over zones",
    "A soft constraint becomes a score",
    "The queue tries the highest priority first",
)
SCENARIOS = [Scenario(slug=f"s{n}", title=title, summary="") for n, title in enumerate(TITLES)]
SCENARIOS[2].question = "Which constraint is hard?"


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("constraint", ["s0", "s1", "s2"]),
        ("hard CONSTRAINT", ["s0", "s2"]),
        ("s1", ["s1"]),
        ("quantum", []),
        ("   ", []),
        ("constraint quantum", []),
    ],
)
def test_every_word_has_to_occur_and_titles_come_first(query: str, slugs: list[str]) -> None:
    found = search(list(reversed(SCENARIOS)), query)

    assert sorted(slugs) == sorted(each.slug for each in found)
    assert [each.slug for each in found][-1:] == ([slugs[-1]] if slugs else [])


def test_words_of_the_language_of_the_visitor_are_found_as_well_as_english_ones() -> None:
    with translation.override("uk"):
        ukrainian = search(SCENARIOS, "черга")
        english = search(SCENARIOS, "queue")

    assert (["s2"], ["s2"]) == ([each.slug for each in ukrainian], [each.slug for each in english])
