"""Unexpected errors: each gets an id that is in the log beside the traceback and in the answer. The person
reports the id, and the operator finds the log entry."""

from __future__ import annotations

import logging
import secrets

from playground.texts.messages import say

CODE = "server.error"
_ID = "_podium_reference"
"""The attribute that marks a logged error, because two layers may handle the same one."""


def reference_of(error: BaseException, log: logging.Logger, what: str) -> str:
    """The id of an error. The first call logs the error with its traceback."""
    earlier: str | None = getattr(error, _ID, None)
    if earlier is not None:
        return earlier
    reference = secrets.token_hex(4)
    error.__dict__[_ID] = reference
    log.error("error %s: %s failed", reference, what, exc_info=error)
    return reference


class LoggedError(Exception):
    """Raised in a request in place of an error of other work, such as a job, that is logged already."""


def logged(reference: str) -> LoggedError:
    error = LoggedError(reference)
    error.__dict__[_ID] = reference
    return error


def message(reference: str) -> dict[str, object]:
    """The message for a client, in the form of protocol.md."""
    return {"id": CODE, "args": {"reference": reference}}


def sentence(reference: str) -> str:
    """The message in the active language."""
    return say(message(reference))
