"""The progress of opening large runs; worker processes write it, and the server reads it."""

from __future__ import annotations

import zlib
from typing import Any

PLACES = 64
"""The number of places. Of two runs that share a place only the last writer's progress is known."""


class Openings:
    """Numbers in memory that the server shares with its workers: for each place a run and a share."""

    def __init__(self, context: Any) -> None:
        self.numbers = context.Array("d", 2 * PLACES, lock=False)

    def tell(self, run: str, share: float) -> None:
        """Reports that a share (0 to 1) of a run's opening is done. 1 ends the opening and its reports."""
        number, place = _place(run)
        self.numbers[place : place + 2] = [number if share < 1 else 0, share]

    def share(self, run: str) -> float | None:
        """The share of a run's opening that is done; None when no worker is opening it."""
        number, place = _place(run)
        total, share = self.numbers[place : place + 2]
        return share if total == number else None


def _place(run: str) -> tuple[int, int]:
    """A number other than 0 for a run, and the index of its share."""
    number = zlib.crc32(run.encode()) + 1
    return number, 2 * (number % PLACES)
