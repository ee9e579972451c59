"""Limits how many long texts are parsed at once, because each takes several times its length in memory."""

import threading
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from playground import limits
from playground.imports import forms
from playground.server.fairness.gate import let_others_in
from playground.server.http.overload import busy

_turns = threading.BoundedSemaphore(limits.LARGE_BODIES_AT_ONCE)


def large_bodies(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware; it comes before everything that reads forms."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        if forms.declared_size(request) <= limits.IMPORT_MEMORY_BYTES:
            return get_response(request)
        if not _turns.acquire(blocking=False):
            let_others_in()
            if not _turns.acquire(timeout=limits.LARGE_BODY_WAIT_SECONDS):
                return busy(request, limits.IMPORT_RETRY_SECONDS)
        try:
            return get_response(request)
        finally:
            _turns.release()

    return handle
