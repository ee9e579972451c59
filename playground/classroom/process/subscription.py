"""A process's subscription to a class room: publishing to all processes and receiving from them."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable
from typing import Any

from channels.layers import get_channel_layer

from playground.classroom.process.members import Event
from playground.runs.changes.news import group_name as run_group
from playground.server import background

log = logging.getLogger("playground.classroom")


def group_name(room: str) -> str:
    return f"room.{room}"


class Subscription:
    """`channel` is this process's name in the room; "" before `open`."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.layer = get_channel_layer()
        self.channel = ""
        self.tasks: set[asyncio.Task[Any]] = set()
        self._runs: Counter[str] = Counter()
        """Run → the number of the room's parts that listen to its moves."""

    async def open(self) -> None:
        self.channel = await self.layer.new_channel("room")
        await self.layer.group_add(group_name(self.room), self.channel)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await self.layer.group_discard(group_name(self.room), self.channel)
        for run in self._runs:
            await self.layer.group_discard(run_group(run), self.channel)
        await self.publish({"type": "room.bye"})

    async def receive(self) -> Event:
        event: Event = await self.layer.receive(self.channel)
        return event

    async def publish(self, event: Event) -> None:
        """Sends an event to all processes, this one included."""
        await self.layer.group_send(group_name(self.room), {"from": self.channel, **event})

    async def tell(self, text: str, who: str = "all", seat: int | None = None, but: str = "") -> None:
        """Sends a message to all, to `presenters`, to `followers` or to one seat, except to the socket
        `but`."""
        await self.publish({"type": "room.say", "text": text, "who": who, "seat": seat, "but": but})

    async def listen(self, run: str) -> None:
        """Subscribes to the moves of a run."""
        self._runs[run] += 1
        await self.layer.group_add(run_group(run), self.channel)

    async def listen_no_more(self, run: str) -> None:
        """Ends one `listen`. The run is still received while another part of the room listens to it."""
        self._runs[run] -= 1
        if not self._runs[run]:
            del self._runs[run]
            await self.layer.group_discard(run_group(run), self.channel)

    def spawn(self, work: Awaitable[Any]) -> None:
        """Runs work beside the reading of events; it ends with the subscription."""

        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("room %s", self.room)

        task = background.start(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
