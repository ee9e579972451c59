"""The sentences of a failed cycle.

Source: pkg/scheduler/framework/types.go FitError.Error (v1.34).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from scheduler_core.scheduler.framework.status import Status

NO_NODES = "no nodes available to schedule pods"
_COUNT = re.compile(r"^.*?\d+/\d+ nodes are available: ", re.DOTALL)
_PREEMPTION = re.compile(r"\.? ?(no new claims to deallocate, )?preemption: .*$", re.DOTALL)


def fit_error(
    nodes: int, explicit: Iterable[Status], absent: Status | None = None, prefilter_message: str = ""
) -> str:
    """`0/N nodes are available: <histogram>.`

    `explicit` are the statuses of the nodes that have one; all others have `absent`. The entries are sorted
    bytewise, including their leading numbers.
    """
    if prefilter_message:
        return f"0/{nodes} nodes are available: {prefilter_message}."
    # Most nodes share few status values, so these are counted first.
    statuses = list(explicit)
    status_of = dict(zip(map(id, statuses), statuses, strict=True))
    counts = [(status_of[key], number) for key, number in Counter(map(id, statuses)).items()]
    if absent is not None and nodes > len(statuses):
        counts.append((absent, nodes - len(statuses)))
    return fit_error_of_counts(nodes, counts)


def fit_error_of_counts(nodes: int, counts: Iterable[tuple[Status, int]]) -> str:
    """The same sentence, from statuses with their numbers of nodes."""
    histogram: dict[str, int] = {}
    for status, number in counts:
        for reason in status.reasons:
            histogram[reason] = histogram.get(reason, 0) + number
    parts = sorted((f"{number} {reason}" for reason, number in histogram.items()), key=_bytes)
    text = f"0/{nodes} nodes are available:"
    return f"{text} {', '.join(parts)}." if parts else text


def reasons_of(sentence: str) -> str:
    """The reasons in the text of a failed cycle, without the count before them and the text of preemption
    after them. Any other text is returned unchanged."""
    return _PREEMPTION.sub("", _COUNT.sub("", sentence, count=1), count=1).removesuffix(".")


def _bytes(text: str) -> bytes:
    return text.encode()
