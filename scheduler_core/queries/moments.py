"""What a recording tells of one step: the board, its hash, the inputs up to there, the newest acts."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.engine.recording import NoStepError, Recording
from scheduler_core.inputs.parse import Input
from scheduler_core.objects.manifest import Json, integer, items, text
from scheduler_core.queries.query import AnswerPart, More


def snapshot(recording: Recording, seq: int) -> bytes:
    """The board at a step, as docs/protocol.md has it."""
    return recording.encoded_snapshot(seq)


def state_hash(recording: Recording, seq: int) -> bytes:
    """The hash of the state at a step; the bare text, not JSON."""
    return recording.hash(seq).encode("ascii")


def script(recording: Recording, seq: int) -> dict[str, Json]:
    """How many inputs the scenario's script has given up to step `seq`, and how many it has in all."""
    return recording.script(seq)


def acts(recording: Recording, seq: int, newest: int) -> list[Json]:
    """The newest acts up to step `seq`, as rows of the timeline."""
    return list[Json](list(row) for row in recording.acts(seq, newest))


def given(recording: Recording, seq: int) -> list[Json]:
    """The inputs that persons gave up to step `seq`: `{"seq", "input"}`, with the step to which each led and,
    as in a script, its second in `at`. One that cannot be read is left out.
    """
    return [
        {"seq": at + 1, "input": value.to_json() | {"at": float(recording.time(at + 1))}}
        for at, value in recording.inputs
        if at < seq and isinstance(value, Input)
    ]


def as_it_was(recording: Recording, seq: int, marks: Sequence[Json], more: More) -> AnswerPart:
    """Whether the run is as it was when `marks` were made: steps in their order, each with the beginning of
    the hash of its state. `{"same", "differs"}`: the last one that is, missing where none is, and the first
    one that is not, or None. NoStepError: the run does not go on to the next mark.
    """
    same: int | None = None
    for done, mark in enumerate(marks):
        at, was = items(mark)
        step = integer(at) or 0
        while recording.head_seq < step:
            if not recording.reach(recording.head_seq + 1):
                raise NoStepError(step)
            if not more() and recording.head_seq < step:
                return _alike(same, None, seq, marks[done:])
        if not recording.hash(step).startswith(text(was)):
            return _alike(same, step, seq)
        same = step
    return _alike(same, None, seq)


def _alike(same: int | None, differs: int | None, seq: int, left: Sequence[Json] = ()) -> AnswerPart:
    """`same` is left out where this part found none: an earlier part may have."""
    answer: dict[str, Json] = {"differs": differs} if same is None else {"same": same, "differs": differs}
    return AnswerPart(answer, seq, not left, {"marks": list(left)})
