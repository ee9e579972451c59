"""Static files whose address changes with their content need few headers: a board asks for some 140 of them,
and each header is sent with each.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

#: A browser never asks again for what is immutable, so nothing is compared by date or tag; the two policies
#: are about documents.
NEEDLESS = ("Last-Modified", "ETag", "Referrer-Policy", "Cross-Origin-Opener-Policy")


def immutable_files(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware; its place is before all that set headers."""

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
