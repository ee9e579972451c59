"""What `decision` says of what the scheduler decided."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.conditions.decision_condition import PARTS
from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"node": "n1", "result": "bound"}, "p: decision is as expected: result, node"),
        ({"result": "nominated"}, "p: decision.result is bound; expected nominated"),
        ({"number": 1, "result": "nominated"}, "p: decision 1 is as expected: result"),
        ({"number": 1, "totals": {"n1": 395}}, "p: decision 1.totals.n1 is not set; expected 395"),
        ({"number": 1, "totals": {"n1": None}}, "p: decision 1 is as expected: totals"),
        (
            {"number": 2, "nodes": {"n1": {"reasons": ["Insufficient memory"]}}},
            "p: decision 2.nodes.n1.reasons[0] is Insufficient cpu; expected Insufficient memory",
        ),
        ({"number": 2, "feasible": ["n1"]}, 'p: decision 2.feasible is []; expected ["n1"]'),
        ({"number": 4, "node": "n1"}, "decisions about p: 3; expected at least 4"),
        ({"count": 3}, "decisions about p: 3"),
        ({"count": {"to": 2}, "node": "n1"}, "decisions about p: 3; expected at most 2"),
    ],
)
def test_a_decision_is_as_described_or_the_first_difference_is_named(
    play: Play, fields: dict[str, Any], expected: str
) -> None:
    condition = {"decision": {"pod": "p", **fields}}

    assert expected == judged(play, play.until(40), condition)[1]


def test_without_a_decision_nothing_is_as_described(play: Play) -> None:
    assert (False, "decisions about small: 0; expected at least 1") == judged(
        play, 0, {"decision": {"pod": "small", "result": "bound"}}
    )


def test_what_can_be_expected_are_fields_of_a_decision(play: Play) -> None:
    play.until(40)

    assert {"gated", "spreadState", "spreadScores"} == set(PARTS) - set(play.decision("p"))
