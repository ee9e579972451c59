"""Compresses large messages in a thread, so that the event loop stays free.

A message is cut into pieces, and the pieces are queued fairly, so that one visitor's large messages do not
delay those of another. zlib releases the interpreter lock meanwhile."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground import limits
from playground.server import background
from playground.server.fairness.fair_queue import FairQueue
from playground.server.sockets.lines import framed


@dataclass(eq=False)
class Piece:
    """Work that waits for the thread, and the future of its result."""

    asker: str
    work: Callable[[], bytes]
    done: asyncio.Future[bytes]


class Deflating:
    """One thread and the queue for it. It belongs to one event loop."""

    def __init__(self) -> None:
        self.queue: FairQueue[Piece] = FairQueue()
        self.busy = False
        self.working: asyncio.Future[None] | None = None
        self.thread = background.executor(1, "deflate")

    async def do(self, asker: str, work: Callable[[], bytes]) -> bytes:
        """The result of `work`, which runs when its turn has come."""
        piece = Piece(asker, work, asyncio.get_running_loop().create_future())
        self.queue.put(asker, piece)
        self._next()
        return await piece.done

    def _next(self) -> None:
        """Starts the next piece if the thread is free."""
        while not self.busy and (piece := self.queue.pop()) is not None:
            if piece.done.cancelled():
                continue
            self.busy = True
            self.working = background.start(self._work(piece))

    async def _work(self, piece: Piece) -> None:
        began = time.monotonic()
        try:
            result = await asyncio.get_running_loop().run_in_executor(self.thread, piece.work)
            if not piece.done.done():
                piece.done.set_result(result)
        except Exception as error:  # the future passes it on to the caller
            if not piece.done.done():
                piece.done.set_exception(error)
        finally:
            self.busy = False
            self.queue.served(piece.asker, time.monotonic() - began)
            self._next()


deflating = Deflating()


async def deflated(asker: str, text: str, compressor: Any) -> bytes:
    """A server's text frame whose payload was deflated by a compressor (RFC 7692) that nothing else uses
    meanwhile."""

    def compress(start: int) -> Callable[[], bytes]:
        part = text[start : start + limits.DEFLATED_AT_ONCE]
        return lambda: bytes(compressor.compress(part.encode("utf-8", "surrogatepass")))

    parts = [
        await deflating.do(asker, compress(start)) for start in range(0, len(text), limits.DEFLATED_AT_ONCE)
    ]
    parts.append(await deflating.do(asker, lambda: bytes(compressor.flush(zlib.Z_SYNC_FLUSH)[:-4])))
    return framed(b"".join(parts), deflated=True)
