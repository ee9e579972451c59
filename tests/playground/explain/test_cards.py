"""Words for each plugin and each extension point."""

import scheduler_core as core
from playground.explain.cards import CARDS


def test_every_plugin_and_every_point_has_a_card_and_no_card_is_left_over() -> None:
    assert {*core.PLUGIN_CARDS, *core.POINT_ORDER} == set(CARDS)


def test_every_plugin_that_scores_has_a_formula() -> None:
    scoring = {name for name, card in core.PLUGIN_CARDS.items() if "score" in card.points}

    assert scoring - {"VolumeBinding"} == {name for name, words in CARDS.items() if words.formula}
