"""How far a command is, on one line of a terminal that each sentence replaces."""

from __future__ import annotations

import time
from typing import TextIO

PAUSE_SECONDS = 0.2
"""Seconds between two sentences, so that writing them costs nothing."""
_ERASE = "\r\x1b[2K"


class Progress:
    """Writes to `stream`, or nothing where that is no terminal. The first sentence comes after PAUSE_SECONDS,
    so a command that is quick writes none."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.shown = False
        self.due = time.monotonic() + PAUSE_SECONDS if stream.isatty() else float("inf")

    def say(self, words: str) -> None:
        if time.monotonic() < self.due:
            return
        self.stream.write(f"{_ERASE}{words}")
        self.stream.flush()
        self.shown, self.due = True, time.monotonic() + PAUSE_SECONDS

    def read(self, share: float) -> None:
        self.say(f"{share:.0%} of the text is read")

    def checked(self, done: int, of: int) -> None:
        self.say(f"{done} of {of} objects are checked")

    def end(self) -> None:
        """Leaves the line empty for the answer."""
        if self.shown:
            self.stream.write(_ERASE)
            self.stream.flush()
        self.shown, self.due = False, float("inf")
