"""The stage of a room, and the sockets of this process that follow it."""

from __future__ import annotations

from playground.classroom.process.attendance import Attendance
from playground.classroom.process.boards import NOWHERE, Boards
from playground.classroom.process.members import Event, Member
from playground.classroom.process.subscription import Subscription
from playground.classroom.protocol import message_text
from playground.classroom.services import rooms
from playground.runs import protocol as runs
from playground.runs import services as run_services
from playground.server.database_threads import database_sync_to_async


class Stage:
    """The position of a room, and how this process's sockets follow it."""

    def __init__(self, subscription: Subscription, attendance: Attendance) -> None:
        self.subscription, self.attendance = subscription, attendance
        self.room = subscription.room
        self.boards = Boards()
        self.owner_digest = ""
        """The owner digest of the room's own runs."""

    async def set(self, run: str, at: int, showing: bool) -> None:
        """Puts a run on the stage. `showing`: it is a learner's board, whose moves the room follows."""
        standing = await database_sync_to_async(run_services.standing)(run)
        if standing is None:
            return
        before, self.boards.watched = self.boards.watched, run if showing else ""
        if showing:
            await self.subscription.listen(run)
        if before:
            await self.subscription.listen_no_more(before)
        self.boards.stage(standing, at, own=standing.owner_digest == self.owner_digest)

    async def on_room_stage(self, event: Event) -> None:
        """Puts another run on the stage. `same`: it has the same state at the position as the run before."""
        before = self.boards.position
        await self.set(event["run"], event["at"], event["showing"])
        for member in list(self.attendance.members.values()):
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

    async def on_room_moved(self, event: Event) -> None:
        """Follows a move of the position from step `start` to `end`; `body` is "" for a jump."""
        if event["run"] != self.boards.position.run:
            return
        self.boards.move(event["end"], event["head"], event["inputs"])
        await self.carry(event)

    async def on_run_moved(self, event: Event) -> None:
        """Follows a move of a run that the room does not control: a sandbox, which may be on the stage."""
        end = int(event["end"])
        if event["run"] == self.boards.watched and (event["body"] or end != self.boards.position.at):
            self.boards.move(end, end, None)
            await database_sync_to_async(rooms.move)(self.room, event["run"], end)
            await self.carry(event)

    async def carry(self, event: Event) -> None:
        """Brings all followers to the new position."""
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
        for member in list(self.attendance.members.values()):
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
                self.subscription.spawn(self.catch_up(member))

    async def catch_up(self, member: Member, re: int | None = None) -> None:
        """Brings a follower to the position with one message; sends none when it is there already and did not
        ask."""
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
        """Catches up a follower whose buffer has drained."""
        if member.behind and not member.catching:
            self.subscription.spawn(self.catch_up(member))

    async def on_room_gather(self, event: Event) -> None:
        """Makes every follower of this process follow and tells its page so."""
        text = message_text("gathered")
        for member in list(self.attendance.members.values()):
            if not member.presenter and member.mode != "follow":
                member.mode = "follow"
                # Its board shows something else, so its page asks for the position itself.
                member.stands = NOWHERE
                if member.greeted:
                    await member.say(text)
                self.attendance.note(member.number)
