"""The progress of an import: its process writes it, and the server reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

STAGES = ("waits", "reads", "checks", "stores", "decides", "done")


@dataclass(frozen=True, slots=True)
class Progress:
    """`stage` is one of `STAGES`, `share` (0 to 1) the part of it that is done. In the stage `checks`, `done`
    objects of `of` have been checked; in the stage `waits`, `place` imports come before it."""

    stage: str
    share: float = 0.0
    done: int = 0
    of: int = 0
    place: int = 0


class Slate:
    """Four numbers that the process of an import writes and the server reads: the serial number of the job,
    the stage, the amount done, and the total."""

    def __init__(self, context: Any) -> None:
        self.numbers = context.Array("d", 4, lock=False)

    def write(self, serial: int, stage: int, done: float, of: float) -> None:
        self.numbers[:] = [serial, stage, done, of]

    def read(self) -> tuple[float, ...]:
        return tuple(self.numbers)
