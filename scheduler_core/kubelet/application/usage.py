"""The usage of pods and of a node's system over time, as piecewise linear functions.

It is written as an amount (`200Mi`), as amounts with linear changes in between (`0:200Mi,60:1560Mi`; seconds
since the container started) or as steps (`steps 0:200Mi,60:1560Mi`). Inputs may change it later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from scheduler_core.objects.scalars.quantity import QuantityError, parse_quantity

RESOURCES = ("memory", "disk", "inodes", "processes")
_STEPS = re.compile(r"steps?\s+", re.IGNORECASE)
_TIME = re.compile(r"\d{1,9}(?:\.\d{1,3})?")
MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Curve:
    """Points (virtual milliseconds, amount) by rising time, at least one.

    The amount of the first point holds before it, that of the last one after it; between two points the curve
    is a straight line. Two points at one time are a step, and the later one holds.
    """

    points: tuple[tuple[int, int], ...]

    def at(self, now_ms: int) -> int:
        before = self.points[0]
        for point in self.points:
            if point[0] > now_ms:
                return _between(before, point, now_ms)
            before = point
        return before[1]

    @property
    def most(self) -> int:
        """The largest amount at any time."""
        return max(amount for _, amount in self.points)

    def shifted(self, by_ms: int) -> Curve:
        return Curve(tuple((at + by_ms, amount) for at, amount in self.points))

    def then(self, now_ms: int, amount: int, over_ms: int) -> Curve:
        """This curve up to now, followed by a linear change to `amount` within `over_ms`."""
        earlier = tuple(point for point in self.points if point[0] < now_ms)
        current = self.at(now_ms)
        if over_ms <= 0:
            return Curve((*earlier, (now_ms, current), (now_ms, amount)) if earlier else ((now_ms, amount),))
        return Curve((*earlier, (now_ms, current), (now_ms + over_ms, amount)))

    def turns_after(self, now_ms: int) -> Iterable[int]:
        """The times after now at which the slope may change."""
        return (at for at, _ in self.points if at > now_ms)


def _between(before: tuple[int, int], after: tuple[int, int], now_ms: int) -> int:
    """The amount on the line between two points, rounded down; up to `before` its own amount."""
    if now_ms <= before[0] or after[0] <= before[0]:
        return before[1]
    return before[1] + (after[1] - before[1]) * (now_ms - before[0]) // (after[0] - before[0])


def constant(amount: int) -> Curve:
    return Curve(((0, amount),))


NOTHING = constant(0)


@lru_cache(maxsize=4_096)
def parse_usage(usage: str) -> Curve | None:
    """The curve that a text describes, with times relative to the start; None when it describes none."""
    text = usage.strip()
    steps = _STEPS.match(text)
    if steps:
        text = text[steps.end() :]
    parts = text.split(",")
    if len(parts) > MOST_POINTS:
        return None
    points: list[tuple[int, int]] = []
    for part in parts:
        time, colon, amount_text = part.strip().rpartition(":")
        if colon and not _TIME.fullmatch(time.strip()):
            return None
        if not colon and len(parts) > 1:
            return None
        amount = _amount(amount_text.strip())
        at_ms = round(float(time) * 1000) if colon else 0
        if amount is None or (points and at_ms < points[-1][0]):
            return None
        if steps and points:
            points.append((at_ms, points[-1][1]))
        points.append((at_ms, amount))
    return Curve(tuple(points))


def _amount(text: str) -> int | None:
    """A quantity in whole units; None when the text is not a quantity or negative."""
    try:
        quantity = parse_quantity(text)
    except QuantityError:
        return None
    return quantity.value if quantity.nano >= 0 else None


@dataclass(frozen=True, slots=True)
class Load:
    """The sum of several curves."""

    curves: tuple[Curve, ...] = ()

    @staticmethod
    def of(curves: Iterable[Curve]) -> Load:
        """Makes the sum of `curves`; the constant ones, which most containers have, are added up here."""
        moving: list[Curve] = []
        level = 0
        for curve in curves:
            if len(curve.points) == 1:
                level += curve.points[0][1]
            else:
                moving.append(curve)
        return Load((constant(level), *moving) if level else tuple(moving))

    def at(self, now_ms: int) -> int:
        return sum(curve.at(now_ms) for curve in self.curves)

    def turns_after(self, now_ms: int) -> list[int]:
        return sorted({at for curve in self.curves for at in curve.turns_after(now_ms)})

    def first_above(self, level: int, from_ms: int) -> int | None:
        """The first millisecond from `from_ms` on at which the sum exceeds `level`."""
        if self.at(from_ms) > level:
            return from_ms
        start = from_ms
        for turn in self.turns_after(from_ms):
            # Between two turns the sum is linear and crosses the level at most once; at a turn it may jump.
            if self.at(turn - 1) > level:
                return _first(lambda at: self.at(at) > level, start, turn - 1)
            if self.at(turn) > level:
                return turn
            start = turn
        return None


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The first value of low … high for which `holds` is true; it must stay true up to `high`."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return high
