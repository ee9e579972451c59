"""After events of other processes may have been missed: a room as the database has it."""

from __future__ import annotations

from typing import Any, Protocol

from playground.classroom import descriptions, questions
from playground.classroom.process.boards import Boards
from playground.classroom.process.judge import Judge
from playground.classroom.process.members import Event, Member
from playground.classroom.process.roster import Roster
from playground.classroom.process.shelf import Tick
from playground.classroom.protocol import CLOSE_ENDED, CLOSE_REMOVED, said
from playground.classroom.services import links, polls, rooms, seats
from playground.classroom.services.rooms import RoomState
from playground.runs import services as runs
from playground.server.database_threads import database_sync_to_async
from playground.server.sockets.shared_layer import SharedLayer

GROUPS = "room."


class Hub(Protocol):
    """The hub, as far as it is needed here. `made_good` is what was told last, by kind of message."""

    room: str
    members: dict[str, Member]
    boards: Boards
    judge: Judge
    roster: Roster
    roster_tick: Tick
    tally_tick: Tick
    people: int
    recount: bool
    bars: bool
    made_good: dict[str, str]

    @property
    def presented(self) -> bool: ...
    async def load_roster(self) -> None: ...
    async def publish(self, event: Event) -> None: ...
    async def hear_room_cut(self, event: Event) -> None: ...
    async def hear_room_say(self, event: Event) -> None: ...
    async def hear_room_stage(self, event: Event) -> None: ...
    async def hear_room_moved(self, event: Event) -> None: ...
    async def hear_room_task(self, event: Event) -> None: ...


async def rooms_here(layer: SharedLayer) -> None:
    """Lets each room of this process look at the database."""
    for room in layer.groups_here(GROUPS):
        await layer.tell_here(GROUPS + room, {"type": "room.missed"})


async def make_good(hub: Hub) -> None:
    """Tells the sockets of a room what they may have missed."""
    room = await database_sync_to_async(rooms.find)(hub.room)
    if room is None or room.ended is not None:
        await hub.hear_room_cut({"seat": None, "link": None, "code": CLOSE_ENDED})
        return
    await people(hub)
    await stage(hub, room)
    hub.recount = True
    hub.roster.loaded = False
    if hub.presented:
        await hub.load_roster()
        hub.roster.changed |= set(hub.roster.seats)
    hub.roster_tick.mark()
    await words(hub, room)
    await hub.publish({"type": "room.rollcall"})


async def people(hub: Hub) -> None:
    """Parts from those whose seat was removed or whose link was revoked."""
    seated = {each.number for each in await database_sync_to_async(seats.listed)(hub.room)}
    listed = await database_sync_to_async(links.listed)(hub.room)
    good = {each["link"] for each in listed if not each["revoked"]}
    for member in list(hub.members.values()):
        here = member.link in good if member.presenter else member.number is None or member.number in seated
        if not here:
            await member.part(CLOSE_REMOVED)


async def stage(hub: Hub, room: RoomState) -> None:
    """Brings all who follow to the position."""
    position = hub.boards.position
    if room.stage != position.run:
        known = {"run": room.stage, "at": room.at, "showing": room.showing is not None}
        await hub.hear_room_stage({"same": False, **known})
    elif room.at != position.at and (found := await database_sync_to_async(runs.standing)(room.stage)):
        moved = {"run": room.stage, "sender": "", "start": position.at, "end": room.at, "kind": "jump"}
        await hub.hear_room_moved({**moved, "head": found.head, "inputs": found.inputs, "body": ""})


async def words(hub: Hub, room: RoomState) -> None:
    """What is shown of the room, its lesson, task and poll, if it is not what was told last."""
    poll = await database_sync_to_async(polls.current)(hub.room)
    hub.bars = poll is not None and poll.bars
    kept = await database_sync_to_async(questions.lesson_of)(room)
    told = {
        "room": said("room", room=descriptions.room(room, hub.people)),
        "view": said("view", view=room.view),
        "lesson": said("lesson", lesson=descriptions.lesson(kept, room.step)),
        "poll": said("poll", poll=poll and poll.to_json()),
    }
    for name, text in told.items():
        if hub.made_good.get(name) != text:
            hub.made_good[name] = text
            await hub.hear_room_say({"text": text, "who": "all", "seat": None, "but": ""})
    hub.tally_tick.mark()
    if number_of(room.task) != number_of(hub.judge.task):
        await hub.hear_room_task(
            {"task": room.task, "text": said("task", task=descriptions.task(room.task, kept))}
        )


def number_of(task: dict[str, Any] | None) -> int:
    return task["number"] if task else 0
