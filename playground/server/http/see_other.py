"""The redirect after a POST that changed something."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect


def see_other(url: str) -> HttpResponse:
    """303: the browser gets `url` next, and a reload does not repeat the POST."""
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response
