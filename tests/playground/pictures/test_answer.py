"""The picture of an answer about a waiting pod: everything stands inside, whatever its length."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from playground.pictures.answer import Answer, Bar, svg
from playground.pictures.sheet import HEIGHT, WIDTH

LONG = "A sentence that is so long that it takes several rows, " * 8


def answer(bars: int, lines: int, text: str = "Insufficient cpu") -> Answer:
    sections = (("The nearest node: n1", (text,) * lines), ("The smallest change", (text,) * lines))
    return Answer(f"p fits on none of {bars} nodes.", "Unschedulable", "shop", [Bar(text, 9, 0.5, text)] * bars,
                  (text,), sections)  # fmt: skip


def texts(drawn: str) -> list[ElementTree.Element]:
    return [element for element in ElementTree.fromstring(drawn).iter() if element.tag.endswith("}text")]


def test_reasons_their_meanings_and_the_nearest_node_are_drawn() -> None:
    drawn = {element.text for element in texts(svg(answer(2, 1), "light", embedded=False))}

    assert {"p fits on none of 2 nodes.", "9", "Insufficient cpu", "The nearest node: n1"} <= drawn


@pytest.mark.parametrize(("bars", "lines"), [(0, 1), (1, 0), (30, 30), (3, 3)])
def test_nothing_leaves_the_sheet(bars: int, lines: int) -> None:
    drawn = texts(svg(answer(bars, lines, LONG), "dark", embedded=False))

    assert all(0 < float(element.get("y", 0)) < HEIGHT for element in drawn)
    assert all(0 < float(element.get("x", 0)) < WIDTH for element in drawn)


def test_a_screen_reader_gets_the_whole_answer() -> None:
    root = ElementTree.fromstring(svg(answer(30, 1), "light", embedded=False))
    result = "".join(element.text or "" for element in root if element.tag.endswith("}desc"))

    assert 30 == result.count("9 Insufficient cpu")
