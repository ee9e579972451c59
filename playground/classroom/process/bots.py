"""Bots for a rehearsal: seats without a browser that follow, explore, vote, raise hands and drop out."""

from __future__ import annotations

import asyncio
import logging
import random

from playground.classroom.process.attendance import Attendance
from playground.classroom.process.members import Event
from playground.classroom.process.roster import GONE, Presence
from playground.classroom.process.subscription import Subscription
from playground.classroom.process.votes import Votes
from playground.classroom.protocol import MOODS
from playground.classroom.services import polls, seats
from playground.classroom.services.polls import Cast, PollState
from playground.classroom.services.seats import SeatState
from playground.server import background
from playground.server.database_threads import database_sync_to_async

log = logging.getLogger("playground.classroom")

NAMES = (
    *("Dora", "Omar", "Aisha", "Ben", "Chidi", "Emre", "Femi", "Greta", "Hana", "Igor", "Jia", "Kofi"),
    *("Lena", "Mateo", "Nadia", "Priya", "Quinn", "Rosa", "Sven", "Tomás", "Uma", "Viktor", "Wanda", "Xin"),
    *("Yusuf", "Zoë", "Anders", "Bela", "Carla", "Dev"),
)
PACE_SECONDS = 0.4
VOTES_AT_ONCE = 2


class Bots:
    """The bots of a room. One process plays them; when that process ends, another takes over."""

    def __init__(self, subscription: Subscription, attendance: Attendance, votes: Votes) -> None:
        self.subscription, self.attendance, self.votes = subscription, attendance, votes
        self.room = subscription.room
        self.seats: list[SeatState] = []
        self.chance = random.Random(self.room)
        self.task: asyncio.Task[None] | None = None

    async def reload(self) -> None:
        """Loads the bots' seats from the database."""
        all_seats = await database_sync_to_async(seats.listed)(self.room)
        self.stop()
        self.seats = [seat for seat in all_seats if seat.bot]
        self.start_or_stop()

    def start_or_stop(self) -> None:
        """Plays the bots in the leading process only; called after the set of processes has changed."""
        if self.task is not None and not self.attendance.leads:
            self.stop()
        elif self.task is None and self.seats and self.attendance.leads:
            for seat in self.seats:
                self.set_mode(seat, "follow")
            self.task = background.start(self.play())

    def stop(self) -> None:
        """Stops playing the bots in this process and removes their presence from the roster."""
        self.close()
        for seat in self.seats:
            self.set_mode(seat, "")

    async def replace(self, count: int) -> None:
        """Replaces the room's bots by `count` new ones, each with a seat of its own."""
        self.stop()
        self.seats = []
        removed = await database_sync_to_async(seats.send_bots_away)(self.room)
        if removed:
            await self.subscription.publish({"type": "room.seats_gone", "seats": removed})
        for place in range(count):
            name = NAMES[place % len(NAMES)] + ("" if place < len(NAMES) else f" {place // len(NAMES) + 1}")
            seat = await database_sync_to_async(seats.take)(self.room, f"bot-{place}", name, bot=True)
            if not isinstance(seat, SeatState):
                break
            await self.subscription.publish({"type": "room.seat", "state": seat.to_event()})
        await self.reload()
        await self.subscription.publish({"type": "room.bots"})

    async def on_room_bots(self, event: Event) -> None:
        """Reloads the bots after they were replaced."""
        if event["from"] != self.subscription.channel:
            await self.reload()

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    def set_mode(self, seat: SeatState, mode: str) -> None:
        """Sets how a bot follows; "" means that it has left."""
        self.attendance.roster.set_presence(seat.number, Presence(1, mode) if mode else GONE)
        self.attendance.roster_tick.mark()

    async def play(self) -> None:
        while True:
            await asyncio.sleep(PACE_SECONDS)
            try:
                poll = await database_sync_to_async(polls.current)(self.room)
                if poll is not None and poll.state == "open":
                    await self.vote(poll)
                await self.act(self.chance.choice(self.seats))
            except Exception:
                log.exception("a bot of room %s", self.room)

    async def vote(self, poll: PollState) -> None:
        """Lets a few of the bots vote that have not voted yet."""
        done = await database_sync_to_async(polls.voters)(poll)
        undecided = [other for other in self.seats if other.number not in done]
        for seat in self.chance.sample(undecided, min(VOTES_AT_ONCE, len(undecided))):
            count, number = len(poll.public["choices"]), poll.public["number"]
            value = round(self.chance.uniform(number["from"], number["to"]), 1) if number else None
            choice = self.chance.randrange(count) if count else None
            many = [choice] if choice is not None and poll.public["many"] else None
            vote = Cast(seat.pk, poll.number, poll.round, choice, many, value)
            if await self.votes.cast(vote) is None:
                await self.subscription.publish({"type": "room.voted", "seat": seat.number})

    async def act(self, seat: SeatState) -> None:
        """Lets one bot come or go, follow or explore, raise or lower its hand, or set its mood."""
        chance = self.chance.random()
        if chance < 0.1:
            self.set_mode(seat, "" if self.attendance.roster.here.get(seat.number) else "follow")
        elif chance < 0.3:
            self.set_mode(seat, self.chance.choice(("follow", "explore", "follow")))
        elif chance < 0.36:
            changed = await database_sync_to_async(seats.hand)(self.room, seat.number, chance < 0.33)
            await self.tell_seat(changed)
        elif chance < 0.45:
            mood = self.chance.choice((*MOODS, ""))
            changed = await database_sync_to_async(seats.change)(self.room, seat.number, mood=mood)
            await self.tell_seat(changed)

    async def tell_seat(self, seat: SeatState | None) -> None:
        if seat is not None:
            await self.subscription.publish({"type": "room.seat", "state": seat.to_event()})
