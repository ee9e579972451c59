"""Refuses the character NUL (U+0000) wherever a request may hold it. PostgreSQL stores no text with it, and
no name in Kubernetes has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

NUL = "\0"
READ_WITH_PLACES = "text"
"""The field of manifests and lessons. Their readers name the line and column of a character they refuse."""


class NoNulMiddleware(MiddlewareMixin):
    """Answers 400. It stands behind the middleware that limits the size of a form, because it reads it."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> None:
        if NUL in request.path_info or _has_nul(request.GET.lists()):
            raise BadRequest("NUL in the address")
        if request.method == "POST" and _has_nul(request.POST.lists(), READ_WITH_PLACES):
            raise BadRequest("NUL in the form")


def _has_nul(fields: Any, but: str = "") -> bool:
    return any(NUL in name or any(NUL in value for value in values) for name, values in fields if name != but)
