"""Answers for requests that never reach the application: lines or headers that are too long, and data that is
not HTTP/1.1. By default Twisted sends 400 without a body, or nothing."""

from __future__ import annotations

import string
from http import HTTPStatus
from typing import Any

from twisted.internet import reactor
from twisted.internet.tcp import Connection
from twisted.web.http import HTTPChannel, _GenericHTTPChannelProtocol

from playground import limits
from playground.server.http.bodies import LINGER_SECONDS, PodiumFactory, PodiumRequest
from playground.server.http.refusal_forms import refused
from playground.texts.messages import problem
from scheduler_core import Problem

LINE_TOO_LONG = problem("request.line_too_long", limit=limits.REQUEST_LINE_BYTES)
HEADERS_TOO_LONG = problem(
    "request.headers_too_long", most=limits.REQUEST_HEADERS, limit=limits.REQUEST_HEAD_BYTES
)
NOT_HTTP = problem("request.not_http")
NO_HOST = problem("request.no_host")
NOT_NOW = problem("server.busy")
"""Of Daphne itself: the application ended without an answer, or took too long."""
NAME_LETTERS = b"!#$%&'*+-.^_`|~" + string.ascii_letters.encode() + string.digits.encode()
"""The characters of a method (RFC 9110, section 5.6.2)."""
ADDRESS_LETTERS = 500
"""The length of an address's beginning that decides the form of the answer."""


class ServerRequest(PodiumRequest):
    """A request after its headers. Daphne's refusals get the same form as the channel's."""

    def process(self) -> Any:
        hosts = self.requestHeaders.getRawHeaders(b"host") or []
        if len(hosts) != 1 and self.clientproto == b"HTTP/1.1":  # RFC 9112, section 3.2
            self.refuse_with(400, NO_HOST)
            return None
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        self.refuse_with(status, NOT_HTTP if status == 400 else NOT_NOW)

    def refuse_with(self, status: int, fault: Problem) -> None:
        kind, body = refused(self.uri.partition(b"?")[0].decode("latin1"), status, fault)
        headers = [(b"Content-Type", kind.encode()), (b"Content-Length", str(len(body)).encode())]
        self.handle_reply({"type": "http.response.start", "status": status, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": body})


class ServerChannel(HTTPChannel):
    """A connection. After a refusal the server writes no more and discards further input for a while, because
    closing the connection at once would lose the answer."""

    MAX_LENGTH = limits.REQUEST_LINE_BYTES
    totalHeadersSize = limits.REQUEST_HEAD_BYTES  # noqa: N815  (twisted's name)
    maxHeaders = limits.REQUEST_HEADERS  # noqa: N815  (twisted's name)

    transport: Any
    _HTTPChannel__first_line: int

    @property
    def in_head(self) -> bool:
        """Whether the first line of a request has been read."""
        return not self._HTTPChannel__first_line

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  (twisted's name)
        super().dataReceived(data)
        begun = self._buffer[:1]
        if begun and self.line_mode and not self.in_head and begun != b"\r" and begun not in NAME_LETTERS:
            self.refuse(self._buffer, 400, NOT_HTTP)  # it may be TLS, whose client waits for an answer

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802  (twisted's name)
        if self.in_head:
            self.refuse(b"", 431, HEADERS_TOO_LONG)
        else:
            self.refuse(line, 414, LINE_TOO_LONG)

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802  (twisted's name)
        too_long = self._receivedHeaderSize > self.totalHeadersSize
        if too_long or self._receivedHeaderCount > self.maxHeaders:
            self.refuse(b"", 431, HEADERS_TOO_LONG)
        else:
            self.refuse(b"", 400, NOT_HTTP)

    def refuse(self, line: bytes, status: int, fault: Problem) -> None:
        """Answers and ends the connection. `line` is the beginning of the first line if that was not
        parsed."""
        address = getattr(self, "_path", b"") or line[: 2 * ADDRESS_LETTERS].partition(b" ")[2]
        path = address[:ADDRESS_LETTERS].partition(b"?")[0].partition(b" ")[0].decode("latin1")
        kind, body = refused(path, status, fault)
        self.transport.write(
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n".encode()
            + body
        )
        self._buffer, self.dataReceived = b"", lambda data: None  # type: ignore[method-assign]
        self.setTimeout(None)
        later: Any = reactor
        if isinstance(self.transport, Connection):
            self.transport.loseWriteConnection()
            later.callLater(LINGER_SECONDS, self.transport.abortConnection)
        else:
            later.callLater(LINGER_SECONDS, self.loseConnection)


class ServerFactory(PodiumFactory):
    """Makes the connections of the server."""

    request = ServerRequest

    def protocol(self) -> Any:
        return _GenericHTTPChannelProtocol(ServerChannel())
