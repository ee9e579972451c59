"""The answer to a POST that changed something: the page that shows it."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect


def see_other(url: str) -> HttpResponse:
    """303: the browser gets `url` next, and a reload sends nothing again."""
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response
