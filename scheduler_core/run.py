"""The face of the core: a scenario that is played."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler_core.engine.recording import Recording
from scheduler_core.engine.world import Frame
from scheduler_core.objects.manifest import Json
from scheduler_core.queries.query import Answer, AnswerPart
from scheduler_core.queries.table import QUERIES


class Run(Recording):
    """A scenario that is played, one step after the other.

    - `step(seq, size)`: plays on; the frames
    - `give(seq, input)`: an input at the newest step; its frame, or why there is none
    - `frames(start, end)`, `snapshot(seq)`, `hash(seq)`: what happened, the board and the digest of its state
    - `ask(name, seq, …)`: any of `QUERIES` about a step; none of them changes the run
    """

    def frames(self, start: int, end: int) -> Sequence[Frame]:
        """The frames that lead from step `start` to step `end`. Raises NoStepError where the run ends before
        that."""
        return [self.frame(seq) for seq in range(start + 1, end + 1)]

    def ask(self, name: str, seq: int, /, **args: Json) -> Answer:
        """The whole answer to a question about step `seq`: JSON, as bytes where it is encoded already; None
        where nothing has that name; a Problem where an argument is wrong. Raises NoStepError for
        a step that the run never reaches.
        """
        self.world(seq)
        answer = QUERIES[name].ask(self, seq, args)
        return answer.answer if isinstance(answer, AnswerPart) else answer
