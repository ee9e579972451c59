"""The server's side of a websocket: a text for many is encoded once, and is sent at once if possible."""

import asyncio
import zlib
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from playground import limits
from playground.server.fairness.buckets import TokenBucket
from playground.server.sockets.close_codes import CLOSE_TOO_MANY, CLOSE_TOO_SLOW, ROOM_SOCKETS
from playground.server.sockets.deflation import deflated
from playground.server.sockets.lines import WINDOW_BITS, Frames, Line, limit_unsent


class PodiumSocket(WebSocketProtocol):  # type: ignore[misc]
    """Lifts the size limit of sent messages: Autobahn has one limit for both directions, and states are
    larger than commands. Messages to a client that has gone are dropped without a log entry; its consumer
    learns of the disconnection by itself."""

    maxMessagePayloadSize: int  # noqa: N815  (autobahn's name)
    client_addr: Any = None  # Autobahn prints a socket before it is connected
    path = b""
    frames = Frames()
    room = False
    """Whether it is a room's socket; its messages go to many clients."""

    def onConnect(self, request: Any) -> Any:  # noqa: N802  (autobahn's name)
        self.turn, self.turns = asyncio.Lock(), 0
        self.room = request.path.startswith(ROOM_SOCKETS)
        self.line = Line(
            self.transport,
            self._stalled,
            at_once=sent_at_once if isinstance(self.transport, Connection) else None,
            speak=self.speak if self.room else None,
        )
        return super().onConnect(request)

    def onOpen(self) -> None:  # noqa: N802  (autobahn's name)
        self.flood = TokenBucket(limits.SOCKET_FLOOD_PER_SECOND, limits.SOCKET_FLOOD_BURST)
        super().onOpen()
        limit_unsent(self.transport)
        self.transport.unregisterProducer()  # Twisted's own, of the request that became this socket
        self.transport.registerProducer(self.line, True)

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802  (autobahn's name)
        if not self._floods():
            self.line.came(len(payload))
            super().onMessage(payload, is_binary)

    def onPing(self, payload: bytes) -> None:  # noqa: N802  (autobahn's name)
        if not self._floods():
            super().onPing(payload)

    def _floods(self) -> bool:
        """Ends the connection of a client that sends far more than allowed."""
        if not self.flood.take():
            return False
        self.sendClose(code=CLOSE_TOO_MANY)
        self.dropConnection()  # data received already is not read any more
        return True

    def _stalled(self) -> None:
        """Closes the connection of a client that does not read; drops it when the close is not read
        either."""
        self.sendClose(code=CLOSE_TOO_SLOW)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802  (autobahn's name)
        if self.state in (self.STATE_OPEN, self.STATE_CLOSING):
            self.line.write(data)
        else:
            super().sendData(data, sync, chopsize)

    def speak(self, text: str) -> bool:
        """Sends a text of a room without the application's own path, which is expensive for many sockets.
        False when it has to take that path: the text has to wait for others, or is compressed in the
        thread."""
        if self.turns or self.state != self.STATE_OPEN:
            return False
        compressed = self._perMessageCompress is not None
        if len(text) > limits.SOCKET_LARGE_CHARACTERS and not self.frames.cached(text, deflated=compressed):
            return False
        self.line.write(self.frames.of(text, deflated=compressed))
        return True

    async def in_turn(self, message: dict[str, Any], asker: str) -> None:
        """Sends the application's messages in their order. Large ones are compressed in the thread."""
        large = len(message.get("text") or "") > limits.SOCKET_LARGE_CHARACTERS
        if not large and not self.turns:
            self.handle_reply(message)
            return
        self.turns += 1
        try:
            async with self.turn:
                if large:
                    await self._send_large(message["text"], asker)
                else:
                    self.handle_reply(message)
        finally:
            self.turns -= 1

    async def _send_large(self, text: str, asker: str) -> None:
        """Compresses a text in the thread and sends it."""
        compress = self._perMessageCompress
        if self.state != self.STATE_OPEN or compress is None:
            self.serverSend(text)
        elif self.room:
            if not self.frames.cached(text, deflated=True):
                alone = zlib.compressobj(4, zlib.DEFLATED, -WINDOW_BITS)
                self.frames.keep(text, await deflated(asker, text, alone))
            self.serverSend(text)
        else:
            compress.start_compress_message()
            payload = await deflated(asker, text, compress._compressor)
            if self.state == self.STATE_OPEN:
                self.sendData(payload)

    def perMessageCompressionAccept(self, offers: list[Any]) -> Any:  # noqa: N802  (autobahn's name)
        return deflate(offers, alone=self.room)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802  (daphne's name)
        if binary or not self.room or self.state == self.STATE_CONNECTING:
            super().serverSend(content, binary)
        elif self.state == self.STATE_OPEN:
            self.sendData(self.frames.of(content, deflated=self._perMessageCompress is not None))

    def sendMessage(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802  (autobahn's name)
        if self.state != self.STATE_OPEN:
            return
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*args, **kwargs)
        finally:
            self.maxMessagePayloadSize = limit


def sent_at_once(transport: Any, data: bytes) -> int:
    """The number of bytes that the system took at once; 0 while earlier data waits. Twisted asks the event
    loop before it sends and informs it afterwards, which costs more than the sending."""
    waits = transport.dataBuffer or transport._tempDataLen or transport.disconnecting
    if waits or not transport.connected or transport._writeDisconnected:
        return 0
    sent = transport.writeSomeData(data)
    return sent if isinstance(sent, int) else 0  # an error occurs again when Twisted sends the rest


def deflate(offers: list[Any], *, alone: bool = False) -> PerMessageDeflateOfferAccept | None:
    """Accepts permessage-deflate (RFC 7692) when a client offers it. Messages share one window of 32 kB, so a
    message similar to the previous one costs little. The size limit of a client's messages applies after
    inflation.

    `alone`: each message stands alone, so that the same bytes can go to many."""
    offer = next((offer for offer in offers if isinstance(offer, PerMessageDeflateOffer)), None)
    if offer is None:
        return None
    most = limits.SOCKET_TRANSPORT_BYTES
    if not alone:
        return PerMessageDeflateOfferAccept(offer, max_message_size=most)
    if 0 < offer.request_max_window_bits < WINDOW_BITS:
        return None
    smallest = 9 if offer.accept_max_window_bits else 0  # clients send only short messages
    return PerMessageDeflateOfferAccept(
        offer, request_max_window_bits=smallest, no_context_takeover=True, max_message_size=most
    )
