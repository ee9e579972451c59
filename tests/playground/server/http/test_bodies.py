"""A body that is too long is refused while it comes in, and a form is read by nobody but the view."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web import http

from playground import limits
from playground.server.http import bodies
from playground.server.http.bodies import PodiumFactory


class Server:
    """What a request needs of Daphne's server. It answers with what it was given."""

    proxy_forwarded_address_header = None
    root_path = ""
    request_buffer_size = 1 << 20
    server_name = ""

    def __init__(self) -> None:
        self.scopes: list[dict[str, Any]] = []
        self.bodies: list[bytes] = []

    def protocol_connected(self, protocol: Any) -> None: ...

    protocol_disconnected = protocol_connected

    def log_action(self, *args: Any) -> None: ...

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        self.scopes.append(scope)
        return Queue(self, protocol)


class Queue:
    def __init__(self, server: Server, request: Any) -> None:
        self.server, self.request, self.body = server, request, b""

    def put_nowait(self, message: dict[str, Any]) -> None:
        if message["type"] != "http.request":
            return
        self.body += message["body"]
        if not message["more_body"]:
            self.server.bodies.append(self.body)
            self.request.handle_reply({"type": "http.response.start", "status": 200, "headers": []})
            self.request.handle_reply({"type": "http.response.body", "body": b"answer"})


Send = Callable[[bytes], bytes]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def send(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Send]:
    """Sends bytes on one connection; returns what has come back."""
    monkeypatch.setattr(bodies, "reactor", Later())
    channel = PodiumFactory(server).buildProtocol(None)
    channel.callLater = lambda *args: Later()
    transport = StringTransport()
    channel.makeConnection(transport)

    def sends(data: bytes) -> bytes:
        channel.dataReceived(data)
        return bytes(transport.value())

    yield sends
    channel.connectionLost(Failure(ConnectionDone()))


class Later:
    """A reactor whose time never comes."""

    def callLater(self, *args: Any) -> Any:  # noqa: N802  (twisted's name)
        return self

    def active(self) -> bool:
        return False

    def cancel(self) -> None: ...

    def reset(self, seconds: float) -> None: ...


def head(path: str, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: x", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


FORM = "Content-Type: application/x-www-form-urlencoded"


def length_of(scope: dict[str, Any]) -> int:
    return int(dict(scope["headers"])[b"content-length"])


async def test_a_form_reaches_the_application_as_it_came(
    server: Server, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*args: Any) -> Any:
        raise AssertionError("the server reads a form")

    monkeypatch.setattr(http, "parse_qs", nobody)
    answer = send(head("/r/x/fork", FORM, "Content-Length: 4") + b"at=3")

    assert answer.startswith(b"HTTP/1.1 200")
    assert [b"at=3"] == server.bodies


async def test_a_body_that_announces_too_much_is_answered_before_it_comes(server: Server, send: Send) -> None:
    size = limits.PAGE_BODY_BYTES + 1
    answer = send(head("/any", FORM, f"Content-Length: {size}", "Expect: 100-continue"))

    assert b"100 Continue" not in answer
    assert b"connection: close" in answer.lower()
    assert ([b""], size) == (server.bodies, length_of(server.scopes[0]))


async def test_what_still_comes_of_a_refused_body_is_thrown_away(server: Server, send: Send) -> None:
    size = limits.PAGE_BODY_BYTES + 1
    answer = send(head("/any", FORM, f"Content-Length: {size}") + b"\n" * 1000)
    for _ in range(3):
        after = send(b"\n" * (size // 2))

    assert answer == after
    assert 1 == len(server.scopes)


async def test_chunks_are_counted_as_they_come(server: Server, send: Send) -> None:
    send(head("/any", FORM, "Transfer-Encoding: chunked"))
    chunk = b"10000\r\n" + b"\n" * 0x10000 + b"\r\n"
    sent = 0
    while not server.scopes:
        send(chunk)
        sent += 1

    assert limits.PAGE_BODY_BYTES // 0x10000 + 1 >= sent
    assert [b""] == server.bodies
    assert length_of(server.scopes[0]) > limits.PAGE_BODY_BYTES


async def test_many_small_chunks_count_as_more_than_their_bytes(server: Server, send: Send) -> None:
    send(head("/any", FORM, "Transfer-Encoding: chunked"))
    send(b"1\r\n\n\r\n" * (limits.PAGE_BODY_BYTES // bodies.CHUNK_BYTES))

    assert [b""] == server.bodies


@pytest.mark.parametrize(
    ("path", "kind", "size", "refused"),
    [
        ("/import", "multipart/form-data; boundary=x", limits.IMPORT_BYTES, False),
        ("/import", "application/x-www-form-urlencoded", limits.FORM_TEXT_BYTES + 1, True),
        ("/import?x", "multipart/form-data; boundary=x", limits.IMPORT_BYTES * 2, True),
        ("/lint", "text/plain", limits.LINT_BYTES, False),
        ("/lint", "text/plain", limits.LINT_BYTES * 2, True),
        ("/imports", "multipart/form-data; boundary=x", limits.PAGE_BODY_BYTES + 1, True),
    ],
)
async def test_each_address_takes_what_it_has_to_take(
    server: Server, send: Send, path: str, kind: str, size: int, refused: bool
) -> None:
    send(head(path, f"Content-Type: {kind}", f"Content-Length: {size}"))

    assert refused == bool(server.scopes)


async def test_a_connection_goes_on_after_a_body_that_was_taken(server: Server, send: Send) -> None:
    for _ in range(2):
        send(head("/any", FORM, "Content-Length: 2") + b"ab")
        await asyncio.sleep(0)

    assert [b"ab", b"ab"] == server.bodies
    assert "close" not in json.dumps([str(scope) for scope in server.scopes])


def form_of(size: int) -> bytes:
    return head("/any", FORM, f"Content-Length: {size}")


async def test_bodies_of_an_address_that_are_not_answered_yet_are_bounded(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "bodies_held", bodies.BodiesHeld())
    monkeypatch.setattr(limits, "BODIES_BYTES_PER_ADDRESS", 100)
    factory, observed = PodiumFactory(server), []

    def connect(address: str) -> Any:
        channel = factory.buildProtocol(None)
        channel.callLater = lambda *args: Later()
        channel.makeConnection(StringTransport(peerAddress=IPv4Address("TCP", address, 1)))
        return channel

    monkeypatch.setattr(bodies, "reactor", Later())
    first, second, other = connect("10.0.0.1"), connect("10.0.0.1"), connect("10.0.0.2")
    for channel in (first, other, second):
        channel.dataReceived(form_of(60))
        observed.append(len(server.scopes))  # a refused request is answered at once
    first.connectionLost(Failure(ConnectionDone()))
    third = connect("10.0.0.1")
    third.dataReceived(form_of(60))
    observed.append(len(server.scopes))
    for channel in (second, other, third):
        channel.connectionLost(Failure(ConnectionDone()))

    assert [0, 0, 1, 1] == observed
    assert (0, {}) == (bodies.bodies_held.all, dict(bodies.bodies_held.of))


async def test_chunks_count_as_bodies_that_are_not_answered_yet(
    server: Server, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "bodies_held", bodies.BodiesHeld())
    monkeypatch.setattr(limits, "BODIES_BYTES", 100)
    send(head("/any", FORM, "Transfer-Encoding: chunked"))
    before = len(server.scopes)
    for _ in range(3):
        send(b"28\r\n" + b"x" * 40 + b"\r\n")

    assert (0, 1) == (before, len(server.scopes))
    assert 0 == bodies.bodies_held.all
