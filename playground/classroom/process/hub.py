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
from playground.classroom.process.attendance import Attending
from playground.classroom.process.bots import Bots
from playground.classroom.process.judge import Judge, wall
from playground.classroom.process.members import Event, Member, To
from playground.classroom.process.shelf import Tick
from playground.classroom.process.stage import group_name
from playground.classroom.process.votes import Votes
from playground.classroom.protocol import said
from playground.classroom.services import polls, rooms, seats
from playground.runs import access
from playground.runs.news import group_name as run_group
from playground.server import background
from playground.server.database_threads import database_sync_to_async
from playground.server.telemetry import metrics

log = logging.getLogger("playground.classroom")


class Hub(Attending):
    """A room in this process, as long as it has sockets here."""

    def __init__(self, room: str) -> None:
        super().__init__(room)
        self.judge = Judge(self)
        self.bots = Bots(self)
        self.votes = Votes(room)
        self.bars: bool = False
        """Whether followers see the bars of the poll that is shown."""
        self.tally_tick = Tick(1 / limits.TALLIES_PER_SECOND, self.tell_tally)
        self.spot_tick = Tick(1 / limits.SPOTS_PER_SECOND, self.tell_spot)
        self.spot: str | None = None
        self.made_good: dict[str, str] = {}
        """What was told last of what the database has, by kind of message."""
        self.reader: asyncio.Task[None] | None = None
        self.ready = background.start(self.start())

    async def start(self) -> None:
        self.channel = await self.layer.new_channel("room")
        await self.layer.group_add(group_name(self.room), self.channel)
        self.reader = background.start(self.read())
        room = await database_sync_to_async(rooms.find)(self.room)
        if room is None:
            return
        self.owner_digest = access.digest(room.owner)
        self.judge.task = room.task
        await self.set_stage(room.stage, room.at, room.showing is not None)
        self.people = await database_sync_to_async(seats.people)(self.room)
        poll = await database_sync_to_async(polls.current)(self.room)
        self.bars = poll is not None and poll.bars
        await self.bots.resume()
        await self.publish({"type": "room.rollcall"})
        self.spawn(self.beat())

    async def close(self) -> None:
        for tick in (self.roster_tick, self.tally_tick, self.spot_tick):
            tick.cancel()
        self.judge.close()
        self.bots.close()
        self.votes.close()
        for task in (self.reader, *self.tasks):
            if task is not None:
                task.cancel()
        await self.layer.group_discard(group_name(self.room), self.channel)
        for run in self.judge.runs():
            await self.layer.group_discard(run_group(run), self.channel)
        await self.publish({"type": "room.bye"})

    # --- events -----------------------------------------------------------------------------------

    async def tell(self, text: str, who: str = "all", seat: int | None = None, but: str = "") -> None:
        """A message to all, to `presenters`, to `followers` or to one seat, but not to the socket `but`."""
        await self.publish({"type": "room.say", "text": text, "who": who, "seat": seat, "but": but})

    async def read(self) -> None:
        while True:
            event = await self.layer.receive(self.channel)
            try:
                await self.hear(event)
            except Exception:
                log.exception("room %s: %s failed", self.room, event.get("type"))

    async def hear(self, event: Event) -> None:
        handler: Callable[[Event], Awaitable[None]] | None = getattr(
            self, f"hear_{event['type'].replace('.', '_')}", None
        )
        if handler is not None:
            await handler(event)

    async def hear_room_say(self, event: Event) -> None:
        to = To(event["who"], event["seat"])
        for member in list(self.members.values()):
            if member.greeted and to.means(member) and member.channel_name != event["but"]:
                await member.say(event["text"])

    async def hear_room_bots(self, event: Event) -> None:
        """There are other bots."""
        if event["from"] != self.channel:
            await self.bots.resume()

    def others_changed(self) -> None:
        self.bots.settle()

    async def hear_room_missed(self, event: Event) -> None:
        await recovery.make_good(self)

    # --- ticks ------------------------------------------------------------------------------------

    async def tell_tally(self) -> None:
        if not self.bars and not self.presented:
            return
        poll = await database_sync_to_async(polls.current)(self.room)
        if poll is None:
            return
        text = said("tally", **await database_sync_to_async(polls.tally)(self.room, poll))
        for member in list(self.members.values()):
            if member.greeted and (member.presenter or poll.bars) and not member.full:
                await member.say(text)

    async def point(self, text: str) -> None:
        """The presenter's pointer; of several in a tenth of a second the last one is told."""
        self.spot = text
        self.spot_tick.mark()

    async def tell_spot(self) -> None:
        if self.spot is not None:
            await self.tell(self.spot, "followers")

    async def tell_wall(self, member: Member) -> None:
        """All tiles, to a presenter that came in."""
        tiles = await wall(self.room, self.judge.task)
        if tiles:
            await member.say(said("wall", tiles=tiles))

    # --- polls and votes --------------------------------------------------------------------------

    async def hear_room_voted(self, event: Event) -> None:
        if event["seat"] not in self.roster.voted:
            self.roster.voted.add(event["seat"])
            self.roster.changed.add(event["seat"])
            self.roster_tick.mark()
        self.tally_tick.mark()

    async def hear_room_poll(self, event: Event) -> None:
        """A poll was opened, changed or put away."""
        self.bars = event["bars"]
        if event["fresh"]:
            self.roster.changed |= self.roster.voted
            self.roster.voted = set()
            self.roster_tick.mark()
        if event["text"]:
            for member in list(self.members.values()):
                if member.greeted:
                    await member.say(event["text"])
        self.tally_tick.mark()

    async def hear_room_task(self, event: Event) -> None:
        """A task was opened or closed."""
        self.roster.changed |= self.roster.done
        self.roster.done = set()
        self.judge.task = event["task"]
        self.roster_tick.mark()
        for member in list(self.members.values()):
            if member.greeted:
                await member.say(event["text"])

    async def hear_room_sandbox(self, event: Event) -> None:
        """A seat has a new sandbox; the process where its socket is watches it."""
        here = self.places(event["seat"])
        if here:
            await self.judge.watch(event["seat"], event["run"])
        for member in here:
            if member.channel_name != event["but"]:
                await member.say(event["text"])
        self.roster.done.discard(event["seat"])
        self.roster.changed.add(event["seat"])
        self.roster_tick.mark()

    async def hear_room_ask_show(self, event: Event) -> None:
        """The presenter would like to show the board of a seat; its next `allow` does it."""
        for member in self.places(event["seat"]):
            member.wants_show = True
            await member.say(event["text"])

    async def hear_room_checks(self, event: Event) -> None:
        """How a sandbox stands: to its seat and to the presenters, who see it on the wall too."""
        if event["done"] and event["seat"] not in self.roster.done:
            self.roster.done.add(event["seat"])
            self.roster.changed.add(event["seat"])
            self.roster_tick.mark()
        for member in list(self.members.values()):
            if not member.greeted or member.full:
                continue
            if member.presenter:
                if event["tile"]:
                    await member.say(event["tile"])
                if event["checks"]:
                    await member.say(event["checks"])
            elif member.number == event["seat"] and event["checks"]:
                await member.say(event["checks"])


# --- hubs of this process -------------------------------------------------------------------------

_hubs: dict[str, Hub] = {}


async def enter(room: str) -> Hub:
    """The hub of a room, ready to be joined at once."""
    while True:
        hub = _hubs.get(room)
        if hub is None or hub.loop is not asyncio.get_running_loop():
            hub = _hubs[room] = Hub(room)
        await asyncio.shield(hub.ready)
        if _hubs.get(room) is hub:  # else its last socket left meanwhile
            return hub


async def leave(hub: Hub, member: Member) -> None:
    """A hub without sockets ends."""
    hub.leave(member)
    if not hub.members and _hubs.get(hub.room) is hub:
        del _hubs[hub.room]
        await hub.close()


def _seats() -> metrics.Samples:
    members = [member for hub in list(_hubs.values()) for member in list(hub.members.values())]
    presenting = sum(member.presenter for member in members)
    return {"presenter": float(presenting), "follower": float(len(members) - presenting)}


metrics.look("podium_rooms", "Rooms that have sockets here.", lambda: {"": float(len(_hubs))})
metrics.look("podium_seats", "Sockets in rooms here, by role.", _seats, "role")
