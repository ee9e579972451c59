"""The shapes of a card's picture. The picture is 188 units wide and 76 high; y grows downwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

WIDTH, HEIGHT = 188.0, 76.0
TOP, FLOOR = 8.0, 70.0
SIDE = 10.0
"""The left margin of charts, and the same on the right."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle. `look` is its class in the style sheet without the prefix `d-`; `band` is the colour of
    the priority at its left edge, 0 to 5, or None. `name` says what the box stands for."""

    x: float
    y: float
    width: float
    height: float
    look: str
    band: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line. `look` as in `Box`."""

    x1: float
    y1: float
    x2: float
    y2: float
    look: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A small sign, 16 units wide and high, centred at its place. `look` names it: arrow, shield, disk, cut
    (a broken cable), off (no power), down (a stopped process) or twice (two instances of one)."""

    x: float
    y: float
    look: str

    @property
    def left(self) -> float:
        return self.x - 8

    @property
    def top(self) -> float:
        return self.y - 8


@dataclass(frozen=True, slots=True)
class Picture:
    """`kind` is the name of the module that drew it, `seq` the step of the run that it shows. Later shapes
    lie above earlier ones, lines above boxes, and signs above lines."""

    kind: str
    seq: int
    boxes: tuple[Box, ...] = ()
    lines: tuple[Line, ...] = ()
    signs: tuple[Sign, ...] = ()

    def looks_like(self, other: Picture) -> bool:
        """Whether both have the same shapes at the same places, whatever the shapes stand for."""
        return self._shapes() == other._shapes()

    def _shapes(self) -> tuple[object, ...]:
        boxes = [(_rounded(b.x, b.y, b.width, b.height), b.look, b.band) for b in self.boxes]
        lines = [(_rounded(b.x1, b.y1, b.x2, b.y2), b.look) for b in self.lines]
        return boxes, lines, [(_rounded(sign.x, sign.y), sign.look) for sign in self.signs]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Picture:
        """The inverse of `to_json`. An empty mapping gives an empty picture."""
        return cls(
            value.get("kind", ""),
            value.get("seq", 0),
            tuple(Box(**box) for box in value.get("boxes", ())),
            tuple(Line(**line) for line in value.get("lines", ())),
            tuple(Sign(**sign) for sign in value.get("signs", ())),
        )


def _rounded(*places: float) -> tuple[int, ...]:
    return tuple(round(place) for place in places)
