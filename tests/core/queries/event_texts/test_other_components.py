"""Texts that nothing in the simulator writes: what a row of their table has to keep."""

from __future__ import annotations

from collections import Counter

from scheduler_core.queries.event_texts.other_components import OTHER_TEXTS


def test_no_text_stands_twice() -> None:
    texts = Counter((text.component, text.event, text.template) for text in OTHER_TEXTS)

    assert [] == [text for text, times in texts.items() if times > 1]


def test_a_value_that_is_a_text_of_its_own_is_one_of_its_template() -> None:
    with_inner = [text for text in OTHER_TEXTS if text.inner]

    assert {"why", "groups", "pools"} == {text.inner for text in with_inner}
    assert [] == [text.template for text in with_inner if f"%({text.inner})s" not in text.template]


def test_the_text_of_today_is_another_one() -> None:
    assert [] == [text.template for text in OTHER_TEXTS if text.today == text.template]
