"""The sentences of a failed cycle.

Source: pkg/scheduler/framework/types.go FitError.Error (v1.34).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scheduler_core.scheduler.framework import Status

NO_NODES = "no nodes available to schedule pods"


def fit_error(
    nodes: int, explicit: Iterable[Status], absent: Status | None = None, prefilter_message: str = ""
) -> str:
    """`0/N nodes are available: <histogram>.`

    `explicit` are the statuses of the nodes that have one; all others have `absent`. Sorted as texts with
    their numbers, bytewise.
    """
    text = f"0/{nodes} nodes are available:"
    if prefilter_message:
        return f"{text} {prefilter_message}."
    histogram: dict[str, int] = {}
    # Most nodes share few status values: those are counted first.
    statuses = list(explicit)
    known = dict(zip(map(id, statuses), statuses, strict=True))
    counted = len(statuses)
    for key, times in Counter(map(id, statuses)).items():
        for reason in known[key].reasons:
            histogram[reason] = histogram.get(reason, 0) + times
    if absent is not None and nodes > counted:
        for reason in absent.reasons:
            histogram[reason] = histogram.get(reason, 0) + nodes - counted
    parts = sorted((f"{number} {reason}" for reason, number in histogram.items()), key=_bytes)
    return f"{text} {', '.join(parts)}." if parts else text


def _bytes(text: str) -> bytes:
    return text.encode()
