"""The server's side of a websocket: what is said to many becomes bytes once, and leaves at once if it can."""

import asyncio
import zlib
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from playground import limits
from playground.server.fairness.buckets import TokenBucket
from playground.server.sockets.closing import CLOSE_TOO_MANY, CLOSE_TOO_SLOW, ROOM_SOCKETS
from playground.server.sockets.deflation import deflated
from playground.server.sockets.lines import WINDOW_BITS, Frames, Line, limit_unsent


class PodiumSocket(WebSocketProtocol):  # type: ignore[misc]
    """Lifts the limit for messages that are sent: Autobahn has one limit for both directions, and states are
    larger than commands. What is said to a client that has gone is dropped: its consumer hears of that by
    itself, and it is no fault that the log should name.
    """

    maxMessagePayloadSize: int  # noqa: N815  (autobahn's name)
    client_addr: Any = None  # Autobahn prints a socket before it is connected
    path = b""
    frames = Frames()
    room = False
    """Whether it is a room's: what is sent there is sent to many."""

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
        """Ends the connection of a client that sends far more than it may."""
        if not self.flood.take():
            return False
        self.sendClose(code=CLOSE_TOO_MANY)
        self.dropConnection()  # what has come in already is not read any more
        return True

    def _stalled(self) -> None:
        """Ends the connection of a client that does not read: at once when it does not read that either."""
        self.sendClose(code=CLOSE_TOO_SLOW)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802  (autobahn's name)
        if self.state in (self.STATE_OPEN, self.STATE_CLOSING):
            self.line.write(data)
        else:
            super().sendData(data, sync, chopsize)

    def speak(self, text: str) -> bool:
        """Sends a text of a room past the application's own way to here, which costs much for many sockets.
        Returns False when it has to go that way: it waits for its turn, or is deflated beside the event loop.
        """
        if self.turns or self.state != self.STATE_OPEN:
            return False
        compressed = self._perMessageCompress is not None
        if len(text) > limits.SOCKET_LARGE_CHARACTERS and not self.frames.cached(text, deflated=compressed):
            return False
        self.line.write(self.frames.of(text, deflated=compressed))
        return True

    async def in_turn(self, message: dict[str, Any], asker: str) -> None:
        """Does what the application says, in the order in which it says it. What is large is deflated beside
        the event loop.
        """
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
            made = await deflated(asker, text, compress._compressor)
            if self.state == self.STATE_OPEN:
                self.sendData(made)

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
        taken, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*args, **kwargs)
        finally:
            self.maxMessagePayloadSize = taken


def sent_at_once(transport: Any, data: bytes) -> int:
    """How many bytes the system took at once, if nothing waits before them. Twisted asks the event loop
    before it sends, and tells it afterwards; that costs more than the sending.
    """
    waits = transport.dataBuffer or transport._tempDataLen or transport.disconnecting
    if waits or not transport.connected or transport._writeDisconnected:
        return 0
    sent = transport.writeSomeData(data)
    return sent if isinstance(sent, int) else 0  # an error comes again when Twisted sends the rest


def deflate(offers: list[Any], *, alone: bool = False) -> PerMessageDeflateOfferAccept | None:
    """Accepts permessage-deflate (RFC 7692) where a client offers it. Messages share one window of 32 kB, so
    one that resembles the message before costs little. What a client sends is limited after it was inflated.

    `alone`: each message stands alone, so that the same bytes can go to many.
    """
    offer = next((offer for offer in offers if isinstance(offer, PerMessageDeflateOffer)), None)
    if offer is None:
        return None
    most = limits.SOCKET_TRANSPORT_BYTES
    if not alone:
        return PerMessageDeflateOfferAccept(offer, max_message_size=most)
    if 0 < offer.request_max_window_bits < WINDOW_BITS:
        return None
    smallest = 9 if offer.accept_max_window_bits else 0  # what a client sends is short
    return PerMessageDeflateOfferAccept(
        offer, request_max_window_bits=smallest, no_context_takeover=True, max_message_size=most
    )
