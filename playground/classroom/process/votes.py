"""The votes of a room: simultaneous votes are written together, and their sums are published."""

from __future__ import annotations

import asyncio

from playground import limits
from playground.classroom.process.attendance import Attendance
from playground.classroom.process.members import Event
from playground.classroom.process.shelf import Tick
from playground.classroom.process.subscription import Subscription
from playground.classroom.protocol import message_text
from playground.classroom.services import polls
from playground.classroom.services.polls import Cast
from playground.server import background
from playground.server.database_threads import database_sync_to_async

AT_ONCE = 200
"""The most votes written in one transaction."""


class Votes:
    """The votes of one room in this process."""

    def __init__(self, subscription: Subscription, attendance: Attendance) -> None:
        self.attendance = attendance
        self.room = subscription.room
        self.casts: list[tuple[Cast, asyncio.Future[str | None]]] = []
        self.casting: asyncio.Task[None] | None = None
        self.bars: bool = False
        """Whether followers see the bars of the current poll."""
        self.tally_tick = Tick(1 / limits.TALLIES_PER_SECOND, self.tell_tally)

    def close(self) -> None:
        self.tally_tick.cancel()
        if self.casting is not None:
            self.casting.cancel()

    async def cast(self, vote: Cast) -> str | None:
        """Stores a vote, together with others that arrived meanwhile. Returns None, or the code of why it
        does not count."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self.casts.append((vote, answer))
        if self.casting is None:
            self.casting = background.start(self.write_casts())
        return await answer

    async def write_casts(self) -> None:
        """Stores the waiting votes in transactions of at most AT_ONCE."""
        try:
            while self.casts:
                batch, self.casts = self.casts[:AT_ONCE], self.casts[AT_ONCE:]
                try:
                    codes = await database_sync_to_async(polls.cast)(self.room, [vote for vote, _ in batch])
                except Exception as error:
                    for _, answer in batch:
                        if not answer.done():
                            answer.set_exception(error)
                    continue
                for (_, answer), code in zip(batch, codes, strict=True):
                    if not answer.done():
                        answer.set_result(code)
        finally:
            self.casting = None

    # --- what is shown of them ---------------------------------------------------------------------

    async def tell_tally(self) -> None:
        """Sends the sums to presenters, and to followers while bars are shown."""
        if not self.bars and not self.attendance.presented:
            return
        poll = await database_sync_to_async(polls.current)(self.room)
        if poll is None:
            return
        text = message_text("tally", **await database_sync_to_async(polls.tally)(self.room, poll))
        for member in list(self.attendance.members.values()):
            if member.greeted and (member.presenter or poll.bars) and not member.full:
                await member.say(text)

    async def on_room_voted(self, event: Event) -> None:
        if event["seat"] not in self.attendance.roster.voted:
            self.attendance.roster.voted.add(event["seat"])
            self.attendance.roster.changed.add(event["seat"])
            self.attendance.roster_tick.mark()
        self.tally_tick.mark()

    async def on_room_poll(self, event: Event) -> None:
        """Takes over a poll that was opened, changed or put away."""
        self.bars = event["bars"]
        if event["fresh"]:
            self.attendance.roster.changed |= self.attendance.roster.voted
            self.attendance.roster.voted = set()
            self.attendance.roster_tick.mark()
        if event["text"]:
            for member in list(self.attendance.members.values()):
                if member.greeted:
                    await member.say(event["text"])
        self.tally_tick.mark()
