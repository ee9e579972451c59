"""Refuses a request whose Content-Length is above the limit before its body is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.imports import forms


class BodyLimitMiddleware(MiddlewareMixin):
    """Answers 413 with a sentence. It stands before the CSRF middleware, which would read the form."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        size = forms.declared_size(request)
        most = limits.body_bytes(request.path, request.headers.get("Content-Type", ""))
        if size <= most:
            return None
        from playground.imports import views as import_views

        return import_views.refuse_size(request, size, most)
