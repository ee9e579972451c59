"""The channel layer: sockets of this process reach each other directly, those of others through Redis.

A channel belongs to the process that made it. A group is one subscription of the process, however many of its
sockets are members. An event is encoded once for all other processes and decoded once in each."""

from __future__ import annotations

import asyncio
import importlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from channels.layers import InMemoryChannelLayer

from playground.server import background
from playground.server.sockets.redis_line import RedisLine, connection

Event = dict[str, Any]
CLEAN_SECONDS = 5.0
SILENT_CHECK_SECONDS = 2.0
"""Seconds between two looks at the database while Redis is unreachable."""

missed: list[Callable[[SharedLayer], Awaitable[None]]] = []
"""Other apps' functions to call after events of other processes may have been missed."""


def _packed(process: str, event: Event) -> bytes:
    packed: bytes = importlib.import_module("msgpack").packb([process, event])
    return packed


def _unpacked(data: bytes) -> tuple[str, Event]:
    process, event = importlib.import_module("msgpack").unpackb(data, strict_map_key=False)
    return process, event


class SharedLayer(InMemoryChannelLayer):  # type: ignore[misc]  # channels has no types
    """`address` is that of Redis, "" for a single process; `prefix` marks the installation's channels."""

    def __init__(self, address: str = "", prefix: str = "podium", **options: Any) -> None:
        super().__init__(**options)
        self.address, self.prefix = address, prefix
        self.process = secrets.token_hex(8)
        self.line: RedisLine | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._cleaned = 0.0
        self._looking: asyncio.Task[None] | None = None

    # --- this process -----------------------------------------------------------------------------

    def _clean_expired(self) -> None:
        """Drops expired messages. Unlike Channels it keeps all group members, so that slow sockets and those
        open for a day still receive events."""
        now, moment = time.time(), time.monotonic()
        if moment - self._cleaned < CLEAN_SECONDS:
            return
        self._cleaned = moment
        members = {channel for channels in self.groups.values() for channel in channels}
        for channel, queue in list(self.channels.items()):
            if channel not in members and not queue.empty() and queue._queue[0][0] < now:
                del self.channels[channel]

    async def tell_here(self, group: str, event: Event) -> None:
        """Sends an event only to the members of a group in this process."""
        await super().group_send(group, event)

    def groups_here(self, prefix: str) -> list[str]:
        """The groups of this process whose names begin with `prefix`, without the prefix."""
        return [name.removeprefix(prefix) for name in self.groups if name.startswith(prefix)]

    # --- all processes ----------------------------------------------------------------------------

    @property
    def up(self) -> bool:
        """Whether events of other processes arrive; True when there are no others."""
        return not self.address or (self.line is not None and self.line.up)

    def open(self) -> RedisLine | None:
        """The connection of the running loop; None without Redis."""
        if not self.address:
            return None
        loop = asyncio.get_running_loop()
        if self._loop is None or self._loop.is_closed():
            self._loop = loop
            self.line = RedisLine(self.address, self._name("missed"), self._hear, self._missed)
            self._looking = background.start(self._look())
        return self.line if self._loop is loop else None

    def _name(self, group: str) -> str:
        return f"{self.prefix}:{group}"

    async def group_add(self, group: str, channel: str) -> None:
        await super().group_add(group, channel)
        if line := self.open():
            await line.subscribe(self._name(group))

    async def group_discard(self, group: str, channel: str) -> None:
        await super().group_discard(group, channel)
        if group not in self.groups and (line := self.open()):
            await line.unsubscribe(self._name(group))

    async def group_send(self, group: str, message: Event) -> None:
        if not self.address:
            await super().group_send(group, message)
        elif line := self.open():
            await super().group_send(group, message)
            line.publish(self._name(group), _packed(self.process, message))
        else:  # a short-lived loop: this process, too, receives the event through Redis
            async with connection(self.address) as client:
                await client.publish(self._name(group), _packed("", message))

    async def _hear(self, channel: str, data: bytes) -> None:
        """Passes another process's event to the group's members in this process."""
        process, event = _unpacked(data)
        if process != self.process:
            await super().group_send(channel.removeprefix(f"{self.prefix}:"), event)

    async def _missed(self) -> None:
        for make_good in missed:
            await make_good(self)

    async def _look(self) -> None:
        """While Redis is unreachable, regularly reads from the database what others did."""
        while True:
            await asyncio.sleep(SILENT_CHECK_SECONDS)
            if self.line is not None and not self.line.up:
                await self.line.tell_missed()

    async def close(self) -> None:
        if self.line is not None and self._loop is asyncio.get_running_loop():
            if self._looking is not None:
                self._looking.cancel()
            await self.line.close()
            self.line = self._loop = None
