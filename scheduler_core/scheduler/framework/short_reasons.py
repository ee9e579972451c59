"""Short forms of the reasons of a refusal: a line on a node's card, and a single word."""

from __future__ import annotations

from collections.abc import Sequence

_PREFIX = "node(s) had "
_INSUFFICIENT = "Insufficient "
_WORDS = (
    ("taint", "taint"),
    ("unschedulable", "cordon"),
    ("topology spread", "spread"),
    ("affinity", "affinity"),
    ("port", "ports"),
    ("Too many pods", "pods"),
)
"""A part of a reason → its word; the first match counts."""
_OTHER = "no"


def short_line(reasons: Sequence[str]) -> str:
    """The reasons without their most common first words."""
    return ", ".join(reason.removeprefix(_PREFIX) for reason in reasons)


def short_word(reasons: Sequence[str]) -> str:
    """One word for all reasons: the missing resource (without its domain), or the cause of the refusal."""
    for reason in reasons:
        if reason.startswith(_INSUFFICIENT):
            return reason.removeprefix(_INSUFFICIENT).rpartition("/")[2]
    text = " ".join(reasons)
    return next((word for part, word in _WORDS if part in text), _OTHER)
