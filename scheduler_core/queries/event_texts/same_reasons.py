"""Whether two messages of the scheduler say the same, whatever the releases that wrote them."""

from __future__ import annotations

from scheduler_core.queries.event_texts.take_apart import Apart, take_apart


def same_reasons(message: str, other: str) -> bool:
    """Whether two messages count the same number of nodes and give the same reasons. How many nodes have a
    reason may change from one attempt to the next, and what a search for victims found is not compared."""
    first, second = take_apart(message), take_apart(other)
    return first.nodes == second.nodes and _reasons(first) == _reasons(second)


def _reasons(apart: Apart) -> frozenset[str]:
    """The reasons of nodes, or those of the pod as a whole where no node was looked at, each by its meaning;
    a text that nobody knows stands for itself."""
    parts = [part for part in apart.parts if not part.preemption]
    counted = [part for part in parts if part.nodes is not None] or parts
    return frozenset(
        part.text if part.catalogue_text is None else part.catalogue_text.meaning for part in counted
    )
