"""A process's connection to Redis: one subscription for all its sockets, and one way to publish.

Redis may be unreachable at any time. Then nothing waits for it, and events are dropped. When Redis is back,
`missed` is called in all processes, because the database has the same information. Publishing needs no keys,
so emptying Redis (FLUSHALL) loses nothing.

channels_redis stores group membership as keys, which FLUSHALL or a restart of Redis deletes; its sockets then
receive nothing until they reconnect. That is why its layer is not used here."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from playground.server import background
from playground.server.databases import redis_client

log = logging.getLogger("playground.server")

PING_SECONDS = 1.0
SILENT_SECONDS = 3.0
"""Seconds without an answer to a ping after which Redis counts as unreachable."""
AGAIN_SECONDS = 0.5
ANSWER_SECONDS = 2.0
"""Seconds that the start of a subscription may take before a socket continues without it."""
WAITING_BYTES = 32 * 1024 * 1024
"""The most bytes waiting to be published. More are dropped, and all processes learn that they missed
something."""

Hear = Callable[[str, bytes], Awaitable[None]]
Missed = Callable[[], Awaitable[None]]


def connection(address: str, seconds: float = SILENT_SECONDS) -> Any:
    """A client for the running event loop. The reader of messages sets its own timeout."""
    return redis_client(address, seconds, awaited=True)


def gone() -> tuple[type[BaseException], ...]:
    """The errors of an unreachable Redis."""
    return (importlib.import_module("redis").RedisError, OSError, asyncio.TimeoutError)


class RedisLine:
    """The connection of one event loop. `hear` gets each message of a subscribed channel; `control` is the
    channel on which processes announce that something was dropped."""

    def __init__(self, address: str, control: str, hear: Hear, missed: Missed) -> None:
        self.address, self.control, self.hear, self.missed = address, control, hear, missed
        self.up = False
        self.lost = False
        """Whether something was dropped that other processes have not learned of yet."""
        self._subscriptions: dict[str, asyncio.Future[None]] = {}
        self._late: set[str] = set()
        """Channels whose subscription was not awaited to its end. When it succeeds, events missed before are
        looked up."""
        self._subscription: Any = None
        self._out: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._first = asyncio.Event()
        self._tasks = [background.start(part()) for part in (self._listen, self._speak)]

    async def close(self) -> None:
        pending = set(self._tasks)
        while pending:  # the client may swallow a cancellation that arrives together with its answer
            for task in pending:
                task.cancel()
            _, pending = await asyncio.wait(pending, timeout=0.2)

    # --- receiving --------------------------------------------------------------------------------

    async def subscribe(self, channel: str) -> None:
        """Subscribes to a channel. Does not wait for an unreachable Redis."""
        begun = self._subscriptions.get(channel)
        if begun is None:
            begun = self._subscriptions[channel] = asyncio.get_running_loop().create_future()
            await self._ask("subscribe", channel)
        if not self._first.is_set():  # the process has just started
            await _at_most(ANSWER_SECONDS, self._first.wait())
        subscribed = self.up and await _at_most(ANSWER_SECONDS, asyncio.shield(begun))
        if not subscribed and channel in self._subscriptions:
            self._late.add(channel)

    async def unsubscribe(self, channel: str) -> None:
        self._late.discard(channel)
        if self._subscriptions.pop(channel, None) is not None:
            await self._ask("unsubscribe", channel)

    async def _ask(self, do: str, channel: str) -> None:
        """Subscribes or unsubscribes, if there is a connection."""
        if self._subscription is not None:
            with contextlib.suppress(*gone()):  # the listener notices it, too
                await getattr(self._subscription, do)(channel)

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear_all()
            except gone() as error:
                if self.up or not self._first.is_set():
                    log.warning(
                        "Redis does not answer (%s): servers tell each other nothing until it is back", error
                    )
            self.up, self._subscription = False, None
            self._first.set()
            for channel, begun in self._subscriptions.items():
                if begun.done():
                    self._subscriptions[channel] = asyncio.get_running_loop().create_future()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear_all(self) -> None:
        """Receives messages until the connection breaks."""
        loop = asyncio.get_running_loop()
        async with connection(self.address) as client, client.pubsub() as subscription:
            channels = set(self._subscriptions)
            await subscription.subscribe(self.control, *channels)
            self._late -= channels  # when Redis confirms, everything missed before is looked up
            self._subscription = subscription
            if more := self._subscriptions.keys() - channels:  # subscribed meanwhile
                await subscription.subscribe(*more)
            answered_at = pinged = loop.time()
            while True:
                message = await subscription.get_message(timeout=PING_SECONDS)
                now = loop.time()
                if message is not None:
                    answered_at = now
                    await self._take(message)
                elif now - answered_at > SILENT_SECONDS:
                    raise TimeoutError(f"silent for {now - answered_at:.0f} s")
                if now - pinged >= PING_SECONDS:
                    pinged = now
                    await subscription.ping()

    async def _take(self, message: dict[str, Any]) -> None:
        """Handles one message of the subscription."""
        kind, data = message["type"], message["data"]
        channel = (message["channel"] or b"").decode()
        if kind == "subscribe" and channel == self.control:
            if self._first.is_set():
                log.warning("Redis answers again")
            self.up = True
            self._first.set()
            await self.tell_missed()
        elif kind == "subscribe" and channel in self._subscriptions:
            if not self._subscriptions[channel].done():
                self._subscriptions[channel].set_result(None)
            if channel in self._late:
                self._late.discard(channel)
                await self.tell_missed()
        elif kind == "message" and channel == self.control:
            await self.tell_missed()
        elif kind == "message" and channel in self._subscriptions:
            await self.hear(channel, data)

    async def tell_missed(self) -> None:
        try:
            await self.missed()
        except Exception:
            log.exception("what was missed could not be made good")

    # --- publishing -------------------------------------------------------------------------------

    def publish(self, channel: str, data: bytes) -> None:
        """Queues a message for all processes, in the order of the calls, without waiting."""
        if self._bytes + len(data) > WAITING_BYTES:
            self.lost = True
        elif not self.lost:
            self._out.append((channel, data))
            self._bytes += len(data)
        self._wake.set()

    async def _speak(self) -> None:
        """Publishes queued messages in batches; messages are dropped while Redis is unreachable."""
        async with connection(self.address, ANSWER_SECONDS) as client:
            while True:
                await self._wake.wait()
                self._wake.clear()
                batch, self._out, self._bytes = self._out, deque(), 0
                try:
                    if self.lost:
                        await client.publish(self.control, b"missed")
                        self.lost = False
                    elif batch:
                        pipe = client.pipeline(transaction=False)
                        for channel, data in batch:
                            pipe.publish(channel, data)
                        await pipe.execute()
                except gone():
                    self.lost = True
                    self._wake.set()
                    await asyncio.sleep(AGAIN_SECONDS)


async def _at_most(seconds: float, work: Awaitable[Any]) -> bool:
    """Whether the work was done in time."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(work, seconds)
        return True
    return False
