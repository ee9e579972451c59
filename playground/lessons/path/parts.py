"""The parts of the course, for the path and for the bar above a lesson."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from django.utils.translation import gettext, gettext_noop

PARTS: Mapping[str, tuple[str, int]] = {
    "preemption": (gettext_noop("Priority and preemption"), 5),
    "spread": (gettext_noop("Topology spread"), 9),
    "limits": (gettext_noop("Limits, grace, safety"), 12),
    "groups": (gettext_noop("Groups, devices, releases"), 99),
}
"""The parts of the path: title, and the number of the last lesson."""


def lengths(numbers: Iterable[int]) -> list[tuple[str, int]]:
    """The title of each non-empty part, in the active language, with the number of its lessons."""
    given = list(numbers)
    ends = (0, *(last for _, last in PARTS.values()))
    counts = [sum(first < number <= last for number in given) for first, last in pairwise(ends)]
    titles = [gettext(title) for title, _ in PARTS.values()]
    return [(title, count) for title, count in zip(titles, counts, strict=True) if count]
