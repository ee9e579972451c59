"""Lines to many clients: a text becomes bytes once for all of them, and a line says when it is full."""

from __future__ import annotations

import contextlib
import socket
import struct
import zlib
from collections.abc import Callable
from typing import Any

LINE = "podium.line"
"""The extension of a socket's scope in which a server that can tell puts the line to the client."""
#: Beyond so many bytes that the system has not sent yet, it takes no more (Linux), so that a slow client
#: is noticed before megabytes are on their way to it.
UNSENT_BYTES = 64 * 1024
NOTSENT_LOWAT = getattr(socket, "TCP_NOTSENT_LOWAT", 25)
#: Shorter messages are not worth deflating.
WORTH_BYTES = 300
#: A window of 4 kB (2¹²), which every client that offers compression accepts in practice.
WINDOW_BITS = 12
KEPT = 4
"""Texts whose bytes are kept: those for followers and for presenters alternate."""


class Line:
    """The way to a client, as a push producer of Twisted's. `full`: what was sent before has not left yet."""

    def __init__(self) -> None:
        self.full = False
        self.on_drained: Callable[[], None] | None = None

    def pauseProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.full = True

    def resumeProducing(self) -> None:  # noqa: N802  (twisted's name)
        was, self.full = self.full, False
        if was and self.on_drained is not None:
            self.on_drained()

    def stopProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.on_drained = None


def limit_unsent(transport: Any) -> None:
    """Lets a connection say early that its client is slow, where the system can."""
    with contextlib.suppress(AttributeError, OSError):
        transport.getHandle().setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, UNSENT_BYTES)


def frame(text: str, *, deflated: bool) -> bytes:
    """A server's text frame (RFC 6455), deflated without the context of other messages (RFC 7692) where the
    client accepts that.
    """
    payload, first = text.encode("utf-8", "surrogatepass"), 0x81
    if deflated and len(payload) >= WORTH_BYTES:
        deflate = zlib.compressobj(4, zlib.DEFLATED, -WINDOW_BITS)
        payload = (deflate.compress(payload) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4]
        first = 0xC1
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", first, size) + payload
    if size < 65536:
        return struct.pack("!BBH", first, 126, size) + payload
    return struct.pack("!BBQ", first, 127, size) + payload


class Frames:
    """The frames of the last texts. A text is known by its identity, so that finding it costs nothing."""

    def __init__(self) -> None:
        self._made: list[tuple[str, bool, bytes]] = []

    def of(self, text: str, *, deflated: bool) -> bytes:
        for known, how, made in self._made:
            if known is text and how == deflated:
                return made
        made = frame(text, deflated=deflated)
        self._made = [(text, deflated, made), *self._made[: KEPT - 1]]
        return made
