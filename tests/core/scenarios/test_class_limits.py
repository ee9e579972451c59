"""A04: which values and names a class may have, and what may be edited."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.playing import Play, gallery

INVALID = 'PriorityClass.scheduling.k8s.io "{}" is invalid: '


@pytest.fixture(scope="module")
def play() -> Play:
    made = Play(gallery("class-limits"))
    made.until_quiet()
    return made


def test_three_of_six_are_refused_in_the_api_servers_words(play: Play) -> None:
    assert {
        1: INVALID.format("huge")
        + "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
        3: INVALID.format("system-mine") + "metadata.name: Forbidden: priority class names with 'system-' "
        "prefix are reserved for system use only. error: system-mine is not a known system priority class",
        4: INVALID.format("big") + "value: Forbidden: may not be changed in an update.",
    } == play.refusals()


def test_the_largest_value_a_negative_one_and_a_new_label_are_accepted(play: Play) -> None:
    last = play.until_quiet()
    big: Any = play.questions.manifest(last, "PriorityClass", "big")
    low: Any = play.questions.manifest(last, "PriorityClass", "low")

    assert (1000000000, {"for": "what-must-never-wait"}) == (big["value"], big["metadata"]["labels"])
    assert -5 == low["value"]
    assert play.questions.manifest(last, "PriorityClass", "huge") is None
