"""The arithmetic of scores: Go's rounding and division, and the usual way to normalize.

Source: pkg/scheduler/framework/plugins/helper/normalize_score.go (v1.34).
"""

from __future__ import annotations

from collections.abc import Sequence

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
