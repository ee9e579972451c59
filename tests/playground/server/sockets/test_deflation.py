"""Large messages are deflated beside the event loop, and those of several visitors in turn."""

import asyncio
import threading
import zlib

import pytest

from playground import limits
from playground.server.sockets.deflation import Deflating, deflated


async def test_a_message_in_pieces_is_one_frame_in_the_context_of_those_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "DEFLATED_AT_ONCE", 7)
    compressor, inflate = zlib.compressobj(6, zlib.DEFLATED, -15), zlib.decompressobj(-15)
    messages = []
    for text in ("a large message, й, 中", "a large message, й, 中, again"):
        frame = await deflated("", text, compressor)
        assert (0xC1, len(frame) - 2) == (frame[0], frame[1])
        messages.append(inflate.decompress(frame[2:] + b"\x00\x00\xff\xff").decode())

    assert ["a large message, й, 中", "a large message, й, 中, again"] == messages


async def test_visitors_take_turns_whoever_asked_for_more() -> None:
    deflating = Deflating()
    done: list[str] = []
    goes_on = threading.Event()

    def work(name: str) -> bytes:
        goes_on.wait()
        done.append(name)
        return b""

    requests = [deflating.do("greedy", lambda n=n: work(f"greedy {n}")) for n in range(3)]  # type: ignore[misc]
    requests.append(deflating.do("other", lambda: work("other")))
    tasks = [asyncio.ensure_future(item) for item in requests]
    await asyncio.sleep(0)
    goes_on.set()
    await asyncio.gather(*tasks)

    assert ["greedy 0", "other", "greedy 1", "greedy 2"] == done


async def test_work_that_fails_fails_for_whoever_asked_and_for_nobody_else() -> None:
    deflating = Deflating()

    def fails() -> bytes:
        raise zlib.error("no")

    with pytest.raises(zlib.error):
        await deflating.do("a", fails)

    assert b"done" == await deflating.do("a", lambda: b"done")
