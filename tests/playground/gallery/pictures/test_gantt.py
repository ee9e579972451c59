"""Pictures of how pods end."""

import pytest

from playground.gallery.pictures import gantt
from tests.playground.gallery.pictures.builders import drawn


def test_hook_and_signal_follow_each_other_and_the_deadline_stands_behind_them() -> None:
    picture = drawn("prestop-budget")
    hook, term = picture.boxes

    assert ("gantt", ["hook", "term"]) == (picture.kind, [box.look for box in picture.boxes])
    assert hook.x + hook.width == pytest.approx(term.x)
    assert ["deadline"] == [line.look for line in picture.lines]
    assert picture.lines[0].x1 > term.x + term.width


def test_bars_are_as_long_as_their_times() -> None:
    hook, term = drawn("prestop-budget").boxes

    assert 12 / 11 == pytest.approx(hook.width / term.width)


def test_a_run_in_which_no_pod_ends_has_no_gantt() -> None:
    drawn_none = gantt.draw({"spans": [{"kind": "nominated"}], "seq": 0, "t": 0})

    assert drawn_none is None
