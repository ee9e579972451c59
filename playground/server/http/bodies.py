"""Bodies of requests: the server refuses those that are too long early, and does not parse forms.

Twisted parses every form on the event loop before anybody has looked at the address (64 MB of line ends took
24 s). Here a body is only stored for the view. A body whose announced length exceeds the limit of its address
is refused after the headers; a chunked body is refused when it has grown too long. In both cases the
application answers with an empty body, and the rest of the body is discarded for a while, because closing the
connection at once would lose the answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from twisted.internet import reactor

from playground import limits
from playground.server.fairness.buckets import Buckets

LINGER_SECONDS = 10.0
"""Seconds for which the rest of a refused body is discarded before the connection is closed."""
CHUNK_BYTES = 64
"""Bytes counted for a chunk beyond its content, because many small chunks cost more than a large one."""


@dataclass(eq=False)
class Held:
    """The counted bytes of a request's body, and its address."""

    address: str = ""
    size: int = 0


class BodiesHeld:
    """The bytes of all bodies that were received or announced and are not answered yet."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.all = 0

    def add(self, held: Held, size: int) -> bool:
        """Counts bytes; False when they would exceed the limit of the address or of all addresses."""
        if (
            self.of[held.address] + size > limits.BODIES_BYTES_PER_ADDRESS
            or self.all + size > limits.BODIES_BYTES
        ):
            return False
        self.of[held.address] += size
        self.all += size
        held.size += size
        return True

    def remove(self, held: Held) -> None:
        self.all -= held.size
        self.of[held.address] -= held.size
        if self.of[held.address] <= 0:
            del self.of[held.address]
        held.size = 0


bodies_held = BodiesHeld()


class PodiumRequest(WebRequest):  # type: ignore[misc]  # daphne has no types
    """`content_limit` is the most bytes of the body, `received` the bytes so far. `crowded`: it was refused
    because too many bytes are being sent already."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False
        self.refused = self.crowded = False
        self.chunked_body = False
        self.received = 0
        self.content_limit = limits.PAGE_BODY_BYTES
        self.held = Held()

    def gotLength(self, length: int | None) -> None:  # noqa: N802  (twisted's name)
        """Checks the announced length after the headers; None for a chunked body."""
        path = self.channel._path.partition(b"?")[0].decode("latin1")
        kind = (self.requestHeaders.getRawHeaders(b"content-type") or [b""])[0].decode("latin1")
        self.content_limit = limits.body_bytes(path, kind)
        self.chunked_body = length is None
        if (length is not None and length > self.content_limit) or (length and not self._hold(length)):
            super().gotLength(0)
            self.refuse(length)
        else:
            super().gotLength(length)

    def _hold(self, size: int) -> bool:
        """Counts bytes of a body until the request is over. False when they would exceed a limit."""
        if not self.held.address:
            self.held.address = self._address()
            self.notifyFinish().addBoth(lambda _: bodies_held.remove(self.held))
        self.crowded = not bodies_held.add(self.held, size)
        return not self.crowded

    def _address(self) -> str:
        """Like `throttle.address_of`."""
        forwarded = self.requestHeaders.getRawHeaders(b"x-forwarded-for")
        if settings.TRUST_PROXY and forwarded:
            return bytes(forwarded[-1]).decode("latin1").rsplit(",", 1)[-1].strip()
        return str(getattr(self.channel.getPeer(), "host", "")) or "?"

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  (twisted's name)
        if self.refused:
            return
        self.received += len(data) + (CHUNK_BYTES if self.chunked_body else 0)
        if self.received > self.content_limit or (self.chunked_body and not self._hold(len(data))):
            self.refuse(self.received)
        else:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        if not self.refused:
            super().requestReceived(command, path, version)

    def refuse(self, size: int) -> None:
        """Lets the application answer now; Content-Length tells it the size of the refused body."""
        channel = self.channel
        self.refused = True
        self.content.seek(0)
        self.content.truncate()
        self.requestHeaders.setRawHeaders(b"content-length", [str(size).encode()])
        self.requestHeaders.removeHeader(b"expect")
        self.responseHeaders.setRawHeaders(b"connection", [b"close"])
        channel.persistent = False
        closes = channel.loseConnection
        channel.loseConnection = lambda: linger(channel, closes)
        super().requestReceived(channel._command, channel._path, channel._version)


def linger(channel: Any, closes: Any) -> None:
    """Closes a connection after a while and discards what arrives meanwhile."""
    channel.dataReceived = lambda data: None
    channel.setTimeout(None)
    later: Any = reactor
    later.callLater(LINGER_SECONDS, closes)


class PodiumFactory(HTTPFactory):  # type: ignore[misc]
    """Makes connections whose requests are `PodiumRequest`s. Connections of one address are read at a limited
    rate, because each costs a millisecond before its request is known."""

    request = PodiumRequest

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.paces = Buckets(limits.CONNECTIONS_PER_SECOND, limits.CONNECTIONS_BURST)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  (twisted's name)
        wait = 0.0 if settings.TRUST_PROXY else self._wait_s(str(getattr(addr, "host", "")))
        if wait > limits.CONNECTION_SECONDS:
            return None
        channel = super().buildProtocol(addr)
        channel.requestFactory = self.request
        if wait:
            read_later(channel, wait)
        return channel

    def _wait_s(self, host: str) -> float:
        """Counts a connection unless it would wait too long. Returns the seconds until it is read."""
        if -self.paces.left(host) > limits.CONNECTION_SECONDS * limits.CONNECTIONS_PER_SECOND:
            return 2 * limits.CONNECTION_SECONDS
        return self.paces.turn_s(host)


def read_later(connection: Any, seconds: float) -> None:
    """Delays the first read of a connection."""
    begins = connection.makeConnection
    later: Any = reactor

    def begin(transport: Any) -> None:
        begins(transport)
        transport.pauseProducing()
        later.callLater(seconds, transport.resumeProducing)

    connection.makeConnection = begin
