"""The address under which others reach this server."""

from __future__ import annotations

import socket

from django.conf import settings
from django.http import HttpRequest

EVERYWHERE = frozenset({"0.0.0.0", "::"})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})


def lan_address() -> str:
    """This machine's address in the network, as others see it; "" without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # an address for documentation (RFC 5737); UDP only looks up a route
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") or found == "0.0.0.0" else found


def base_url(request: HttpRequest) -> str:
    """Where others join: the public address; else the visitor's own, but of a visitor on this machine the
    address in the network, where the server listens there.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    host, _, port = request.get_host().rpartition(":")
    if not host or host.startswith("["):
        host, port = request.get_host(), ""
    if host in LOOPBACK and settings.HOST in EVERYWHERE and (found := lan_address()):
        return f"{request.scheme}://{found}{f':{port}' if port else ''}"
    return f"{request.scheme}://{request.get_host()}"
