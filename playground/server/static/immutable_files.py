"""Removes headers that immutable static files do not need: a board requests some 140 files, and each would
carry them."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

#: A browser never revalidates an immutable file, so dates and tags are useless; the two policies only concern
#: documents.
NEEDLESS = ("Last-Modified", "ETag", "Referrer-Policy", "Cross-Origin-Opener-Policy")


def immutable_files(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware; it comes before everything that sets headers."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        kind = response.headers.get("Content-Type", "")
        if "immutable" in response.headers.get("Cache-Control", "") and not kind.startswith("text/html"):
            for name in NEEDLESS:
                response.headers.pop(name, None)
            if kind.startswith("text/javascript"):
                response.headers["Content-Type"] = "text/javascript"  # a module is always read as UTF-8
            response.headers["Cache-Control"] = (
                "max-age=31536000, immutable"  # a year; without "private" it is public
            )
        return response

    return handle
