"""Questions that play a run on take its chips along: they are asked of the changed run."""

from __future__ import annotations

from collections.abc import Callable

from scheduler_core.engine.recording import Recording
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.problem import Problem
from scheduler_core.queries.query import Answer, Argument
from scheduler_core.queries.scalpel.chip import chips_text, parse_chips
from scheduler_core.queries.scalpel.kept import kept
from scheduler_core.queries.scalpel.patches import patched

CHIPS = Argument("chips", "array", required=False)
_MOST_STEPS = 5_000


def changed_run(recording: Recording, seq: int, chips: Json) -> Recording | Problem:
    """The run with its chips, which may name the steps up to `seq`; the run itself without any."""
    parsed = () if chips is None else parse_chips(chips)
    if isinstance(parsed, Problem) or not parsed:
        return parsed if isinstance(parsed, Problem) else recording
    chosen = parsed
    return kept(
        recording, "changed", (chips_text(chosen), seq), lambda: patched(recording, chosen, seq), most=1
    )


def same_moment(recording: Recording, seq: int, changed: Recording) -> int:
    """The last step of a changed run that is not after the second of step `seq` of the run as it is."""
    if changed is recording:
        return seq
    second = float(recording.time(seq))
    return changed.advance(0, "time", until=second, limit=_MOST_STEPS)


def with_chips(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """A question with chips as its last argument: it is asked of the changed run, at the same second. (A
    question in parts has another argument behind it.)"""

    def answer(recording: Recording, seq: int, *args: Json) -> Answer:
        more = args[-1:] if callable(args[-1]) else ()
        rest, chips = args[: len(args) - len(more) - 1], args[len(args) - len(more) - 1]
        changed = changed_run(recording, seq, chips)
        if isinstance(changed, Problem):
            return changed
        return function(changed, same_moment(recording, seq, changed), *rest, *more)

    return answer
