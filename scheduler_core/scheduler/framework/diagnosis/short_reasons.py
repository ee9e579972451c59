"""Short forms of the reasons of a refusal: a line on a node's card, and a single word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scheduler_core.scheduler.framework.diagnosis.explanation import Explanation, SpreadArithmetic
from scheduler_core.scheduler.framework.diagnosis.fit_error import reasons_of
from scheduler_core.scheduler.framework.status import Status

_PREFIX = "node(s) had "
_COUNTED = re.compile(r"(\d+ )node\(s\) (?:had|didn't match) ")
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


def short_of(refusal: Status, explanations: Iterable[Explanation] = ()) -> tuple[str, str]:
    """A refusal as a line for a node's card, and as a word for a small rack."""
    line = spread_line(explanations) or short_line(refusal.reasons) or refusal.code.value
    return line, short_word(refusal.reasons)


def spread_line(explanations: Iterable[Explanation]) -> str:
    """The first spread constraint that a node violates, with its numbers: `zone: 2 > 1`; "" without one. The
    reason has the same words for all nodes; only the numbers distinguish them."""
    for entry in explanations:
        if isinstance(entry, SpreadArithmetic) and not entry.ok and entry.domain is not None:
            return f"{entry.key.rpartition('/')[2]}: {entry.skew} {entry.comparison}"
    return ""


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


def counted_reasons(refused: str) -> str:
    """The reasons in the message of a refused pod, without the words with which most begin: `1 Insufficient
    cpu, 3 pod topology spread constraints`."""
    return _COUNTED.sub(r"\1", reasons_of(refused))
