"""The endings of pods: a row for each pod with the time of its preStop hook and of SIGTERM, and its
deadline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.gallery.pictures.shapes import FLOOR, SIDE, TOP, WIDTH, Box, Line, Picture

MAX_ROWS = 4
LOOKS = {"preStop": "hook", "SIGTERM": "term"}
"""The look of a bar, by the kind of its span."""
_BAR = 12.0


def draw(snapshot: Mapping[str, Any]) -> Picture | None:
    """The picture of the spans up to the snapshot's step; None when no pod ends."""
    spans = [span for span in snapshot["spans"] if span["kind"] in LOOKS]
    if not spans:
        return None
    rows = list(dict.fromkeys(span["pod"] for span in spans))[:MAX_ROWS]
    start = min(span["from"] for span in spans)
    end = max(max(span["to"] or 0, span["deadline"] or 0, span["from"] + 1) for span in spans)
    unit = (WIDTH - 2 * SIDE) / (end - start)
    pitch = (FLOOR - TOP) / len(rows)
    boxes, lines = list[Box](), list[Line]()
    for span in spans:
        if span["pod"] not in rows:
            continue
        middle = TOP + pitch * (rows.index(span["pod"]) + 0.5)
        x = SIDE + unit * (span["from"] - start)
        to = span["to"] if span["to"] is not None else snapshot["t"]
        width = max(2.0, unit * (to - span["from"]))
        name = span["pod"].partition("/")[2]
        boxes.append(Box(x, middle - _BAR / 2, width, _BAR, LOOKS[span["kind"]], None, name))
        if span["deadline"] is not None:
            at = SIDE + unit * (span["deadline"] - start)
            line = Line(at, middle - _BAR / 2 - 3, at, middle + _BAR / 2 + 3, "deadline")
            lines = [*(row for row in lines if row != line), line]
    return Picture("gantt", snapshot["seq"], tuple(boxes), tuple(lines))
