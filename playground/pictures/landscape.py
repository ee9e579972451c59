"""Where the squares of a large cluster stand: areas side by side in bands, all squares of one size, so that
all nodes are seen at once. Pure.

`static/js/board/landscape/squares.js` is the same rule in the browser; tests of both read
`squares.cases.js` there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Literal

Level = Literal["pools", "areas", "none"]
Counted = Sequence[tuple[str, Sequence[tuple[str, int]]]]
"""Areas in their order, each with its name and its pools: a name and a number of nodes."""
Node = Mapping[str, Any]

MOST_PX = 96
_GAPS = ((28, 4), (10, 2), (4, 1), (0, 0))
"""(pixels of a side, pixels between two squares)."""
_AREA_GAP, _BAND_GAP, _POOL_GAP = 14, 8, 6
_LEAST_HEADS = 4
"""An area is at least this many times as wide as a line of its head is high."""
_SMALLER = (3, 2)
"""Names are given up where squares without them would be more than 3/2 times as large."""


@dataclass(frozen=True, slots=True)
class Room:
    """Pixels: of the space, of the names above the squares, and how wide an area is at least."""

    width: int
    height: int
    heads: int
    least: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool's name, the top left corner of its squares, how many there are and how many stand in a row."""

    name: str
    x: int
    y: int
    n: int
    columns: int


@dataclass(frozen=True, slots=True)
class Area:
    """A zone or another group: its name, the top left corner of its head, its width in pixels, its pools."""

    name: str
    x: int
    y: int
    width: int
    pools: tuple[Pool, ...]


@dataclass(frozen=True, slots=True)
class Squares:
    """`level` says which names stand above the squares: of areas and pools, of areas, or none. `px` is a side
    of a square, `gap` the space between two, `height` that of all."""

    level: Level
    px: int
    gap: int
    height: int
    areas: tuple[Area, ...]

    def places(self) -> Iterable[tuple[int, int]]:
        """The top left corner of each square, in the order of the nodes."""
        step = self.px + self.gap
        for area in self.areas:
            for pool in area.pools:
                for number in range(pool.n):
                    row, column = divmod(number, pool.columns)
                    yield pool.x + column * step, pool.y + row * step


def areas_of(nodes: Iterable[Node]) -> list[tuple[str, list[tuple[str, list[Node]]]]]:
    """Zones in the order of their first node, in each its pools in that order. Nodes in trouble come first:
    those that are lost, then those under pressure."""
    areas: dict[str, dict[str, list[Node]]] = {}
    for node in sorted(nodes, key=lambda node: (node["order"], node["name"])):
        areas.setdefault(node["zone"], {}).setdefault(node.get("pool", ""), []).append(node)
    return [
        (zone, [(pool, sorted(here, key=trouble)) for pool, here in pools.items()])
        for zone, pools in areas.items()
    ]


def trouble(node: Node) -> int:
    """0 for a node that is lost, 1 for one under pressure, 2 for any other."""
    if not node["ready"] or node.get("apart"):
        return 0
    return 1 if (node.get("need") or {}).get("conditions") else 2


def counted(areas: Sequence[tuple[str, Sequence[tuple[str, Sequence[Node]]]]]) -> Counted:
    return [(name, [(pool, len(nodes)) for pool, nodes in pools]) for name, pools in areas]


def laid_out(areas: Counted, width: int, height: int, head: int, most: int = MOST_PX) -> Squares:
    """The largest squares with which all areas fit into `width` × `height` pixels. `head` = pixels of a line
    of names, `most` = pixels of a side at most. A square has at least one
    pixel, even where that is too much."""
    plain = _largest(_merged(areas), "none", Room(width, height, 0, 0), most, 1)
    if plain is None:
        return _flowed(_merged(areas), "none", 1, max(1, height), Room(max(1, width), height, 0, 0))
    lowest = -(-plain.px * _SMALLER[1] // _SMALLER[0])
    for level in _levels(areas):
        room = Room(width, height, head * (2 if level == "pools" else 1), _LEAST_HEADS * head)
        if squares := _largest(_with(areas, level), level, room, most, lowest):
            return squares
    return plain


def _levels(areas: Counted) -> Iterator[Level]:
    """The levels of which there are names."""
    if any(pool for _, pools in areas for pool, _ in pools):
        yield "pools"
    if len(areas) > 1 or any(name for name, _ in areas):
        yield "areas"


def _with(areas: Counted, level: str) -> Counted:
    if level == "pools":
        return areas
    return [(name, [("", sum(n for _, n in pools))]) for name, pools in areas]


def _merged(areas: Counted) -> Counted:
    return [("", [("", sum(n for _, pools in areas for _, n in pools))])]


def gap_of(px: int) -> int:
    return next(gap for least, gap in _GAPS if px >= least)


def _largest(areas: Counted, level: Level, room: Room, most: int, lowest: int) -> Squares | None:
    """The largest squares between `lowest` and `most` pixels that fit, in the fewest pixels of height."""
    total = max(1, sum(n for _, pools in areas for _, n in pools))
    fullest = max((n for _, pools in areas for _, n in pools), default=0)
    for px in range(min(most, isqrt(max(0, room.width * room.height) // total)), lowest - 1, -1):
        gap = gap_of(px)
        first = max(1, -(-fullest * (px + gap) // max(1, room.width + gap)))
        tried = (
            _flowed(areas, level, px, rows, room)
            for rows in range(first, (room.height - room.heads + gap) // (px + gap) + 1)
            if _may_fit(areas, px + gap, gap, rows, room)
        )
        if fitting := [squares for squares in tried if squares.height <= room.height]:
            return min(fitting, key=lambda squares: squares.height)
    return None


def _wide(pools: Sequence[tuple[str, int]], step: int, gap: int, rows: int, least: int) -> int:
    """Pixels of an area with `rows` of squares."""
    return max(least, sum(-(-n // rows) * step - gap for _, n in pools) + _POOL_GAP * (len(pools) - 1))


def _may_fit(areas: Counted, step: int, gap: int, rows: int, room: Room) -> bool:
    """Whether no area is wider than the room."""
    return all(_wide(pools, step, gap, rows, room.least) <= room.width for _, pools in areas)


def _flowed(areas: Counted, level: Level, px: int, rows: int, room: Room) -> Squares:
    """Areas from left to right in as many bands as they need, `rows` of squares high."""
    gap = gap_of(px)
    step = px + gap
    x, y, placed = 0, 0, list[Area]()
    for name, pools in areas:
        wide = _wide(pools, step, gap, rows, room.least)
        if x and x + wide > room.width:
            x, y = 0, y + room.heads + rows * step - gap + _BAND_GAP
        at, inside = x, list[Pool]()
        for pool, n in pools:
            columns = max(1, -(-n // rows))
            inside.append(Pool(pool, at, y + room.heads, n, columns))
            at += columns * step - gap + _POOL_GAP
        placed.append(Area(name, x, y, wide, tuple(inside)))
        x += wide + _AREA_GAP
    return Squares(level, px, gap, y + room.heads + rows * step - gap, tuple(placed))
