"""Words about time look back from the step at which they are judged."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.inputs.conditions.verdicts import judged
from tests.core.play import Play

BOUND = {"pod": {"name": "p", "bound": True}}
CREATED = {"pod": {"name": "p", "exists": True}}
SMALL = {"pod": {"name": "small", "bound": True}}
LOW2_RUNS = {"processes": {"of": "low2", "count": 1}}


@pytest.mark.parametrize(
    ("second", "written", "expected"),
    [
        (40, {"always": {"node": {"name": "n1", "ready": True}}}, (True, "n1: ready is true")),
        (40, {"always": LOW2_RUNS}, (False, "at 30 s: processes of low2: 0; expected 1")),
        (20, {"always": LOW2_RUNS}, (True, "processes of low2: 1")),
        (40, {"ever": SMALL}, (True, "at 2 s: small is on n2")),
        (20, {"ever": BOUND}, (False, "not up to 11 s: p is pending; expected that it is bound to a node")),
        (40, {"at": {"seconds": 20, "that": BOUND}}, (False, "at 20 s: p is pending; expected that it is bound to a node")),
        (40, {"at": {"seconds": 31, "that": BOUND}}, (True, "at 31 s: p is on n1")),
        (40, {"at": {"seconds": 999, "that": BOUND}}, (True, "at 999 s: p is on n1")),
        (20, {"at": {"seconds": 25, "that": SMALL}}, (False, "the run has come to 11 s only; 25 s must be reached")),
        (40, {"within": {"seconds": 31, "of": CREATED, "then": BOUND}}, (True, "it took 31 s")),
        (40, {"within": {"seconds": 30.9, "of": CREATED, "then": BOUND}}, (False, "it took 31 s; expected at most 30.9 s")),
        (20, {"within": {"seconds": 50, "of": CREATED, "then": BOUND}}, (False, "not up to 11 s: p is pending; expected that it is bound to a node")),
        (40, {"before": {"first": SMALL, "then": BOUND}}, (True, "the first happened at 2 s, the second at 31 s")),
        (40, {"before": {"first": BOUND, "then": SMALL}}, (False, "the first happened at 31 s, not before the second at 2 s")),
        (20, {"before": {"first": SMALL, "then": BOUND}}, (False, "not up to 11 s: p is pending; expected that it is bound to a node")),
        (40, {"when": {"first": SMALL, "that": LOW2_RUNS}}, (True, "at 2 s: processes of low2: 1")),
        (40, {"when": {"first": BOUND, "that": LOW2_RUNS}}, (False, "at 31 s: processes of low2: 0; expected 1")),
        (20, {"when": {"first": BOUND, "that": LOW2_RUNS}}, (False, "not up to 11 s: p is pending; expected that it is bound to a node")),
    ],
)  # fmt: skip
def test_what_was_is_judged_by_the_steps_so_far(
    play: Play, second: float, written: dict[str, Any], expected: tuple[bool, str]
) -> None:
    assert expected == judged(play, play.until(second), written)
