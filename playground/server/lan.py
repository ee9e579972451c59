"""This machine's address in its network."""

from __future__ import annotations

import socket

EVERYWHERE = frozenset({"0.0.0.0", "::"})
"""Addresses to listen on that mean all of this machine's."""


def lan_address() -> str:
    """The address under which others in the network reach this machine; "" without a network. Nothing is
    sent: a UDP socket only looks up the route to an address for documentation (RFC 5737).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") or address == "0.0.0.0" else address
