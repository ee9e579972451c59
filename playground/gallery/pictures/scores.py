"""Scores of a decision: a bar for each node, with a segment for each plugin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.gallery.pictures.shapes import FLOOR, SIDE, TOP, WIDTH, Box, Picture

MAX_NODES = 4
COLOURS: Mapping[str, str] = {
    "TaintToleration": "k1",
    "NodeResourcesFit": "k2",
    "PodTopologySpread": "k3",
    "NodeResourcesBalancedAllocation": "k4",
    "NodeAffinity": "k5",
    "ImageLocality": "k6",
    "InterPodAffinity": "k7",
}
"""The colour of each plugin's score, here and in the inspector. Plugins of the installation have k8."""


def draw(decision: Mapping[str, Any], seq: int) -> Picture | None:
    """The picture of a decision; None when nothing was scored."""
    if not decision.get("scored"):
        return None
    totals = decision["totals"]
    nodes = sorted(totals, key=lambda name: (-totals[name], name))[:MAX_NODES]
    most = max(totals.values()) or 1
    pitch = min(18.0, (FLOOR - TOP) / len(nodes))
    y = (TOP + FLOOR - pitch * len(nodes)) / 2
    boxes = []
    for node in nodes:
        x = SIDE
        for plugin in decision["scorePlugins"]:
            points = decision["scores"][node].get(plugin, (0, 0, 0))[2]
            wide = (WIDTH - 2 * SIDE) * points / most
            if wide > 0:
                boxes.append(Box(x, y + 2, wide, pitch - 5, COLOURS.get(plugin, "k8"), None, plugin))
            x += wide
        y += pitch
    return Picture("scores", seq, tuple(boxes))
