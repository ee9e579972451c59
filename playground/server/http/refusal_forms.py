"""A refusal in the form that the clients of an address expect: a page, JSON, or another app's form."""

import json
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from playground.texts.messages import message_of, say
from scheduler_core import Problem

API = "/api/"
"""Addresses below this are answered in the form of `api.answers.refused`."""

Form = Callable[[str, int, str], tuple[str, bytes] | None]
"""The media type and the body for an address, a status and a sentence; None for other addresses."""

forms: list[Form] = []
"""Forms of other apps, such as the Kubernetes API."""


def refused(path: str, status: int, problem: Problem) -> tuple[str, bytes]:
    """The media type and the body of a refusal. A request without an address (`path` "") is of a program."""
    sentence = say(message_of(problem))
    for form in forms:
        if (reply := form(path, status, sentence)) is not None:
            return reply
    if path.startswith(API):
        value = {"code": problem.code, "message": sentence, "path": "", "line": None}
        return "application/json", json.dumps(value).encode()
    if path.startswith("/"):
        return "text/html; charset=utf-8", _page(status, problem).encode()
    return "text/plain; charset=utf-8", f"{status} {HTTPStatus(status).phrase}\n{sentence}\n".encode()


def _page(status: int, problem: Problem) -> str:
    """The page of a refusal, in all languages, because the request that would name one was not read."""
    sentences = []
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            sentences.append({"language": language, "text": say(message_of(problem))})
    context = {"status": status, "phrase": HTTPStatus(status).phrase, "sentences": sentences}
    return render_to_string("errors/unread.html", context)
