"""Attendance of a room: the sockets of this process, the presence in all processes, and the presenters'
roster."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from playground import limits
from playground.classroom.process.beats import Beats
from playground.classroom.process.members import Event, Member
from playground.classroom.process.roster import Presence, Roster
from playground.classroom.process.shelf import Tick
from playground.classroom.process.subscription import Subscription
from playground.classroom.protocol import message_text
from playground.classroom.services import links, polls, rooms, sandboxes, seats
from playground.classroom.services.seats import SeatState
from playground.server.database_threads import database_sync_to_async


class Attendance:
    """The people of a room. `others_changed` is called after another server process joined or left the
    room."""

    def __init__(self, subscription: Subscription) -> None:
        self.subscription = subscription
        self.room = subscription.room
        self.loop = asyncio.get_running_loop()
        self.members: dict[str, Member] = {}
        """Channel → socket, for the sockets of this process."""
        self.roster = Roster()
        self.beats = Beats()
        self.others_changed: Callable[[], None] = lambda: None
        self.presenting: dict[str, list[int]] = {}
        """Other process → the number of the link of each of its presenters."""
        self.people = 0
        self.recount = False
        """Whether the number of seats has changed since the last count."""
        self.people_sent = -1
        self.roster_tick = Tick(limits.ROOM_TICK_SECONDS, self.tell_roster)

    # --- sockets ----------------------------------------------------------------------------------

    def join(self, member: Member) -> None:
        self.members[member.channel_name] = member
        self.note(member.number if not member.presenter else None)

    def leave(self, member: Member) -> None:
        if self.members.pop(member.channel_name, None) is not None:
            self.note(member.number if not member.presenter else None)

    def places(self, number: int) -> list[Member]:
        return [
            member for member in self.members.values() if member.number == number and not member.presenter
        ]

    def note(self, number: int | None) -> None:
        """Notes that a socket of a seat connected, disconnected or changed its mode."""
        if number is None:
            return
        sockets = self.places(number)
        at = sockets[-1].stands.at if sockets and sockets[-1].mode == "explore" else None
        self.roster.set_presence(
            number, Presence(len(sockets), sockets[-1].mode if sockets else "follow", at)
        )
        self.roster_tick.mark()

    async def on_room_cut(self, event: Event) -> None:
        """Closes the sockets of a removed seat or a revoked link, or all sockets when the room has ended."""
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

    async def on_room_seat(self, event: Event) -> None:
        """Updates the roster with a new or changed seat."""
        seat = SeatState.from_event(event["state"])
        if seat.number not in self.roster.seats:
            self.recount = True
        self.roster.hear(seat)
        self.roster_tick.mark()

    async def on_room_seats_gone(self, event: Event) -> None:
        for number in event["seats"]:
            self.roster.forget(number)
        self.recount = True
        self.roster_tick.mark()

    async def on_room_rollcall(self, event: Event) -> None:
        """Publishes this process's presence, because a process joined the room or met another for the first
        time."""
        if event["from"] == self.subscription.channel:
            return
        presences = self.roster.take_unsaid(everyone=True)
        links = self.links_here()
        await self.subscription.publish(
            {"type": "room.presence", "all": True, "seats": presences, "links": links}
        )

    async def on_room_presence(self, event: Event) -> None:
        """Updates the presence of another process; with `all` it replaces the earlier presence."""
        process = event["from"]
        if process == self.subscription.channel:
            return
        before = self.all_places()
        if event["all"]:
            self.roster.forget_process(process)
            links = event.get("links", [])  # a server of the previous release sends links in another event
            await self.on_room_links({"from": process, "here": links})
        self.beats.hear(process, self.loop.time())
        self.others_changed()
        self.roster.hear_presence(process, event["seats"])
        self.roster_tick.mark()
        await self.tell_places(before)

    def all_places(self) -> dict[int, int]:
        """The number of open sockets, in all processes, of each seat that has one in this process."""
        return {number: self.roster.presence(number).places for number in self.roster.here}

    async def tell_places(self, before: dict[int, int]) -> None:
        """Sends a seat its number of open places when that number differs from `before`."""
        for number, places in self.all_places().items():
            if before.get(number, places) != places:
                for member in self.places(number):
                    await member.say(message_text("you", you={"places": places}))

    async def forget(self, process: str) -> None:
        """Drops the presence of a process that has no sockets in the room any more."""
        before = self.all_places()
        self.roster.forget_process(process)
        self.roster_tick.mark()
        self.others_changed()
        await self.tell_places(before)
        if self.presenting.pop(process, None):
            await self.on_room_links({"from": process, "here": []})

    @property
    def leads(self) -> bool:
        """Whether this process does the work that only one process does for the room. The process whose name
        sorts first leads."""
        return self.beats.all_after(self.subscription.channel)

    # --- signs of life ----------------------------------------------------------------------------

    async def beat(self) -> None:
        """Sends this process's heartbeat and drops silent processes, for as long as the hub lives."""
        while True:
            await self.subscription.publish({"type": "room.alive"})
            await asyncio.sleep(limits.ROOM_BEAT_SECONDS)
            for process in self.beats.take_silent(self.loop.time()):
                await self.forget(process)

    async def on_room_alive(self, event: Event) -> None:
        process = event["from"]
        if process != self.subscription.channel and self.beats.hear(process, self.loop.time()):
            self.others_changed()
            await self.subscription.publish({"type": "room.rollcall"})

    async def on_room_bye(self, event: Event) -> None:
        """Drops a process that has closed its last socket in the room."""
        self.beats.forget(event["from"])
        await self.forget(event["from"])

    # --- messages to presenters -----------------------------------------------------------------------

    @property
    def presented(self) -> bool:
        """Whether a presenter is connected to this process."""
        return any(member.presenter and member.greeted for member in self.members.values())

    @property
    def presented_anywhere(self) -> bool:
        """Whether a presenter is connected to any process."""
        return self.presented or any(self.presenting.values())

    async def load_roster(self) -> None:
        """Loads the roster from the database when the first presenter of this process connects."""
        if self.roster.loaded:
            return
        self.roster.loaded = True
        room = await database_sync_to_async(rooms.find)(self.room)
        for seat in await database_sync_to_async(seats.listed)(self.room):
            self.roster.seats.setdefault(seat.number, seat)
        if room is not None and room.task is not None:
            boxes = await database_sync_to_async(sandboxes.of_task)(self.room, room.task["number"])
            self.roster.done = {box.seat for box in boxes if box.done}
        poll = await database_sync_to_async(polls.current)(self.room)
        if poll is not None:
            self.roster.voted = await database_sync_to_async(polls.voters)(poll)

    async def tell_roster(self) -> None:
        """Publishes changed presence, and sends the roster's changes to this process's presenters."""
        if self.roster.unsaid:
            presences = self.roster.take_unsaid(everyone=False)
            await self.subscription.publish({"type": "room.presence", "all": False, "seats": presences})
        if self.recount:
            self.recount = False
            self.people = await database_sync_to_async(seats.people)(self.room)
        changes = self.roster.changes() if self.roster.loaded else None
        text = message_text("roster", **changes) if changes else ""
        people = message_text("room", room={"people": self.people}) if self.people != self.people_sent else ""
        self.people_sent = self.people
        for member in list(self.members.values()):
            if member.greeted and text and member.presenter:
                await member.say(text)
            if member.greeted and people and not member.full:
                await member.say(people)

    async def on_room_links(self, event: Event) -> None:
        """Sends the list of links again after a link or the number of its presenters changed."""
        if "here" in event and event["from"] != self.subscription.channel:
            self.presenting[event["from"]] = event["here"]
        if not self.presented:
            return
        listed = await database_sync_to_async(links.listed)(self.room)
        for member in list(self.members.values()):
            if member.greeted and member.presenter:
                await member.say(message_text("links", links=self.links_for(member, listed)))

    def links_here(self) -> list[int]:
        """The numbers of the links through which the presenters of this process came."""
        return [
            member.link for member in self.members.values() if member.presenter and member.link is not None
        ]

    async def tell_links(self) -> None:
        """Publishes the links of this process after a presenter connected or disconnected."""
        await self.subscription.publish({"type": "room.links", "here": self.links_here()})

    def links_for(self, member: Member, listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The links, each with the number of presenters who are in the room through it."""
        present = [*self.links_here(), *(link for links in self.presenting.values() for link in links)]
        return [
            {**link, "here": present.count(link["link"]), "yours": link["link"] == member.link}
            for link in listed
        ]
