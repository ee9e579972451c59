"""Drawings of obstacles: those of the board."""

import re

from playground.paths import ASSETS
from playground.pictures import obstacles

BOARD = ASSETS / "static/js/board/causes/pictures.js"


def test_each_kind_that_the_board_draws_has_the_same_drawing_in_a_picture() -> None:
    source = BOARD.read_text(encoding="utf-8")
    table = source[source.index("const DRAWINGS") : source.index("\n};", source.index("const DRAWINGS"))]
    kinds = re.findall(r"^  (\w+)(?:\(|:)", table, re.MULTILINE)

    assert set(kinds) == set(obstacles.DRAWINGS) == set(obstacles._LABELS)
