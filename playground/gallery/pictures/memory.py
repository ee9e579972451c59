"""Memory pressure: the usage beside the thresholds, and the pods in the order of the kubelet's ranking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.gallery.pictures.shapes import SIDE, TOP, WIDTH, Box, Line, Picture

MAX_PODS = 3
_BAR, _ROW = 18.0, 8.0
_SHARE_OF_SYSTEM = 0.25
"""The bar begins within the memory of the system, which would otherwise leave no room for the pods."""


def draw(snapshot: Mapping[str, Any]) -> Picture | None:
    """The picture of the first node under pressure; None without one."""
    pressed = next((pressure for pressure in snapshot["pressures"] if pressure["bar"]["parts"]), None)
    if pressed is None:
        return None
    bar, width = pressed["bar"], WIDTH - 2 * SIDE
    system = sum(part["value"] for part in bar["parts"] if part["kind"] == "system")
    first = system - _SHARE_OF_SYSTEM * (bar["capacity"] - system)
    unit = width / (bar["capacity"] - first)
    evicted = {row["pod"] for row in pressed["ranking"] if row["state"] in ("evicting", "evicted")}
    boxes, x = [Box(SIDE, TOP, width, _BAR, "rack")], SIDE
    for part in bar["parts"]:
        wide = unit * (part["value"] - (first if part["kind"] == "system" else 0))
        look = "system" if part["kind"] == "system" else _look(part["pod"] in evicted)
        boxes.append(Box(x, TOP, min(wide, SIDE + width - x), _BAR, look, None, part["name"] or ""))
        x += wide
    lines = []
    for threshold in bar["lines"]:
        at = SIDE + width - unit * threshold["free"]
        lines.append(Line(at, TOP - 4, at, TOP + _BAR + 4, threshold["kind"]))
    most = max((row["usage"] for row in pressed["ranking"]), default=1) or 1
    for number, row in enumerate(pressed["ranking"][:MAX_PODS]):
        y = TOP + _BAR + 9 + number * (_ROW + 4)
        long = width * 0.8 * row["usage"] / most
        boxes.append(Box(SIDE, y, long, _ROW, _look(row["pod"] in evicted), row["band"], row["name"]))
        request = SIDE + width * 0.8 * row["request"] / most
        lines.append(Line(request, y - 1.5, request, y + _ROW + 1.5, "request"))
    return Picture("memory", snapshot["seq"], tuple(boxes), tuple(lines))


def _look(evicted: bool) -> str:
    return "pod d-dying" if evicted else "pod"
