"""Sizes of steps: which frames one step takes forward, and where a step back lands.

Both directions ask the same two questions of a frame: whether it begins a turn, and whether it begins an
instant.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from scheduler_core.inputs.outcome import AUTHORS
from scheduler_core.objects.manifest import Json

StepSize: TypeAlias = Literal["act", "cycle", "event", "quiet", "time"]
STEP_SIZES: tuple[StepSize, ...] = ("act", "cycle", "event", "quiet", "time")
_BEGINNINGS = ("schedule", "requeue")
"""Kinds of frames that begin another cycle even if the same actor made the frame before."""


def _numbers() -> array[int]:
    return array("l")


@dataclass(slots=True)
class StepSizes:
    """Where the steps of each size begin in a run, for all frames from 1 that were noted.

    For frame n, `turns[n - 1]`, `instants[n - 1]` and `inputs[n - 1]` are the steps before the turn, the
    instant and the act of a person or of the script to which it belongs: 0 where there was none.
    """

    turns: array[int] = field(default_factory=_numbers)
    instants: array[int] = field(default_factory=_numbers)
    inputs: array[int] = field(default_factory=_numbers)
    # The name of the actor and the virtual second of each frame.
    _whos: list[str] = field(default_factory=list)
    _times: list[int | float] = field(default_factory=list)

    def note(self, actor: str, who: str, kind: str, t: int | float) -> None:
        """Notes the next frame: the side that acts, its name, the kind of the act and its virtual second."""
        seq = len(self._whos)
        same_instant = seq > 0 and t == self._times[-1]
        same_turn = same_instant and who == self._whos[-1] and kind not in _BEGINNINGS
        self.turns.append(self.turns[-1] if same_turn else seq)
        self.instants.append(self.instants[-1] if same_instant else seq)
        self.inputs.append(seq if actor in AUTHORS or not seq else self.inputs[-1])
        self._whos.append(who)
        self._times.append(t)

    def forget_after(self, seq: int) -> None:
        """Drops all frames after step `seq`."""
        for column in (self.turns, self.instants, self.inputs, self._whos, self._times):
            del column[seq:]

    def back(self, seq: int) -> dict[str, Json]:
        """The step at which a step back of each size lands from step `seq`, which is at least 1.

        `act` undoes one frame · `cycle` the turn · `event` everything at this instant of the clock · `quiet`
        everything since a person or the script acted last, with that act.
        """
        return {
            "act": seq - 1,
            "cycle": self.turns[seq - 1],
            "event": self.instants[seq - 1],
            "quiet": self.inputs[seq - 1],
        }

    def continues(self, from_seq: int, to: int, size: Literal["act", "cycle", "event"]) -> bool:
        """Whether frame `to + 1` still belongs to the step forward from `from_seq` that has come to `to`.

        A step takes at least one frame. A `cycle` ends before the next turn, an `event` with the first frame
        of the next instant.
        """
        if to == from_seq:
            return True
        match size:
            case "act":
                return False
            case "event":
                return self._times[to - 1] == (self._times[from_seq - 1] if from_seq else 0)
            case "cycle":
                return self.turns[to] != to
