"""Whether today's core plays a run as it was played, and if not, from which step on."""

from __future__ import annotations

from dataclasses import dataclass

from playground.runs import questions, services, state_marks
from playground.runs.services import Standing
from playground.server.refusals import BoundedError, BusyError


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another version of the core, `core`, played the run. Today's plays it the same up to step `same` (None:
    not known of any), and otherwise by step `differs`.
    """

    core: str
    same: int | None
    differs: int


def otherwise(standing: Standing) -> Otherwise | None:
    """None for a run that today's core plays as it was played, as far as its marks tell, and while the server
    has too much to do to find out. `stepper.StopsError`: today's core does not get to its head.
    """
    marks = state_marks.read(standing.marks)
    if standing.core in ("", state_marks.core()) or not marks:
        return None
    try:
        answer = questions.value(standing, "as_it_was", 0, marks=marks)
    except (BusyError, BoundedError):
        return None
    if answer["differs"] is None:
        services.note_as_it_was(standing)
        return None
    return Otherwise(standing.core, answer.get("same"), answer["differs"])
