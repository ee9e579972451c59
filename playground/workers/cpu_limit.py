"""A limit on the CPU time of one piece of work. It interrupts the work but keeps the process and its other
runs."""

import signal
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

AGAIN_SECONDS = 1.0
"""After so much more CPU time the work is interrupted again, in case something swallowed the first
exception."""

_armed = False


class OutOfTimeError(BaseException):
    """The work exceeded its CPU time. No `except Exception` on the way must catch it."""


def _interrupt(signum: int, frame: FrameType | None) -> None:
    if _armed:
        raise OutOfTimeError


def _arm(seconds: float) -> None:
    global _armed
    _armed = seconds > 0
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_SECONDS if seconds else 0)


def limited(seconds: float, work: Callable[[], T]) -> T:
    """The result of `work`, which is interrupted with OutOfTimeError after so many seconds of CPU time. It
    must run in the main thread. On a system without such timers (Windows) there is no limit."""
    if not hasattr(signal, "setitimer"):
        return work()
    try:
        if signal.getsignal(signal.SIGVTALRM) is not _interrupt:
            signal.signal(signal.SIGVTALRM, _interrupt)
        _arm(seconds)
        try:
            return work()
        finally:
            _arm(0)
    except OutOfTimeError:  # the exception may also come while the timer is being stopped
        _arm(0)
        raise
