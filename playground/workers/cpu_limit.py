"""A limit on the CPU time of one piece of work, which ends in the process that does it. The process lives on
with all else that it holds.
"""

import signal
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

AGAIN_SECONDS = 1.0
"""After so much more CPU time the work is interrupted once more, if something swallowed the first time."""

_armed = False


class OutOfTimeError(BaseException):
    """The work took more CPU time than it may. No `except Exception` on the way shall catch it."""


def _interrupt(signum: int, frame: FrameType | None) -> None:
    if _armed:
        raise OutOfTimeError


def _arm(seconds: float) -> None:
    global _armed
    _armed = seconds > 0
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN_SECONDS if seconds else 0)


def limited(seconds: float, work: Callable[[], T]) -> T:
    """The result of `work`, which is interrupted with OutOfTimeError after so many seconds of CPU time. It
    must run in the main thread. A system without such timers (Windows) has no limit here.
    """
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
    except OutOfTimeError:  # it may also come while the timer is being stopped
        _arm(0)
        raise
