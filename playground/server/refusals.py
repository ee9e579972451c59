"""Why a server does not do now what it is asked for: it takes too long or too much, or others come first."""

import math

from playground import limits


class BoundedError(Exception):
    """A call was given up at a limit. `code` names the message that says so, `arguments` are its own."""

    code = ""
    arguments: dict[str, int]


class TooLongError(BoundedError):
    """A call took more time than its limit of so many `seconds`."""

    code = "step.too_long"

    def __init__(self, task: str, seconds: float) -> None:
        super().__init__(task, seconds)  # all arguments, so that it comes whole from another process
        self.seconds = seconds
        self.arguments = {"seconds": math.ceil(seconds)}


class TooLargeError(BoundedError):
    """A call needs more memory than the `limit` of its process in bytes. `alone`: there was no other run in
    the process, so it would need as much elsewhere.
    """

    code = "step.too_large"

    def __init__(self, task: str, limit: int, alone: bool = True) -> None:
        super().__init__(task, limit, alone)
        self.limit, self.alone = limit, alone
        self.arguments = {"megabytes": limit // (1024 * 1024)}


class BusyError(Exception):
    """The call could not be done now. It may be tried again in so many `seconds`."""

    def __init__(self, task: str, seconds: float = limits.BUSY_RETRY_SECONDS) -> None:
        super().__init__(task, seconds)
        self.seconds = seconds


class WorkerEndedError(BusyError):
    """The process ended under a call each time that it was tried. Nobody should try that again by himself."""


class TooOftenError(Exception):
    """A visitor asks more questions than one may, and may go on in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
