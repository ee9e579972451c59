"""A refusal in the form that the clients of an address expect: a sentence, JSON, or another app's form."""

import json
from collections.abc import Callable
from http import HTTPStatus

from playground.texts.messages import message_of, say
from scheduler_core import Problem

API = "/api/"
"""Addresses below this are answered in the form of `api.answers.refused`."""

Form = Callable[[str, int, str], tuple[str, bytes] | None]
"""The media type and the body for an address, a status and a sentence; None for other addresses."""

forms: list[Form] = []
"""Forms of other apps, such as the Kubernetes API."""


def refused(path: str, status: int, problem: Problem) -> tuple[str, bytes]:
    """The media type and the body of a refusal."""
    sentence = say(message_of(problem))
    for form in forms:
        if (reply := form(path, status, sentence)) is not None:
            return reply
    if path.startswith(API):
        value = {"code": problem.code, "message": sentence, "path": "", "line": None}
        return "application/json", json.dumps(value).encode()
    return "text/plain; charset=utf-8", f"{status} {HTTPStatus(status).phrase}\n{sentence}\n".encode()
