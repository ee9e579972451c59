"""Refuses the character NUL (U+0000) wherever a request may hold it. PostgreSQL stores no text with it, and
no name in Kubernetes has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase

NUL = "\0"
READ_WITH_PLACES = "text"
"""The field of manifests and lessons. Their readers name the line and column of a character they refuse."""


def no_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers 400. Its place is before all that read a form.

    A form is looked at when somebody reads it, not before: a view may want the body as it came.
    """

    def handle(request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path_info or _has_nul(request.GET.lists()):
            raise BadRequest("NUL in the address")
        load = request._load_post_and_files

        def load_and_look() -> None:
            load()
            if _has_nul(request.POST.lists(), READ_WITH_PLACES):
                raise BadRequest("NUL in the form")

        request._load_post_and_files = load_and_look  # type: ignore[method-assign]
        return get_response(request)

    return handle


def _has_nul(fields: Any, but: str = "") -> bool:
    return any(NUL in name or any(NUL in value for value in values) for name, values in fields if name != but)
