"""One process's side of a room: a single subscription, from which all its sockets here are served.

What concerns everybody is encoded once, and the same text goes to all. A follower whose line is full is left
out until it has drained, and then gets the newest position at once.
"""

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
    """A class room in this process, as long as it has sockets here. Its parts answer events: `on_room_say` of
    a part is called for each `room.say`.
    """

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
        """What was told last of what the database has, by kind of message."""
        self.reader: asyncio.Task[None] | None = None
        self.ready = background.start(self.start())

    async def start(self) -> None:
        """What other processes say meanwhile waits in the channel: a move that is read before the stage is
        set is taken for one of another run.
        """
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
        name = f"on_{event['type'].replace('.', '_')}"
        for part in self.parts:
            handler: Callable[[Event], Awaitable[None]] | None = getattr(part, name, None)
            if handler is not None:
                await handler(event)

    async def on_room_say(self, event: Event) -> None:
        to = To(event["who"], event["seat"])
        for member in list(self.attendance.members.values()):
            if member.greeted and to.means(member) and member.channel_name != event["but"]:
                await member.say(event["text"])

    async def on_room_missed(self, event: Event) -> None:
        await recovery.make_good(self)

    async def point(self, text: str) -> None:
        """The presenter's pointer; of several in a tenth of a second the last one is told."""
        self.spot = text
        self.spot_tick.mark()

    async def tell_spot(self) -> None:
        if self.spot is not None:
            await self.subscription.tell(self.spot, "followers")


# --- hubs of this process -------------------------------------------------------------------------

hubs: dict[str, Hub] = {}
"""By the id of their room."""


async def enter(room: str) -> Hub:
    """The hub of a room, ready to be joined at once."""
    while True:
        hub = hubs.get(room)
        if hub is None or hub.attendance.loop is not asyncio.get_running_loop():
            hub = hubs[room] = Hub(room)
        await asyncio.shield(hub.ready)
        if hubs.get(room) is hub:  # else its last socket left meanwhile
            return hub


async def leave(hub: Hub, member: Member) -> None:
    """A hub without sockets ends."""
    hub.attendance.leave(member)
    if not hub.attendance.members and hubs.get(hub.room) is hub:
        del hubs[hub.room]
        await hub.close()


def _seats() -> metrics.Samples:
    members = [member for hub in list(hubs.values()) for member in list(hub.attendance.members.values())]
    presenting = sum(member.presenter for member in members)
    return {"presenter": float(presenting), "follower": float(len(members) - presenting)}


metrics.look("podium_rooms", "Rooms that have sockets here.", lambda: {"": float(len(hubs))})
metrics.look("podium_seats", "Sockets in rooms here, by role.", _seats, "role")
