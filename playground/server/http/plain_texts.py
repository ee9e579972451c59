"""Refuses strings that are not text anywhere in a request: NUL (U+0000), which PostgreSQL cannot store, and
unpaired surrogates, which no encoding has."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

from playground.texts.manifests.texts import plain_texts as are_plain

NUL = "\0"
READ_WITH_PLACES = "text"
"""The field of manifests and lessons, whose readers report the line and column of a NUL themselves."""


def plain_texts(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers 400. It comes before everything that reads a form.

    A form is checked when it is read, because a view may want the raw body. A cookie that is not text is
    ignored, because another program of the same host may have set it."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if not _is_unicode(request.content_params or {}):
            raise BadRequest("a body in another encoding than UTF-8")
        if not are_plain((request.path_info,)) or not _fields_are_plain(request.GET.lists()):
            raise BadRequest("the address holds what is no text")
        for name, value in list(request.COOKIES.items()):
            if not are_plain((name, value)):
                del request.COOKIES[name]
        load = request._load_post_and_files

        def load_and_look() -> None:
            load()
            if not _fields_are_plain(_without_places(request.POST.lists())):
                raise BadRequest("the form holds what is no text")

        request._load_post_and_files = load_and_look  # type: ignore[method-assign]
        return get_response(request)

    return handle


def _is_unicode(params: Any) -> bool:
    """Whether forms can be read in the charset of the content type. Some of Python's decoders turn ASCII into
    surrogates, and some do not produce text at all."""
    charset = params.get("charset", "utf-8")
    try:
        return codecs.lookup(charset).name in ("utf-8", "ascii")
    except (LookupError, ValueError):
        return True  # Django reads it as UTF-8


def _fields_are_plain(fields: Any) -> bool:
    return all(are_plain((name, *values)) for name, values in fields)


def _without_places(fields: Any) -> Any:
    """The fields without those whose readers report a NUL with its position."""
    for name, values in fields:
        own = name == READ_WITH_PLACES
        yield name, [value.replace(NUL, "") for value in values] if own else values
