"""Bots to rehearse with: seats without a browser that follow, explore, vote, raise hands and drop out."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any, Protocol

from playground.classroom.process.roster import GONE, Presence, Roster
from playground.classroom.process.shelf import Tick
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


class Stage(Protocol):
    """The hub, as bots know it. `leads`: what one process does for all is done here."""

    room: str
    roster: Roster
    roster_tick: Tick
    votes: Votes

    @property
    def leads(self) -> bool: ...
    async def publish(self, event: dict[str, Any]) -> None: ...


class Bots:
    """The bots of a room. One process plays them; when it goes, another one does."""

    def __init__(self, hub: Stage) -> None:
        self.hub = hub
        self.seats: list[SeatState] = []
        self.chance = random.Random(hub.room)
        self.task: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """The bots that the room has by now."""
        known = await database_sync_to_async(seats.listed)(self.hub.room)
        self.rest()
        self.seats = [each for each in known if each.bot]
        self.settle()

    def settle(self) -> None:
        """Begins or ends to play them, when the room's processes have changed."""
        if self.task is not None and not self.hub.leads:
            self.rest()
        elif self.task is None and self.seats and self.hub.leads:
            for seat in self.seats:
                self.be(seat, "follow")
            self.task = background.start(self.play())

    def rest(self) -> None:
        """None of them is played here any more."""
        self.close()
        for seat in self.seats:
            self.be(seat, "")

    async def rehearse(self, count: int) -> None:
        """So many bots are in the room from now on, each with a new seat."""
        self.rest()
        self.seats = []
        gone = await database_sync_to_async(seats.send_bots_away)(self.hub.room)
        if gone:
            await self.hub.publish({"type": "room.seats_gone", "seats": gone})
        for place in range(count):
            name = NAMES[place % len(NAMES)] + ("" if place < len(NAMES) else f" {place // len(NAMES) + 1}")
            seat = await database_sync_to_async(seats.take)(self.hub.room, f"bot-{place}", name, bot=True)
            if not isinstance(seat, SeatState):
                break
            await self.hub.publish({"type": "room.seat", "state": seat.to_event()})
        await self.resume()
        await self.hub.publish({"type": "room.bots"})

    def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    def be(self, seat: SeatState, mode: str) -> None:
        self.hub.roster.be(seat.number, Presence(1, mode) if mode else GONE)
        self.hub.roster_tick.mark()

    async def play(self) -> None:
        while True:
            await asyncio.sleep(PACE_SECONDS)
            try:
                poll = await database_sync_to_async(polls.current)(self.hub.room)
                if poll is not None and poll.state == "open":
                    await self.vote(poll)
                await self.do_something(self.chance.choice(self.seats))
            except Exception:
                log.exception("a bot of room %s", self.hub.room)

    async def vote(self, poll: PollState) -> None:
        done = await database_sync_to_async(polls.voters)(poll)
        left = [each for each in self.seats if each.number not in done]
        for seat in self.chance.sample(left, min(VOTES_AT_ONCE, len(left))):
            count, number = len(poll.asked["choices"]), poll.asked["number"]
            value = round(self.chance.uniform(number["from"], number["to"]), 1) if number else None
            choice = self.chance.randrange(count) if count else None
            many = [choice] if choice is not None and poll.asked["many"] else None
            vote = Cast(seat.pk, poll.number, poll.round, choice, many, value)
            if await self.hub.votes.cast(vote) is None:
                await self.hub.publish({"type": "room.voted", "seat": seat.number})

    async def do_something(self, seat: SeatState) -> None:
        chance = self.chance.random()
        if chance < 0.1:
            self.be(seat, "" if self.hub.roster.here.get(seat.number) else "follow")
        elif chance < 0.3:
            self.be(seat, self.chance.choice(("follow", "explore", "follow")))
        elif chance < 0.36:
            told = await database_sync_to_async(seats.hand)(self.hub.room, seat.number, chance < 0.33)
            await self.tell(told)
        elif chance < 0.45:
            mood = self.chance.choice((*MOODS, ""))
            told = await database_sync_to_async(seats.change)(self.hub.room, seat.number, mood=mood)
            await self.tell(told)

    async def tell(self, seat: SeatState | None) -> None:
        if seat is not None:
            await self.hub.publish({"type": "room.seat", "state": seat.to_event()})
