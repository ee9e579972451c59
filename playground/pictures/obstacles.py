"""A small drawing for each kind of obstacle: the pod as a square, and what keeps it from the node.

They are the drawings of the board (`static/js/board/causes/pictures.js`), of the same size and from the same
numbers; a test compares the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor
from typing import Any

from playground.pictures.sheet import Sheet, number

WIDE, HIGH = 56.0, 36.0
_MOST_SQUARES = 5
_PICKETS = 4
_DASHED = "3 2"

View = Mapping[str, Any]

#: Look of a shape → fill and stroke as names of colours ("" for none), width of the stroke, its dashes.
_LOOKS: Mapping[str, tuple[str, str, float, str]] = {
    "ink": ("", "ink-2", 1.6, ""),
    "pod": ("accent-soft", "accent", 1.6, _DASHED),
    "other": ("pod", "ink-2", 1.6, ""),
    "full": ("ink-3", "ink-3", 1.6, ""),
    "frame": ("", "ink-3", 1.6, ""),
    "free": ("bad-soft", "", 0, ""),
    "over": ("bad", "bad", 1.6, ""),
    "edge": ("", "bad", 2, ""),
    "bar": ("", "bad", 2, ""),
    "fence": ("warn-soft", "warn", 1.6, ""),
    "rail": ("", "warn", 1.6, ""),
    "gone": ("", "line-2", 1.6, "2 3"),
    "ok": ("", "ok", 2, ""),
    "key": ("", "accent", 2, ""),
    "lock": ("surface-3", "ink-2", 1.6, ""),
    "none": ("", "ink-3", 1.6, _DASHED),
    "hole": ("", "ink-2", 1.6, ""),
    "tag": ("surface-3", "ink-2", 1.6, ""),
    "post": ("", "ink-2", 1.6, ""),
    "boom": ("bad-soft", "bad", 1.6, ""),
    "stripe": ("", "bad", 1.6, ""),
    "disk": ("", "ink-2", 1.6, ""),
    "border": ("", "ink-3", 1.6, "4 3"),
}


class _Pen:
    """Draws shapes of one picture, whose upper left corner is `x`, `y`, in pixels of WIDE by HIGH times
    `scale`."""

    def __init__(self, sheet: Sheet, x: float, y: float, scale: float) -> None:
        self.sheet, self.x, self.y, self.scale = sheet, x, y, scale

    def line(self, path: str, look: str = "ink") -> None:
        self.sheet.path(path, self.x, self.y, self.scale, *_LOOKS[look])

    def box(self, x: float, y: float, width: float, height: float, look: str, radius: float = 2) -> None:
        if width <= 0 or height <= 0:
            return
        r = min(radius, width / 2, height / 2)
        across, down = number(width - 2 * r), number(height - 2 * r)
        arc = [f"a{number(r)} {number(r)} 0 0 1 {dx}{number(r)} {dy}{number(r)}" for dx, dy in _CORNERS]
        begin = f"M{number(x + r)} {number(y)}"
        self.line(f"{begin}h{across}{arc[0]}v{down}{arc[1]}h-{across}{arc[2]}v-{down}{arc[3]}z", look)

    def dot(self, x: float, y: float, radius: float, look: str) -> None:
        r, twice = number(radius), number(2 * radius)
        self.line(
            f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {twice} 0a{r} {r} 0 1 0 -{twice} 0z", look
        )

    def words(self, x: float, y: float, text: str) -> None:
        place = (self.x + x * self.scale, self.y + y * self.scale)
        most = WIDE * self.scale
        self.sheet.text(*place, text, 11 * self.scale, most=most, bold=True, anchor="middle")

    # --- things that several pictures have --------------------------------------------------------

    def pod(self, x: float = 2, y: float = 12, size: float = 12) -> None:
        """The pod that is held against the node."""
        self.box(x, y, size, size, "pod")

    def gauge(self, used: float, needs: float, all_: float) -> None:
        """What is taken, what the pod needs on top of it, and the edge that it crosses."""
        room, ground = 24.0, 34.0
        scale = room / max(all_, 1)
        taken, more = min(room, used * scale), max(4, needs * scale)
        top = ground - room
        over = max(3, min(9, taken + more - room))
        self.box(22, top, 14, room, "frame", 1)
        self.box(22, ground - taken, 14, taken, "full", 1)
        self.box(22, top, 14, room - taken, "free", 0)
        self.box(22, top - over, 14, over, "over", 0)
        self.line(f"M16 {number(top)}H42", "edge")

    def cylinder(self, x: int, y: int, look: str = "disk") -> None:
        self.line(f"M{x} {y + 4}c0-5 18-5 18 0v16c0 5-18 5-18 0zM{x} {y + 4}c0 5 18 5 18 0", look)

    def chip(self, x: int, y: int, look: str) -> None:
        self.box(x, y, 11, 11, look, 1)
        self.line("".join(f"M{x + at} {y - 2}v2M{x + at} {y + 11}v2" for at in (3, 8)))

    def wall(self) -> None:
        bricks = "M34 8v8M44 8v8M29 16v8M39 16v8M49 16v8M34 24v8M44 24v8"
        self.line(f"M24 8H54V32H24zM24 16H54M24 24H54{bricks}", "fence")


def _nearest(amount: float) -> int:
    """A half goes up, as in the browser."""
    return floor(amount + 0.5)


_OWN_SHIELD = "M18 6q8 12 0 24M27 18h9M32 14l4 4-4 4"
_OTHERS_SHIELD = "M38 6q-8 12 0 24M29 18h-9M24 14l-4 4 4 4"
_CORNERS = (("", ""), ("-", ""), ("-", "-"), ("", "-"))


def _resource(pen: _Pen, obstacle: View) -> None:
    pen.gauge(obstacle["requested"], obstacle["needs"], obstacle["all"])


def _pods(pen: _Pen, obstacle: View) -> None:
    pen.gauge(obstacle["requested"], 1, obstacle["all"])
    pen.words(49, 22, str(obstacle["all"]))


def _taint(pen: _Pen, obstacle: View) -> None:
    """A fence; where the pod tolerates the taint it has a gap."""
    passes = obstacle["tolerated"]
    pen.pod()
    if not passes:
        pen.line("M18 17H54M18 26H54", "rail")
    for place in range(_PICKETS):
        pen.line(f"M{19 + place * 9} 32V13l3-4 3 4V32z", "gone" if passes else "fence")
    if passes:
        pen.line("M18 22H46M41 17l5 5-5 5", "ok")


def _label(pen: _Pen, obstacle: View) -> None:
    """A key that is not the lock's: teeth of another height."""
    lacks = obstacle["has"] is None
    pen.dot(8, 18, 5, "key")
    pen.line("M13 18H28M22 18v5M27 18v4", "key")
    pen.box(34, 15, 18, 15, "none" if lacks else "lock", 2)
    pen.line("M38 15v-4a5 5 0 0 1 10 0v4", "lock")
    if not lacks:
        pen.line("M43 20v5M40 25h6", "hole")
    pen.line("M29 8l6 20", "bar")


def _node_name(pen: _Pen, obstacle: View) -> None:
    pen.pod()
    pen.line("M24 9H46l7 9-7 9H24z", "tag")
    pen.dot(28, 18, 1.6, "hole")
    pen.words(39, 22, obstacle["name"][:4])
    pen.line("M18 32L54 4", "bar")


def _cordon(pen: _Pen, _: View) -> None:
    pen.pod()
    pen.line("M24 33V12M50 33V12", "post")
    pen.box(22, 14, 32, 7, "boom", 1)
    pen.line("M27 14l-3 7M35 14l-4 7M43 14l-4 7M51 14l-4 7", "stripe")


def _features(pen: _Pen, _: View) -> None:
    """A piece of a puzzle that the node lacks."""
    pen.pod(2, 6)
    pen.line("M26 10h8a4 4 0 1 1 7 0h9v8a4 4 0 1 0 0 7v8H26z", "none")
    pen.line("M14 12h9M19 8l4 4-4 4", "bar")


def _port(pen: _Pen, _: View) -> None:
    """A plug before a socket that is taken."""
    pen.box(2, 12, 11, 12, "pod")
    pen.line("M13 15h6M13 21h6")
    pen.box(32, 7, 22, 22, "lock", 4)
    pen.box(25, 12, 13, 12, "full")
    pen.line("M22 5l5 26", "bar")


def _anti_affinity(pen: _Pen, obstacle: View) -> None:
    """A shield, and an arrow away from it: before the pod where the term is its own, else before the others,
    of which some are drawn, and their number."""
    count = obstacle["count"]
    shown = min(count, _MOST_SQUARES)
    size = 12 / max(shown, 1)
    pen.pod(2)
    for place in range(shown):
        pen.box(42, 24 - (place + 1) * (size + 1), 12, size, "other", 1)
    if count > shown:
        pen.words(48, 34, str(count))
    pen.line(_OWN_SHIELD if obstacle["rule"] == "antiAffinity" else _OTHERS_SHIELD, "bar")


def _affinity(pen: _Pen, _: View) -> None:
    """One that is drawn to another, which is not there."""
    pen.pod(2)
    pen.line("M18 18h16M29 13l5 5-5 5")
    pen.box(40, 12, 12, 12, "none")
    pen.words(46, 22, "?")


def _spread(pen: _Pen, obstacle: View) -> None:
    """The matching pods of the domain, the pod on top of them, and the ceiling."""
    if obstacle["domain"] is None:
        pen.pod(2)
        pen.box(30, 8, 22, 24, "none")
        pen.words(41, 24, "?")
        return
    count, most = obstacle["count"], obstacle["most"]
    shown = min(count, _MOST_SQUARES - 1)
    size = min(7, 25 / (shown + 1) - 1)
    ground = 34.0
    under = min(shown, max(0, shown + (most - count)))
    ceiling = ground - under * (size + 1) - 0.5
    for place in range(shown):
        pen.box(22, ground - (place + 1) * (size + 1), 16, size, "other", 1)
    pen.box(22, ground - (shown + 1) * (size + 1) - 1, 16, size, "over", 1)
    pen.line(f"M14 {number(ceiling)}H46", "edge")
    pen.words(51, ceiling + 3, str(most))
    if count > shown:
        pen.words(12, 33, str(count))


def _disk(pen: _Pen, _: View) -> None:
    pen.pod(2, 6, 10)
    pen.box(42, 22, 10, 10, "other")
    pen.cylinder(24, 10)
    pen.line("M40 18h8", "bar")


def _volume(pen: _Pen, obstacle: View) -> None:
    pen.pod(2)
    pen.cylinder(26, 8, "none" if obstacle["volume"] is None else "disk")
    pen.line("M16 32L52 4", "bar")


def _zone(pen: _Pen, _: View) -> None:
    """A disk on the other side of a border."""
    pen.pod(2)
    pen.line("M22 2V34", "border")
    pen.cylinder(32, 8)
    pen.line("M30 20H18M22 16l-4 4 4 4", "bar")


def _volumes(pen: _Pen, obstacle: View) -> None:
    """Slots of a driver, all taken, and a disk that has none."""
    used, all_ = obstacle["used"], obstacle["all"]
    shown = min(all_, 4)
    taken = _nearest(min(used, all_) / all_ * shown) if all_ > 0 else 0
    for place in range(shown):
        pen.box(18 + place * 8, 16, 7, 16, "full" if place < taken else "frame", 1)
    for place in range(min(obstacle["needs"], 2)):
        pen.box(18 + (shown + place) * 8, 8, 7, 16, "over", 1)
    pen.line(f"M{number(17.5 + shown * 8)} 4V34", "edge")
    pen.words(8, 28, str(all_))


def _devices(pen: _Pen, obstacle: View) -> None:
    """Devices that are suitable: free ones are hollow; what is missing is red."""
    if obstacle["request"] is None:
        pen.pod(2)
        pen.chip(34, 10, "none")
        pen.line("M20 32L52 4", "bar")
        return
    suitable, free = obstacle["suitable"], obstacle["free"]
    shown = min(suitable, 3)
    empty = min(shown, _nearest(free / suitable * shown)) if suitable > 0 else 0
    pen.pod(2, 12, 10)
    for place in range(shown):
        pen.chip(17 + place * 13, 18, "full" if place < shown - empty else "frame")
    if obstacle["needs"] > free:
        pen.chip(17 + shown * 13, 4, "over")


def _wall(pen: _Pen, _: View) -> None:
    pen.pod(2)
    pen.wall()


DRAWINGS: Mapping[str, Callable[[_Pen, View], None]] = {
    "resource": _resource,
    "pods": _pods,
    "taint": _taint,
    "label": _label,
    "nodeName": _node_name,
    "cordon": _cordon,
    "features": _features,
    "port": _port,
    "antiAffinity": _anti_affinity,
    "affinity": _affinity,
    "spread": _spread,
    "disk": _disk,
    "volume": _volume,
    "zone": _zone,
    "volumes": _volumes,
    "devices": _devices,
    "note": _wall,
    "plugin": _wall,
}


def draw(sheet: Sheet, obstacle: View, x: float, y: float, scale: float) -> None:
    DRAWINGS.get(obstacle["kind"], _wall)(_Pen(sheet, x, y, scale), obstacle)


def _last(key: str) -> str:
    return key.rpartition("/")[2]


def _place(obstacle: View) -> str:
    """The topology domain of an obstacle as `zone=a`, or the key of the label that the node lacks."""
    key = _last(obstacle["key"])
    return key if obstacle["domain"] is None else f"{key}={obstacle['domain']}"


_LABELS: Mapping[str, Callable[[View], str]] = {
    "resource": lambda obstacle: f"+{obstacle['texts']['missing']} {_last(obstacle['resource'])}",
    "pods": lambda _: "+1 pod",
    "taint": lambda obstacle: _last(obstacle["taint"].rpartition(":")[0]),
    "label": lambda obstacle: _last(obstacle["requirement"]) or "{}",
    "nodeName": lambda obstacle: str(obstacle["name"]),
    "cordon": lambda _: "cordon",
    "features": lambda obstacle: ", ".join(obstacle["features"]),
    "port": lambda obstacle: str(obstacle["port"]),
    "antiAffinity": _place,
    "affinity": _place,
    "spread": _place,
    "disk": lambda obstacle: obstacle["claim"] or ", ".join(_last(pod) for pod in obstacle["pods"]),
    "volume": lambda obstacle: str(obstacle["claim"]),
    "zone": lambda obstacle: ", ".join(obstacle["zones"]),
    "volumes": lambda obstacle: str(obstacle["driver"]),
    "devices": lambda obstacle: _last(obstacle["claim"]),
    "note": lambda obstacle: str(obstacle["text"]),
    "plugin": lambda obstacle: str(obstacle["plugin"]),
}


def label(obstacle: View) -> str:
    """A few letters below a drawing, as Kubernetes writes what they name."""
    of = _LABELS.get(obstacle["kind"])
    return of(obstacle) if of is not None else str(obstacle["kind"])
