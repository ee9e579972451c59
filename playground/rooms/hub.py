"""One process's side of a room: a single subscription, from which all its sockets here are served.

What concerns everybody is encoded once, and the same text goes to all. A follower whose line is full is left
out until it has drained, and then gets the newest position at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from playground import limits
from playground.rooms.boards import Boards, Position
from playground.rooms.bots import Bots
from playground.rooms.judging import Judge
from playground.rooms.protocol import said
from playground.rooms.roster import Presence, Roster
from playground.rooms.services import polls, rooms, sandboxes, seats
from playground.rooms.services.polls import Cast
from playground.rooms.services.seats import SeatState
from playground.rooms.shelf import Tick
from playground.runs import access
from playground.runs import protocol as runs
from playground.runs import services as run_services
from playground.runs.sockets import group_name as run_group

log = logging.getLogger("playground.rooms")

Event = dict[str, Any]
CAST_AT_ONCE = 200
"""Votes that are made durable in one transaction."""


def group_name(room: str) -> str:
    return f"room.{room}"


class Member(Protocol):
    """A socket in the room, as the hub knows it."""

    channel_name: str
    greeted: bool
    presenter: bool
    number: int | None
    link: int | None
    mode: str
    stands: Position
    catching: bool
    behind: bool
    wants_show: bool

    @property
    def full(self) -> bool: ...
    async def say(self, text: str) -> None: ...
    async def part(self, code: int) -> None: ...


@dataclass(frozen=True)
class To:
    """Whom an event concerns: all, presenters, followers, or one seat."""

    who: str = "all"
    seat: int | None = None

    def means(self, member: Member) -> bool:
        if self.seat is not None:
            return member.number == self.seat and not member.presenter
        return self.who == "all" or member.presenter == (self.who == "presenters")


class Hub:
    """A room in this process, as long as it has sockets here."""

    def __init__(self, room: str) -> None:
        self.room = room
        self.layer = get_channel_layer()
        self.members: dict[str, Member] = {}
        self.roster = Roster()
        self.boards = Boards()
        self.judge = Judge(self)
        self.bots = Bots(self)
        self.loop = asyncio.get_running_loop()
        self.owner_digest = ""
        self.people = 0
        self.recount = False
        """Seats have come or gone since the people were counted."""
        self.people_told = -1
        self.bars: bool = False
        """Whether followers see the bars of the poll that is shown."""
        self.roster_tick = Tick(limits.ROOM_TICK_SECONDS, self.tell_roster)
        self.tally_tick = Tick(1 / limits.TALLIES_PER_SECOND, self.tell_tally)
        self.spot_tick = Tick(1 / limits.SPOTS_PER_SECOND, self.tell_spot)
        self.spot: str | None = None
        self.casts: list[tuple[Cast, asyncio.Future[str | None]]] = []
        self.casting: asyncio.Task[None] | None = None
        self.reader: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[Any]] = set()
        self.ready = asyncio.ensure_future(self.start())

    async def start(self) -> None:
        self.channel = await self.layer.new_channel("room")
        await self.layer.group_add(group_name(self.room), self.channel)
        self.reader = asyncio.ensure_future(self.read())
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

    async def close(self) -> None:
        for tick in (self.roster_tick, self.tally_tick, self.spot_tick):
            tick.cancel()
        self.judge.close()
        self.bots.close()
        for task in (self.reader, self.casting, *self.tasks):
            if task is not None:
                task.cancel()
        await self.layer.group_discard(group_name(self.room), self.channel)
        for run in self.judge.runs():
            await self.layer.group_discard(run_group(run), self.channel)
        if self.roster.others:
            await self.publish({"type": "room.presence", "all": True, "seats": {}})

    def spawn(self, work: Awaitable[Any]) -> None:
        """Does something beside the reading of events; it ends with the hub."""

        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("room %s", self.room)

        task = asyncio.ensure_future(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # --- sockets ----------------------------------------------------------------------------------

    def join(self, member: Member) -> None:
        self.members[member.channel_name] = member
        self.note(member.number if not member.presenter else None)

    def leave(self, member: Member) -> None:
        if self.members.pop(member.channel_name, None) is not None:
            self.note(member.number if not member.presenter else None)

    def places(self, number: int) -> list[Member]:
        return [each for each in self.members.values() if each.number == number and not each.presenter]

    def note(self, number: int | None) -> None:
        """A socket of a seat came, went, or follows otherwise."""
        if number is None:
            return
        here = self.places(number)
        at = here[-1].stands.at if here and here[-1].mode == "explore" else None
        self.roster.be(number, Presence(len(here), here[-1].mode if here else "follow", at))
        self.roster_tick.mark()

    # --- events -----------------------------------------------------------------------------------

    async def publish(self, event: Event) -> None:
        """To all processes, this one included."""
        await self.layer.group_send(group_name(self.room), {"from": self.channel, **event})

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

    async def hear_room_cut(self, event: Event) -> None:
        """A seat was removed, a link revoked, or the room ended."""
        for member in list(self.members.values()):
            if event["seat"] is not None:
                meant = member.number == event["seat"] and not member.presenter
            elif event["link"] is not None:
                meant = member.presenter and member.link == event["link"]
            else:
                meant = True
            if meant:
                await member.part(event["code"])
        if event["seat"] is not None:
            self.roster.forget(event["seat"])
            self.recount = True
            self.roster_tick.mark()

    async def hear_room_seat(self, event: Event) -> None:
        """A seat is new or changed."""
        seat = SeatState.from_event(event["state"])
        if seat.number not in self.roster.seats:
            self.recount = True
        self.roster.hear(seat)
        self.roster_tick.mark()

    async def hear_room_seats_gone(self, event: Event) -> None:
        for number in event["seats"]:
            self.roster.forget(number)
        self.recount = True
        self.roster_tick.mark()

    async def hear_room_rollcall(self, event: Event) -> None:
        if event["from"] != self.channel and self.roster.here:
            told = self.roster.take_unsaid(everyone=True)
            await self.publish({"type": "room.presence", "all": True, "seats": told})

    async def hear_room_presence(self, event: Event) -> None:
        if event["from"] == self.channel:
            return
        if event["all"]:
            for number in self.roster.others.pop(event["from"], {}):
                self.roster.changed.add(number)
        self.roster.hear_presence(event["from"], event["seats"])
        self.roster_tick.mark()

    async def hear_room_gather(self, event: Event) -> None:
        text = said("gathered")
        for member in list(self.members.values()):
            if not member.presenter and member.mode != "follow":
                member.mode = "follow"
                # Its board is elsewhere, so it asks for the position itself.
                member.stands = Position("", 0, 0)
                if member.greeted:
                    await member.say(text)
                self.note(member.number)

    # --- the stage --------------------------------------------------------------------------------

    async def set_stage(self, run: str, at: int, showing: bool) -> None:
        known = await database_sync_to_async(run_services.standing)(run)
        if known is None:
            return
        before, self.boards.watched = self.boards.watched, run if showing else ""
        if before:
            await self.listen_no_more(before)
        self.boards.stage(known, at, own=known.owner_digest == self.owner_digest)
        if showing:
            await self.listen(run)

    async def listen(self, run: str) -> None:
        """From now on the moves of a run are heard."""
        await self.layer.group_add(run_group(run), self.channel)

    async def listen_no_more(self, run: str) -> None:
        """Unless the run is still on the stage, or judged."""
        if run != self.boards.watched and run not in self.judge.runs():
            await self.layer.group_discard(run_group(run), self.channel)

    async def hear_room_stage(self, event: Event) -> None:
        """Another run is on the stage. `same`: it has the same state at the position as the one before."""
        before = self.boards.position
        await self.set_stage(event["run"], event["at"], event["showing"])
        for member in list(self.members.values()):
            if not member.greeted or member.catching:
                continue
            if member.presenter or member.mode == "follow":
                same = event["same"] and (member.stands.run, member.stands.at) == (before.run, before.at)
                if member.full:
                    member.behind = True
                    continue
                now = self.boards.position
                text = await self.boards.stage_text(None, member.presenter, resumed=same)
                member.stands = now
                await member.say(text)
            else:
                await member.say(self.boards.position_text())

    async def hear_room_moved(self, event: Event) -> None:
        """The position moved from step `start` to `end` of the stage; `body` is "" for a jump."""
        if event["run"] != self.boards.position.run:
            return
        self.boards.move(event["end"], event["head"], event["inputs"])
        await self.carry(event)

    async def hear_run_moved(self, event: Event) -> None:
        """A run moved of which the room is not the master: a sandbox, perhaps one that is shown to all."""
        if event["run"] == self.boards.watched:
            end = int(event["end"])
            self.boards.move(end, end, None)
            await database_sync_to_async(rooms.move)(self.room, event["run"], end)
            await self.carry(event)
        self.judge.moved(event["run"])

    async def carry(self, event: Event) -> None:
        """Takes along all that follow."""
        position = self.boards.position
        start, body = int(event["start"]), str(event["body"])
        texts: dict[bool, str] = {}
        if body:
            end = position.at >= position.head
            for presenter in (False, True):
                may = presenter and self.boards.own
                texts[presenter] = runs.frames_text(event["kind"], None, position.head, end and not may, body)
        else:
            texts[False] = texts[True] = await self.boards.snapshot_text(None)
            if position is not self.boards.position:
                return
        elsewhere = self.boards.position_text()
        for member in list(self.members.values()):
            if not member.greeted or member.catching or member.channel_name == event["sender"]:
                continue
            if not member.presenter and member.mode != "follow":
                await member.say(elsewhere)
            elif member.full:
                member.behind = True
            elif not body or member.stands.is_at(position.run, start):
                member.stands = position
                await member.say(texts[member.presenter])
            elif not member.stands.is_at(position.run, position.at):
                self.spawn(self.catch_up(member))

    async def catch_up(self, member: Member, re: int | None = None) -> None:
        """Brings a follower from where it stands to the position, by one message; by none when it is there
        and nobody asked.
        """
        member.catching = True
        try:
            while True:
                position = self.boards.position
                text = await self.boards.way(member.stands, re, presenter=member.presenter)
                if position is self.boards.position:
                    break
            member.stands = position
            member.behind = False
        finally:
            member.catching = False
        if text:
            await member.say(text)

    def drained(self, member: Member) -> None:
        """The line of a follower is free again."""
        if member.behind:
            self.spawn(self.catch_up(member))

    # --- ticks ------------------------------------------------------------------------------------

    @property
    def presented(self) -> bool:
        """Whether a presenter is in this process."""
        return any(each.presenter and each.greeted for each in self.members.values())

    async def load_roster(self) -> None:
        """Reads the whole roster, for the first presenter here."""
        if self.roster.loaded:
            return
        self.roster.loaded = True
        room = await database_sync_to_async(rooms.find)(self.room)
        for seat in await database_sync_to_async(seats.listed)(self.room):
            self.roster.seats.setdefault(seat.number, seat)
        if room is not None and room.task is not None:
            found = await database_sync_to_async(sandboxes.of_task)(self.room, room.task["number"])
            self.roster.done = {each.seat for each in found if each.done}
        poll = await database_sync_to_async(polls.current)(self.room)
        if poll is not None:
            self.roster.voted = await database_sync_to_async(polls.voters)(poll)

    async def tell_roster(self) -> None:
        if self.roster.unsaid:
            told = self.roster.take_unsaid(everyone=False)
            await self.publish({"type": "room.presence", "all": False, "seats": told})
        if self.recount:
            self.recount = False
            self.people = await database_sync_to_async(seats.people)(self.room)
        changes = self.roster.changes() if self.roster.loaded else None
        text = said("roster", **changes) if changes else ""
        people = said("room", room={"people": self.people}) if self.people != self.people_told else ""
        self.people_told = self.people
        for member in list(self.members.values()):
            if member.greeted and text and member.presenter:
                await member.say(text)
            if member.greeted and people and not member.full:
                await member.say(people)

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

    # --- polls and votes --------------------------------------------------------------------------

    async def cast(self, vote: Cast) -> str | None:
        """Makes a vote durable, together with others that came meanwhile. None, or why it does not count."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.casts.append((vote, answer))
        if self.casting is None:
            self.casting = asyncio.ensure_future(self.write_casts())
        return await answer

    async def write_casts(self) -> None:
        try:
            while self.casts:
                batch, self.casts = self.casts[:CAST_AT_ONCE], self.casts[CAST_AT_ONCE:]
                try:
                    told = await database_sync_to_async(polls.cast)(self.room, [vote for vote, _ in batch])
                except Exception as error:
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for (_, answer), code in zip(batch, told, strict=True):
                    if not answer.done():
                        answer.set_result(code)
        finally:
            self.casting = None

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
                member.mode = "alone"
                await member.say(event["text"])
        self.note(event["seat"])

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
