"""The background thread of a server that removes expired runs in small passes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections

from playground import limits
from playground.runs.retention import lifetimes
from playground.server import background

log = logging.getLogger("playground.runs")

#: Other apps' functions that remove expired rows; each returns the number removed.
also: list[Callable[[], int]] = []
FIRST_SECONDS = 60.0
"""Seconds from the start to the first pass, so that the first visitors do not wait for it."""


class Housekeeping:
    """A thread that removes expired runs from time to time until it is stopped."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.thread = background.thread("housekeeping", self._work)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()

    def _work(self) -> None:
        """Sweeps until stopped; the pause is short while more runs have to be removed."""
        seconds = FIRST_SECONDS
        while not self.stopped.wait(seconds):
            seconds = limits.SWEEP_SECONDS
            try:
                went = lifetimes.sweep()
                for sweep in also:
                    sweep()
            except Exception:
                log.exception("runs whose time is over could not be removed")
            else:
                if went:
                    log.info("%d runs that nobody opened were removed", went)
                if went >= limits.SWEPT_AT_ONCE:
                    seconds = FIRST_SECONDS  # more runs are waiting to be removed
            finally:
                close_old_connections()
