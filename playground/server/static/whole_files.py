"""Sends static files in one piece.

WhiteNoise streams them from a synchronous iterator; under ASGI Django would consume it anyway, with a
warning. The files are small, so they are read at once."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase


def whole_files(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware; it comes directly before WhiteNoise's."""

    def handle(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, StreamingHttpResponse) or response.is_async:
            return response
        whole = HttpResponse(b"".join(response), status=response.status_code, headers=response.headers)
        whole.cookies = response.cookies
        response.close()
        return whole

    return handle
