"""Connections to many clients: a text is encoded once for all of them, and each connection knows when its
buffer is full."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from playground import limits
from playground.server import background

Receive = Callable[[], Awaitable[dict[str, Any]]]

LINE = "podium.line"
"""The key of the socket scope's extensions that holds the `Line` to the client, if the server has one."""
#: With so many unsent bytes the system accepts no more (Linux), so that a slow client is noticed before
#: megabytes are on their way to it.
UNSENT_BYTES = 64 * 1024
#: The most bytes given to the transport at once.
PIECE_BYTES = 64 * 1024
NOTSENT_LOWAT = getattr(socket, "TCP_NOTSENT_LOWAT", 25)
#: Shorter messages are not compressed.
WORTH_BYTES = 300
#: A window of 4 kB (2¹²), which every client that offers compression accepts in practice.
WINDOW_BITS = 12
KEPT = 4
"""Number of cached texts: those for followers and for presenters alternate."""


class Line:
    """The connection to and from a client, as a push producer of Twisted's `transport`. A server without one
    only reports whether it is `full`: earlier data has not left yet.

    Data for a client that does not read waits here and leaves in pieces, so that each piece is a sign of
    life. `on_stalled` is called when none has left for SOCKET_STALLED_SECONDS. Input that arrives faster than
    the application takes it stays in the system's buffers, and so with the client.

    `at_once` sends what the system takes without waiting, and returns the number of those bytes. `speak`
    sends a text, and returns False when that is impossible now."""

    def __init__(
        self,
        transport: Any = None,
        on_stalled: Callable[[], None] | None = None,
        *,
        at_once: Callable[[Any, bytes], int] | None = None,
        speak: Callable[[str], bool] | None = None,
    ) -> None:
        self.transport, self.on_stalled = transport, on_stalled
        self.at_once, self.speak = at_once, speak
        self.full = False
        self.gone = False
        """True once the client has disconnected."""
        self.on_drained: Callable[[], None] | None = None
        self._later: deque[bytes] = deque()
        self._emptied: list[asyncio.Future[None]] = []
        self._watch: asyncio.TimerHandle | None = None
        self._untaken: deque[int] = deque()
        self._untaken_bytes = 0
        self._deaf = False

    # --- to the client ----------------------------------------------------------------------------

    def say(self, text: str) -> bool:
        """Sends a text that goes to many, by the fastest way. False when the application has to send it
        itself."""
        return self.speak is not None and self.speak(text)

    def write(self, data: bytes) -> None:
        """Sends bytes now, or after those that wait."""
        if self.gone:
            return
        if self._later:
            self._later.append(data)
        else:
            self._write(data)

    def _write(self, data: bytes) -> None:
        start = 0
        if self.at_once is not None and not self.full and len(data) <= PIECE_BYTES:
            start = self.at_once(self.transport, data)
        while start < len(data) and not self.full:
            self.transport.write(data[start : start + PIECE_BYTES])
            start += PIECE_BYTES
        if start < len(data):
            self._later.appendleft(data[start:])

    async def emptied(self) -> bool:
        """Waits until everything has left. False when the client disconnected before."""
        if self.full:
            self._emptied.append(asyncio.get_running_loop().create_future())
            await self._emptied[-1]
            return not self.gone
        return True

    def pauseProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.full = True
        if self.on_stalled is not None:
            self._rest()
            self._watch = background.later(limits.SOCKET_STALLED_SECONDS, self.on_stalled)

    def resumeProducing(self) -> None:  # noqa: N802  (twisted's name)
        was, self.full = self.full, False
        self._rest()
        while self._later and not self.full:
            self._write(self._later.popleft())
        if self.full:
            return
        self._wake()
        if was and self.on_drained is not None:
            self.on_drained()

    def stopProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.on_drained, self.gone = None, True
        self._later.clear()
        self._rest()
        self._wake()

    def _rest(self) -> None:
        """Stops the timer that watches for a stalled client."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _wake(self) -> None:
        """Wakes all who wait until everything has left."""
        waiting, self._emptied = self._emptied, []
        for text in waiting:
            if not text.done():
                text.set_result(None)

    # --- from the client --------------------------------------------------------------------------

    def came(self, size: int) -> None:
        """Counts an incoming message. While many wait for the application, no more are read."""
        self._untaken.append(size)
        self._untaken_bytes += size
        many = len(self._untaken) > limits.SOCKET_UNTAKEN or self._untaken_bytes > limits.SOCKET_UNTAKEN_BYTES
        if many and not self._deaf:
            self._deaf = True
            self.transport.pauseProducing()

    def taken(self) -> None:
        """Removes the oldest message from the count. A server that does not count has none."""
        if not self._untaken:
            return
        self._untaken_bytes -= self._untaken.popleft()
        few = 2 * len(self._untaken) <= limits.SOCKET_UNTAKEN
        if self._deaf and few and 2 * self._untaken_bytes <= limits.SOCKET_UNTAKEN_BYTES:
            self._deaf = False
            self.transport.resumeProducing()


def taking(line: Line, receive: Receive) -> Receive:
    """Wraps `receive` of an application to count the messages taken."""

    async def take() -> dict[str, Any]:
        message = await receive()
        if message["type"] == "websocket.receive":
            line.taken()
        return message

    return take


def limit_unsent(transport: Any) -> None:
    """Makes a connection report early that its client is slow, if the system supports it."""
    with contextlib.suppress(AttributeError, OSError):
        transport.getHandle().setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, UNSENT_BYTES)


def frame(text: str, *, deflated: bool) -> bytes:
    """A server's text frame (RFC 6455), deflated without the context of other messages (RFC 7692) if the
    client accepts that."""
    payload = text.encode("utf-8", "surrogatepass")
    if deflated and len(payload) >= WORTH_BYTES:
        deflate = zlib.compressobj(4, zlib.DEFLATED, -WINDOW_BITS)
        return framed((deflate.compress(payload) + deflate.flush(zlib.Z_SYNC_FLUSH))[:-4], deflated=True)
    return framed(payload, deflated=False)


def framed(payload: bytes, *, deflated: bool) -> bytes:
    """A server's text frame around a payload."""
    first, size = 0xC1 if deflated else 0x81, len(payload)
    if size < 126:
        return struct.pack("!BB", first, size) + payload
    if size < 65536:
        return struct.pack("!BBH", first, 126, size) + payload
    return struct.pack("!BBQ", first, 127, size) + payload


class Frames:
    """The frames of the last texts. A text is found by its identity, which costs nothing."""

    def __init__(self) -> None:
        self._made: list[tuple[str, bool, bytes]] = []

    def cached(self, text: str, *, deflated: bool) -> bytes | None:
        """The cached frame of a text; None when there is none."""
        for cached, how, encoded in self._made:
            if cached is text and how == deflated:
                return encoded
        return None

    def keep(self, text: str, encoded: bytes, *, deflated: bool = True) -> None:
        self._made = [(text, deflated, encoded), *self._made[: KEPT - 1]]

    def of(self, text: str, *, deflated: bool) -> bytes:
        encoded = self.cached(text, deflated=deflated)
        if encoded is None:
            encoded = frame(text, deflated=deflated)
            if len(text) >= WORTH_BYTES:  # encoding a short text is faster than finding it
                self.keep(text, encoded, deflated=deflated)
        return encoded
