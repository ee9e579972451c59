"""The arithmetic of scores: Go's rounding and division, and the usual way to normalize.

Source: pkg/scheduler/framework/plugins/helper/normalize_score.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_NODE_SCORE = 100


def default_normalize(raw: Sequence[int], *, reverse: bool) -> list[int]:
    """Scales scores to 0…100 (helper.DefaultNormalizeScore); with `reverse` the lowest gets 100."""
    highest = max(raw, default=0)
    if highest <= 0:
        return [MAX_NODE_SCORE] * len(raw) if reverse else list(raw)
    scaled = [MAX_NODE_SCORE * score // highest for score in raw]
    return [MAX_NODE_SCORE - score for score in scaled] if reverse else scaled


def go_round(value: float) -> int:
    """Go's math.Round for values >= 0: halves are rounded up."""
    whole = int(value)
    return whole + 1 if value - whole >= 0.5 else whole


def truncated_division(a: int, b: int) -> int:
    """Go's integer division, which truncates toward zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a >= 0) == (b > 0) else -quotient


@dataclass(frozen=True, slots=True)
class ShapePoint:
    """A point of the shape: `utilization` in percent, `score` already scaled to 0…100."""

    utilization: int
    score: int


def broken_line(shape: tuple[ShapePoint, ...], utilization: int) -> int:
    """The score at a utilization in percent, on the line through the points; the first and the last one go on
    level (helper BuildBrokenLinearFunction)."""
    for index, point in enumerate(shape):
        if utilization <= point.utilization:
            if index == 0:
                return point.score
            previous = shape[index - 1]
            rise = (point.score - previous.score) * (utilization - previous.utilization)
            return previous.score + truncated_division(rise, point.utilization - previous.utilization)
    return shape[-1].score if shape else 0
