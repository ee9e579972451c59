"""The part of a room that lives in one process: a single subscription serves all sockets of the process.

A message for everybody is encoded once, and all get the same text. A follower whose socket buffer is full is
skipped until it has drained, and then gets the newest position at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from playground import limits
from playground.classroom.process import recovery
from playground.classroom.process.attendance import Attendance
from playground.classroom.process.bots import Bots
from playground.classroom.process.judge import Judge
from playground.classroom.process.members import Event, Member, To
from playground.classroom.process.shelf import Tick
from playground.classroom.process.stage import Stage
from playground.classroom.process.subscription import Subscription
from playground.classroom.process.votes import Votes
from playground.classroom.services import polls, rooms, seats
from playground.runs import access
from playground.server import background
from playground.server.database_threads import database_sync_to_async
from playground.server.telemetry import metrics

log = logging.getLogger("playground.classroom")


class Hub:
    """A class room in this process, for as long as it has sockets here. Its parts answer events by name:
    `on_room_say` of a part is called for each `room.say`."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.subscription = Subscription(room)
        self.attendance = Attendance(self.subscription)
        self.stage = Stage(self.subscription, self.attendance)
        self.judge = Judge(self.subscription, self.attendance)
        self.votes = Votes(self.subscription, self.attendance)
        self.bots = Bots(self.subscription, self.attendance, self.votes)
        self.attendance.others_changed = self.bots.start_or_stop
        self.parts = (self, self.attendance, self.stage, self.judge, self.votes, self.bots)
        self.spot_tick = Tick(1 / limits.SPOTS_PER_SECOND, self.tell_spot)
        self.spot: str | None = None
        self.made_good: dict[str, str] = {}
        """Kind of message → the last text sent about the database's state."""
        self.reader: asyncio.Task[None] | None = None
        self.ready = background.start(self.start())

    async def start(self) -> None:
        """Opens the subscription first and the stage second. Events of other processes wait in the channel
        meanwhile: a move read before the stage is set would be taken for a move of another run."""
        await self.subscription.open()
        room = await database_sync_to_async(rooms.find)(self.room)
        if room is None:
            return
        self.stage.owner_digest = access.digest(room.owner)
        self.judge.task = room.task
        await self.stage.set(room.stage, room.at, room.showing is not None)
        self.attendance.people = await database_sync_to_async(seats.people)(self.room)
        poll = await database_sync_to_async(polls.current)(self.room)
        self.votes.bars = poll is not None and poll.bars
        await self.bots.reload()
        self.reader = background.start(self.read())
        await self.subscription.publish({"type": "room.rollcall"})
        self.subscription.spawn(self.attendance.beat())

    async def close(self) -> None:
        self.attendance.roster_tick.cancel()
        self.spot_tick.cancel()
        self.judge.close()
        self.bots.close()
        self.votes.close()
        if self.reader is not None:
            self.reader.cancel()
        await self.subscription.close()

    async def read(self) -> None:
        while True:
            event = await self.subscription.receive()
            try:
                await self.handle(event)
            except Exception:
                log.exception("room %s: %s failed", self.room, event.get("type"))

    async def handle(self, event: Event) -> None:
        """Passes an event to every part that has a method for its type."""
        name = f"on_{event['type'].replace('.', '_')}"
        for part in self.parts:
            handler: Callable[[Event], Awaitable[None]] | None = getattr(part, name, None)
            if handler is not None:
                await handler(event)

    async def on_room_say(self, event: Event) -> None:
        """Sends a text to those sockets of this process that an event means."""
        to = To(event["who"], event["seat"])
        for member in list(self.attendance.members.values()):
            if member.greeted and to.means(member) and member.channel_name != event["but"]:
                await member.say(event["text"])

    async def on_room_missed(self, event: Event) -> None:
        await recovery.make_good(self)

    async def point(self, text: str) -> None:
        """Moves the presenter's pointer; within a tenth of a second only the last position is sent."""
        self.spot = text
        self.spot_tick.mark()

    async def tell_spot(self) -> None:
        if self.spot is not None:
            await self.subscription.tell(self.spot, "followers")


# --- hubs of this process -------------------------------------------------------------------------

hubs: dict[str, Hub] = {}
"""Hubs by the id of their room."""


async def enter(room: str) -> Hub:
    """The hub of a room, ready to be joined."""
    while True:
        hub = hubs.get(room)
        if hub is None or hub.attendance.loop is not asyncio.get_running_loop():
            hub = hubs[room] = Hub(room)
        await asyncio.shield(hub.ready)
        if hubs.get(room) is hub:  # otherwise the last socket has left meanwhile
            return hub


async def leave(hub: Hub, member: Member) -> None:
    """Removes a socket from its hub and closes the hub after the last one."""
    hub.attendance.leave(member)
    if not hub.attendance.members and hubs.get(hub.room) is hub:
        del hubs[hub.room]
        await hub.close()


def _seats() -> metrics.Samples:
    """The number of presenters and followers connected to this process."""
    members = [member for hub in list(hubs.values()) for member in list(hub.attendance.members.values())]
    presenting = sum(member.presenter for member in members)
    return {"presenter": float(presenting), "follower": float(len(members) - presenting)}


metrics.look("podium_rooms", "Rooms that have sockets here.", lambda: {"": float(len(hubs))})
metrics.look("podium_seats", "Sockets in rooms here, by role.", _seats, "role")
