"""What a recording has of one step: the board, its hash, the inputs up to the step, the newest acts."""

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


def given_inputs(recording: Recording, seq: int) -> list[Json]:
    """The inputs that persons gave up to step `seq`: `{"seq", "input"}`, with the step to which each led and,
    as in a script, its second in `at`. One that cannot be read is left out.
    """
    return [
        {"seq": at + 1, "input": value.to_json() | {"at": float(recording.time(at + 1))}}
        for at, value in recording.inputs
        if at < seq and isinstance(value, Input)
    ]


def compare_marks(recording: Recording, seq: int, marks: Sequence[Json], more: More) -> AnswerPart:
    """Whether the run still matches `marks`, which are pairs of a step and the beginning of its state hash,
    in order. `{"same", "differs"}`: the last step that matches, missing when none does, and the first step
    that differs, or None. Raises NoStepError when the run ends before the next mark."""
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
    """`same` is left out when this part has no match, since an earlier part may have had one."""
    answer: dict[str, Json] = {"differs": differs} if same is None else {"same": same, "differs": differs}
    return AnswerPart(answer, seq, not left, {"marks": list(left)})
