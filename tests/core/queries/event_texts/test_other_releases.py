"""Texts of other releases stand for a text that v1.36 has, and are not said by v1.36 itself."""

from scheduler_core.queries.event_texts.catalogue import PLUGIN_CARDS
from scheduler_core.queries.event_texts.other_releases import OTHER_WORDS

PLUGIN_OF = {reason.template: name for name, card in PLUGIN_CARDS.items() for reason in card.reasons}


def test_what_today_is_said_in_its_place_is_a_text_of_the_same_plugin() -> None:
    wrong = [word for word in OTHER_WORDS if word.today and PLUGIN_OF.get(word.today) != word.plugin]

    assert [] == wrong


def test_no_text_of_another_release_is_one_of_v1_36() -> None:
    assert [] == [word.template for word in OTHER_WORDS if word.template in PLUGIN_OF]
