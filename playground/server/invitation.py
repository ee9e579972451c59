"""What a server prints when it listens for other machines: its address in the network, and a QR code."""

from __future__ import annotations

import io

import segno


def address(scheme: str, host: str, port: int) -> str:
    """The address of the server's first page. `host` may be an IPv6 address."""
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{name}/" if port == usual else f"{scheme}://{name}:{port}/"


def invitation(url: str) -> str:
    """Lines for a terminal: the address, and a QR code that leads to the page for joining a room."""
    out = io.StringIO()
    segno.make(f"{url}join", error="l", micro=False).terminal(out, border=2, compact=True)
    return f"others in this network go to {url}  (join a room: {url}join)\n{out.getvalue()}"
