"""Short forms of the reasons of a refusal: a line on a node's card, and a single word."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.scheduler.framework.status import Status

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


def short_of(refusal: Status) -> tuple[str, str]:
    """A refusal as a line for a node's card, and as a word for a small rack."""
    return short_line(refusal.reasons) or refusal.code.value, short_word(refusal.reasons)


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
