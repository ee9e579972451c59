"""Pictures of scores."""

import pytest

from playground.gallery.pictures import scores
from playground.gallery.pictures.shapes import SIDE, WIDTH
from tests.playground.gallery.pictures.builders import drawn


def test_the_best_node_has_the_longest_bar_on_top() -> None:
    picture = drawn("soft-score-numbers")
    ends: dict[float, float] = {}
    for box in picture.boxes:
        ends[box.y] = max(ends.get(box.y, 0.0), box.x + box.width)

    assert "scores" == picture.kind
    assert 4 == len(ends)
    assert WIDTH - SIDE == pytest.approx(ends[min(ends)])
    assert sorted(ends.values(), reverse=True) == [ends[y] for y in sorted(ends)]


def test_a_segment_has_the_colour_of_its_plugin() -> None:
    picture = drawn("soft-score-numbers")

    assert {"k3"} == {box.look for box in picture.boxes if box.name == "PodTopologySpread"}


def test_a_decision_without_scores_has_no_such_picture() -> None:
    assert scores.draw({"scored": False}, 3) is None
