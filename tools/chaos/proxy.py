"""A TCP proxy between two processes, on which the line can be cut or stalled."""

from __future__ import annotations

import asyncio
import contextlib
import threading

CHUNK = 65536


class Proxy:
    """Passes connections on to a port of this machine. It lives in a thread of its own.

    `cut`: every connection ends, and new ones are refused. `stall`: nothing is passed on, and nobody is told.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._open: asyncio.Event
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()
        self._do(self._begin())

    # --- from other threads -----------------------------------------------------------------------

    def cut(self) -> None:
        self._do(self._cut())

    def stall(self) -> None:
        self._do(self._set(passing=False))

    def mend(self) -> None:
        self._do(self._mend())

    def close(self) -> None:
        self._do(self._cut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: object) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(30)  # type: ignore[arg-type]

    # --- in its own -------------------------------------------------------------------------------

    async def _begin(self) -> None:
        self._open = asyncio.Event()
        await self._mend()

    async def _set(self, *, passing: bool) -> None:
        if passing:
            self._open.set()
        else:
            self._open.clear()

    async def _mend(self) -> None:
        await self._set(passing=True)
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._server.sockets[0].getsockname()[1]

    async def _cut(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        await self._set(passing=True)  # whoever waits for the line sees its end

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        other = None
        try:
            far, other = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(other)
            ways = [
                asyncio.ensure_future(coroutine)
                for coroutine in (self._pass(reader, other), self._pass(far, writer))
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except OSError:
            pass  # nobody listens there now
        finally:
            for end in (writer, other):
                if end is not None:
                    self._writers.discard(end)
                    end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
