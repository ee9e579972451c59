"""A run in which nobody goes back goes as any other one."""

from __future__ import annotations

import pytest

from scheduler_core import Run
from scheduler_core.queries.comparison.course import course_of
from scheduler_core.queries.comparison.play_out import play_out
from scheduler_core.queries.comparison.played_once import PlayedOnce
from tests.core.play import gallery, scenario_from


@pytest.mark.parametrize("slug", ["gap-and-reservation", "chaos-nodes", "which-node"])
def test_it_has_the_steps_the_frames_and_the_course_of_a_recording(slug: str) -> None:
    result = scenario_from(gallery(slug))
    whole, once = Run(result), PlayedOnce(result)
    ends = [play_out(item, 300) for item in (whole, once)]
    frames = [[{**item.frame(seq), "back": 0} for seq in range(1, ends[0] + 1)] for item in (whole, once)]

    assert ends[0] == ends[1]
    assert frames[0] == frames[1]
    assert course_of(whole, ends[0]) == course_of(once, ends[1])


def test_it_keeps_no_state() -> None:
    once = PlayedOnce(scenario_from(gallery("gap-and-reservation")))
    play_out(once, 10)

    with pytest.raises(LookupError):
        once.snapshot(3)
