"""The address of this machine in the local network."""

from __future__ import annotations

import socket

EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""Listening addresses that stand for all addresses of this machine."""


def lan_address() -> str:
    """The address by which others in the network reach this machine; "" without a network. Nothing is sent: a
    UDP socket only looks up the route to a documentation address (RFC 5737)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") or address == "0.0.0.0" else address
