"""Hard spread constraints: for each domain the counted pods, the pod to place, and the largest count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground.gallery.pictures.shapes import FLOOR, SIDE, TOP, WIDTH, Box, Line, Picture

MAX_CHARTS, MAX_DOMAINS = 2, 5
_BLOCK = 16.0
_BETWEEN_CHARTS = 16.0


def draw(columns: Sequence[Mapping[str, Any]], decision: Mapping[str, Any], seq: int) -> Picture | None:
    """The picture of the charts of one decision, from `columns` of the core's answer to "why". A hatched
    column stands for all nodes without a domain. None when no hard constraint has a domain."""
    hard = [column for column in columns if column["effect"] == "DoNotSchedule" and column["domains"]][
        :MAX_CHARTS
    ]
    if not hard:
        return None
    space = (WIDTH - 2 * SIDE - _BETWEEN_CHARTS * (len(hard) - 1)) / len(hard)
    boxes: list[Box] = []
    lines: list[Line] = []
    for number, chart in enumerate(hard):
        left = SIDE + number * (space + _BETWEEN_CHARTS)
        domains = chart["domains"][:MAX_DOMAINS]
        counted = {name for domain in chart["domains"] for name in domain["nodes"]}
        outside = [name for name in decision["nodes"] if name not in counted]
        levels = max(chart["ceiling"], *(row["count"] + row["self"] for row in domains), 1)
        unit = min(_BLOCK, (FLOOR - TOP) / levels)
        floor = (TOP + FLOOR + unit * levels) / 2
        width = min(40.0, space / (len(domains) + bool(outside)))
        x = left + (space - width * (len(domains) + bool(outside))) / 2
        ends = x, x + width * len(domains)
        for domain in domains:
            for level in range(domain["count"]):
                boxes.append(_block(x, width, floor - unit * level, unit, "pod", domain["domain"]))
            if domain["self"]:
                chosen = decision["node"] in domain["nodes"]
                look = "pod d-fresh" if chosen else "may" if domain["ok"] else "over"
                boxes.append(_block(x, width, floor - unit * domain["count"], unit, look, domain["domain"]))
            x += width
        if outside:
            boxes.append(
                Box(x + 2.5, floor - unit * levels, width - 5, unit * levels, "off", None, outside[0])
            )
        lines.append(Line(ends[0], floor, ends[1], floor, "floor"))
        ceiling = floor - unit * chart["ceiling"]
        lines.append(Line(ends[0], ceiling, ends[1], ceiling, "ceiling"))
    return Picture("skew", seq, tuple(boxes), tuple(lines))


def _block(x: float, width: float, bottom: float, height: float, look: str, domain: str) -> Box:
    return Box(x + 2.5, bottom - height + 0.8, width - 5, max(1.0, height - 1.6), look, None, domain)
