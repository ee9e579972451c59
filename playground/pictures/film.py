"""A stretch of a run as a sequence of pictures, each shown for as long as reading its sentence takes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from playground.pictures import board
from playground.pictures.board import Moment
from playground.pictures.palette import Theme
from playground.pictures.sheet import Sheet

MOST_MOMENTS = 80
LEAST_SECONDS, MOST_SECONDS, LAST_SECONDS = 1.2, 4.0, 3.0
LETTERS_PER_SECOND = 18


def seconds(moments: Sequence[Moment]) -> list[float]:
    """Real seconds for which each moment is shown."""
    read = [reading_seconds(moment.sentence) for moment in moments]
    return [*read[:-1], max(LAST_SECONDS, read[-1])] if read else []


def reading_seconds(text: str) -> float:
    """How many real seconds a person needs to read a sentence."""
    return max(LEAST_SECONDS, min(MOST_SECONDS, len(text) / LETTERS_PER_SECOND))


def svg(moments: Sequence[Moment], theme: Theme) -> str:
    """An SVG that moves by itself and repeats. `moments` is not empty."""
    sheet = Sheet(theme, moments[0].title, moments[-1].sentence)
    shown = seconds(moments)
    whole, begun = sum(shown), 0.0
    for moment, lasts in zip(moments, shown, strict=True):
        with sheet.group(visibility="hidden") as group:
            board.draw(sheet, moment)
        points = [(0.0, "hidden")] if begun else []
        points.append((begun / whole, "visible"))
        begun += lasts
        points += [(begun / whole, "hidden")] if begun < whole else []
        ET.SubElement(
            group,
            "animate",
            {
                "attributeName": "visibility",
                "calcMode": "discrete",
                "values": ";".join(value for _, value in points),
                "keyTimes": ";".join(f"{time:.5f}" for time, _ in points),
                "dur": f"{whole:.2f}s",
                "repeatCount": "indefinite",
            },
        )
    return sheet.finished()
