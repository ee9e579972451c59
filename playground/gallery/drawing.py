"""Small pictures of a cluster: racks with pods, drawn from a snapshot of the real run."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

WIDTH, HEIGHT = 188, 76
RACK_TOP, RACK_FLOOR = 8.0, 70.0
MAX_RACKS, MAX_WAITING = 6, 4
LANES = ("cycle", None, "active", "backoff", "unschedulable", "gated")
"""The lanes of the queue from top to bottom, as on the board; None: the pod is in no queue."""
MIN_POD = 13.0
"""The least height, so that a pod without requests can be seen."""


@dataclass(frozen=True, slots=True)
class DrawnPod:
    name: str
    band: int
    """0 to 5, as the core's view of the pod says: the same colour as on the board."""
    milli_cpu: int
    state: str
    """runs, dying, fresh (bound by the step that is drawn), reserved (nominated, not there yet) or waits."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    name: str
    milli_cpu: int
    closed: bool
    pods: tuple[DrawnPod, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    nodes: tuple[DrawnNode, ...] = ()
    waiting: tuple[DrawnPod, ...] = ()
    seq: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Drawing:
        def pods(entries: Sequence[Mapping[str, Any]]) -> tuple[DrawnPod, ...]:
            return tuple(DrawnPod(**entry) for entry in entries)

        return cls(
            tuple(
                DrawnNode(node["name"], node["milli_cpu"], node["closed"], pods(node["pods"]))
                for node in value.get("nodes", ())
            ),
            pods(value.get("waiting", ())),
            value.get("seq", 0),
        )


def draw(snapshot: Mapping[str, Any]) -> Drawing:
    """The drawing of a snapshot of the wire protocol."""
    frame = snapshot.get("frame") or {}
    fresh = (
        set(frame.get("focus", {}).get("pods", ())) if frame.get("kind") in ("bind", "schedule") else set()
    )
    ordered = sorted(snapshot["pods"], key=lambda pod: pod["order"])
    nodes = sorted(snapshot["nodes"], key=lambda node: node["order"])
    drawn = []
    for node in nodes:
        pods = [_pod(pod, _state(pod, fresh)) for pod in ordered if pod["node"] == node["name"]]
        reserved = [
            _pod(pod, "reserved") for pod in ordered if not pod["node"] and pod["nominated"] == node["name"]
        ]
        closed = bool(node["cordoned"] or node["taints"])
        drawn.append(DrawnNode(node["name"], node["cpu"], closed, (*pods, *reserved)))
    waiting = [
        _pod(pod, "waits")
        for pod in sorted(ordered, key=_place_in_queue)
        if not pod["node"] and not pod["nominated"] and pod["phase"] == "Pending"
    ]
    return Drawing(tuple(drawn), tuple(waiting), snapshot["seq"])


def liveliness(pods: Collection[Mapping[str, Any]]) -> int:
    """How much a state with these pods shows: reservations and terminating pods count most, then pods on
    nodes. `pods` are views of the wire protocol.
    """
    placed = sum(bool(pod["node"]) for pod in pods)
    reserved = sum(bool(pod["nominated"]) and not pod["node"] for pod in pods)
    dying = sum(bool(pod["term"]) for pod in pods)
    return 100 * (reserved and dying) + 10 * dying + 10 * reserved + placed


def _place_in_queue(pod: Mapping[str, Any]) -> tuple[int, list[int]]:
    """The lanes from top to bottom, and in each the order that the scheduler's queue has."""
    return LANES.index(pod["lane"]), pod["place"]


def _state(pod: Mapping[str, Any], fresh: set[str]) -> str:
    if pod["term"]:
        return "dying"
    return "fresh" if pod["key"] in fresh else "runs"


def _pod(pod: Mapping[str, Any], state: str) -> DrawnPod:
    return DrawnPod(pod["name"], pod["band"], pod["cpu"], state)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture, with the words that a large one shows."""

    x: float
    y: float
    width: float
    height: float
    look: str
    band: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    racks: tuple[Box, ...]
    pods: tuple[Box, ...]
    queue: tuple[Box, ...]
    arrow: tuple[float, float] | None
    more: int


def picture(drawing: Drawing, *, large: bool = False) -> Picture:
    """The boxes of a picture of 188 × 76. Racks stand on one floor; the height of each is its node's cpu."""
    shown = drawing.nodes[:MAX_RACKS]
    waiting = drawing.waiting[:MAX_WAITING]
    queue_width = 50.0 if waiting else 0.0
    space = WIDTH - 16 - queue_width
    gap = 6.0
    width = min(50.0, (space - gap * (len(shown) - 1)) / max(1, len(shown)))
    total = width * len(shown) + gap * (len(shown) - 1) + queue_width
    left = (WIDTH - total) / 2
    queue = tuple(
        Box(left, 39 - 11 * len(waiting) / 2 + 11 * row, 30, 8, "waits", pod.band, pod.name)
        for row, pod in enumerate(waiting)
    )
    tallest = max((node.milli_cpu for node in shown), default=1) or 1
    racks, pods = [], []
    x = left + queue_width
    for node in shown:
        height = max(14.0, (RACK_FLOOR - RACK_TOP) * node.milli_cpu / tallest)
        racks.append(
            Box(x, RACK_FLOOR - height, width, height, "closed" if node.closed else "open", 0, node.name)
        )
        pods.extend(_stack(node, x, width, height))
        x += width + gap
    arrow = (left + 36, 39.0) if waiting else None
    return Picture(tuple(racks), tuple(pods), queue, arrow, len(drawing.nodes) - len(shown))


def _stack(node: DrawnNode, x: float, width: float, height: float) -> list[Box]:
    """The pods of a rack, from the floor up. While victims are still there, reservations stand at their
    right.
    """
    inner = height - 5.5
    unit = inner / max(1, node.milli_cpu)
    there = [pod for pod in node.pods if pod.state != "reserved"]
    reserved = [pod for pod in node.pods if pod.state == "reserved"]
    heights = [max(MIN_POD, pod.milli_cpu * unit) for pod in there]
    squeeze = min(1.0, inner / sum(heights)) if heights else 1.0
    boxes, y = [], RACK_FLOOR - 2.75
    split = width * 0.58 if reserved else width
    for pod, tall in sorted(
        zip(there, heights, strict=True), key=lambda each: each[0].state != "dying" if reserved else 0
    ):
        tall *= squeeze
        y -= tall
        wide = (split if pod.state == "dying" else width) - 5.5
        boxes.append(Box(x + 2.75, y, wide, max(1.0, tall - 1.2), pod.state, pod.band, pod.name))
    y = RACK_FLOOR - 2.75
    dying = any(pod.state == "dying" for pod in there)
    if not dying:
        y -= sum(heights) * squeeze
    for pod in reserved:
        tall = min(max(MIN_POD, pod.milli_cpu * unit), y - (RACK_FLOOR - height + 2.75))
        if tall < 3:
            break  # no room is left for a second reservation of the same place
        y -= tall
        start = x + split if dying else x + 2.75
        boxes.append(
            Box(start, y, x + width - 2.75 - start, max(1.0, tall - 1.2), "reserved", pod.band, pod.name)
        )
    return boxes
