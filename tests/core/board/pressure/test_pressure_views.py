"""How much is free in time: the course that a view tells is what later views say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.play import Play
from tests.core.pressure import MI, node, pressed, running

RISING = {"at": 5, "kind": "usage", "pod": "default/x", "memory": "1200Mi", "over": 50}


def played(*inputs: dict[str, Any]) -> Play:
    documents = [
        pressed({"evictionHard": {"memory.available": "100Mi"}}),
        node("2Gi", system_memory="200Mi"),
        running("x", "200Mi", "300Mi"),
    ]
    documents[0]["spec"]["inputs"] = list(inputs)
    return Play(documents)


def signal(play: Play, seq: int) -> Any:
    result: Any = play.recording.snapshot(seq)["pressures"]
    return result[0]["signals"][0]


def available(course: list[Any], start: tuple[float, int], at: float) -> float:
    """What a course says is available at second `at`."""
    before = start
    for second, amount in course:
        if second > at:
            return float(before[1] + (amount - before[1]) * (at - before[0]) / (second - before[0]))
        before = (second, amount)
    return before[1]


def test_constant_use_has_no_course() -> None:
    assert [] == signal(played(), 0)["course"]


def test_even_growth_is_one_straight_line_to_its_end() -> None:
    play = played(RISING)
    result = signal(play, play.until(5))

    assert [54.999, 55] == [second for second, _ in result["course"]]
    assert 648 * MI == result["course"][-1][1]


@pytest.mark.parametrize("at", [20, 40, 54, 70])
def test_what_a_later_view_says_lies_on_the_course_of_an_earlier_one(at: float) -> None:
    """The system is told to use what it uses already: nothing changes, but there is a view at that second."""
    play = played(RISING, {"at": at, "kind": "usage", "node": "n1", "memory": "200Mi"})
    start = signal(play, play.until(5))
    later = signal(play, play.until(at))["available"]

    assert pytest.approx(available(start["course"], (5, start["available"]), at), abs=2) == later
