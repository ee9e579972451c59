"""Words for each text that the core can say."""

import scheduler_core as core
from playground.terms.meanings import MEANINGS


def test_every_text_of_the_core_has_a_meaning_and_no_meaning_is_left_over() -> None:
    assert {text.meaning for text in core.known_texts()} == set(MEANINGS)
