"""Compares how today's core plays a run with how it was played, and finds the first difference."""

from __future__ import annotations

from dataclasses import dataclass

from playground.runs import questions, services, state_marks
from playground.runs.services import Standing
from playground.server.refusals import BoundedError, BusyError


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Version `core` of the core played the run. Today's version plays the same up to step `same` (None: no
    step is known), and differently by step `differs`."""

    core: str
    same: int | None
    differs: int


def otherwise(standing: Standing) -> Otherwise | None:
    """The difference; None when today's core plays the run the same as far as its marks show, or when the
    server is too busy to check. Raises `stepper.StopsError` when today's core does not reach its head."""
    marks = state_marks.read(standing.marks)
    if standing.core in ("", state_marks.core()) or not marks:
        return None
    try:
        answer = questions.value(standing, "compare_marks", 0, marks=marks)
    except (BusyError, BoundedError):
        return None
    if answer["differs"] is None:
        services.note_as_it_was(standing)
        return None
    return Otherwise(standing.core, answer.get("same"), answer["differs"])
