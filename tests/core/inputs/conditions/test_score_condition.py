"""What `score` says of the points of a node."""

from __future__ import annotations

from typing import Any

import pytest

from scheduler_core.inputs.conditions.parse import parse_condition
from scheduler_core.objects.problem import Problem
from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play, gallery

SPREAD = "PodTopologySpread"


@pytest.fixture(scope="module")
def play() -> Play:
    return Play(gallery("soft-score-numbers"))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"node": "node1", "plugin": SPREAD, "raw": 3}, (True, "mypod → node1: PodTopologySpread raw is 3")),
        (
            {"node": "node1", "plugin": SPREAD, "normalized": 33, "weighted": 66},
            (True, "mypod → node1: PodTopologySpread weighted is 66"),
        ),
        (
            {"node": "node3", "plugin": SPREAD, "weighted": {"to": 100}},
            (False, "mypod → node3: PodTopologySpread weighted is 200; expected at most 100"),
        ),
        ({"node": "node3", "total": 595}, (True, "mypod → node3: total is 595")),
        ({"node": "node9", "total": 595}, (False, "no decision about mypod has given points to node9")),
        (
            {"node": "node1", "plugin": "Spread", "raw": 3},
            (False, "no decision about mypod has given points to node1"),
        ),
    ],
)
def test_the_sentence_names_the_points(
    play: Play, fields: dict[str, Any], expected: tuple[bool, str]
) -> None:
    assert expected == judged(play, play.until(60), {"score": {"pod": "mypod", **fields}})


def test_before_the_first_decision_there_are_no_points(play: Play) -> None:
    holds, _ = judged(play, 1, {"score": {"pod": "mypod", "node": "node1", "total": {"from": 0}}})

    assert not holds


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"node": "n1"}, ("c.score", "condition.says_nothing")),
        ({"node": "n1", "raw": 3}, ("c.score.raw", "input.unknown_field")),
        ({"node": "n1", "plugin": SPREAD, "total": 3}, ("c.score.total", "input.unknown_field")),
        ({"total": 3}, ("c.score.node", "input.not_a_name")),
    ],
)
def test_mistakes_are_named_with_their_path(fields: dict[str, Any], expected: tuple[str, str]) -> None:
    parsed = parse_condition({"score": {"pod": "p", **fields}}, "c")

    assert isinstance(parsed, Problem)
    assert expected == (parsed.path, parsed.code)


def test_what_is_written_is_read_back() -> None:
    written = {
        "score": {"pod": "default/p", "node": "n1", "plugin": SPREAD, "raw": 3, "weighted": {"from": 1}}
    }
    parsed = parse_condition(written, "c")

    assert not isinstance(parsed, Problem)
    assert written == parsed.to_json()
