"""Allows sockets only from pages of the same origin: scheme, host and port.

Cookies ignore the port. If only the host were compared, a page of another server on the same machine could
act with the owner's cookie."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PAGE_OF = {"ws": "http", "wss": "https"}

Origin = tuple[str, str, int]
"""Scheme, host and port."""


def origin_of(text: str) -> Origin | None:
    """The origin in a text; None for a text without one, such as `null`."""
    try:
        parts = urlsplit(text)
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or port is None:
        return None
    return _PAGE_OF.get(parts.scheme, parts.scheme), parts.hostname, port


def _header(scope: dict[str, Any], name: bytes) -> str:
    values = [value for key, value in scope.get("headers", []) if key == name]
    return bytes(values[0]).decode("latin1") if len(values) == 1 else ""


def own_origins(scope: dict[str, Any]) -> set[Origin | None]:
    """The origins whose pages may open this socket: the requested address, if the server answers under that
    name, and the public address."""
    host, scheme = _header(scope, b"host"), str(scope.get("scheme") or "ws")
    if settings.SECURE_PROXY_SSL_HEADER and _header(scope, b"x-forwarded-proto") == "https":
        scheme = "wss"
    own = {origin_of(settings.PUBLIC_URL)} if settings.PUBLIC_URL else set()
    requested = origin_of(f"{scheme}://{host}")
    named = f"[{requested[1]}]" if requested and ":" in requested[1] else requested[1] if requested else ""
    if validate_host(named, settings.ALLOWED_HOSTS):
        own.add(requested)
    return own - {None}


class ExactOrigins:
    """ASGI: refuses (403) a socket whose `Origin` is missing or not allowed."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if origin_of(_header(scope, b"origin")) in own_origins(scope):
            return await self.application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)
