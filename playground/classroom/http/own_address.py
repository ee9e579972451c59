"""The address by which other people reach this server."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from playground.server.lan import EVERYWHERE, lan_address

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})


def base_url(request: HttpRequest) -> str:
    """The base of join addresses: the configured public address, else the host that the visitor used. A
    visitor on this machine gets its address in the local network if the server listens there."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    host, _, port = request.get_host().rpartition(":")
    if not host or host.startswith("["):
        host, port = request.get_host(), ""
    if host in LOOPBACK and settings.HOST in EVERYWHERE and (lan := lan_address()):
        return f"{request.scheme}://{lan}{f':{port}' if port else ''}"
    return f"{request.scheme}://{request.get_host()}"
