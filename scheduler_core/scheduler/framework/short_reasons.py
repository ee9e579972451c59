"""The reasons of a refusal in less room: as the line on a node's card, and as one word."""

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
"""What a reason contains and its word; the first that is found counts."""
_OTHER = "no"


def short_line(reasons: Sequence[str]) -> str:
    """The reasons without the words with which most of them begin."""
    return ", ".join(reason.removeprefix(_PREFIX) for reason in reasons)


def short_word(reasons: Sequence[str]) -> str:
    """One word for all reasons: the resource that is lacking (without its domain), or what refuses."""
    for reason in reasons:
        if reason.startswith(_INSUFFICIENT):
            return reason.removeprefix(_INSUFFICIENT).rpartition("/")[2]
    text = " ".join(reasons)
    return next((word for part, word in _WORDS if part in text), _OTHER)
