"""Every word of Kubernetes that pages show has a card, and every text of the core a meaning."""

import re
from collections import Counter

import pytest
from django.utils import translation

import scheduler_core as core
from playground.gallery.models import Scenario
from playground.texts.catalogues.lesson_texts import lesson_texts
from playground.texts.terms.cards import CARDS, KINDS, MEANINGS, NAMES, rule_of, texts_of
from tests.playground.small_gallery import load_some

PLUGINS, POINTS = (
    {name: card for name, card in CARDS.items() if card.kind == kind} for kind in ("plugin", "point")
)


def test_plugins_and_points_have_cards_in_the_order_in_which_they_run() -> None:
    assert (list(core.PLUGIN_CARDS), list(core.POINT_ORDER)) == (list(PLUGINS), list(POINTS))


def test_every_plugin_that_scores_has_a_formula() -> None:
    scoring = {name for name, card in core.PLUGIN_CARDS.items() if "score" in card.points}

    assert scoring - {"VolumeBinding"} == {name for name, words in PLUGINS.items() if words.formula}


def test_no_spelling_belongs_to_two_cards() -> None:
    spellings = Counter([*CARDS, *(item for words in CARDS.values() for item in words.also)])

    assert [] == [spelling for spelling, times in spellings.items() if times > 1]
    assert set(NAMES.values()) == set(CARDS)


def test_every_reason_that_the_core_says_has_a_card() -> None:
    messages = {text.event for text in core.catalogue_texts() if text.event and text.simulated}

    assert set() == messages - set(CARDS)


@pytest.mark.django_db(transaction=True)
def test_every_reason_that_a_scenario_shows_has_a_card() -> None:
    load_some()

    shown = {name for scenario in Scenario.objects.all() for name in scenario.shows["events"]}
    assert set() == shown - set(CARDS)


def test_a_field_in_the_text_of_a_lesson_has_a_card() -> None:
    texts = " ".join(text.words["en"] for text in lesson_texts())

    fields = set(re.findall(r"`((?:\w+\.)?[a-z]+[A-Z]\w+)(?:: \w+)?`", texts))
    assert set() == fields - set(NAMES)


@pytest.mark.parametrize("language", ["en", "id", "zh-hans", "uk"])
def test_every_card_has_a_rule_in_every_language(language: str) -> None:
    with translation.override(language):
        rules = {name: rule_of(name) for name in CARDS}

    same = [name for name, rule in rules.items() if language != "en" and rule == CARDS[name].rule]
    assert ([], []) == (same, [name for name, rule in rules.items() if not rule])


def test_a_plugin_that_a_card_names_exists_and_an_event_without_a_rule_has_texts() -> None:
    missing = {words.plugin for words in CARDS.values() if words.plugin} - set(PLUGINS)
    silent = [name for name, words in CARDS.items() if not words.rule and not texts_of(name)]

    assert (set(), []) == (missing, silent)


def test_every_kind_of_a_card_has_a_name_and_every_name_a_card() -> None:
    assert set(KINDS) == {card.kind for card in CARDS.values()}


def test_every_text_of_the_core_has_a_meaning_and_no_meaning_is_left_over() -> None:
    assert {text.meaning for text in core.catalogue_texts()} == set(MEANINGS)
