"""Reasons why a server does not do a request now: it takes too long or too much memory, or others come
first."""

import math

from playground import limits


class BoundedError(Exception):
    """A call was stopped at a limit. `code` names the message; `arguments` are the message's."""

    code = ""
    arguments: dict[str, int]


class TooLongError(BoundedError):
    """A call exceeded its limit of `seconds`."""

    code = "step.too_long"

    def __init__(self, task: str, seconds: float) -> None:
        super().__init__(task, seconds)  # all arguments, so that it survives pickling to another process
        self.seconds = seconds
        self.arguments = {"seconds": math.ceil(seconds)}


class TooLargeError(BoundedError):
    """A call needs more memory than the `limit` of its process in bytes. `alone`: no other run was in the
    process, so the call would need as much in any other."""

    code = "step.too_large"

    def __init__(self, task: str, limit: int, alone: bool = True) -> None:
        super().__init__(task, limit, alone)
        self.limit, self.alone = limit, alone
        self.arguments = {"megabytes": limit // (1024 * 1024)}


class BusyError(Exception):
    """The call is not possible now and may be repeated in so many `seconds`."""

    def __init__(self, task: str, seconds: float = limits.BUSY_RETRY_SECONDS) -> None:
        super().__init__(task, seconds)
        self.seconds = seconds


class WorkerEndedError(BusyError):
    """The process crashed at every attempt of the call. Clients should not repeat it automatically."""


class TooOftenError(Exception):
    """A visitor asks more questions than allowed and may continue in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
