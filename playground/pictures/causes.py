"""Why a node refuses the pod of a decision: the pod over the free room, or a picture of the obstacle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground.pictures import letters, obstacles
from playground.pictures.sheet import Sheet
from playground.texts import messages

_SHARE = 0.42
"""The part of a rack's width that the pod takes which is held against it."""
_ABOVE, _LEAST = 10.0, 4.0
"""Pixels above the edge of a rack that its card has, and those that the least missing amount takes."""
_LIFT = 3.0
"""Pixels above the edge that a picture may take: above them stands the verdict."""
_LABEL = 18.0
_MOST_SIGNS = 3
_LEAST_SCALE, _MOST_SCALE = 0.5, 1.25
_AROUND, _BETWEEN, _WORDS = 4.0, 6.0, 15.0
"""Pixels around a picture, between two, and of the line below one."""
_SIZE = 12.0

Refusal = Mapping[str, Any]
View = Mapping[str, Any]


def refusal_on(snapshot: View, node: View) -> Refusal | None:
    """What the newest decision says against a node; None where nothing does, or where that is over.

    It is over when the pod has a node or the room of this node for it is reserved. At the decision itself it
    stands for every node."""
    last, frame = snapshot["last"], snapshot.get("frame")
    if not last:
        return None
    pod = next((pod for pod in snapshot["pods"] if pod["key"] == last["pod"]), None)
    place = next((refusal for name, refusal, _ in last["verdicts"] if name == node["name"]), None)
    if pod is None or place is None or pod["nominated"] == node["name"]:
        return None
    fresh = frame is not None and frame["kind"] == "schedule"
    refusal: Refusal = last["refusals"][place]
    return refusal if fresh or not pod["node"] else None


def draw(
    sheet: Sheet,
    refusal: Refusal,
    node: View,
    x: float,
    y: float,
    width: float,
    height: float,
    filled: float = 0,
) -> None:
    """What keeps the pod from a node, in its rack; `x` to `height` are the rack's, of which pods fill the
    lowest `filled`. Missing cpu stands over the free room, the other obstacles have a picture in it, as on
    the board."""
    shown = []
    for obstacle in refusal.get("obstacles") or [{"kind": "plugin", "plugin": refusal["plugin"]}]:
        if not _is_cpu(obstacle):
            shown.append(obstacle)
        elif _holds(obstacle, node):
            _missing(sheet, obstacle, x, y, width, height)
    # what keeps the pod away stands before what lets it through
    shown.sort(key=lambda obstacle: bool(obstacle.get("tolerated")))
    _signs(sheet, shown[:_MOST_SIGNS], x, y, width, height, min(filled, height))


def _is_cpu(obstacle: View) -> bool:
    return bool(obstacle["kind"] == "resource" and obstacle["resource"] == "cpu")


def _missing(sheet: Sheet, obstacle: View, x: float, y: float, width: float, height: float) -> None:
    """The missing cpu over the free room of a rack, and its amount where there is space for it."""
    scale = height / max(1, obstacle["all"])
    taken = min(max(0, obstacle["requested"]), obstacle["all"])
    inside = min(obstacle["needs"], obstacle["all"] - taken) * scale
    over = min(_ABOVE, max(_LEAST, (obstacle["requested"] + obstacle["needs"] - obstacle["all"]) * scale))
    left, wide = x + width * (1 - _SHARE) - 6, width * _SHARE
    sheet.box(left, y, wide, inside, fill="bad-soft", line="bad", radius=0, dashed=True)
    sheet.box(left, y - over, wide, over, fill="bad", radius=0)
    label = messages.fill("+{amount} cpu", {"amount": obstacle["texts"]["missing"]})
    size = 13.0
    broad = letters.width(label, size, bold=True) + 12
    if broad > width or height < 2 * _LABEL:
        return
    start = max(x, left + wide - broad)
    sheet.box(start, y + 4, broad, _LABEL, fill="surface", line="bad", radius=4)
    sheet.text(start + 6, y + 18, label, size, most=broad, bold=True, fill="bad")


def _signs(
    sheet: Sheet, shown: Sequence[View], x: float, y: float, width: float, height: float, taken: float
) -> None:
    """Pictures side by side in the middle of the free room, as many as have space, with labels below where
    there is height for them. Where it is too low they are small, and stand on the pods, also a little over
    the edge."""
    fits = int((width - _BETWEEN) // (obstacles.WIDE * _LEAST_SCALE + 2 * _AROUND + _BETWEEN))
    shown = shown[: max(1, fits)]
    if not shown:
        return
    broad = (width - _BETWEEN * (len(shown) + 1)) / len(shown)
    free = height - taken
    labelled = free >= obstacles.HIGH + _WORDS + 2 * _AROUND
    words = _WORDS if labelled else 0.0
    scale = min(
        _MOST_SCALE,
        (broad - 2 * _AROUND) / obstacles.WIDE,
        max(_LEAST_SCALE, (free + _LIFT - words - 2 * _AROUND) / obstacles.HIGH),
    )
    tall = obstacles.HIGH * scale + words + 2 * _AROUND
    texts = [obstacles.label(obstacle) if labelled else "" for obstacle in shown]
    wide = [
        min(broad, max(obstacles.WIDE * scale, letters.width(text, _SIZE)) + 2 * _AROUND) for text in texts
    ]
    left = x + (width - sum(wide) - _BETWEEN * (len(shown) - 1)) / 2
    top = max(y - _LIFT, y + min(free - tall, (free - tall) / 2))
    for obstacle, text, across in zip(shown, texts, wide, strict=True):
        sheet.box(left, top, across, tall, fill="surface", line="bad", radius=4)
        place = left + (across - obstacles.WIDE * scale) / 2
        obstacles.draw(sheet, obstacle, place, top + _AROUND, scale)
        base = top + tall - _AROUND - 4
        sheet.text(left + across / 2, base, text, _SIZE, most=across - 2 * _AROUND, anchor="middle")
        left += across + _BETWEEN


def _holds(obstacle: View, node: View) -> bool:
    """Whether the room of the node is still that of the decision."""
    return bool(obstacle["requested"] - obstacle["nominated"] == node["requested"]["cpu"])
