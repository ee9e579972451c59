"""Refuses a request whose body is longer than allowed, before the view reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from playground import limits
from playground.imports import forms
from playground.server.http.body_limit import BODY_BYTES


class BodyLimitMiddleware(MiddlewareMixin):
    """Answers 413 with a sentence. It comes before the CSRF middleware, which would read the form."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        cut = getattr(request, "scope", {}).get(BODY_BYTES, 0)
        size = max(forms.declared_size(request), cut)
        most = limits.body_bytes(request.path, request.headers.get("Content-Type", ""))
        if size <= most:
            return None
        from playground.imports import views as import_views

        return import_views.refuse_size(request, size, most)
