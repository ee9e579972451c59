"""How far the openings of large runs are: what the processes of the workers write, and the server reads."""

from __future__ import annotations

import zlib
from typing import Any

PLACES = 64
"""Openings that can be told apart at a time. Two runs that share a place tell of the one that wrote last."""


class Openings:
    """Numbers in memory that the server shares with its workers: for each place a run and a share."""

    def __init__(self, context: Any) -> None:
        self.numbers = context.Array("d", 2 * PLACES, lock=False)

    def tell(self, run: str, share: float) -> None:
        """So much (0 to 1) of the opening of a run is done. 1 ends it: nothing is told of it any more."""
        number, place = _place(run)
        self.numbers[place : place + 2] = [number if share < 1 else 0, share]

    def share(self, run: str) -> float | None:
        """How much of the opening of a run is done; None when no worker opens it just now."""
        number, place = _place(run)
        total, share = self.numbers[place : place + 2]
        return share if total == number else None


def _place(run: str) -> tuple[int, int]:
    """The number of a run, which is not 0, and where its share stands."""
    number = zlib.crc32(run.encode()) + 1
    return number, 2 * (number % PLACES)
