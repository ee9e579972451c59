"""Search in the texts of scenarios."""

import pytest
from django.utils import translation

from playground.gallery.models import Scenario
from playground.gallery.search import (
    MOST_LETTERS,
    MOST_WORDS,
    Chosen,
    is_event_text,
    narrowed,
    problem_of,
    search,
)

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
    result = search(list(reversed(SCENARIOS)), query)

    assert sorted(slugs) == sorted(item.slug for item in result)
    assert [item.slug for item in result][-1:] == ([slugs[-1]] if slugs else [])


@pytest.mark.parametrize(
    ("longest", "more", "code"),
    [
        ("constraint".ljust(MOST_LETTERS, "t"), "t", "find.too_long"),
        (" ".join(["constraint"] * MOST_WORDS), " constraint", "find.too_many"),
    ],
)
def test_a_query_that_is_too_long_is_refused_and_not_cut(longest: str, more: str, code: str) -> None:
    refused = problem_of(longest + more)

    assert problem_of(longest) is None
    assert refused is not None
    assert code == refused.code
    assert [] == search(SCENARIOS, longest + more)


def test_words_of_the_language_of_the_visitor_are_found_as_well_as_english_ones() -> None:
    with translation.override("uk"):
        ukrainian = search(SCENARIOS, "черга")
        english = search(SCENARIOS, "queue")

    assert (["s2"], ["s2"]) == ([item.slug for item in ukrainian], [item.slug for item in english])


SHOWING = [
    Scenario(slug="fit", title="F", topic="spread", shows={"plugins": ["NodeResourcesFit"]}),
    Scenario(
        slug="said",
        title="S",
        topic="exit",
        shows={"plugins": ["NodeResourcesFit", "NodePorts"], "said": ["Insufficient %(resource)s"]},
    ),
    Scenario(slug="lesson", title="L", topic="exit", lesson=1, shows={"fields": ["hostPort"]}),
]


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("noderesourcesfit", ["fit", "said"]),
        ("hostPort", ["lesson"]),
        ("0/1 nodes are available: 1 Insufficient cpu.", ["said", "fit"]),
        ("0/1 nodes are available: 1 node(s) were unschedulable.", []),
    ],
)
def test_plugins_fields_and_texts_of_events_find_scenarios(query: str, slugs: list[str]) -> None:
    assert slugs == [item.slug for item in search(SHOWING, query)]


@pytest.mark.parametrize(
    ("chosen", "slugs"),
    [
        (Chosen(), ["fit", "said", "lesson"]),
        (Chosen(topic="exit"), ["said", "lesson"]),
        (Chosen(mechanism="NodePorts"), ["said"]),
        (Chosen(difficulty="lesson"), ["lesson"]),
        (Chosen(difficulty="one"), ["fit"]),
        (Chosen(topic="spread", difficulty="several"), []),
    ],
)
def test_filters_narrow_together(chosen: Chosen, slugs: list[str]) -> None:
    assert slugs == [item.slug for item in narrowed(SHOWING, chosen)]


def test_a_single_word_is_no_text_of_an_event() -> None:
    assert (False, True, False) == (
        is_event_text("FailedMount"),
        is_event_text("Insufficient cpu"),
        is_event_text("soft constraint"),
    )
