"""The way to a client that reads slowly or not at all, and from one that sends faster than it is answered."""

import asyncio
from typing import Any

import pytest

from playground import limits
from playground.server.sockets.lines import PIECE_BYTES, WORTH_BYTES, Frames, Line, taking


class Transport:
    """Takes one piece at a time, as a client that reads slowly lets it."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self.sent: list[bytes] = []
        self.reads = True

    def write(self, data: bytes) -> None:
        assert self.line is not None
        self.sent.append(data)
        self.line.pauseProducing()

    def pauseProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.reads = False

    def resumeProducing(self) -> None:  # noqa: N802  (twisted's name)
        self.reads = True


@pytest.fixture
def transport() -> Transport:
    return Transport()


@pytest.fixture
def line(transport: Transport) -> Line:
    transport.line = Line(transport)
    return transport.line


def test_the_transport_gets_the_next_piece_when_the_one_before_has_left(
    line: Line, transport: Transport
) -> None:
    large = bytes(range(256)) * (PIECE_BYTES // 256) * 3
    line.write(large)
    line.write(b"after it")
    sent = [len(transport.sent)]
    while line.full:
        line.resumeProducing()
        sent.append(len(transport.sent))

    assert [1, 2, 3, 4, 4] == sent
    assert large + b"after it" == b"".join(transport.sent)


async def test_who_waits_for_the_line_goes_on_when_it_is_empty(line: Line) -> None:
    line.write(b"x" * PIECE_BYTES * 2)
    waits = asyncio.ensure_future(line.emptied())
    line.resumeProducing()
    await asyncio.sleep(0)
    before = waits.done()
    line.resumeProducing()

    assert (False, True) == (before, await waits)


async def test_who_waits_for_a_client_that_goes_is_told(line: Line, transport: Transport) -> None:
    line.write(b"x" * PIECE_BYTES * 2)
    waits = asyncio.ensure_future(line.emptied())
    await asyncio.sleep(0)
    line.stopProducing()
    line.write(b"nobody hears this")

    assert not await waits
    assert [PIECE_BYTES] == [len(item) for item in transport.sent]


async def test_a_client_that_takes_nothing_counts_as_stalled(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKET_STALLED_SECONDS", 0.0)
    stalled = asyncio.Event()
    transport.line = Line(transport, stalled.set)
    transport.line.write(b"x")

    assert await stalled.wait()


async def test_a_client_that_takes_what_there_is_never_counts_as_stalled(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKET_STALLED_SECONDS", 0.0)
    stalled: list[str] = []
    line = transport.line = Line(transport, lambda: stalled.append("stalled"))
    line.write(b"x" * PIECE_BYTES * 3)
    while line.full:
        line.resumeProducing()
    for _ in range(3):
        await asyncio.sleep(0)

    assert [] == stalled


async def test_no_more_is_read_from_a_client_whose_messages_wait_until_half_of_them_are_taken(
    line: Line, transport: Transport
) -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "text": "x"}

    take = taking(line, receive)
    reads = []
    for _ in range(limits.SOCKET_UNTAKEN + 1):
        reads.append(transport.reads)
        line.came(1)
    taken = 0
    while not transport.reads:
        await take()
        taken += 1

    assert all(reads)
    assert limits.SOCKET_UNTAKEN // 2 + 1 == taken


def test_large_messages_that_wait_count_by_their_bytes(line: Line, transport: Transport) -> None:
    line.came(limits.SOCKET_UNTAKEN_BYTES)
    reads = transport.reads
    line.came(1)

    assert (True, False) == (reads, transport.reads)


async def test_what_was_not_counted_when_it_came_in_is_not_counted_when_it_is_taken(
    line: Line, transport: Transport
) -> None:
    line.taken()
    line.came(1)
    line.taken()

    assert transport.reads


def test_what_the_system_takes_at_once_does_not_go_through_the_transport(transport: Transport) -> None:
    taken: list[bytes] = []

    def at_once(_: Any, data: bytes) -> int:
        taken.append(data[:4])
        return len(data[:4])

    transport.line = Line(transport, at_once=at_once)
    transport.line.write(b"all")
    transport.line.write(b"the rest waits")
    transport.line.write(b"and this after it")
    transport.line.resumeProducing()

    assert [b"all", b"the ", b"and "] == taken
    assert [b"rest waits", b"this after it"] == transport.sent


def test_a_line_says_a_text_where_its_server_can(transport: Transport) -> None:
    messages: list[str] = []
    can = Line(transport, speak=lambda text: not messages.append(text))

    assert (True, False) == (can.say("to all"), Line(transport).say("to all"))
    assert ["to all"] == messages


def test_short_texts_do_not_take_the_place_of_what_many_are_sent() -> None:
    frames, many = Frames(), "to many " * WORTH_BYTES
    made = frames.of(many, deflated=True)
    for number in range(10):
        frames.of(f"to one {number}", deflated=True)

    assert made is frames.of(many, deflated=True)
