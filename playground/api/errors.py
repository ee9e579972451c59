"""Errors before or outside of a view: JSON below `/api/`, pages elsewhere."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse

from playground.api.answers import failed, refused
from playground.server.http import error_pages
from playground.texts.messages import problem

ROOT = "/api/"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path_info.startswith(ROOT):
        return refused(400, problem("request.not_read"))
    return error_pages.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    error = sys.exc_info()[1]
    if request.path_info.startswith(ROOT) and error is not None:
        return failed(request, error)
    return error_pages.server_error(request, error)
