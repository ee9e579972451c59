"""Joined conditions: which parts decide, and whose sentences are said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play, in_version

YES = {"pod": {"name": "p", "node": "n1"}}
NO = {"pod": {"name": "small", "node": "n1"}}
NEITHER = {"pod": {"name": "small2", "bound": True}}
NO_SAID = "small is on n2; expected on n1"
NEITHER_SAID = "small2 is pending; expected that it is bound to a node"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ([YES, YES], (True, "p is on n1; p is on n1")),
        ([YES, NO, NEITHER], (False, f"{NO_SAID}; {NEITHER_SAID}")),
        ({"any": [NO, YES]}, (True, "p is on n1")),
        ({"any": [NO, NEITHER]}, (False, f"{NO_SAID}; {NEITHER_SAID}")),
        ({"not": NO}, (True, NO_SAID)),
        ({"not": YES}, (False, "p is on n1; expected that this is not so")),
        ({"count": {"of": [YES, NO, NEITHER], "is": 1}}, (True, "1 of 3 conditions hold")),
        ({"count": {"of": [YES, NO], "is": {"from": 2}}}, (False, "1 of 2 conditions hold; expected at least 2")),
    ],
)  # fmt: skip
def test_the_parts_decide_and_speak(play: Play, written: Any, expected: tuple[bool, str]) -> None:
    assert expected == judged(play, play.until(40), written)


def test_what_is_expected_is_chosen_by_the_version_of_the_cluster() -> None:
    expected = {
        "versions": {
            "1.34": {"pod": {"name": "p", "node": "n1"}},
            "1.30": {"pod": {"name": "p", "pending": True}},
        }
    }
    today, before, other = (
        Play(in_version("gap-and-reservation", version)) for version in ("1.34", "1.30", "1.20")
    )

    assert (True, "in version 1.34: p is on n1") == judged(today, today.until_quiet(), expected)
    assert (False, "in version 1.30: p is on n1; expected that it is pending") == judged(
        before, before.until_quiet(), expected
    )
    assert (True, "nothing is expected in version 1.20; versions named here: 1.34, 1.30") == judged(
        other, other.until_quiet(), expected
    )
