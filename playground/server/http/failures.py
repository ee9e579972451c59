"""Errors that nobody expected: each has an id, which stands in the log once, beside its traceback, and in the
answer. A person reports the id, and whoever runs the server finds the line.
"""

from __future__ import annotations

import logging
import secrets

from playground.texts.messages import say

CODE = "server.error"
_ID = "_podium_reference"
"""The attribute of an error that was logged: two doors may hear of the same one."""


def reference_of(error: BaseException, log: logging.Logger, what: str) -> str:
    """The id of an error. The first call logs it, with its traceback."""
    earlier: str | None = getattr(error, _ID, None)
    if earlier is not None:
        return earlier
    reference = secrets.token_hex(4)
    error.__dict__[_ID] = reference
    log.error("error %s: %s failed", reference, what, exc_info=error)
    return reference


class LoggedError(Exception):
    """Stands in a request for an error that something else had, such as a job, and that is in the log."""


def logged(reference: str) -> LoggedError:
    error = LoggedError(reference)
    error.__dict__[_ID] = reference
    return error


def message(reference: str) -> dict[str, object]:
    """The message to a client, as those of protocol.md."""
    return {"id": CODE, "args": {"reference": reference}}


def sentence(reference: str) -> str:
    """The message in the active language."""
    return say(message(reference))
